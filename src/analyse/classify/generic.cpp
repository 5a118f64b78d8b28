#include "analyse/classify/generic.h"

#include <array>

#include "analyse/classify/classifier.h"

namespace whynot::analyse::classify {
namespace {

// The classes that all counterexamples of `c` are in; if there are none, those that some are in.  Nothing when that was
// not found out.
std::optional<std::vector<std::size_t>> above(const TraceClass& c, const std::vector<ViolatingRuns::ClassId>& known,
                                              ViolatingRuns& runs) {
  const auto own = runs.know(c);
  if (!own) return std::nullopt;
  std::vector<std::size_t> containing, met;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::array both{*own, known[i]};
    const Answer out = runs.find(runs.sizes() - 1, std::span(both).first(1), std::span(both).last(1)),
                 in = runs.find(runs.sizes() - 1, both, {});
    if (out == Answer::Stopped || in == Answer::Stopped) return std::nullopt;
    if (out == Answer::Unsat) containing.push_back(i);
    if (in == Answer::Sat) met.push_back(i);
  }
  return containing.empty() ? met : containing;
}

}  // namespace

void add_generic_level(Space& space, const Options& options, Vocabulary& vocabulary, Classes& classes,
                       Context& context) {
  if (!options.anchor || classes.classes.empty() || !classes.stopped.empty()) return;
  Options plain = options;
  plain.anchor.reset();
  plain.keep_going = plain.certify = false;
  const Classes generic = Classifier(space, plain, vocabulary, context).run();
  ViolatingRuns& runs = space.violating();
  std::vector<ViolatingRuns::ClassId> known;
  for (const Class& c : generic.classes)
    if (const auto id = runs.know(c.constraint)) known.push_back(*id);
  if (known.size() != generic.classes.size() || !generic.stopped.empty()) return;
  std::vector<std::vector<std::size_t>> below;
  for (const Class& c : classes.classes) {
    auto found = above(c.constraint, known, runs);
    if (!found) return;
    below.push_back(std::move(*found));
  }
  for (const Class& c : generic.classes) classes.generic.push_back(c.constraint);
  for (std::size_t i = 0; i < below.size(); ++i) classes.classes[i].below = std::move(below[i]);
}

}  // namespace whynot::analyse::classify
