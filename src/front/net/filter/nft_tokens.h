// The words of `nft list ruleset`.
#pragma once
#include <string_view>
#include <vector>

namespace whynot::front::net {

// Names, numbers, addresses, `a-b`; quoted text without its quotes; `{ } ; , : = !=` alone; "\n" between statements.
// Comments are left out.
std::vector<std::string_view> nft_tokens(std::string_view text);

}  // namespace whynot::front::net
