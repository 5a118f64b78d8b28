// Variables for inputs and latches, then gates in their order: each literal is an expression over shared parts.
#include <fmt/format.h>

#include "front/hardware/aiger.h"

namespace whynot::front::hardware {
namespace {

// Names that the file gives come first: those that we make keep out of their way.
template <class Named>
void take_given(const std::vector<Named>& from, std::vector<std::string>& to, Names& names) {
  for (const Named& n : from) to.push_back(n.name.empty() ? "" : names.take(n.name));
}

void take_made(std::vector<std::string>& to, char letter, Names& names) {
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i].empty()) to[i] = names.take(fmt::format("{}{}", letter, i));
}

AigerNames names_of(const AigerFile& file, Names& names) {
  AigerNames result;
  take_given(file.inputs, result.inputs, names);
  take_given(file.latches, result.latches, names);
  take_made(result.inputs, 'i', names);
  take_made(result.latches, 'l', names);
  return result;
}

class Translation {
 public:
  Translation(const AigerFile& file, ExprPool& pool) : file_(file), pool_(pool), value_(file.variables + 1) {
    design_.system.pool = &pool;
  }

  Design run() {
    value_[0] = pool_.boolean(false);
    declare();
    for (const AigerFile::And& a : file_.ands) value_[a.literal / 2] = pool_.and_(of(a.left), of(a.right));
    for (const AigerFile::Latch& latch : file_.latches) assign(latch);
    for (const AigerFile::Point& c : file_.constraints) design_.system.invar.push_back({of(c.literal), c.where});
    for (const AigerFile::Point& f : file_.fairness) design_.system.justice.push_back({of(f.literal), f.where});
    ask();
    return std::move(design_);
  }

 private:
  Expr of(AigerLiteral literal) {
    if (literal == 1) return pool_.boolean(true);
    const Expr e = value_[literal / 2];
    return literal % 2 ? pool_.not_(e) : e;
  }

  void declare() {
    const AigerNames names = names_of(file_, columns_);
    const auto variable = [&](const std::string& name, AigerLiteral literal, Span where) {
      value_[literal / 2] = pool_.variable(name, pool_.boolean_type());
      design_.system.variables.push_back({value_[literal / 2], VariableKind::State, where});
    };
    for (std::size_t i = 0; i < file_.inputs.size(); ++i)
      variable(names.inputs[i], file_.inputs[i].literal, file_.inputs[i].where);
    for (std::size_t i = 0; i < file_.latches.size(); ++i)
      variable(names.latches[i], file_.latches[i].literal, file_.latches[i].where);
  }

  void assign(const AigerFile::Latch& latch) {
    const Expr variable = of(latch.literal);
    if (latch.reset != latch.literal)
      design_.system.init_assignments.push_back({variable, of(latch.reset), latch.where});
    design_.system.next_assignments.push_back({variable, of(latch.next), latch.where});
  }

  void ask() {
    const auto name_or = [](const std::string& given, std::string_view word, std::size_t i) {
      return given.empty() ? fmt::format("{}{}", word, i) : given;
    };
    Names properties;
    const std::vector<AigerFile::Point>& questions = file_.questions();
    for (std::size_t i = 0; i < questions.size(); ++i)
      add_bad(design_, properties, columns_, name_or(questions[i].name, "bad", i), of(questions[i].literal),
              questions[i].where);
    for (std::size_t i = 0; i < file_.justice.size(); ++i) {
      const AigerFile::Justice& justice = file_.justice[i];
      std::vector<Expr> again;
      for (const AigerLiteral literal : justice.literals) again.push_back(of(literal));
      add_justice(design_, properties, name_or(justice.name, "justice", i), std::move(again), justice.where);
    }
    if (&questions == &file_.outputs) return;
    for (const AigerFile::Point& o : file_.outputs)
      if (!o.name.empty() && !columns_.is_taken(o.name))
        design_.system.defines.push_back({columns_.take(o.name), of(o.literal), o.where});
  }

  const AigerFile& file_;
  ExprPool& pool_;
  std::vector<Expr> value_;  // by variable
  Names columns_;
  Design design_;
};

}  // namespace

const std::vector<AigerFile::Point>& AigerFile::questions() const {
  const bool only_outputs = bad.empty() && constraints.empty() && justice.empty() && fairness.empty();
  return only_outputs ? outputs : bad;
}

AigerNames names_of(const AigerFile& file) {
  Names names;
  return names_of(file, names);
}

Design design_of(const AigerFile& file, ExprPool& pool) { return Translation(file, pool).run(); }

}  // namespace whynot::front::hardware
