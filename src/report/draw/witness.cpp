// Collects the states of a proof in the order of its steps, with what is settled at each.
#include "report/draw/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t nowhere = ~std::size_t{0};
constexpr std::size_t few_columns = 12, most_layers = 3, longest_formula = 300;

// Whether the text speaks of a name, and not only of one that it is a part of.
bool speaks_of(const std::string& text, const std::string& name) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]))) return true;
  }
  return false;
}

std::vector<std::string> equations(const NamedValues& all) {
  std::vector<std::string> out;
  for (const auto& [column, value] : all) out.push_back(column + " = " + value.to_string());
  return out;
}

std::string with_commas(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

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
    bool shown;                           // the start was met
    const NamedValues* inputs = nullptr;  // of the step from the place before
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
      const bool is_step = last && n.inputs.size() == 1;
      open_.push_back(
          {&child, here, stop.depth + (branches > 1 && !last), shown, is_step ? &n.inputs.front() : nullptr});
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
    if (stop.inputs && view_.show != EvidenceView::Show::None) place.inputs = equations(*stop.inputs);
    const std::string label = with_commas(place.inputs);
    witness_.places.push_back(std::move(place));
    const std::size_t at = witness_.places.size() - 1;
    if (stop.place != nowhere) witness_.edges.push_back({stop.place, at, label, false});
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
    if (place.says.empty()) place.on_the_way = n.rule == "EU-step" && place.from != nowhere;
    if (place.says.empty() || !place.says.back().ends_with(text)) place.says.push_back(std::move(text));
    if (!n.because.empty()) place.says.push_back("left open by " + n.because);
    if (n.certificate && view_.words == EvidenceView::Words::Prose) certify(*n.certificate, place.says);
  }

  // What the goal rests on, for whoever wants to see that it does.
  static void certify(const ProofCertificate& certificate, std::vector<std::string>& says) {
    if (certificate.kind == "invariant") {
      const bool told = certificate.formula.size() <= longest_formula;
      if (certificate.formula != "TRUE")
        says.push_back("this holds to begin with, no step leaves it, and it implies that: " +
                       (told ? certificate.formula : "the states that can be reached (--json has the formula)"));
      return;
    }
    if (certificate.kind == "induction") return;  // which the sentence says
    const bool fair = certificate.kind == "ranks";
    const std::size_t first = fair ? 0 : 1, all = certificate.layers.size();  // the first layer is the goal
    for (std::size_t i = first; i < std::min(all, first + most_layers); ++i) {
      const std::string justice = fair ? certificate.justice[i] : "";
      const std::string& all_of_it = certificate.layers[i];
      const std::string layer = all_of_it.size() <= longest_formula ? all_of_it : "a long formula (--json has it)";
      const std::string name =
          fair ? fmt::format("layer {}", i + 1) : fmt::format("at most {} away", counted(i, "step"));
      says.push_back(justice.empty()
                         ? fmt::format("{}: {}", name, layer)
                         : fmt::format("{}: {}, where a run that stays never meets {}", name, layer, justice));
    }
    if (all > first + most_layers)
      says.push_back("and " + std::to_string(all - first - most_layers) + " more layers (--json has them)");
  }

  void loop(const ProofNode& n, std::size_t first, std::size_t depth) {
    std::size_t at = first;
    for (std::size_t i = 0; i < n.children.size(); ++i) {
      const ProofNode& child = n.children[i];
      if (i > 0) at = enter(child, {&child, at, depth, true, i <= n.inputs.size() ? &n.inputs[i - 1] : nullptr});
      if (i == 0 || !child.children.empty() || child.open) {
        for (std::size_t k = child.children.size(); k-- > 0;)
          open_.push_back({&child.children[k], at, depth + 1, true});
        if (i > 0) say(child, at);
      } else {
        say(child, at);
      }
    }
    const bool told = n.inputs.size() == n.children.size() && view_.show != EvidenceView::Show::None;
    witness_.edges.push_back({at, first, told ? with_commas(equations(n.inputs.back())) : "", true});
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
    if (!then && now && out.size() > few_columns && out.size() == now->values.size()) return telling_first(*now, out);
    return out;
  }

  // Of many columns those first that the property speaks of, then those that change.
  std::vector<std::string> telling_first(const NamedState& state, const std::vector<std::string>& all) const {
    std::vector<std::string> parts[3];
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string& column = state.values[i].first;
      const auto differs = [&](const NamedState& s) { return s.values[i].second != state.values[i].second; };
      const bool changes = std::any_of(evidence_.states.begin(), evidence_.states.end(), differs);
      const std::size_t rank = speaks_of(evidence_.proved, column) ? 0 : 2 - static_cast<std::size_t>(changes);
      parts[rank].push_back(all[i]);
    }
    for (const std::size_t rank : {1, 2}) parts[0].insert(parts[0].end(), parts[rank].begin(), parts[rank].end());
    return std::move(parts[0]);
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
  for (const Witness::Edge& e : witness.edges) {
    const std::string again = e.label.empty() ? "again" : "again, " + e.label;
    drawing.edges.push_back({e.from, e.to, e.back ? again : e.label, e.back});
  }
  return drawing;
}

}  // namespace whynot::report
