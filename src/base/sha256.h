// SHA-256 (FIPS 180-4): by what a text is known again.
#pragma once
#include <string>
#include <string_view>

namespace whynot {

std::string sha256(std::string_view text);  // 64 digits, in lower case

}  // namespace whynot
