// The report: everything that came out of one run, as data.  The command line, the shell and the page show
// this and nothing else; JSON is its lossless form (CONTRACT.md, "The report").
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/property.h"
#include "model/query.h"
#include "model/refusal.h"
#include "model/trace.h"
#include "report/finding.h"

namespace whynot::report {

// A part of the property's formula and whether it is true, step by step.
struct Subformula {
  // Where an atom's truth is read off: a column, `ahead` steps later (inputs and next values: 1).
  struct Place {
    std::string column;
    std::size_t ahead = 0;
  };
  std::string text;
  std::string op;                                             // "F", "And"; "atom" for what is not taken apart
  std::vector<std::size_t> args;                              // indices of its parts
  std::optional<std::pair<std::size_t, std::size_t>> bounds;  // of a temporal operator that has both
  std::string truth;                                          // T, F or ? for each step
  std::vector<Place> places;                                  // of an atom
};

// The values of one step where their names stand in the source.
struct ValuesInline {
  struct Name {
    Span where;
    std::string name;  // in the trace: with the instance it belongs to
    Value value;
    bool ahead = false;  // of the step after this one: `next(x)`, an input
  };
  std::size_t step = 0;
  std::vector<Name> names;  // in the order of the text; one for each instance of a module
};

struct TraceEntry {
  std::string id;  // t1, t2, … unique in the report
  Trace trace;
  bool replayed = false;
  std::string property;                            // the name of the property it is about; may be empty
  std::vector<Column> defines;                     // with -v: DEFINEs as further columns …
  std::vector<std::vector<Value>> define_values;   // … and their values, step by step
  std::vector<Subformula> subformulas;             // with --subformulas: the property's, itself first
  std::optional<ValuesInline> values_inline = {};  // with --inline
  std::string role = {};                           // "passing": the property holds on it; "step": it begins anywhere
};

// A (step, column) pair that makes the property false on the trace, and how it reads there.
struct Cause {
  std::size_t step = 0;
  std::string column;
  std::string text;      // "doors = open"
  Value value = {};      // undefined where the text says it all
  bool closing = false;  // an input of the transition that closes the loop
};

struct PropertyResult {
  Property property;
  Verdict verdict = Unknown{};
  std::string engine;  // the one that answered; may be empty
  double seconds = 0;
  std::size_t place = 0;            // in the order in which it was asked; answers may come in another
  std::vector<std::string> traces;  // ids
  bool certified = false;
  std::string certified_reason;  // why not, when asked
  std::string why;               // one sentence in plain words; may be empty
  std::vector<Cause> causes;
  std::vector<std::string> definitions = {};  // of DEFINEs that the sentence names
  std::string contrast = {};                  // how it could have passed, in a sentence; may be empty
  std::vector<std::string> relevant;          // columns that the causes rest on, where that was asked for
  bool may_be_longer = false;                 // the run, than a shortest one: nobody found out
  bool complete = false;                      // all counterexamples that differ in the columns asked for are here
  bool settled = false;                       // what was asked is answered, though the verdict is open
};

struct Report {
  std::string file, front;           // the input
  std::string config = {};           // the file of options that was read for it; may be empty
  const Sources* sources = nullptr;  // for lines and columns; outlives the report
  std::size_t instances = 0, variables = 0;
  std::vector<Diagnostic> diagnostics;
  std::vector<PropertyResult> properties;
  std::vector<TraceEntry> traces;
  std::vector<Finding> findings;
  std::optional<Trace> choices;          // of a simulation: each step is a state that may come next
  std::vector<std::string> suggestions;  // commands to run next
  std::string exported = {};             // the file that was written instead of an answer
  bool interrupted = false;

  const TraceEntry* trace(std::string_view id) const;
  // The one way for a trace of ours into a report: behind its replay, which must not have refused it.
  TraceEntry& cite(Trace, std::string about, const std::optional<Refusal>&);
};
// Properties in the order in which they were asked, whenever they were answered.
void sort_as_asked(Report&);

struct Style {  // how text is laid out
  bool color = false;
  std::size_t width = 100;
  bool full = false;                    // all values of all steps, not only changes
  std::vector<std::string> only, hide;  // globs over column names
  bool relevant = false;                // only columns that the failure rests on, where that is known
  bool timing = true;
  int verbosity = 0;    // -1 quiet, 0, 1 verbose
  std::string as = {};  // words in tables and sentences, as `word_text` has it; empty: as SMV writes them
};

}  // namespace whynot::report
