// The models that are open, and what is known about them.  `whynot check x.smv` makes a session for a single line;
// shell and worker keep one for all their lines.  Nothing here writes.
#pragma once
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/exit_code.h"
#include "base/keep.h"
#include "report/report.h"
#include "session/front_end.h"

namespace whynot::session {

// A model with all that was computed about it.
struct OpenModel {
  std::unique_ptr<Model> model;
  Keep keep;  // diagrams, reachable states; goes before the model that it refers to
};

// The answer to a line, as data: it can be shown again in any format.
struct KeptAnswer {
  report::Report report;
  bool open = false;  // the question is not answered, whatever the verdicts
};

// What was read under one name.  There are no models after errors.
struct Opened {
  ModelName name;
  Sources sources;
  std::vector<Stamp> read;
  bool may_be_kept = true;                         // all that was read has a stamp
  std::vector<Diagnostic> said;                    // about the texts: every report begins with them
  std::vector<std::unique_ptr<OpenModel>> models;  // mostly one
  std::map<std::string, KeptAnswer> answers;       // by line

  // The first model that has all these properties, else the first.  REQUIRES that there is one.
  OpenModel& having(const std::vector<std::string>& properties) const;
  // With the input and what was said about it.  It points to the sources.
  report::Report report() const;
};

class Session {
 public:
  // Kept from before if no file of it has changed since; else opened.
  std::shared_ptr<Opened> open(const ModelName&, std::istream& in, Context&);

  // What the same line gave before; null: nothing that can be used again.
  const KeptAnswer* answer(const Opened&, const std::string& line) const;
  // REQUIRES a finished answer: neither interrupted nor stopped by a limit.
  void remember(Opened&, const std::string& line, KeptAnswer);

  // All models: `open`, `reload`.
  void forget() { opened_.clear(); }
  // What can be computed again: after memory ran out, and before it does.
  void forget_computed();

 private:
  static constexpr std::size_t most_models = 4;
  std::list<std::shared_ptr<Opened>> opened_;  // the last used first
};

// What a command that cannot open its model ends with: exit_io after a file that could not be read or written; not the
// input's fault if a limit or a person stopped it.
ExitCode failure_of(std::span<const Diagnostic>, const Context&);

}  // namespace whynot::session
