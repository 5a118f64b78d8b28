// whynot check on systems: decide properties, one counterexample each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/words.h"
#include "command/about/beside/lost_runs.h"
#include "command/about/beside/vacuity.h"
#include "command/about/circuit_files.h"
#include "command/about/decide.h"
#include "command/about/known/except.h"
#include "command/cells.h"
#include "session/circuit/circuit_files.h"

namespace whynot::command {
namespace {

// Options without which there would be other properties.
std::string defining(const Arguments& arguments) {
  std::string words;
  for (const OptionRow& option : option_table()) {
    const bool defines = option.role == Role::Model || option.name == "formula" || option.name == "kind";
    if (!defines || !applies(option, arguments.command)) continue;
    for (const std::string& value : arguments.all(option.name))
      words += fmt::format(" --{} {}", option.name, quoted_word(value));
  }
  return words;
}

class Check final : public Analysis {
 public:
  Check(Run& run, session::Workbench& bench, std::vector<Property> properties)
      : run_(run), bench_(bench), properties_(std::move(properties)) {
    const Arguments& a = run.arguments;
    options_.number = a.count("number").value_or(options_.number);
    options_.different = a.list("different");
    options_.certify = a.has("certify");
    options_.contrast = !a.has("no-why");
    options_.relevant = a.has("relevant");
    options_.step = a.count("show-step");
    options_.subformulas = a.has("subformulas") || writes(a, &report::Format::subformulas);
  }

  Answer treat(const Property& property) override {
    if (run_.arguments.has("except")) return decide_except(run_.arguments, bench_, property, options_);
    return noted(decide(bench_, property, options_));
  }

  // One alone, with an engine that is named, need not take turns.
  bool treats_at_once() const override {
    return !run_.arguments.has("except") && !bench_.deciding().race &&
           (properties_.size() > 1 || bench_.deciding().each.time);
  }
  void treat_all(std::span<const Property> properties, Hearer& hearer) override {
    std::vector<Property> asked(properties.begin(), properties.end());
    for (Property& p : asked)
      if (p.kind == PropertyKind::Cover) p = p.never_covered(bench_.pool());
    Told told(*this, properties, asked, hearer);
    bench_.decide_all(asked, told);
  }

  Together together() override {
    if (properties_.empty())
      bench_.diagnostics()
          .warning("model.no-properties", "nothing was checked: there are no properties", {1, 0, 0})
          .help = "-f adds one";
    warn_of_compassion();
    // The constraints of a design forbid inputs, which leaves many states without a way on: it matters to runs only.
    const bool only_states = session::is_design(bench_.model()) &&
                             std::all_of(properties_.begin(), properties_.end(), [](const Property& p) {
                               return p.kind == PropertyKind::Invariant || p.kind == PropertyKind::Cover;
                             });
    if (!warn_of_lost_runs(bench_, only_states)) warn_of_no_start();
    Together together;
    together.findings = warn_of_vacuity(bench_, holding());
    write_circuit_files(run_, bench_);
    suggest();
    return together;
  }

 private:
  // What the engines say, made into answers.
  class Told final : public engine::Schedule::Listener {
   public:
    Told(Check& check, std::span<const Property> properties, std::span<const Property> asked, Hearer& hearer)
        : check_(check), properties_(properties), asked_(asked), hearer_(hearer) {}

    void begins(std::size_t i) override { hearer_.begins(i); }
    void answered(std::size_t i, engine::Answer found, double seconds) override {
      const auto begin = std::chrono::steady_clock::now();
      Answer answer = check_.noted(completed(i, std::move(found)));
      answer.seconds = seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      hearer_.answered(i, std::move(answer));
    }
    void not_tried(std::size_t i, std::size_t busiest) override {
      Context& context = check_.bench_.context();
      Verdict verdict = command::not_tried(context, context.stopped(), properties_[busiest].name);
      hearer_.answered(i, check_.leave(properties_[i], std::move(verdict)));
    }

   private:
    Answer completed(std::size_t i, engine::Answer found) {
      const Property& property = properties_[i];
      if (property.kind == PropertyKind::Cover)
        return complete_cover(check_.bench_, property, asked_[i], std::move(found), check_.options_);
      return complete(check_.bench_, property, std::move(found), check_.options_);
    }

    Check& check_;
    std::span<const Property> properties_, asked_;
    Hearer& hearer_;
  };

  Answer noted(Answer answer) {
    if (const auto* holds = std::get_if<Holds>(&answer.verdict))
      if (const auto* space = std::get_if<WholeSpace>(&holds->evidence); space && space->states == 0)
        warn_of_no_start();
    return answer;
  }

  void warn_of_no_start() {
    if (!std::exchange(warned_of_no_start_, true))
      bench_.diagnostics().warning("model.no-initial-state", "no state is initial: every property holds", {1, 0, 0});
  }

  void warn_of_compassion() {
    if (bench_.system().compassion.empty()) return;
    const auto ctl = std::find_if(properties_.begin(), properties_.end(), [](const Property& p) { return p.is_ctl(); });
    if (ctl != properties_.end())
      bench_.diagnostics().warning("model.compassion-in-ctl", "CTL does not know COMPASSION: it is left out here",
                                   ctl->where);
  }

  std::vector<Property> holding() {
    std::vector<Property> found;
    for (const Property& property : properties_)
      for (const report::PropertyResult& r : bench_.report().properties)
        if (r.property.name == property.name && std::holds_alternative<Holds>(r.verdict)) found.push_back(property);
    return found;
  }

  void suggest() {
    suggest_proof();
    report::Report& report = bench_.report();
    const auto shown = std::find_if(report.properties.begin(), report.properties.end(), [](const auto& p) {
      return trace_of(p.verdict) && !p.traces.empty() && !p.complete;
    });
    if (shown == report.properties.end()) return;
    const auto asked = run_.arguments.count("number");
    if (asked && shown->traces.size() < *asked) return;  // it has been looked for
    const std::string apart =
        run_.arguments.has("different") ? " --different " + quoted_word(run_.arguments.text("different")) : "";
    report.suggestions.push_back(fmt::format("whynot check {}{} -p {} -n {}{}   (further counterexamples)",
                                             quoted_word(report.file), defining(run_.arguments),
                                             quoted_word(shown->property.name), asked ? 2 * *asked : 5, apart));
  }

  // Of what no single run shows.
  void suggest_proof() {
    report::Report& report = bench_.report();
    const auto shown = std::find_if(report.properties.begin(), report.properties.end(), [](const auto& p) {
      return p.property.is_ctl() && std::holds_alternative<Violated>(p.verdict) && !trace_of(p.verdict);
    });
    if (shown != report.properties.end())
      report.suggestions.push_back(fmt::format("whynot explain {}{} -p {}   (why, state by state)",
                                               quoted_word(report.file), defining(run_.arguments),
                                               quoted_word(shown->property.name)));
  }

  Run& run_;
  session::Workbench& bench_;
  std::vector<Property> properties_;
  DecideOptions options_;
  bool warned_of_no_start_ = false;
};

}  // namespace

Prepared check_system(Run& run, session::Workbench& bench, Properties& properties) {
  if (const auto mistake = refuses_circuit_files(run, bench)) return *mistake;
  if (run.arguments.has("except") && run.arguments.count("number").value_or(1) > 1)
    return UsageError{"`--except` gives one counterexample, and `-n` asks for more",
                      "`whynot classify --baseline FILE` tells what is new in classes"};
  return std::make_unique<Check>(run, bench, properties);
}

}  // namespace whynot::command
