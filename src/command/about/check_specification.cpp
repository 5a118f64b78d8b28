// whynot check of specifications: a search of the states within a scope, then what `falsify` can say of what that
// leaves open, because nobody named the scope or because the states have no end.  A file of mypyvy's states invariants
// that are meant to be inductive together, so that is asked first.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/falsify/falsify.h"
#include "command/about/search_specification.h"
#include "command/cells.h"

namespace whynot::command {
namespace {

constexpr std::uint64_t most_checked = 1'000'000;  // states that an open-ended search looks at

class CheckSpecification final : public SearchSpecification {
 public:
  CheckSpecification(Run& run, session::Workbench& bench) : SearchSpecification(run, bench), run_(run) {}

  void treat_all(std::span<const Property> properties, Hearer& hearer) override {
    if (properties.empty()) return;
    if (from()) return SearchSpecification::treat_all(properties, hearer);
    if (!are_inductive()) return search_then_falsify(properties, hearer);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      hearer.begins(i);
      Answer answer{Holds{whynot::Induction{1, false}}, "induction"};
      report::Falsification finding;
      finding.outcome = outcome_word(answer.verdict);
      for (const ots::Invariant& stated : specification().invariants) finding.invariant.push_back(stated.text);
      certify(stated(), answer, finding);
      hearer.answered(i, complete(answer, properties[i], std::move(finding)));
    }
  }

 protected:
  std::optional<std::uint64_t> most_states() const override {
    return from() ? std::nullopt : std::optional(most_checked);
  }

 private:
  // What the search leaves open, and why.
  struct Left {
    std::vector<std::size_t> places;
    std::vector<Property> properties;
    std::vector<std::string> why;
  };

  void search_then_falsify(std::span<const Property> properties, Hearer& hearer) {
    struct Searching final : Hearer {
      Searching(CheckSpecification& check, std::span<const Property> all, Hearer& told)
          : check(check), all(all), told(told) {}
      void begins(std::size_t i) override { told.begins(i); }
      void answered(std::size_t i, Answer answer) override {
        const auto why = check.why_falsify(answer);
        if (!why) return told.answered(i, std::move(answer));
        left.places.push_back(i);
        left.properties.push_back(all[i]);
        left.why.push_back(*why);
      }
      CheckSpecification& check;
      std::span<const Property> all;
      Hearer& told;
      Left left;
    };
    Searching searching(*this, properties, hearer);
    SearchSpecification::treat_all(properties, searching);
    if (!searching.left.places.empty()) falsify(properties, searching.left, hearer);
  }

  void falsify(std::span<const Property> all, const Left& left, Hearer& hearer) {
    struct Falsifying final : Hearer {
      Falsifying(const Left& left, Hearer& told) : left(left), told(told) {}
      void begins(std::size_t i) override { told.begins(left.places[i]); }
      void answered(std::size_t i, Answer answer) override {
        if (auto* open = std::get_if<Unknown>(&answer.verdict))
          open->reason = fmt::format("{}{}", left.why[i], open->reason);
        told.answered(left.places[i], std::move(answer));
      }
      const Left& left;
      Hearer& told;
    };
    Falsifying falsifying_those(left, hearer);
    falsifying(run_, bench(), all)->treat_all(left.properties, falsifying_those);
  }

  // Nothing: the search is the answer.
  std::optional<std::string> why_falsify(const Answer& answer) {
    if (context().should_stop()) return std::nullopt;
    const auto* none = std::get_if<NoneUpTo>(&answer.verdict);
    if (none || std::holds_alternative<Unknown>(answer.verdict)) {
      if (!is_open_ended(search_options(true))) return std::nullopt;
      return none ? fmt::format("no run of at most {} steps within scope `{}`; ", none->depth, scope().name) : "";
    }
    const auto* holds = std::get_if<Holds>(&answer.verdict);
    const auto* space = holds ? std::get_if<WholeSpace>(&holds->evidence) : nullptr;
    if (!space || names_scopes() || !has_loose_sort()) return std::nullopt;
    return fmt::format("it holds in all {} states of scope `{}`; of more elements: ", whynot::to_string(space->states),
                       scope().name);
  }

  bool names_scopes() { return bench().model().front != "pyv" && !specification().scopes.empty(); }
  bool has_loose_sort() {
    const auto& sorts = specification().sorts;
    return std::any_of(sorts.begin(), sorts.end(), [](const auto& s) { return s.kind == ots::SortKind::Loose; });
  }

  std::vector<ots::Predicate> stated() {
    std::vector<ots::Predicate> out;
    for (const ots::Invariant& i : specification().invariants) out.push_back(predicate_of(i));
    return out;
  }

  // Formulas that the command adds are none that the file states.
  bool are_inductive() {
    return bench().model().front == "pyv" && !arguments().has("formula") &&
           analyse::falsify::check_certificate(specification(), stated(), context());
  }

  Run& run_;
};

}  // namespace

Prepared check_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  return prepared<CheckSpecification>(run, bench, properties);
}

}  // namespace whynot::command
