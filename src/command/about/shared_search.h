// What the words of a command say about a search that several ranks share, or that outlives its process.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "base/fabric.h"
#include "command/analysis.h"

namespace whynot::command {

class SharedSearch {
 public:
  explicit SharedSearch(const Arguments& arguments) : arguments_(arguments) {}

  // Words that do not go together, or that this program cannot do.
  std::optional<UsageError> refuses() const;
  // Shared by the processes that mpirun started.
  bool with_world() const;
  // So many, within one process.
  std::optional<unsigned> ranks() const;
  // Whether all ranks were asked the same, of the same files by the same program; else the diagnostics say so.
  bool is_one_question(Fabric&, const std::string& identity, Diagnostics&) const;
  // WHYNOT_TEST_ABORT=RANK:DEPTH, for our tests of what a kill leaves.
  static std::optional<std::pair<unsigned, std::size_t>> test_end();

 private:
  const Arguments& arguments_;
};

}  // namespace whynot::command
