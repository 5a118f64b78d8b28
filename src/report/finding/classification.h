// Classification: trace constraints that cover all counterexamples of a property.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace whynot::report {

struct Fact {
  std::string text, predicate;
  std::vector<std::string> args;
};

struct CounterexampleClass {
  std::string constraint, sentence;
  std::vector<std::string> positions;
  std::vector<Fact> facts;
  std::string representative, canonical;   // trace ids; canonical may be empty
  std::optional<std::string> count, only;  // decimal: counterexamples in it, and in it only
  std::optional<double> share;
  std::vector<std::string> flags;
  std::vector<std::size_t> below;  // classes of Classification::generic that it lies in, or meets
  std::string sufficient;          // "bounded", "unbounded"; empty where passing runs satisfy it too
  std::string since;               // with a baseline: "known", "grown", "new"
  // The nearest run that passes, and where it differs from the representative.
  struct Contrast {
    std::string passing;  // a trace's id
    std::vector<std::string> differ;
    std::vector<std::size_t> steps;
    std::string sentence;
  };
  std::optional<Contrast> contrast = {};
  // A fact that splits the class.
  struct Detail {
    std::string text, sentence, count;
    double share = 0, among_passing = 0;  // of the counterexamples of the class, and of the runs that pass
  };
  std::vector<Detail> details = {};
  // Shown as one with others that say the same of other instances.
  struct Orbit {
    std::vector<std::string> of;  // the instances
    std::size_t members = 1;
    std::vector<std::string> constraints;  // of all members, this one first
  };
  std::optional<Orbit> orbit = {};
};

constexpr std::size_t most_entries = 7;  // classes that are told one by one

// A counterexample and a passing trace that no fact tells apart.
struct Insufficient {
  std::string counterexample, passing;  // trace ids
  std::vector<std::pair<std::string, std::uint64_t>> positions;
  std::vector<std::string> differ;  // columns
};

struct Classification {
  std::string property, mode;
  std::size_t bound = 0;
  bool complete = false;
  std::optional<std::string> total, uncovered;  // decimal: counterexamples; those in no class
  std::vector<CounterexampleClass> classes;
  std::optional<Insufficient> insufficient;
  struct Cure {                               // what to add to the question where facts are too weak
    std::string add, line;                    // an option; the whole question, as a line of the shell
    std::optional<std::size_t> classes = {};  // what it gives; nothing where it was not tried to its end
    bool complete = false;                    // they cover all counterexamples
  };
  std::vector<Cure> cures;                          // the first is the shortest
  bool unbounded = false;                           // complete for runs of any length
  bool discovered = false;                          // by facts that nobody asked for
  bool lassos = false;                              // the runs are lassos, else finite
  std::vector<std::vector<std::string>> overlap;    // counterexamples in both of two classes, decimal; may be empty
  std::vector<std::string> excluded;                // variables of the property, which no built-in fact speaks of
  std::vector<std::string> large;                   // variables with collections for values, likewise
  std::vector<std::string> unused;                  // predicates that no class mentions
  std::size_t found = 0, facts = 0, questions = 0;  // classes before redundant ones went; effort
  std::size_t rounds = 1, passing_seen = 0;         // likewise
  struct Generic {
    std::string constraint, sentence;
  };
  struct Declared {  // a class as a predicate of a file
    std::string name, text, kind, sentence;
    double cost = 0;
  };
  std::vector<Declared> predicates;  // of each class, and of the others of its orbit
  struct Descriptor {                // what every counterexample has, and few runs that pass
    std::string text, sentence, count, passing, all_passing;
  };
  std::vector<Descriptor> descriptors;
  struct Baseline {
    std::string file;
    std::vector<std::string> gone;  // classes of it that no counterexample is in any more
  };
  std::optional<Baseline> baseline;
  std::vector<Generic> generic;    // with an anchor: the classes of all counterexamples
  std::string anchor;              // only counterexamples that satisfy it are treated; may be empty
  std::string space;               // which runs were listed, where they were; a bounded set
  std::string not_compared;        // why there are counts but no overlap; may be empty
  std::string uncounted, stopped;  // why there are no counts, why it ended early; may be empty
};

// "no counterexample up to 8 steps satisfies replay".
std::string none_found(const Classification&);

}  // namespace whynot::report
