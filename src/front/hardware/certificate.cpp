// Gates, or lines, are added behind those of the design; inputs and latches name the literal that they are in the
// design.
#include "front/hardware/certificate.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot::front::hardware {
namespace {

class CertificateGates {
 public:
  explicit CertificateGates(const AigerFile& design) : made_(design) {}

  AigerFile run(const std::vector<std::size_t>& bad, const std::vector<Invariant::Clause>& clauses) {
    AigerLiteral good = 1;
    for (const std::size_t i : bad) good = both(good, made_.questions()[i].literal ^ 1);
    for (const Invariant::Clause& clause : clauses) {
      AigerLiteral fails = 1;
      for (const Invariant::Literal& l : clause.literals) fails = both(fails, literal(l) ^ 1);
      good = both(good, fails ^ 1);
    }
    for (auto& input : made_.inputs) input.name = fmt::format("= {}", input.literal);
    for (auto& latch : made_.latches) latch.name = fmt::format("= {}", latch.literal);
    made_.outputs.clear();
    made_.justice.clear();
    made_.fairness.clear();
    made_.bad = {{good ^ 1, {}, ""}};
    return std::move(made_);
  }

 private:
  AigerLiteral literal(const Invariant::Literal& l) const {
    const std::size_t inputs = made_.inputs.size();
    const AigerLiteral own =
        l.variable < inputs ? made_.inputs[l.variable].literal : made_.latches[l.variable - inputs].literal;
    return l.value ? own : own ^ 1;
  }
  AigerLiteral both(AigerLiteral a, AigerLiteral b) {
    if (a == 1) return b;
    made_.ands.push_back({2 * ++made_.variables, a, b});
    return 2 * made_.variables;
  }

  AigerFile made_;
};

class CertificateLines {
 public:
  CertificateLines(const Btor2File& design, std::string_view text) : design_(design), next_(design.last_id + 1) {
    copy(text);
    bit_ = line("sort bitvec 1");
  }

  std::string run(const std::vector<std::size_t>& bad, const std::vector<Invariant::Clause>& clauses) {
    std::string fails;
    for (const std::size_t i : bad) fails = either(fails, design_.bad_words[i]);
    for (const Invariant::Clause& clause : clauses) {
      std::string holds;
      for (const Invariant::Literal& l : clause.literals) holds = either(holds, literal(l));
      fails = either(fails, holds.empty() ? number(line("one {}", bit_)) : negated(holds));
    }
    if (fails.empty()) fails = number(line("zero {}", bit_));
    line("bad {}", fails);
    return std::move(text_);
  }

 private:
  // Without the questions.
  void copy(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view one = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t id = one.find_first_not_of(" \t");
      const std::size_t blank = one.find_first_of(" \t", std::min(id, one.size()));
      const std::size_t op = one.find_first_not_of(" \t", std::min(blank, one.size()));
      const std::string_view rest = op == std::string_view::npos ? "" : one.substr(op);
      const bool is_question = rest.starts_with("bad ") || rest.starts_with("justice ") || rest.starts_with("fair ");
      if (!is_question) text_ += fmt::format("{}\n", one);
    }
  }

  template <class... Values>
  std::uint64_t line(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format("{} {}\n", next_, fmt::format(format, std::forward<Values>(values)...));
    return next_++;
  }
  static std::string number(std::uint64_t id) { return fmt::format("{}", id); }
  static std::string negated(const std::string& word) { return word[0] == '-' ? word.substr(1) : "-" + word; }
  std::string either(const std::string& a, const std::string& b) {
    return a.empty() ? b : number(line("or {} {} {}", bit_, a, b));
  }

  std::string literal(const Invariant::Literal& l) {
    const auto holds = [&](const Btor2Cell& cell) {
      return cell.variable <= l.variable && l.variable < cell.variable + cell.elements;
    };
    auto cell = std::find_if(design_.states.begin(), design_.states.end(), holds);
    if (cell == design_.states.end()) cell = std::find_if(design_.inputs.begin(), design_.inputs.end(), holds);
    std::uint64_t word = cell->id;
    if (cell->index_width) {
      const std::uint64_t index_sort = line("sort bitvec {}", cell->index_width);
      const std::uint64_t index = line("constd {} {}", index_sort, l.variable - cell->variable);
      const std::uint64_t sort = line("sort bitvec {}", cell->width);
      word = line("read {} {} {}", sort, word, index);
    }
    if (cell->width > 1) word = line("slice {} {} {} {}", bit_, word, l.bit, l.bit);
    return l.value ? number(word) : "-" + number(word);
  }

  const Btor2File& design_;
  std::uint64_t next_, bit_ = 0;
  std::string text_;
};

}  // namespace

std::string write_certificate(const AigerFile& file, bool binary, const std::vector<std::size_t>& bad,
                              const std::vector<Invariant::Clause>& clauses) {
  return write_aiger(CertificateGates(file).run(bad, clauses), binary);
}

std::string write_certificate(const Btor2File& file, std::string_view text, const std::vector<std::size_t>& bad,
                              const std::vector<Invariant::Clause>& clauses) {
  return CertificateLines(file, text).run(bad, clauses);
}

}  // namespace whynot::front::hardware
