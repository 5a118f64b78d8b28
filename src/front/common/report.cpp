#include "front/common/report.h"

#include <utility>

namespace whynot::front {

void add_label(Diagnostic& d, Span where, std::string text) { d.labels.push_back({where, std::move(text)}); }

std::string advice_on(std::string_view token) {
  static constexpr std::pair<std::string_view, std::string_view> table[] = {
      {"R", "for release write `V`"},
      {"W", "for weak until write `(p U q) | G p`"},
      {"M", "for strong release write `q U (p & q)`"},
      {"not", "for negation write `!`"},
      {"and", "for conjunction write `&`"},
      {"or", "for disjunction write `|`"},
      {"true", "write `TRUE`"},
      {"false", "write `FALSE`"},
      {"~", "for negation write `!`"},
      {"%", "for the remainder write `mod`"},
      {"^", "for exclusive or write `xor`"},
      {"\\", "for conjunction write `&`, for disjunction `|`"},
      {"if", "write `case condition : value; TRUE : other; esac` or `condition ? value : other`"},
      {"else", "write `case condition : value; TRUE : other; esac`"},
      {"FUN", "functions are nuXmv's; write a DEFINE, or a module with parameters"},
      {"<<<", "rotate with `::` and bit selection"},
      {">>>", "rotate with `::` and bit selection"},
      {"READ", "word arrays are not finite-state in NuSMV either; write `array 0..n of …` and `a[i]`"},
      {"WRITE", "word arrays are not finite-state in NuSMV either; write `array 0..n of …` and assign its elements"},
      {"CONSTARRAY", "word arrays are not finite-state in NuSMV either; write `array 0..n of …`"},
  };
  for (const auto& [word, advice] : table)
    if (word == token) return std::string(advice);
  return {};
}

}  // namespace whynot::front
