// The sentences of the story: what fails, the cells that are enough, the choices it rests on, from where on it could
// not pass, the nearest run that does, and what a loop never does.  What was not found out has no sentence.
#include <fmt/format.h>

#include <algorithm>

#include "report/json/parts.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t most_cells = 8, most_roots = 6;

class Sentence {
 public:
  Sentence& text(std::string_view words) {
    parts_.push_back({{"text", valid_utf8(std::string(words))}});
    return *this;
  }
  Sentence& cell(const WhyPlace& place, const Value& value, std::string_view role = "") {
    parts_.push_back(
        {{"cell", {{"column", valid_utf8(place.column)}, {"step", place.step}, {"closing", place.closing}}},
         {"value", json_of(value)},
         {"role", role}});
    return *this;
  }
  // One after the other, with commas and an "and".
  template <class List, class Add>
  Sentence& list(const List& all, std::size_t most, Add add) {
    const std::size_t shown = std::min(all.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
      if (i > 0) text(i + 1 == all.size() ? " and " : ", ");
      add(all[i]);
    }
    if (shown < all.size()) text(fmt::format(" and {}", counted(all.size() - shown, "other")));
    return *this;
  }
  Sentence& changes(const std::vector<WhyChange>& all, bool each_round) {
    return list(all, most_cells, [&](const WhyChange& change) {
      cell(change.place, change.to, "other");
      text(fmt::format(" instead of {}{}", change.from.to_string(), each_round ? ", each time round" : ""));
    });
  }
  Json take() { return std::move(parts_); }

 private:
  Json parts_ = Json::array();
};

Json enough(const WitnessSet& witness) {
  Sentence s;
  s.text("This alone makes it fail: ").list(witness.cells, most_cells, [&](const WitnessCell& cell) {
    s.cell(cell.place, cell.value, cell.role == "trigger" ? "" : "bad");
  });
  return s.text(".").take();
}

std::vector<const WhyLink*> roots_of(const Why& why) {
  std::vector<const WhyLink*> out;
  for (const WhyPlace& place : why.roots)
    for (const WhyLink& link : why.chain)
      if (link.place == place) out.push_back(&link);
  return out;
}

Json rests_on(const std::vector<const WhyLink*>& roots) {
  Sentence s;
  s.text(fmt::format("It rests on {} that the model leaves open: ", counted(roots.size(), "choice")));
  s.list(roots, most_roots, [&](const WhyLink* root) { s.cell(root->place, root->value); });
  return s.text(".").take();
}

Json sealed_from(const WhySealed& sealed) {
  Sentence s;
  const std::string every = sealed.each_run();
  if (sealed.every_run) return s.text(fmt::format("E{} of the model fails.", every.substr(1))).take();
  if (!sealed.step) return s.text("Never sealed: from every state of the run it could still pass.").take();
  if (*sealed.step == 0)
    return s.text(fmt::format("Sealed from the start: with these initial values {} fails.", every)).take();
  s.text(fmt::format("Sealed at {}: from there on {} fails, whatever comes.", sealed.when(), every));
  if (!sealed.choice.empty()) s.text(" The last way out was ").changes(sealed.choice, false).text(".");
  return s.take();
}

Json passes_with(const WhyContrast& contrast) {
  Sentence s;
  s.text(contrast.keeps_trigger ? "It would pass with " : "It would pass, for want of its trigger, with ");
  if (contrast.changes.empty())
    s.text("another continuation");
  else
    s.changes(contrast.changes, contrast.each_round);
  const std::size_t last = contrast.shared > 0 ? contrast.shared - 1 : 0;
  return s.text(fmt::format("; up to step {} the two runs are the same.", last)).take();
}

// Nothing (null) where everything that is always possible happens.
Json never_happens(const FairnessHint& hint) {
  std::string names;
  std::size_t count = 0;
  for (const NeverTaken& never : hint.never_taken) {
    if (!never.always_possible) continue;
    names += fmt::format("{}{} = {}", names.empty() ? "" : ", ", never.column, never.value.to_string());
    ++count;
  }
  if (count == 0) return nullptr;
  std::string out = fmt::format("{} {} possible at every step of the loop and never {}.", names,
                                count == 1 ? "is" : "are", count == 1 ? "happens" : "happen");
  std::string conditions;
  for (const std::string& condition : hint.suffices)
    conditions += fmt::format("{}{}", conditions.empty() ? "" : " and ", condition);
  if (!conditions.empty()) out += fmt::format(" The property holds where {} is so again and again.", conditions);
  return Sentence().text(out).take();
}

}  // namespace

Json story_part(const Why& why) {
  Json out = Json::array();
  if (!why.sentence.empty()) out.push_back(Sentence().text(why.sentence).take());
  if (!why.witnesses.empty() && !why.witnesses[0].cells.empty()) out.push_back(enough(why.witnesses[0]));
  if (const auto roots = roots_of(why); !roots.empty()) out.push_back(rests_on(roots));
  if (why.sealed && why.sealed->known) out.push_back(sealed_from(*why.sealed));
  if (why.contrast && !why.contrast->found.empty()) out.push_back(passes_with(why.contrast->found[0]));
  if (why.fairness)
    if (Json never = never_happens(*why.fairness); !never.is_null()) out.push_back(std::move(never));
  return out;
}

}  // namespace whynot::report
