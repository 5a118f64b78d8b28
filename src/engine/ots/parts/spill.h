// A search whose states are on disk.  They are shared out into parts by a hash of their spelling, of which one is in
// memory at a time: the states of a level are expanded, and what comes of them goes to the piles of its parts; then,
// part by part, those that are in no level yet are found, and are the next level.  In memory are one part's states and
// the tables of the hand that expands, which is replaced when they have grown large.
//
// As with ranks, nothing is kept but states, and the run to a violation is found by going back along the levels.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/ots/explorer.h"
#include "engine/ots/parts/byte_set.h"
#include "engine/ots/parts/pile.h"

namespace whynot::engine::ots::parts {

class Spill {
 public:
  Spill(const whynot::ots::Ots&, const whynot::ots::Scope&, std::span<const whynot::ots::Predicate>,
        const SearchOptions&);

  // As an Explorer's; a violation is known by its depth.
  void run(Context&, const std::function<void()>& after_each);
  Trace trace_to(std::size_t depth, const whynot::ots::Predicate&);
  void for_each_shortest(std::size_t depth, const whynot::ots::Predicate&, Context&,
                         const std::function<bool(Trace)>& found);
  const std::vector<std::optional<std::size_t>>& violations() const { return violations_; }
  const std::vector<CompiledQuery>& queries() const { return hand_->queries(); }
  const std::vector<whynot::ots::DepthCount>& depths() const { return depths_; }
  std::size_t states() const { return states_; }
  bool exhausted() const { return exhausted_; }
  const std::string& stopped() const { return stopped_; }
  std::optional<std::size_t> none_up_to() const { return none_up_to_; }
  std::optional<Partition> partition() const { return std::nullopt; }  // there are no ranks

 private:
  struct Marked {
    std::vector<std::vector<std::string>> states;  // by depth, in breadth-first order of the whole search
    LeastPaths paths;
  };
  // Told the states at hand, which the hand has taken, as they are spelled; false: stop.
  using Batch = std::function<bool(std::span<const std::string_view>)>;

  bool deepen(Context&);
  bool begin(Context&);
  bool look_at_depth(Context&);
  bool check_level(Context&);
  bool expand_level(Pile& candidates, Context&);
  bool find_new(const Pile& candidates, bool keeps, Context&);
  void seen_before(std::size_t part);
  std::uint64_t add_new(std::size_t part, const Pile& candidates, Pile* next);
  bool for_each_batch(const Pile&, Context&, const Batch&);
  bool work_on(std::string_view block, Context&, const Batch&);
  const std::string& record_of(Root);
  void renew_hand(Context&);
  bool all_violated() const;
  Marked marked(std::size_t depth, const whynot::ots::Predicate&);
  Trace trace_of(const Marked&, std::span<const std::size_t> chain, const whynot::ots::Predicate&);

  const whynot::ots::Ots& ots_;
  whynot::ots::Scope scope_;
  std::vector<whynot::ots::Predicate> predicates_;
  SearchOptions options_;
  std::unique_ptr<Explorer> hand_;
  std::size_t learnt_ = 0;  // of the list of terms, by the hand
  std::vector<std::unique_ptr<Pile>> levels_;
  std::vector<std::string> starts_;  // in their order
  std::vector<Root> recent_;         // what was sent lately, by a hash: it is not sent again
  ByteSet set_;
  std::string record_, spelled_;
  std::vector<std::optional<std::size_t>> violations_;
  std::vector<whynot::ots::DepthCount> depths_;
  std::uint64_t states_ = 0, transitions_ = 0;
  bool started_ = false, exhausted_ = false;
  std::string stopped_;
  std::optional<std::size_t> none_up_to_;
};

}  // namespace whynot::engine::ots::parts
