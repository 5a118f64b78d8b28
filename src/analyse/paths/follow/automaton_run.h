// The automaton's variables along a run of a program, and what its steps demand of the program's values.  Can be copied
// together with the run.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analyse/paths/follow/code_run.h"
#include "analyse/paths/paths.h"

namespace whynot::analyse::paths {

// Which values of the program may be the same thing: those of one name; also those that are handed on from one variable
// to another; all that are not known to differ.
enum class Aliases { None, Local, May };
std::optional<Aliases> aliases_named(std::string_view);

class AutomatonRun {
 public:
  AutomatonRun(const Pds&, const Efsa&, Aliases, RunTables&);

  // A truth, if the step rests on more than the states.
  std::optional<CodeValue> take(const JudgedStep&, std::uint32_t now, CodeRun& program);
  // What the step fires on, with names of the program for arguments that are not constants.  To be asked before it is
  // taken, and after the program took it.
  std::string named(const JudgedStep&, CodeRun& program) const;
  // Of the values that it compared last: the step that the youngest of them comes from.
  std::uint32_t youngest() const { return youngest_; }

 private:
  static constexpr std::uint32_t none = ~0u;
  static constexpr TermId nothing = ~0u;  // what a variable holds at first

  bool may_fire(const EfsaTransition&, const JudgedStep&) const;
  std::vector<CodeValue> arguments_of(std::uint32_t rule, std::uint32_t event, CodeRun& program) const;
  TermId constant(const Value&) const;
  TermId otherwise(const JudgedStep&, CodeRun& program, CodeValue& demanded);
  TermId guard_of(const EfsaTransition&, const std::vector<CodeValue>& arguments, CodeValue& demanded);
  TermId truth_of(std::uint32_t guard, const std::vector<CodeValue>& arguments, CodeValue& demanded);
  TermId equality(const EfsaGuard&, const std::vector<CodeValue>& arguments, CodeValue& demanded);
  bool is_newer(const CodeValue&, const EfsaOperand&) const;
  bool is_address(const EfsaOperand&) const;
  void rest(CodeValue& demanded, const CodeValue& on) const;
  TermId operand(const EfsaOperand&, const std::vector<CodeValue>& arguments, CodeValue& demanded) const;
  TermId same(TermId, TermId, CodeValue& demanded) const;
  TermId same_text(TermId, TermId, CodeValue& demanded) const;
  TermId same_thing(TermId, TermId, CodeValue& demanded) const;
  TermId same_choice(TermId choice, TermId other, CodeValue& demanded) const;
  void assign(const EfsaTransition&, const std::vector<CodeValue>& arguments);
  Terms& terms() const { return tables_->terms; }

  const Pds* pds_;
  const Efsa* efsa_;
  Aliases aliases_;
  RunTables* tables_;
  const CodeRun* program_ = nullptr;                 // of the step
  std::vector<std::optional<CodeValue>> variables_;  // each made when it was set
  bool by_address_ = false;                          // what is compared just now
  std::uint32_t now_ = 0, youngest_ = 0;
  std::map<std::pair<TermId, std::uint32_t>, TermId> answers_;  // of patterns about unknown texts
};

}  // namespace whynot::analyse::paths
