// The head of a request, read strictly: what a browser never sends is refused before anything looks at it.
// Leniency here is how requests are smuggled past checks (folded lines, two lengths, odd targets), so there is none.
#pragma once
#include <string_view>
#include <variant>

#include "face/web/message.h"

namespace whynot::face::web {

struct HeadLimits {
  std::size_t line = 8 << 10;    // the request line
  std::size_t bytes = 16 << 10;  // the whole head
  std::size_t headers = 64;
  std::uint64_t body = 8 << 20;
};

// `head` up to and including the empty line.  The request without its body, or what to answer.
std::variant<Request, Response> read_head(std::string_view head, const HeadLimits& = {});

}  // namespace whynot::face::web
