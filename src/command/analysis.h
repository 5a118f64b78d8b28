// A command's question about a model, prepared from its options.  The route of every such command is one function,
// `run_about_model`: refuse by the tables, open or find the model, choose properties, prepare, treat, finish.
#pragma once
#include <functional>
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
  bool complete = false;  // all that differ in the columns asked for are here
  bool open = false;      // the question is not answered, whatever the verdict
};

// What is about all properties together: boxes of several variables, counts of states.
struct Together {
  std::vector<report::Finding> findings = {};
  bool open = false;
};

class Analysis {
 public:
  using Tell = std::function<void(const Property&, Answer)>;
  virtual ~Analysis() = default;
  // Tells an answer for each property, as it is known: one after the other, or all at once where that is cheaper (a
  // search of a specification).
  virtual void treat(std::span<const Property>, const Tell&) = 0;
  virtual Together together() { return {}; }
};

// Nothing prepared: the diagnostics say why, or the command has done its work already (a session at the prompt).
using Prepared = std::variant<std::unique_ptr<Analysis>, UsageError, ExitCode>;
// `properties` are those asked for; a command may want fewer.  REQUIRES what the tables promise: the model's kind and
// the options fit.  The workbench outlives the analysis.
using Prepare = Prepared (*)(Run&, session::Workbench&, std::vector<Property>& properties);

}  // namespace whynot::command
