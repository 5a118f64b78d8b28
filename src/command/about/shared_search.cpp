#include "command/about/shared_search.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace whynot::command {
namespace {

constexpr unsigned most_ranks = 64;  // of one process

}  // namespace

bool SharedSearch::with_world() const { return arguments_.text("partition") == "mpi"; }

std::optional<unsigned> SharedSearch::ranks() const {
  const std::string word = arguments_.text("partition");
  const bool digits = !word.empty() && word.size() < 9 && word.find_first_not_of("0123456789") == word.npos;
  return digits ? std::optional(static_cast<unsigned>(std::stoul(word))) : std::nullopt;
}

std::optional<UsageError> SharedSearch::refuses() const {
  const Arguments& a = arguments_;
  if (a.has("spill") && (a.has("partition") || a.has("checkpoint") || a.has("resume")))
    return UsageError{"`--spill` is for one process that keeps nothing",
                      "leave out --partition, --checkpoint, --resume"};
  if (a.has("checkpoint") && a.has("resume") && a.text("checkpoint") != a.text("resume"))
    return UsageError{"`--resume DIR` keeps further levels in the same directory", "leave out --checkpoint"};
  if (!a.has("partition")) return std::nullopt;
  if (with_world()) {
    if (world_fabric()) return std::nullopt;
    return UsageError{"`--partition mpi` is for whynot-mpi, started by mpirun", "mpirun -n 4 whynot-mpi search …"};
  }
  if (const auto some = ranks(); some && *some >= 1 && *some <= most_ranks) return std::nullopt;
  return UsageError{fmt::format("`--partition {}`: expected mpi or 1 to {}", a.text("partition"), most_ranks), ""};
}

bool SharedSearch::is_one_question(Fabric& fabric, const std::string& identity, Diagnostics& diagnostics) const {
  for (const std::string& theirs : fabric.exchange(std::vector<Fabric::Bytes>(fabric.ranks(), identity))) {
    if (theirs == identity) continue;
    diagnostics.error("search.ranks", "the ranks do not have the same question: files or programs differ", {});
    return false;
  }
  return true;
}

std::optional<std::pair<unsigned, std::size_t>> SharedSearch::test_end() {
  const char* word = std::getenv("WHYNOT_TEST_ABORT");
  unsigned rank = 0, depth = 0;
  if (!word || std::sscanf(word, "%u:%u", &rank, &depth) != 2) return std::nullopt;
  return std::pair<unsigned, std::size_t>(rank, depth);
}

}  // namespace whynot::command
