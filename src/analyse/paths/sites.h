// All sites of a violation, each with a shortest run to it, before any list of counterexamples is made: a site that
// many shorter runs stand before is found all the same.
//
// The automaton's location is paired with its trail, the states it went through and the points where it entered them,
// so that each final trail is a site of its own, and one forward search has a shortest run to each.  If somebody judges
// runs, a run that no execution follows excludes all that are like it, and the search is made again, until each site
// has a run that is believed or has none left.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "analyse/paths/ahead.h"
#include "analyse/paths/materialise.h"
#include "analyse/paths/paths.h"
#include "analyse/paths/scout.h"
#include "engine/pushdown/nearest.h"

namespace whynot::analyse::paths {

// Pairs locations with trails and with how far each exclusion has come.
class SiteWatch final : public engine::pushdown::Watch {
 public:
  enum class Keep { Trails, Points };
  SiteWatch(const Pds&, const Efsa&, const std::vector<bool>& ends, Keep = Keep::Trails);

  void attach(const engine::pushdown::Monitor& monitor) override { monitor_ = &monitor; }
  std::uint32_t start(std::uint32_t location) override;
  std::uint32_t step(std::uint32_t pair, const Move&) override;
  std::uint32_t location(std::uint32_t pair) const override { return pairs_[pair][0]; }

  void exclude(const PathsExclusion&);  // before the first start; for all products to come
  void forget_trails() { only_points_ = true; }
  void restart();  // for another product: pairs are forgotten, trails and exclusions kept

  std::uint32_t trail(std::uint32_t pair) const { return pairs_[pair][1]; }
  struct Trail {
    std::uint32_t before;  // none at the start
    std::uint32_t state;
    std::uint32_t symbol;  // that the step into the state left
  };
  const Trail& at(std::uint32_t trail) const { return trails_[trail]; }
  bool leads_to(std::uint32_t early, std::uint32_t late) const;  // whether the late trail goes on from the early one
  std::size_t trails() const { return trails_.size(); }

 private:
  struct Excluded {
    PathsExclusion what;
    std::vector<std::uint32_t> fallback;    // of Knuth, Morris & Pratt
    std::vector<std::vector<bool>> may_go;  // by how much has come, and by symbol: the next step may be taken in time
  };
  std::uint32_t intern(std::vector<std::uint32_t> pair);
  std::uint32_t extended(std::uint32_t trail, std::uint32_t state, std::uint32_t symbol);
  std::uint32_t next_trail(std::uint32_t trail, const Move&);
  std::uint32_t advance(const Excluded&, std::uint32_t matched, const PathsExclusion::Step&) const;
  static std::uint32_t still_open(const Excluded&, std::uint32_t matched, std::uint32_t symbol);
  bool assigns(std::uint32_t state, std::uint32_t event) const;

  const Pds& pds_;
  const Efsa& efsa_;
  const std::vector<bool>& ends_;
  const engine::pushdown::Monitor* monitor_ = nullptr;
  bool only_points_ = false;
  std::vector<Excluded> excluded_;
  std::optional<Ahead> ahead_;  // made when something is excluded
  std::vector<Trail> trails_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> trail_ids_, pair_ids_;
  std::vector<std::vector<std::uint32_t>> pairs_;  // location, trail, then progress of each exclusion
};

class SiteSearch {
 public:
  SiteSearch(const Pds&, const Efsa&, const PathsOptions&, Context&);

  struct Found {
    PathsSite site;
    std::uint32_t trail = 0;
    std::optional<Trace> trace;
    std::vector<std::uint32_t> rules;
    std::uint32_t initial = 0;
  };
  const std::vector<Found>& found() const { return found_; }
  bool complete() const { return complete_; }
  std::size_t infeasible() const;  // sites that no execution gets to

  // Where a run of the plain product ends.
  struct Place {
    bool excluded = false;  // it is like one that was refused
    std::optional<std::size_t> site;
  };
  Place place_of(const engine::pushdown::Product&, const engine::pushdown::Run&);
  PathsJudgement judge(const engine::pushdown::Product&, const engine::pushdown::Run&, bool strict = true) const;

 private:
  using Product = engine::pushdown::Product;
  using Run = engine::pushdown::Run;

  struct Reached {  // what a round has found out
    Product& product;
    Materialiser& materialiser;
    Scout& scout;
  };
  bool round();
  void settle_all(const Reached&, const engine::pushdown::Tabulation&, const engine::pushdown::Nearest&);
  void settle(const Reached&, std::optional<Run>, std::uint32_t trail, std::span<const engine::pushdown::Head> ends);
  PathsJudgement judged(const Reached&, std::optional<Run>&, std::uint32_t trail,
                        std::span<const engine::pushdown::Head> ends);
  PathsJudgement judge_anew(const Product&, const Run&, bool strict);
  void exclude_later(const PathsExclusion&);
  static std::vector<JudgedStep> judged_steps(const Product&, const Run&);
  void add(Found);
  void add_open();
  PathsSite described(const Product&, const Run&);
  std::optional<std::uint32_t> trail_of(const Product&, const Run&);

  const Pds& pds_;
  const Efsa& efsa_;
  const PathsOptions& options_;
  Context& context_;
  SiteWatch watch_;
  const Product* walked_ = nullptr;      // whose runs the watch looked at last
  engine::pushdown::FlatMap next_pair_;  // there: by pair and rule of the product
  std::vector<Found> found_;
  std::map<std::uint32_t, std::size_t> by_trail_;
  std::map<std::uint32_t, Found> refused_;      // by trail: the first run that was
  std::map<std::uint32_t, std::size_t> tried_;  // by trail
  std::vector<std::uint32_t> open_;             // trails whose run was refused in the last round
  std::vector<PathsExclusion> later_;           // for the next round
  std::size_t exclusions_ = 0;
  std::size_t most_edges_ = ~std::size_t(0);
  std::map<std::uint32_t, std::size_t> scouted_;  // by trail: how often
  std::size_t effort_;                            // that is left for the scout
  std::size_t in_vain_ = 0;                       // how often in a row it has found nothing with more of it
  bool complete_ = false, is_coarse_ = false;
};

std::string_view judgement_word(PathsJudgement::Is);  // yes, no, unknown

// What a step is told by: what the automaton fired on, else an event of the rule, else its point.
std::string interesting_event(const Pds&, const engine::pushdown::HeadRule&);

}  // namespace whynot::analyse::paths
