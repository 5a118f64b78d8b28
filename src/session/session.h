// The models that are open, and what is known about them.  `whynot check x.smv` makes a session for a single line; shell
// and worker keep one for all their lines.  Nothing here writes.
#pragma once
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/keep.h"
#include "session/front_end.h"

namespace whynot::session {

// A model with all that was computed about it.  Members go in reverse order: what refers to the model goes first.
struct OpenModel {
  std::unique_ptr<Model> model;
  Keep keep;                                            // diagrams, reachable states, spaces of specifications
  std::map<std::string, std::shared_ptr<void>> proofs;  // explorations by property and strategy
};

// What was read under one name.  Models are empty after errors.
struct Opened {
  ModelName name;
  Sources sources;
  std::vector<std::pair<std::string, std::string>> stamps;  // of every file that was read
  std::vector<Diagnostic> said;                             // about the texts: every report begins with them
  std::vector<std::unique_ptr<OpenModel>> models;           // mostly one

  // The first model that has all these properties, else the first.  REQUIRES that there is one.
  OpenModel& having(const std::vector<std::string>& properties) const;
};

class Session {
 public:
  // Kept from before if no file of it has changed since; else opened.
  std::shared_ptr<Opened> open(const ModelName&, std::istream& in, Context&);
  // Forgets all models: `open`, `reload`.
  void forget() { opened_.clear(); }

 private:
  static constexpr std::size_t most_models = 4;
  std::list<std::shared_ptr<Opened>> opened_;  // the last used first
};

// The same texts once more, for a thread of its own.
std::shared_ptr<Opened> read_again(const Opened&, Context&);

}  // namespace whynot::session
