// A search that goes on from what another one has kept: each rank reads some of the files, whoever wrote them, and the
// states go to their owners as if they had just been found.
#include <fmt/format.h>

#include "engine/ots/explorer.h"

namespace whynot::engine::ots {

namespace {

constexpr std::size_t states_at_once = 1 << 13;

}  // namespace

std::optional<std::string> refuses_checkpoint(const SearchOptions& options) {
  std::string error;
  const auto note = parts::Checkpoint(options.checkpoint).read(error);
  if (!note) return error;
  if (note->identity == options.identity) return std::nullopt;
  return options.checkpoint + " is about another question: another specification, scope, property or version";
}

// The level that is complete now.  All ranks write, then the first one says so.
bool Explorer::save_in_step() {
  Fabric& fabric = *options_.fabric;
  const parts::Checkpoint checkpoint(options_.checkpoint);
  const std::size_t depth = depths_.size();
  const auto level = std::span<const Root>(roots_).subspan(begin_);
  std::string error = checkpoint.write_level(depth, fabric.rank(), fabric.ranks(), travel_->speller(), level);
  const bool written = fabric.sum({error.empty() ? 0u : 1u})[0] == 0;
  level_ranks_.resize(depth, 0);
  level_ranks_.push_back(fabric.ranks());
  const std::uint64_t transitions = fabric.sum({transitions_})[0];
  if (written && fabric.rank() == 0) {
    auto depths = depths_;
    depths.push_back({depth, total_states_, transitions});
    error = checkpoint.write({options_.identity, std::move(depths), level_ranks_, violations_});
  }
  if (fabric.sum({error.empty() ? 0u : 1u})[0] == 0) return true;
  stopped_ = error.empty() ? "another rank cannot write its part of the checkpoint" : error;
  return false;
}

// The starts are there.  False when it could not be read; then it stopped.
bool Explorer::resume_in_step(Context& context) {
  Fabric& fabric = *options_.fabric;
  std::string error;
  auto note = parts::Checkpoint(options_.checkpoint).read(error);
  if (note && options_.depth && note->depths.size() > *options_.depth + 1) note->depths.resize(*options_.depth + 1);
  const std::size_t depth = note ? note->depths.size() - 1 : 0;
  // All have to see the same.
  const std::uint64_t ranks = fabric.ranks();
  if (fabric.sum({depth, note ? 0u : 1u}) != Fabric::Sums{ranks * depth, 0}) {
    stopped_ = error.empty() ? "another rank cannot read the checkpoint" : error;
    return false;
  }
  for (std::size_t d = 1; d <= depth; ++d) {
    begin_ = roots_.size();
    level_ends_.push_back(begin_);
    error = load_level(*note, d, context);
    if (fabric.sum({error.empty() ? 0u : 1u})[0] == 0 && agree_to_go_on(context, false)) continue;
    if (context.stopped() != Stop::None) error = context.stop_reason();
    stopped_ = error.empty() ? "another rank cannot read its part of the checkpoint" : error;
    return false;
  }
  if (depth == 0) return true;
  none_up_to_ = depth - 1;
  if (fabric.rank() == 0) transitions_ = note->depths[depth].transitions;
  note->depths.pop_back();
  depths_ = std::move(note->depths);
  level_ranks_ = std::move(note->ranks);
  level_ranks_.resize(depth + 1);
  for (std::size_t q = 0; q < violations_.size(); ++q)
    if (const auto at = note->violations[q]; at && *at < depth) violations_[q] = at;
  return true;
}

// Empty, or what is wrong with a file; all ranks come to the end whatever it is.
std::string Explorer::load_level(const parts::CheckpointNote& note, std::size_t depth, Context& context) {
  Fabric& fabric = *options_.fabric;
  const unsigned ranks = fabric.ranks(), writers = note.ranks[depth];
  unsigned next_file = fabric.rank();
  std::string error;
  std::optional<parts::Checkpoint::Level> file;
  const auto next_root = [&]() -> std::optional<Root> {
    while (error.empty() && context.stopped() == Stop::None) {
      if (!file && next_file >= writers) return std::nullopt;
      if (!file) {
        auto bytes = parts::Checkpoint(options_.checkpoint).read_level(depth, next_file, writers, error);
        next_file += ranks;
        if (bytes) file.emplace(std::move(*bytes), store_, program_, packing_);
        continue;
      }
      while (tables_.cells.crowded() && grow_cells(context)) {}
      if (context.stopped() != Stop::None) break;
      if (const auto root = file->next()) return root;
      file.reset();
    }
    return std::nullopt;
  };
  keeps_ = true;
  const std::uint64_t transitions = transitions_, crossings = crossings_, cross_bytes = cross_bytes_;
  chunks_.resize(std::max<std::size_t>(chunks_.size(), 2));
  for (bool more = true; more;) {
    Chunk& here = chunks_[0];
    here.take(0, 0, queries_.size());
    while (here.successors.size() < states_at_once) {
      const auto root = next_root();
      if (!root) break;
      here.successors.push_back(*root);
    }
    const bool full = here.successors.size() == states_at_once;
    here.parents.resize(here.successors.size(), 0);
    send_away({chunks_.data(), 1});
    chunks_[1].take(0, 0, queries_.size());
    receive(chunks_[1], context);
    chunks_[1].parents.resize(chunks_[1].successors.size(), 0);
    merge({chunks_.data(), 2});
    more = fabric.sum({full ? 1u : 0u})[0] > 0;
  }
  transitions_ = transitions;  // what was read was not taken
  crossings_ = crossings;
  cross_bytes_ = cross_bytes;
  return error;
}

}  // namespace whynot::engine::ots
