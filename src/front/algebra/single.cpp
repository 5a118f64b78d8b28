// A state that is one term, whose outermost constructor may change: one observer shows it whole.
#include <fmt/format.h>

#include <set>

#include "front/algebra/soup.h"
#include "front/algebra/translate.h"

namespace whynot::front::algebra {
namespace {

class SingleReader {
 public:
  SingleReader(const Theory& theory, SortId state, Diagnostics& diagnostics)
      : theory_(theory),
        diagnostics_(diagnostics),
        types_(theory, std::nullopt, names_, diagnostics),
        translator_(theory, types_, names_, diagnostics),
        state_(state),
        name_(names_.claim("state")) {}

  std::optional<front::ots::SystemSyntax> run(const Start& start, const std::vector<Sought>& sought) {
    const auto normal = normal_form(theory_, start.term);
    if (!normal) {
      diagnostics_.error("algebra.initial", "the equations do not bring this initial state to an end",
                         start.term->where);
      return std::nullopt;
    }
    front::ots::ObserverSyntax o;
    o.name = {name_, start.term->where};
    o.type = types_.type(state_, start.term->where);
    if (SyntaxPtr value = translator_.term(*normal, state_, {})) o.initial.push_back(std::move(value));
    out_.observers.push_back(std::move(o));
    for (const Rule& r : theory_.rules) rule(r);
    for (const Sought& s : sought) search(s);
    if (!diagnostics_.ok()) return std::nullopt;
    out_.functions = std::move(translator_.functions);
    out_.sorts = types_.declarations();
    return std::move(out_);
  }

 private:
  void rule(const Rule& r) {
    const Signature& s = theory_.signature;
    if (s.kinds[r.left->sort] != s.kinds[state_]) {
      translator_.unsupported(
          fmt::format("a rule about sort `{}` is not supported: rules are about states", s.sort_names[r.left->sort]),
          r.where);
      return;
    }
    Matching m;
    if (!translator_.match(r.left, state_, *name_of(name_, r.where), m) || !translator_.conditions(r.conditions, m))
      return;
    SyntaxPtr after = translator_.term(r.right, state_, m.meanings);
    if (!after) return;
    front::ots::TransitionSyntax t;
    const std::string base =
        r.label.empty() ? fmt::format("rule{}", out_.transitions.size() + 1) : Names::readable(r.label);
    t.name = {base, r.where};
    for (int number = 2; !transitions_.insert(t.name.text).second; ++number)
      t.name.text = fmt::format("{}_{}", base, number);
    t.effects.push_back(make_effect(name_of(name_, r.where), std::move(after)));
    t.params = std::move(m.params);
    t.when = std::move(m.conditions);
    out_.transitions.push_back(std::move(t));
  }

  void search(const Sought& s) {
    Matching m;
    if (!translator_.match(s.pattern, state_, *name_of(name_, s.where), m) || !translator_.conditions(s.conditions, m))
      return;
    front::ots::InvariantSyntax i;
    i.name = {fmt::format("search{}", out_.invariants.size() + 1), s.where};
    i.params = std::move(m.params);
    i.body = negation(conjunction(std::move(m.conditions)));
    i.body->where = s.where;
    out_.invariants.push_back(std::move(i));
  }

  const Theory& theory_;
  Diagnostics& diagnostics_;
  Names names_;
  Types types_;
  Translator translator_;
  SortId state_;
  std::string name_;
  std::set<std::string> transitions_;
  front::ots::SystemSyntax out_;
};

}  // namespace

std::optional<front::ots::SystemSyntax> read_single(const Theory& theory, const Start& start,
                                                    const std::vector<Sought>& sought, Diagnostics& diagnostics) {
  return SingleReader(theory, start.term->sort, diagnostics).run(start, sought);
}

}  // namespace whynot::front::algebra
