// Classification (Vick, Kang & Tripakis, "Counterexample Classification"): trace constraints that together cover
// every counterexample of a property, each of which only counterexamples satisfy.  The loop is the paper's
// Algorithm 1 with its minimisation; redundancy is removed class by class, because testing each against all
// others, as Algorithm 3 is printed, can lose coverage.
//
// Nothing is claimed of a trace that was not replayed and evaluated concretely; what solvers say of all runs is
// re-checked where Options::certify asks for it (certify.h).
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analyse/classify/facts/facts.h"
#include "base/context.h"
#include "base/integer.h"
#include "model/property.h"
#include "model/stepper.h"

namespace whynot::analyse::classify {

enum class Mode { Exact, UpTo, Any };

struct Options {
  Mode mode = Mode::UpTo;
  std::size_t bound = 10;
  std::vector<Expr> vocabulary;       // what built-in facts speak of
  std::vector<Predicate> predicates;  // further ones
  std::optional<std::size_t> anchor;  // of these: only the counterexamples that satisfy it, which classes mention
  bool constants = false, smallest = false, keep_going = false;
  Grammar grammar = {};        // further built-in facts
  std::vector<Expr> own = {};  // variables of the property, which facts speak of only when others do not do
  bool count = true;           // how many counterexamples are in which class
  bool tells_end = false;      // rather what happens last than how long that takes
  bool certify = false;        // let proofs be checked, or another way of walking all runs confirm them
};

// A fact that some counterexamples of a class have.
struct Detail {
  std::string text, sentence;
  Integer count = 0;                    // of counterexamples of the class
  double share = 0, among_passing = 0;  // of these, and of all runs that pass
};

struct Class {
  TraceClass constraint;
  Trace representative;            // the shortest one in the class
  std::optional<Trace> canonical;  // the shortest one in no other class
  std::optional<Integer> count, canonical_count;
  bool explained = true;   // else passing runs satisfy the constraint too
  bool unbounded = false;  // sufficient whatever the length of the run
  std::vector<std::string> flags;
  std::vector<Detail> details = {};
  // The same of other instances than `names`: further classes, which are counted and shown as one with this.
  std::vector<TraceClass> images = {};
  std::vector<std::string> names = {};
  std::vector<std::vector<std::string>> image_names = {};  // by image
  std::vector<std::string> image_values = {};              // by image: values that change places, too
  std::vector<std::size_t> below;                          // classes of Classes::generic that it lies in, or meets
};

// What every counterexample has, and few runs that pass.
struct Descriptor {
  std::string text, sentence;
  TraceClass constraint;
  Integer count = 0;                            // of counterexamples: all there are
  std::optional<Integer> passing, all_passing;  // runs that pass and have it, and all that pass
  std::size_t fields = 0;
  bool is_handed_over = false;
};

// A counterexample, and a passing run that has all of its facts.
struct Indistinct {
  Trace counterexample, passing;
  Placement placement;              // of the positions of the counterexample in the passing run
  std::vector<std::string> differ;  // columns in which they differ there
};

struct Classes {
  std::size_t bound = 0;
  std::vector<Class> classes;
  bool complete = false;       // every counterexample is in a class
  bool unbounded = false;      // … of any length
  std::optional<Trace> first;  // the counterexample that was found first
  std::optional<Indistinct> insufficient;
  std::optional<Integer> total, uncovered;    // counterexamples; those in no class
  bool counted_apart = false;                 // by code that shares nothing with the search
  std::string uncounted;                      // why there is no total
  std::string doubt;                          // of Options::certify: why the claims about all runs are not confirmed
  std::string stopped;                        // why it ended early; empty if it did not
  std::vector<std::vector<Integer>> overlap;  // counterexamples in both of two classes; empty when not counted
  std::string not_compared;                   // why there is no overlap although there are counts
  std::size_t found = 0;                      // classes before redundant ones were removed
  std::size_t questions = 0, facts = 0;
  std::size_t rounds = 1, passing_seen = 0;  // sets of facts that were tried; passing runs that spoke against some
  bool lassos = false;
  bool discovered = false;            // by facts that nobody asked for
  std::optional<PredicateId> anchor;  // only counterexamples that satisfy it are treated
  std::vector<TraceClass> generic;    // with an anchor: the classes of all counterexamples
  std::vector<std::size_t> unused;    // predicates that no class mentions
  std::vector<Descriptor> descriptors = {};
};

struct NotTreated {
  std::string reason;
};

// The vocabulary is handed back, because facts refer to it.
struct Outcome {
  std::unique_ptr<Vocabulary> vocabulary;
  std::variant<Classes, NotTreated> result;
};

Outcome classify(const TransitionSystem&, const Stepper&, const Property&, const Options&, Context&);
// Adds the counts to what was found without; where time is short, they are what is missing.
void add_counts(const TransitionSystem&, const Stepper&, const Property&, const Options&, Outcome&, Context&);

}  // namespace whynot::analyse::classify
