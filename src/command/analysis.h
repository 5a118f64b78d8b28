// A command's question about a model, prepared from its options.  The route of every such command is one function,
// `run_about_model`: refuse by the tables, open or find the model, choose properties, prepare, treat, finish.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "command/command.h"
#include "report/report.h"
#include "session/workbench.h"

namespace whynot::command {

// What came out for one property.
struct Answer {
  Verdict verdict = Unknown{};
  std::string engine = {};
  std::vector<std::string> traces = {};  // ids that Ask::cite gave
  std::vector<report::Finding> findings = {};
  std::optional<std::string> doubt = {};  // of --certify: why not; empty text: certified; nothing: nobody was asked
  std::string why = {};                   // a sentence; may be empty
  std::vector<report::Cause> causes = {};
  std::string contrast = {};                  // another sentence: how it could have passed
  std::vector<std::string> relevant = {};     // columns
  std::vector<std::string> definitions = {};  // of DEFINEs that the sentence names
  bool may_be_longer = false;                 // the first run, than a shortest one: nobody found out
  bool complete = false;                      // all that differ in the columns asked for are here
  bool open = false;                          // the question is not answered, whatever the verdict …
  bool settled = false;                       // … or it is, though the verdict is open
  std::optional<double> seconds = {};         // that it took; nothing: the time since the answer before
};

// Who hears of properties that are treated together, as things happen.
class Hearer {
 public:
  virtual ~Hearer() = default;
  virtual void begins(std::size_t property) = 0;            // it is worked on from now on, for a while
  virtual void answered(std::size_t property, Answer) = 0;  // once for each
};

// What is about all properties together: boxes of several variables, counts of states.
struct Together {
  std::vector<report::Finding> findings = {};
  bool open = false;
};

class Analysis {
 public:
  virtual ~Analysis() = default;

  // One property after the other …
  virtual Answer treat(const Property&) = 0;
  // … or all at once where that is cheaper, or lets the easy ones go first.
  virtual bool treats_at_once() const { return false; }
  virtual void treat_all(std::span<const Property>, Hearer&) {}
  // A property that got no turn.
  virtual Answer leave(const Property&, Verdict verdict) { return {std::move(verdict)}; }

  virtual Together together() { return {}; }
  // Whether it is for this process to report; false where it only helped another one.
  virtual bool speaks() const { return true; }
};

// An analysis; or why there is none: a mistake in the words of the command, errors that the diagnostics have, or that
// the command has done its work already (a session at the prompt).
struct Prepared {
  struct Failed {};
  std::variant<std::unique_ptr<Analysis>, UsageError, Failed, ExitCode> is;

  template <class Made>
  Prepared(std::unique_ptr<Made> analysis) : is(std::unique_ptr<Analysis>(std::move(analysis))) {}
  Prepared(UsageError error) : is(std::move(error)) {}
  Prepared(Failed failed) : is(failed) {}
  Prepared(ExitCode done) : is(done) {}
};

}  // namespace whynot::command
