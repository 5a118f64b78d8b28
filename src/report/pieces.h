// Reports in pieces: the traces of an endless set fill hundreds of megabytes, and as one text they would need that much
// memory again.  A writer that goes from trace to trace hands on what it has made so far.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace whynot::report {

using Write = std::function<void(std::string_view)>;

// All of it after all, where one text is wanted.
template <class Produce>
std::string in_one(Produce produce) {
  std::string text;
  produce([&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace whynot::report
