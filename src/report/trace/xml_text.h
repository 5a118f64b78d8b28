// Text inside XML: escaped, and without the control characters that XML 1.0 cannot carry.
#pragma once
#include <string>
#include <string_view>

namespace whynot::report {

std::string xml_escaped(std::string_view);             // for one line and for attributes
std::string xml_escaped_lines(std::string_view text);  // line breaks stay

}  // namespace whynot::report
