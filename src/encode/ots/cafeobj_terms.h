// What CafeOBJ calls the things of a specification, and its terms.  A quantified formula is an atom: an operator of its
// own, over what the formula says of other things than those it quantifies over.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

class CafeTerms {
 protected:
  using Ots = whynot::ots::Ots;
  using SortId = whynot::ots::SortId;
  using Term = whynot::ots::Term;
  using VarId = whynot::ots::VarId;

  explicit CafeTerms(const Ots& ots) : ots_(ots) { count_names(); }

  std::string module_name() const { return name("mod", ots_.name) + "-OTS"; }
  std::string element(std::size_t e) const { return name("elem", ots_.elements[e].name); }
  std::string constructor(std::size_t c) const { return name("con", ots_.constructors[c].name); }
  std::string function(std::size_t f) const { return name("fun", ots_.functions[f].name); }
  std::string observer(std::size_t o) const { return name("obs", ots_.observers[o].name); }
  std::string transition(const whynot::ots::Transition& t) const { return name("do", t.name); }
  std::string condition(const whynot::ots::Transition& t) const { return "when-" + transition(t); }
  static std::string invariant(std::string own);

  std::string sort(SortId) const;
  std::string variable(VarId) const;
  std::string variables(const std::vector<VarId>&, std::string out = "") const;
  std::string signature(const std::vector<VarId>&, std::string out = "") const;
  static std::string applied(const std::string& op, const std::string& args);

  // In the state `state_`, variables as `constants_` says.
  std::string term(Term);
  // A conditional value; truth values stay within Boolean algebra, where CafeOBJ decides.
  std::string choice(const std::string& when, const std::string& yes, const std::string& no, SortId) const;

  struct Quantified {
    std::string op;
    Term formula;              // with variables for what it says of other things
    std::vector<VarId> holes;  // those
    bool reads = false;        // the state, other than through them
  };
  // The formula with each quantified part as a call of the operator for it: one beyond the specification's functions.
  Term closed_off(Term);

  void line(const std::string& text) { out_ += "  " + text + "\n"; }
  void equation(const std::string& left, const std::string& right);

  const Ots& ots_;
  std::string out_, state_ = "S:Sys";
  bool constants_ = false;               // variables are constants of a passage
  std::optional<VarId> written_number_;  // a variable of the sort of CafeOBJ's own numbers
  std::vector<Quantified> quantified_;

 private:
  void count_names();
  std::string name(std::string_view kind, std::string own) const;
  std::string collection_term(Term, const std::string& listed) const;
  std::string call(std::size_t index, const std::string& listed) const;
  Term quantified(Term);

  std::unordered_map<std::string, std::size_t> uses_;
  std::map<std::string, std::size_t> shapes_;  // of quantified formulas: the operator
};

}  // namespace whynot::encode::ots
