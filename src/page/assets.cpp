#include "page/assets.h"

// From the assembly file that cmake/page.cmake writes.
#define WHYNOT_ASSET(name) extern "C" const char page_##name[], page_##name##_end[]
WHYNOT_ASSET(index_html);
WHYNOT_ASSET(app_js);
WHYNOT_ASSET(app_css);
WHYNOT_ASSET(single_html);
WHYNOT_ASSET(missing_txt);
#undef WHYNOT_ASSET

namespace whynot::page {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

const Assets& assets() {
  static const Assets assets{between(page_index_html, page_index_html_end), between(page_app_js, page_app_js_end),
                             between(page_app_css, page_app_css_end), between(page_single_html, page_single_html_end),
                             between(page_missing_txt, page_missing_txt_end)};
  return assets;
}

}  // namespace whynot::page
