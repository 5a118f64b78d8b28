#include "session/unknown_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace whynot::session {

void unknown_name(Diagnostics& diagnostics, NameSought sought, std::string_view name,
                  std::span<const std::string> known) {
  auto& error =
      diagnostics.error(std::move(sought.code), fmt::format("there is no {} `{}`", sought.what, name), sought.where);
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  if (const auto near = nearest_name(name, candidates); !near.empty())
    error.help = fmt::format("did you mean `{}`?", near);
  else if (!known.empty())
    error.help = fmt::format("there are: {}", fmt::join(known, ", "));
}

}  // namespace whynot::session
