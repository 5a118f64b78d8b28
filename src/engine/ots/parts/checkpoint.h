// What a search has found so far, in a folder, so that another one can go on, with another number of ranks too.  A
// level is written once, when it is complete: by each rank a file with its states.  Then the first rank writes the note
// of what is complete, which replaces the one before: whatever is killed when, the note and the files it names are
// whole.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/ots/parts/spelling.h"
#include "model/ots/space.h"

namespace whynot::engine::ots::parts {

struct CheckpointNote {
  std::string identity;                         // of the question: another one is refused
  std::vector<whynot::ots::DepthCount> depths;  // of the last one the states are complete, nobody has looked at them
  std::vector<unsigned> ranks;                  // by depth, how many files it has; none at depth 0
  std::vector<std::optional<std::size_t>> violations;  // by predicate: at which depth
};

class Checkpoint {
 public:
  explicit Checkpoint(std::string folder) : folder_(std::move(folder)) {}

  // Empty, or what could not be done.
  std::string write(const CheckpointNote&) const;
  std::string write_level(std::size_t depth, unsigned rank, unsigned ranks, Speller&,
                          std::span<const Root> states) const;
  // The states of a file come one after the other.
  class Level {
   public:
    Level(std::string bytes, Store&, const Program&, const Packing&);
    // Nothing at the end; throws TableFull, after which the same state is next.
    std::optional<Root> next();

   private:
    std::string bytes_;
    std::size_t at_ = 0, letter_end_ = 0, terms_end_ = 0;
    Spelled spelled_;
  };
  // The bytes of a level's file, found to be whole; else `error` says what is wrong.
  std::optional<std::string> read_level(std::size_t depth, unsigned rank, unsigned ranks, std::string& error) const;
  std::optional<CheckpointNote> read(std::string& error) const;

 private:
  std::string level_path(std::size_t depth, unsigned rank, unsigned ranks) const;
  std::string note_path() const { return folder_ + "/checkpoint"; }

  std::string folder_;
};

}  // namespace whynot::engine::ots::parts
