// Ready-made predicates, written in the language itself.  `$1`, `$2`, … are what `use NAME(…)` gives; `$*` stands for
// the conjunction, over all further arguments x, of `x@i = x@j`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>

#include "front/pred/pred.h"

namespace whynot::front::pred {
namespace {

struct Ready {
  std::string_view name;
  std::size_t arguments;  // besides those of `$*`
  bool more;              // may have those
  std::string_view text;
  std::string_view shape;  // for messages
};

constexpr std::array ready = std::to_array<Ready>({
    {"same", 1, false, "symmetric same_$1(i, j) := $1@i = $1@j \"$1 is the same at {1} and {2}\"", "same(x)"},
    {"equal", 2, false, "equal_$1_$2(i, j) := $1@i = $2@j \"$1 at {1} is $2 at {2}\"", "equal(x, y)"},
    {"differs", 2, false, "differs_$1_$2(i) := $1@i != $2 \"$1 is not $2 at {1}\"", "differs(x, value)"},
    {"changed", 1, false, "changed_$1(i, j) := i + 1 = j & $1@i != $1@j \"$1 changes from {1} to {2}\"", "changed(x)"},
    {"repeats", 1, false, "repeats_$1(i, j) := i < j & $1@i = $1@j \"$1 is at {2} what it was at {1}\"", "repeats(x)"},
    {"alternates", 1, false,
     "alternates_$1(i, j, k) := i < j & j < k & $1@i = $1@k & $1@i != $1@j \"$1 changes after {1}, by {2}, and is back "
     "at {3}\"",
     "alternates(x)"},
    {"follows", 0, false, "follows(i, j) := i + 1 = j", "follows"},
    {"on_loop", 0, false, "on_loop(i) := i >= loop \"{1} is on the loop\"", "on_loop"},
    {"loop_start", 0, false, "loop_start(i) := i = loop \"the loop starts at {1}\"", "loop_start"},
    {"loop_end", 0, false, "loop_end(i) := i = last & i >= loop \"the loop ends at {1}\"", "loop_end"},
    {"apart", 1, false, "apart_$1(i, j) := j - i >= $1", "apart(d)"},
    {"replay", 2, true,
     "replay(i, j) := i < j & $1@i != $2 & $1@j = $2$* \"what was sent at {1} is sent again by $2 at {2}\"",
     "replay(sender, intruder, x, …)"},
    {"man_in_the_middle", 4, true,
     "man_in_the_middle(i, j) := i < j & $2@i = $3 & $1@j = $3 & $4@i != $4@j$* \"$3 receives at {1} and passes on at "
     "{2}\"",
     "man_in_the_middle(sender, receiver, intruder, encryption, x, …)"},
});

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

}  // namespace

std::optional<std::string> library_text(const std::string& name, const std::vector<std::string>& args,
                                        std::string& problem) {
  std::vector<std::string_view> shapes;
  for (const Ready& r : ready) {
    shapes.push_back(r.shape);
    if (r.name != name) continue;
    if (args.size() < r.arguments || (args.size() > r.arguments && !r.more)) {
      problem = fmt::format("`{}` is used as `{}`", name, r.shape);
      return std::nullopt;
    }
    std::string same;
    for (std::size_t i = r.arguments; i < args.size(); ++i) same += fmt::format(" & {0}@i = {0}@j", args[i]);
    std::string text(r.text);
    replace_all(text, "$*", same);
    // Names of predicates are plain words, whatever the variable is called.
    for (std::size_t i = 0; i < r.arguments; ++i) {
      std::string plain = args[i];
      for (char& c : plain)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
      std::string head = text.substr(0, text.find('('));
      std::string tail = text.substr(text.find('('));
      replace_all(head, fmt::format("${}", i + 1), plain);
      replace_all(tail, fmt::format("${}", i + 1), args[i]);
      text = head + tail;
    }
    return text + ";";
  }
  problem = fmt::format("there is no predicate `{}` in the library, which has {}", name, fmt::join(shapes, ", "));
  return std::nullopt;
}

}  // namespace whynot::front::pred
