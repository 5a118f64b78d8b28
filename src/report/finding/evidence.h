// Evidence: a proof of a CTL property or of its negation, as far as it has been expanded.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/drawing.h"
#include "expr/value.h"

namespace whynot::report {

// What shows a goal about all runs to whoever reads nothing else: a set that is not left, or sets that runs go down.
struct ProofCertificate {
  std::string kind;     // invariant, induction, layers, ranks
  std::string formula;  // holds initially, or at the goal; no step leaves it
  std::optional<std::uint64_t> states =
      {};  // of induction: it holds in the first ones, and after as many where it does
  std::vector<std::string> layers;
  std::vector<std::string> justice;  // of ranks: what no run meets that stays in the layer; empty: every step leaves it
};

using NamedValues = std::vector<std::pair<std::string, Value>>;

struct ProofNode {
  std::string goal;                     // an SMV formula
  std::string state;                    // the name of an entry of `states`; empty when the goal is about a set
  std::string set;                      // then: a formula
  std::optional<std::size_t> position;  // of a run, where the goal is about one
  bool open = false;                    // not expanded
  std::string rule;
  std::optional<std::uint64_t> bound;  // the rank, where the rule has one
  std::string by;                      // who chose: "strategy avoid(floor = 1)"
  std::string summary;                 // in plain words
  std::string because;                 // why it is open; may be empty
  std::optional<ProofCertificate> certificate;
  std::vector<NamedValues> inputs;  // of the steps between states: one, or those of a loop, the closing one last
  std::vector<ProofNode> children;
};

struct NamedState {
  std::string name;
  NamedValues values;  // of all columns
};

// A step of an abstract witness: what all shortest witnesses have in common there.
struct AbstractStep {
  std::string formula;
  std::string states;  // how many, decimal
};

// How often a strategy decided, how often its wish could not be met, and how many states are against it.
struct StrategyUse {
  std::string name;
  std::size_t used = 0, could_not = 0, price = 0;
};

// What could be chosen at a goal: with --alternatives.
struct Alternative {
  std::string text;
  bool chosen = false;  // is in the proof
};
struct Alternatives {
  std::string at;  // the goal: premises counted from the root, "root" or "0.1"
  std::vector<Alternative> list;
  bool more = false;  // not all are listed
};

// A strategy that would have made a person's choices.
struct Suggestion {
  std::string strategy;
  std::size_t times = 0;  // choices that it explains
};

// What of the evidence text and drawings show.
struct EvidenceView {
  enum class Show { Changed, All, Names, None } show = Show::Changed;
  std::vector<std::string> columns;  // with Names
  std::string start, stop;           // goals: from where, up to where; empty: all
  bool backward = false;
  enum class Words { Prose, Rules, None } words = Words::Prose;
};

struct Evidence {
  std::string property;
  bool holds = false;
  std::string proved;    // the property, or its negation
  bool checked = false;  // by the proof checker
  std::size_t open = 0;  // leaves
  ProofNode proof;
  std::vector<NamedState> states;
  std::vector<std::string> traces;  // ids
  Drawing drawing;                  // the proof to look at
  std::string headline;             // the whole in a sentence
  std::string label;                // with several: what this one shows
  std::vector<StrategyUse> strategies;
  std::vector<AbstractStep> abstract;        // with --abstract
  std::optional<std::size_t> abstract_loop;  // … the step that the last one leads back to
  std::string witnesses;                     // … how many concrete ones it stands for; decimal, or empty
  std::optional<Alternatives> alternatives;
  std::optional<Suggestion> suggestion;
  std::vector<std::string> notes;  // to be shown below
  EvidenceView view;
};

}  // namespace whynot::report
