#include "agree/random_model.h"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "base/random.h"

namespace whynot::agree {
namespace {

enum class Kind { Boolean, Enum, Range, Word };

struct Variable {
  std::string name;
  Kind kind;
  int lo = 0, hi = 0;      // Range
  int width = 0;           // Word
  bool is_signed = false;  // Word
  std::string owner;       // "" main, "IVAR" inputs
};

class Generator {
 public:
  Generator(std::uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

  std::string run() {
    declare();
    assign();
    constrain();
    fairness();
    if (shape_.modules && random_.chance(30)) submodule();
    properties();
    return out_ + tail_;
  }

 private:
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[random_.below(list.size())];
  }

  void declare() {
    out_ = "MODULE main\nCONSTANTS a, b, c;\nVAR\n";
    int bits = 0;
    const int budget = 3 + static_cast<int>(random_.below(4));
    while (bits < budget || states_.size() < 2) {
      Variable v = random_variable(fmt::format("v{}", states_.size()));
      bits += v.kind == Kind::Boolean ? 1 : v.kind == Kind::Word ? v.width : 2;
      out_ += fmt::format("  {} : {};\n", v.name, type_text(v));
      states_.push_back(v);
    }
    if (random_.chance(15)) {
      Variable frozen = random_variable("fr");
      out_ += fmt::format("FROZENVAR\n  fr : {};\n", type_text(frozen));
      frozen_.push_back(frozen);
    }
    if (shape_.inputs && random_.chance(30)) {
      Variable input{"go", Kind::Boolean, 0, 0, 0, false, "IVAR"};
      out_ += "IVAR\n  go : boolean;\n";
      inputs_.push_back(input);
    }
    if (random_.chance(40)) {
      out_ += fmt::format("DEFINE\n  d0 := {};\n", boolean(2));
      defines_ = 1;
    }
  }

  Variable random_variable(std::string name) {
    Variable v{std::move(name), Kind::Boolean, 0, 0, 0, false, ""};
    switch (random_.below(shape_.words ? 6 : 5)) {
      case 0:
      case 1:
      case 2: break;
      case 3: v.kind = Kind::Enum; break;
      case 4:
        v.kind = Kind::Range;
        v.lo = static_cast<int>(random_.between(-2, 1));
        v.hi = v.lo + static_cast<int>(1 + random_.below(3));
        break;
      default:
        v.kind = Kind::Word;
        v.width = static_cast<int>(1 + random_.below(3));
        v.is_signed = random_.chance(40);
    }
    return v;
  }

  static std::string type_text(const Variable& v) {
    switch (v.kind) {
      case Kind::Boolean: return "boolean";
      case Kind::Enum: return "{a, b, c}";
      case Kind::Range: return fmt::format("{}..{}", v.lo, v.hi);
      default: return fmt::format("{} word[{}]", v.is_signed ? "signed" : "unsigned", v.width);
    }
  }

  // ---- expressions.  `scope_next_` and `scope_inputs_` say what leaves may appear.
  std::vector<std::string> names(Kind kind, int width = 0, bool is_signed = false) {
    std::vector<std::string> found;
    const auto collect = [&](const std::vector<Variable>& list) {
      for (const Variable& v : list) {
        if (v.kind != kind || (kind == Kind::Word && (v.width != width || v.is_signed != is_signed))) continue;
        found.push_back(v.name);
        if (scope_next_ && v.owner.empty()) found.push_back(fmt::format("next({})", v.name));
      }
    };
    collect(states_);
    collect(frozen_);
    if (scope_inputs_) collect(inputs_);
    return found;
  }

