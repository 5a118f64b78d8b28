// The same graph twice: as an indented tree of text, and as boxes and arrows.
#include "analyse/falsify/graph.h"

#include <fmt/format.h>

#include <vector>

namespace whynot::analyse::falsify {
namespace {

std::string status_of(const Lemma& l) {
  return fmt::format("{}{}{}", status_word(l.status), l.generalised ? ", generalised" : "",
                     l.fails_at ? fmt::format(" at step {}", *l.fails_at) : "");
}

// Lemmas that chase each other grow; the report as JSON has them whole.
std::string readable(const std::string& text) {
  constexpr std::size_t longest = 600;
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
  return fmt::format("{} … ({} characters)", text.substr(0, end), text.size());
}

Drawing::Look look_of(const Lemma& l) {
  if (l.status == LemmaStatus::Falsified) return Drawing::Look::Bad;
  return l.status == LemmaStatus::Open ? Drawing::Look::Dim : Drawing::Look::Good;
}

}  // namespace

// Each lemma is written out where it is met first; later it is named.
std::string graph_as_text(const Falsification& f) {
  std::string out;
  std::vector<bool> shown(f.lemmas.size(), false);
  std::vector<std::pair<std::size_t, std::size_t>> todo;  // lemma, indentation
  for (std::size_t i = f.lemmas.size(); i-- > 0;)
    if (!f.lemmas[i].parent) todo.emplace_back(i, 0);
  while (!todo.empty()) {
    const auto [at, indent] = todo.back();
    todo.pop_back();
    const Lemma& l = f.lemmas[at];
    out += std::string(2 * indent, ' ');
    if (shown[at]) {
      out += fmt::format("{} (above)\n", l.name);
      continue;
    }
    shown[at] = true;
    out += fmt::format("{} [{}]{}: {}\n", l.name, status_of(l),
                       l.transition.empty() ? "" : fmt::format(" from {}", l.transition), readable(l.text));
    if (!l.reason.empty()) out += fmt::format("{}! {}\n", std::string(2 * indent + 2, ' '), l.reason);
    for (std::size_t i = l.needs.size(); i-- > 0;) todo.emplace_back(l.needs[i], indent + 1);
  }
  return out;
}

Drawing draw(const Falsification& f) {
  Drawing out;
  out.title = fmt::format("lemmas of {}", f.property);
  for (const Lemma& l : f.lemmas) {
    out.nodes.push_back(
        {fmt::format("{} [{}]\n{}", l.name, status_of(l), readable(l.text)), look_of(l), l.name == f.property});
  }
  for (std::size_t i = 0; i < f.lemmas.size(); ++i)
    for (std::size_t needed : f.lemmas[i].needs) {
      const Lemma& lemma = f.lemmas[needed];
      const bool refuted = lemma.status == LemmaStatus::Falsified && f.lemmas[i].status == LemmaStatus::Falsified;
      out.edges.push_back({i, needed, lemma.parent == i ? lemma.transition : "", refuted});
    }
  return out;
}

Drawing draw(const Proof& proof, const std::string& goal, const std::string& text) {
  Drawing out;
  out.title = fmt::format("induction of {}", goal);
  out.nodes.push_back({fmt::format("{} [{}]\n{}", goal, proof.proved() ? "proved" : "open", text),
                       proof.proved() ? Drawing::Look::Good : Drawing::Look::Dim, true});
  for (const Proof::Step& step : proof.steps)
    for (const std::string& lemma : step.lemmas) {
      out.edges.push_back({0, out.nodes.size(), step.transition});
      out.nodes.push_back({fmt::format("L{} [open]\n{}", out.nodes.size(), lemma), Drawing::Look::Dim});
    }
  return out;
}

}  // namespace whynot::analyse::falsify
