// Collects the states of a proof in the order of its steps, with what is settled at each.
#include "report/draw/witness.h"

#include <algorithm>

namespace whynot::report {
namespace {

constexpr std::size_t nowhere = ~std::size_t{0};

class Walk {
 public:
  explicit Walk(const Evidence& evidence) : evidence_(evidence), view_(evidence.view) {}

  Witness run() {
    open_.push_back({&evidence_.proof, nowhere, 0, view_.start.empty()});
    while (!open_.empty()) {
      const Stop stop = open_.back();
      open_.pop_back();
      visit(stop);
    }
    return std::move(witness_);
  }

 private:
  struct Stop {
    const ProofNode* node;
    std::size_t place;  // where the node above is
    std::size_t depth;
    bool shown;  // the start was met
  };

  void visit(const Stop& stop) {
    const ProofNode& n = *stop.node;
    const bool shown = stop.shown || n.goal == view_.start;
    std::size_t here = stop.place;
    if (shown) {
      if (here == nowhere || name(n) != witness_.places[here].name) here = enter(n, stop);
      say(n, here);
    }
    if (shown && !view_.stop.empty() && n.goal == view_.stop) return;
    if (n.rule == "EG-loop" && shown) return loop(n, here, stop.depth);
    const auto moves = [&](const ProofNode& c) { return name(c) != name(n) || has_moves(c); };
    const auto branches = static_cast<std::size_t>(std::count_if(n.children.begin(), n.children.end(), moves));
    for (std::size_t i = n.children.size(); i-- > 0;) {
      const ProofNode& child = n.children[i];
      const bool last = i + 1 == n.children.size();
      open_.push_back({&child, here, stop.depth + (branches > 1 && !last), shown});
    }
  }

  // Whether something below is about another place: looks a little way down only.
  static bool has_moves(const ProofNode& n) {
    const ProofNode* at = &n;
    for (std::size_t i = 0; i < 8 && !at->children.empty(); ++i) {
      if (name(at->children.back()) != name(*at)) return true;
      at = &at->children.back();
    }
    return false;
  }

  static std::string name(const ProofNode& n) { return n.state.empty() ? "{" + n.set + "}" : n.state; }

  std::size_t enter(const ProofNode& n, const Stop& stop) {
    WitnessPlace place;
    place.name = name(n);
    place.is_set = n.state.empty();
    place.from = stop.place;
    place.depth = stop.depth;
    if (!place.is_set) place.values = values(n.state, stop.place);
    witness_.places.push_back(std::move(place));
    const std::size_t at = witness_.places.size() - 1;
    if (stop.place != nowhere) witness_.edges.push_back({stop.place, at, "", false});
    return at;
  }

  void say(const ProofNode& n, std::size_t at) {
    WitnessPlace& place = witness_.places[at];
    place.open = place.open || n.open;
    if (view_.words == EvidenceView::Words::None) return;
    std::string text = n.summary;
    if (view_.words == EvidenceView::Words::Rules) {
      text = n.goal + "   [" + (n.open ? "open" : n.rule) + (n.bound ? " " + std::to_string(*n.bound) : "") + "]";
      if (!n.by.empty() && n.by != "default") text += "  by " + n.by;
    }
    if (n.open && view_.words == EvidenceView::Words::Prose) text = "…+ " + text;
    if (text.empty()) return;
    if (place.says.empty() || !place.says.back().ends_with(text)) place.says.push_back(std::move(text));
  }

  void loop(const ProofNode& n, std::size_t first, std::size_t depth) {
    std::size_t at = first;
    for (std::size_t i = 0; i < n.children.size(); ++i) {
      const ProofNode& child = n.children[i];
      if (i > 0) at = enter(child, {&child, at, depth, true});
      if (i == 0 || !child.children.empty() || child.open) {
        for (std::size_t k = child.children.size(); k-- > 0;)
          open_.push_back({&child.children[k], at, depth + 1, true});
        if (i > 0) say(child, at);
      } else {
        say(child, at);
      }
    }
    witness_.edges.push_back({at, first, "", true});
  }

  // All, those that changed since the place before, or those named.
  std::vector<std::string> values(const std::string& state, std::size_t before) const {
    const NamedState* now = find(state);
    const NamedState* then = before == nowhere ? nullptr : find(witness_.places[before].name);
    std::vector<std::string> out;
    for (std::size_t i = 0; now && i < now->values.size(); ++i) {
      const auto& [column, value] = now->values[i];
      const bool named = std::find(view_.columns.begin(), view_.columns.end(), column) != view_.columns.end();
      const bool changed = !then || then->values[i].second != value;
      const bool wanted = view_.show == EvidenceView::Show::All || (view_.show == EvidenceView::Show::Names && named) ||
                          (view_.show == EvidenceView::Show::Changed && changed);
      if (wanted) out.push_back((then && changed ? "*" : "") + column + " = " + value.to_string());
    }
    return out;
  }

  const NamedState* find(const std::string& name) const {
    for (const NamedState& s : evidence_.states)
      if (s.name == name) return &s;
    return nullptr;
  }

  const Evidence& evidence_;
  const EvidenceView& view_;
  std::vector<Stop> open_;
  Witness witness_;
};

}  // namespace

Witness witness_of(const Evidence& evidence) { return Walk(evidence).run(); }

Drawing drawing_of(const Evidence& evidence) {
  const Witness witness = witness_of(evidence);
  Drawing drawing;
  drawing.title = evidence.headline + (evidence.label.empty() ? "" : " (" + evidence.label + ")");
  for (const WitnessPlace& place : witness.places) {
    std::string label = place.name, values;
    for (const std::string& v : place.values) values += (values.empty() ? "" : ", ") + v;
    if (!values.empty()) label += "\n" + values;
    for (const std::string& s : place.says) label += "\n" + s;
    drawing.nodes.push_back(
        {std::move(label), place.open ? Drawing::Look::Folded : Drawing::Look::Plain, place.is_set});
  }
  for (const Witness::Edge& e : witness.edges)
    drawing.edges.push_back({e.from, e.to, e.back ? "again" : e.label, e.back});
  return drawing;
}

}  // namespace whynot::report
