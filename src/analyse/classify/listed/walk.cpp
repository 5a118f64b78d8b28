// Walks every listed run once and judges it by evaluating constraints, independently of the automata.
#include "analyse/classify/listed/walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_walked = 200'000;

class Walk {
 public:
  Walk(const ListedRuns& runs, bool exact, std::size_t most, Context& context)
      : runs_(runs), exact_(exact), most_(most), context_(context) {}

  // False when there are too many.
  bool each(Polarity polarity, const VisitRun& visit) {
    for (RunGraph::NodeId start : runs_.graph->starts(polarity)) {
      edges_.clear();
      nodes_ = {start};
      do {
        if (++walked_ > most_ || context_.should_stop()) return false;
        if (!exact_ || edges_.size() == runs_.bound) visit(runs_.graph->trace(start, edges_), violated());
      } while (advance());
    }
    return true;
  }

 private:
  std::optional<std::size_t> violated() const {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (runs_.graph->violates(nodes_[i])) return i;
    return std::nullopt;
  }

  // To the run that comes next, deepest first.
  bool advance() {
    std::uint32_t edge = 0;
    while (edges_.size() == runs_.bound || edge >= runs_.graph->edges_of(nodes_.back()).size()) {
      if (edges_.empty()) return false;
      edge = edges_.back() + 1;
      edges_.pop_back();
      nodes_.pop_back();
    }
    nodes_.push_back(runs_.graph->edges_of(nodes_.back())[edge].to);
    edges_.push_back(edge);
    return true;
  }

  const ListedRuns& runs_;
  bool exact_;
  std::size_t most_;
  Context& context_;
  std::vector<std::uint32_t> edges_;
  std::vector<RunGraph::NodeId> nodes_;
  std::size_t walked_ = 0;
};

}  // namespace

bool for_each_run(const ListedRuns& runs, bool exact, Polarity polarity, std::size_t most, Context& context,
                  const VisitRun& visit) {
  return Walk(runs, exact, most, context).each(polarity, visit);
}

std::optional<std::string> doubt_about(const ListedRuns& runs, bool exact, const Vocabulary& vocabulary,
                                       const Classes& classes, const std::optional<TraceClass>& within,
                                       Context& context) {
  if (!classes.stopped.empty()) return fmt::format("the search for classes ended early: {}", classes.stopped);
  if (classes.unbounded) return "runs of any length cannot be walked one by one";
  const auto each = [&](Polarity polarity, const VisitRun& visit) {
    return for_each_run(runs, exact, polarity, most_walked, context, visit);
  };
  const bool whole =
      each(Polarity::Passing,
           [&](const Trace& trace, std::optional<std::size_t> violated) {
             for (const Class& c : classes.classes)
               WHYNOT_CHECK(violated || !c.explained || !vocabulary.satisfied(c.constraint, trace),
                            "no passing run should be in a class");
           }) &&
      each(Polarity::Violating, [&](const Trace& trace, std::optional<std::size_t> violated) {
        const auto is_in = [&](const Class& c) { return vocabulary.satisfied(c.constraint, trace).has_value(); };
        if (!violated || !classes.complete || (within && !vocabulary.satisfied(*within, trace))) return;
        WHYNOT_CHECK(std::any_of(classes.classes.begin(), classes.classes.end(), is_in),
                     "every counterexample should be in a class");
      });
  if (whole) return std::nullopt;
  return fmt::format("there are more than {} runs to walk one by one", most_walked);
}

}  // namespace whynot::analyse::classify