  std::string boolean(int depth) {
    const auto variables = names(Kind::Boolean);
    if (depth == 0 || random_.chance(20)) {
      if (!variables.empty() && random_.chance(85)) return pick(variables);
      return random_.chance(50) ? "TRUE" : "FALSE";
    }
    switch (random_.below(12)) {
      case 0: return fmt::format("!{}", paren(boolean(depth - 1)));
      case 1:
      case 2: return fmt::format("({} & {})", boolean(depth - 1), boolean(depth - 1));
      case 3:
      case 4: return fmt::format("({} | {})", boolean(depth - 1), boolean(depth - 1));
      case 5:
        return fmt::format("({} {} {})", boolean(depth - 1), pick<std::string>({"->", "<->", "xor", "xnor", "="}),
                           boolean(depth - 1));
      case 6: return fmt::format("({} ? {} : {})", boolean(depth - 1), boolean(depth - 1), boolean(depth - 1));
      case 7:
        return fmt::format("({} {} {})", integer(depth - 1), pick<std::string>({"=", "!=", "<", "<=", ">", ">="}),
                           integer(depth - 1));
      case 8:
        return fmt::format("({} in {})", integer(depth - 1),
                           pick<std::string>({"{0, 1}", "-1..1", "{2} union {-1, 1}"}));
      case 9: return fmt::format("({} {} {})", enumeration(), pick<std::string>({"=", "!="}), enumeration());
      case 10: {
        if (!shape_.words) return boolean(depth - 1);
        const int width = static_cast<int>(1 + random_.below(3));
        const bool is_signed = random_.chance(40);
        return fmt::format("({} {} {})", word(depth - 1, width, is_signed),
                           pick<std::string>({"=", "!=", "<", "<=", ">", ">="}), word(depth - 1, width, is_signed));
      }
      default: return defines_ && !scope_next_ ? "d0" : boolean(depth - 1);
    }
  }

  std::string integer(int depth) {
    const auto variables = names(Kind::Range);
    if (depth == 0 || random_.chance(30)) {
      if (!variables.empty() && random_.chance(80)) return pick(variables);
      return fmt::format("{}", random_.between(-2, 3));
    }
    switch (random_.below(8)) {
      case 0: return fmt::format("({} + {})", integer(depth - 1), integer(depth - 1));
      case 1: return fmt::format("({} - {})", integer(depth - 1), integer(depth - 1));
      case 2: return fmt::format("({} * {})", integer(depth - 1), integer(depth - 1));
      case 3:
        return fmt::format("({} {} {})", integer(depth - 1), pick<std::string>({"/", "mod"}),
                           pick<std::string>({"2", "3", "-2"}));
      case 4: return fmt::format("-{}", paren(integer(depth - 1)));
      case 5: return fmt::format("({} ? {} : {})", boolean(depth - 1), integer(depth - 1), integer(depth - 1));
      case 6: return fmt::format("toint({})", boolean(depth - 1));
      default:
        return fmt::format("{}({}, {})", pick<std::string>({"min", "max"}), integer(depth - 1), integer(depth - 1));
    }
  }

  std::string enumeration() {
    const auto variables = names(Kind::Enum);
    if (!variables.empty() && random_.chance(70)) return pick(variables);
    return pick<std::string>({"a", "b", "c"});
  }

  std::string word(int depth, int width, bool is_signed) {
    const auto variables = names(Kind::Word, width, is_signed);
    if (depth == 0 || random_.chance(30)) {
      if (!variables.empty() && random_.chance(80)) return pick(variables);
      if (is_signed)
        return fmt::format("swconst({}, {})", random_.between(-(1 << (width - 1)), (1 << (width - 1)) - 1), width);
      return fmt::format("0ud{}_{}", width, random_.below(std::size_t{1} << width));
    }
    const std::string a = word(depth - 1, width, is_signed);
    switch (random_.below(9)) {
      case 0: return fmt::format("({} + {})", a, word(depth - 1, width, is_signed));
      case 1: return fmt::format("({} - {})", a, word(depth - 1, width, is_signed));
      case 2: return fmt::format("({} * {})", a, word(depth - 1, width, is_signed));
      case 3:
        return fmt::format("({} {} {})", a, pick<std::string>({"&", "|", "xor", "xnor"}),
                           word(depth - 1, width, is_signed));
      case 4: return fmt::format("!{}", paren(a));
      case 5: return fmt::format("-{}", paren(a));
      case 6:
        return fmt::format("({} {} {})", a, pick<std::string>({"<<", ">>"}),
                           random_.below(static_cast<std::size_t>(width) + 1));
      case 7:
        return is_signed ? fmt::format("signed({})", word(depth - 1, width, false))
                         : fmt::format("unsigned({})", word(depth - 1, width, true));
      default: return fmt::format("({} ? {} : {})", boolean(depth - 1), a, word(depth - 1, width, is_signed));
    }
  }

