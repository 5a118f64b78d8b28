#include "front/pds/suggest.h"

#include <fmt/format.h>

namespace whynot::front::pds {

void unknown(Diagnostics& diagnostics, std::string code, std::string_view what, const NameSyntax& name,
             const std::vector<std::string>& candidates, std::string_view otherwise) {
  // Looking through a large alphabet for every misspelt name would cost more than the rest of reading.
  constexpr std::size_t most = 20'000;
  const std::vector<std::string_view> near(
      candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(std::min(most, candidates.size())));
  const std::string_view suggestion = diagnostics.errors() < 100 ? nearest_name(name.text, near) : std::string_view();
  diagnostics.error(std::move(code), fmt::format("there is no {} `{}`", what, name.text), name.where).help =
      suggestion.empty() ? std::string(otherwise) : fmt::format("did you mean `{}`?", suggestion);
}

}  // namespace whynot::front::pds
