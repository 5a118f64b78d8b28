// Symmetry over loose constants: elements that the specification does not name may be swapped, and states that
// differ by such a swap behave alike.  Each state is replaced by the one of its kind with the least structural
// hash.  Only up to a few hundred permutations are tried: a subgroup gives less reduction and the same answers.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ots/program.h"
#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

// The permutations of a scope's elements under which the model and the predicates stay the same, identity first.
struct Group {
  std::vector<std::vector<Word>> permutations;        // element -> element
  std::vector<std::vector<std::uint32_t>> cell_maps;  // cell -> cell
};
Group find_group(const Program&, std::span<const whynot::ots::Predicate>);

// One per thread: remembers hashes of permuted terms.
class Canonizer {
 public:
  Canonizer(Store& store, const Program& program, const Group& group)
      : store_(store),
        program_(program),
        group_(group),
        hashes_(group.permutations.size()),
        images_(group.permutations.size()) {}

  void canonize(std::span<Word> cells);

 private:
  std::uint64_t hash(std::size_t permutation, whynot::ots::SortId, Word);
  std::uint64_t state_hash(std::size_t permutation, std::span<const Word>);
  Word image(std::size_t permutation, whynot::ots::SortId, Word);

  Store& store_;
  const Program& program_;
  const Group& group_;
  std::vector<std::unordered_map<Word, std::uint64_t>> hashes_;  // by permutation: of terms
  std::vector<std::unordered_map<Word, Word>> images_;
  std::vector<Word> scratch_;
};

}  // namespace whynot::engine::ots
