// A program followed along one run, with terms for values: what it knows, what its branches demand, and what each of
// these rests on, so that others can tell which further runs would end in the same way.
//
// What is taken for granted: functions of others write only what they are handed, and variables that they define
// themselves; places of different types, and different fields, are different; two unknown pointers may be the same.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyse/paths/terms.h"
#include "model/pds/code.h"

namespace whynot::analyse::paths {

// Kinds of places that a value was kept in: who writes to one of them may change it.
using Rest = std::set<std::string>;

struct CodeValue {
  TermId term = 0;
  Rest rests_on{};
  std::size_t since = ~std::size_t(0);  // the first step that had a part in it
  std::size_t made_at = ~std::size_t(0);
};

struct CodeRunOptions {
  bool copies = true;    // a variable that gets another one's value is the same thing by another name
  bool counters = true;  // what a loop counts is known
};

class CodeRun {
 public:
  CodeRun(const PdsCode&, Terms&, CodeRunOptions, const std::string& entry);

  // What the step demands: a truth, if it is a branch.
  std::optional<CodeValue> take(const CodeStep* code, std::size_t step, std::uint32_t rule_size);
  // Values at the call or the branch that was taken last; `from_result` for what comes back.
  CodeValue argument(int position);

 private:
  struct Frame {
    std::string function, previous;
    std::uint32_t number = 0;
    std::map<std::string, CodeValue> registers{};
    std::string result{};               // the register of the caller
    std::optional<CodeValue> promised;  // what comes back, if somebody spoke of it before
  };
  struct Cell {
    CodeValue value;
    std::string type;
  };

  void operate(const CodeOp&);
  CodeValue value_of(const CodeOperand&);
  CodeValue computed(const CodeOp&);
  CodeValue load(const CodeOp&);
  void store(const CodeOp&);
  void hand_over(const CodeStep&);
  void enter(const CodeStep*);
  void leave(const CodeStep*);
  CodeValue branched(const CodeStep&);
  void set(const std::string& name, CodeValue);
  CodeValue unknown(const std::string& name);
  Rest places_of(TermId address, const std::string& type) const;
  bool may_be_same(TermId written, const std::string& type, TermId other, const Cell&) const;
  bool is_own(TermId root) const;  // a variable whose address goes nowhere

  const PdsCode& code_;
  Terms& terms_;
  CodeRunOptions options_;
  std::vector<Frame> frames_;
  std::map<TermId, Cell> memory_;                                    // by address
  std::map<TermId, std::pair<std::string, std::string>> variables_;  // objects: function and register
  std::uint32_t calls_ = 0;
  std::size_t now_ = 0;
  std::string at_;  // the block of the step
  std::vector<CodeValue> arguments_;
  std::optional<CodeValue> result_;
};

// What a step may write, in the words of Rest.
Rest written_by(const PdsCode&, const CodeStep&);
// Whether one of those writes may change a value that rests on the others.
bool changes(const Rest& written, const Rest& rests_on);

}  // namespace whynot::analyse::paths