  static std::string paren(const std::string& e) { return e[0] == '(' ? e : fmt::format("({})", e); }

  // A value that surely fits the variable, or a set of such values.
  std::string value_for(const Variable& v) {
    switch (v.kind) {
      case Kind::Boolean: return random_.chance(25) ? "{TRUE, FALSE}" : boolean(2);
      case Kind::Enum:
        if (random_.chance(50)) return pick<std::string>({"{a, b}", "{b, c}", "a", "{a, b, c}"});
        return enumeration();
      case Kind::Range: {
        if (random_.chance(30)) return fmt::format("{}..{}", v.lo, v.hi);
        if (random_.chance(30)) return fmt::format("{}", random_.between(v.lo, v.hi));
        const std::string e = integer(1);
        return fmt::format("(({0} >= {1} & {0} <= {2}) ? {0} : {3})", e, v.lo, v.hi, v.lo);
      }
      default: return word(2, v.width, v.is_signed);
    }
  }

  std::string with_cases(const Variable& v) {
    if (random_.chance(60)) return value_for(v);
    std::string text = "case ";
    for (std::size_t i = 1 + random_.below(2); i-- > 0;) text += fmt::format("{} : {}; ", boolean(2), value_for(v));
    return text + fmt::format("TRUE : {}; esac", value_for(v));
  }

  void assign() {
    out_ += "ASSIGN\n";
    for (const Variable& v : frozen_)
      if (random_.chance(60)) out_ += fmt::format("  init({}) := {};\n", v.name, pick_plain(v));
    for (const Variable& v : states_) {
      if (random_.chance(80)) out_ += fmt::format("  init({}) := {};\n", v.name, pick_plain(v));
      scope_inputs_ = true;
      if (random_.chance(75)) out_ += fmt::format("  next({}) := {};\n", v.name, with_cases(v));
      scope_inputs_ = false;
    }
  }

  // Constants only: no cycles between initial values.
  std::string pick_plain(const Variable& v) {
    switch (v.kind) {
      case Kind::Boolean: return pick<std::string>({"TRUE", "FALSE", "{TRUE, FALSE}"});
      case Kind::Enum: return pick<std::string>({"a", "b", "{a, c}"});
      case Kind::Range: return random_.chance(50) ? fmt::format("{}", v.lo) : fmt::format("{{{}, {}}}", v.lo, v.hi);
      default:
        return v.is_signed ? fmt::format("swconst(0, {})", v.width)
                           : fmt::format("0ud{}_{}", v.width, random_.below(2));
    }
  }

  void constrain() {
    if (!shape_.partial) return;
    if (random_.chance(25)) out_ += fmt::format("INIT {}\n", boolean(2));
    if (random_.chance(25)) {
      scope_next_ = scope_inputs_ = true;
      out_ += fmt::format("TRANS {}\n", boolean(3));
      scope_next_ = scope_inputs_ = false;
    }
    if (random_.chance(15)) out_ += fmt::format("INVAR {} | {}\n", boolean(2), boolean(1));
  }

  void fairness() {
    if (!shape_.fairness) return;
    if (random_.chance(25)) out_ += fmt::format("JUSTICE {}\n", boolean(2));
    if (random_.chance(10)) out_ += fmt::format("COMPASSION ({}, {})\n", boolean(1), boolean(1));
  }

  void submodule() {
    const std::string parameter = boolean(1);
    out_ += fmt::format("VAR\n  sub : cell({});\n", parameter);
    tail_ =
        "MODULE cell(p)\nVAR\n  x : boolean;\nASSIGN\n  init(x) := FALSE;\n  next(x) := case p : !x; TRUE : x; esac;\n";
    if (random_.chance(50)) tail_ += "INVARSPEC !(x & p)\n";
    states_.push_back({"sub.x", Kind::Boolean, 0, 0, 0, false, ""});
  }

