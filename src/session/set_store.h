// Stored sets of counterexamples: a file of named sets with where they come from.  The file is the session's
// (`--session FILE`), by default `.whynot/sets.json` in the current folder; what others keep in it stays.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyse/intervals/value_set.h"
#include "base/diagnostic.h"

namespace whynot::session {

struct StoredSet {
  std::string name;
  analyse::intervals::ValueSet set;
  std::string made_by;  // "net.smv reach_b", or "union a b"
  std::string model, property, variable;
  std::string step;
  std::vector<std::string> free;
  bool free_lasso = false;
  std::vector<std::string> symbols;  // of an ordered enumeration
  std::string base;                  // the trace, as JSON; empty for a set made of others
  std::optional<Integer> value;      // of the variable in it
  std::string over = "run";          // which runs: "run", "length", "all"; "mixed"
  std::string as = {};               // how its numbers were written
};

class SetStore {
 public:
  // A file that is not there is an empty store.  False, and a diagnostic, when it is no session file.
  bool read(const std::string& path, Sources&, Diagnostics&);
  // False with `error`.
  bool write(std::string& error) const;

  const std::vector<StoredSet>& sets() const { return sets_; }
  const StoredSet* find(std::string_view name) const;
  void put(StoredSet);  // in place of one of the same name
  bool erase(std::string_view name);

 private:
  std::string path_, rest_;  // rest_: the other members of the file's object
  std::vector<StoredSet> sets_;
};

std::string session_file(const std::string& given);

// Writes the session's file in place of this process; false with `error`.  The worker may write no files.
using Keeper = std::function<bool(const std::string& text, std::string& error)>;
void keep_session_by(Keeper);

}  // namespace whynot::session
