// Looks for a run to a site that the program can really take, where the shortest one is refused: depth first, the
// values of the program going along, at each branch first the way that is nearer to the goal.  What the values exclude
// is left at once, so that the last choice is changed first.
//
// What it finds is a run; that it finds none means nothing.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyse/paths/paths.h"
#include "engine/pushdown/stream/stacks.h"
#include "engine/pushdown/stream/stream.h"
#include "engine/pushdown/stream/towards.h"

namespace whynot::analyse::paths {

class Scout {
 public:
  // REQUIRES finished tabulation and distances of the same product; all outlive this.
  Scout(engine::pushdown::Product&, const engine::pushdown::Tabulation&, const engine::pushdown::Distances&,
        const PathsFollow&, Context&);

  // What somebody says who knows more than the follower: the step that no execution takes, counted from 0, if there is
  // one.
  using Doubt = std::function<std::optional<std::size_t>(const engine::pushdown::Run&)>;
  // To one of the heads, in at most that many steps forward and back, which are counted down.
  std::optional<engine::pushdown::Run> run_to(std::span<const engine::pushdown::Head> goals, const Doubt&,
                                              std::size_t& effort);

 private:
  struct Configuration {
    engine::pushdown::Head head = engine::pushdown::none;
    engine::pushdown::Stack stack = engine::pushdown::none;
  };
  struct Choice {
    std::unique_ptr<PathsFollower> before;
    Configuration at;
    std::size_t depth;                  // of the run
    std::vector<std::uint32_t> others;  // rules that were not tried; the best one is the last
  };

  struct Bounds {
    const Doubt& doubt;
    std::size_t& effort;
    std::uint32_t visits;  // of one configuration in a run
  };
  bool walk(const engine::pushdown::Product::Start&, const Bounds&);
  bool is_there(const engine::pushdown::Product::Start&, const Bounds&);
  Configuration start_of(const engine::pushdown::Product::Start&);
  std::vector<std::uint32_t> ways_from(Configuration);  // the best one is the last
  Configuration after(Configuration, const engine::pushdown::HeadRule&);
  bool advance(std::uint32_t rule);
  std::optional<std::uint32_t> go_back();
  void shorten(std::size_t depth);
  void forget_after(std::size_t step);  // choices
  std::uint64_t key() const { return engine::pushdown::pair_key(at_.head, stacks_->word(at_.stack)); }

  engine::pushdown::Product& product_;
  const engine::pushdown::Distances& distances_;
  const PathsFollow& follow_;
  Context& context_;
  engine::pushdown::Towards towards_;
  std::vector<engine::pushdown::Distance> left_;
  std::optional<engine::pushdown::Stacks> stacks_;
  Configuration at_;
  std::unique_ptr<PathsFollower> follower_;
  std::vector<std::uint32_t> rules_;                           // of the run so far
  std::vector<std::uint64_t> passed_;                          // configurations that it left
  std::unordered_map<std::uint64_t, std::uint32_t> visits_{};  // of each of them
  std::vector<Choice> choices_;
};

}  // namespace whynot::analyse::paths