  // ---- properties
  void properties() {
    for (std::size_t i = 0; i < shape_.properties; ++i) {
      switch (random_.below(4)) {
        case 0:
          scope_next_ = scope_inputs_ = random_.chance(15);
          out_ += fmt::format("INVARSPEC {}\n", boolean(3));
          scope_next_ = scope_inputs_ = false;
          break;
        case 1:
        case 2:
          scope_inputs_ = random_.chance(20);
          out_ += fmt::format("LTLSPEC {}\n", ltl(3));
          scope_inputs_ = false;
          break;
        default: out_ += fmt::format("CTLSPEC {}\n", ctl(3));
      }
    }
    for (std::size_t i = 0; i < shape_.computes; ++i)
      out_ += fmt::format("COMPUTE {} [{}, {}]\n", pick<std::string>({"MIN", "MAX"}), boolean(2), boolean(2));
  }

  std::string bounds() {
    if (!random_.chance(20)) return "";
    const std::size_t lo = random_.below(3);
    return fmt::format(" [{}, {}]", lo, lo + random_.below(3));
  }

  std::string ltl(int depth) {
    if (depth == 0 || random_.chance(15)) return paren(boolean(1));
    switch (random_.below(14)) {
      case 0: return fmt::format("(X {})", ltl(depth - 1));
      case 1:
      case 2: return fmt::format("(F{} {})", bounds(), ltl(depth - 1));
      case 3:
      case 4: return fmt::format("(G{} {})", bounds(), ltl(depth - 1));
      case 5:
      case 6: return fmt::format("({} U {})", ltl(depth - 1), ltl(depth - 1));
      case 7: return fmt::format("({} V {})", ltl(depth - 1), ltl(depth - 1));
      case 8: return fmt::format("({}{} {})", pick<std::string>({"O", "H"}), bounds(), ltl(depth - 1));
      case 9: return fmt::format("({} {})", pick<std::string>({"Y", "Z"}), ltl(depth - 1));
      case 10: return fmt::format("({} {} {})", ltl(depth - 1), pick<std::string>({"S", "T"}), ltl(depth - 1));
      case 11: return fmt::format("!{}", paren(ltl(depth - 1)));
      default:
        return fmt::format("({} {} {})", ltl(depth - 1), pick<std::string>({"&", "|", "->", "<->"}), ltl(depth - 1));
    }
  }

  std::string ctl(int depth) {
    if (depth == 0 || random_.chance(15)) return paren(boolean(1));
    switch (random_.below(11)) {
      case 0:
      case 1:
      case 2:
      case 3: return fmt::format("({} {})", pick<std::string>({"EX", "AX", "EF", "AF", "EG", "AG"}), ctl(depth - 1));
      case 4:
      case 5: return fmt::format("{} [{} U {}]", pick<std::string>({"E", "A"}), ctl(depth - 1), ctl(depth - 1));
      case 6: {
        const std::size_t lo = random_.below(3);
        return fmt::format("({} {}..{} {})", pick<std::string>({"EBF", "ABF", "EBG", "ABG"}), lo, lo + random_.below(3),
                           ctl(depth - 1));
      }
      case 7: {
        const std::size_t lo = random_.below(2);
        return fmt::format("{} [{} BU {}..{} {}]", pick<std::string>({"E", "A"}), ctl(depth - 1), lo,
                           lo + random_.below(3), ctl(depth - 1));
      }
      case 8: return fmt::format("!{}", paren(ctl(depth - 1)));
      default:
        return fmt::format("({} {} {})", ctl(depth - 1), pick<std::string>({"&", "|", "->", "<->"}), ctl(depth - 1));
    }
  }

  Random random_;
  Shape shape_;
  std::string out_, tail_;
  std::vector<Variable> states_, frozen_, inputs_;
  int defines_ = 0;
  bool scope_next_ = false, scope_inputs_ = false;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

}  // namespace

std::string random_model(std::uint64_t seed, const Shape& shape) { return Generator(seed, shape).run(); }

std::string shrink(std::string text, const std::function<bool(const std::string&)>& fails) {
  std::vector<std::string> lines = lines_of(text);
  for (std::size_t length = lines.size() / 2; length > 0; length /= 2)
    for (std::size_t at = 0; at + length <= lines.size();) {
      std::vector<std::string> fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(at + length));
      if (fails(joined(fewer)))
        lines = std::move(fewer);
      else
        ++at;
    }
  return joined(lines);
}

}  // namespace whynot::agree
