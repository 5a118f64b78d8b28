// The states where runs end are named by as few values as have no successor, with the conditions that exclude all.
#include "command/about/beside/lost_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyse/variants/core.h"
#include "engine/health.h"
#include "expr/print.h"
#include "report/number_text.h"

namespace whynot::command {
namespace {

namespace variants = analyse::variants;

constexpr variants::Allowance for_cores{200, 120};
constexpr std::size_t most_steps_told = 8, most_named = 4, text_limit = 60;

std::string line_words(session::Workbench& bench, const variants::Blamed& b) {
  if (b.where.end == 0) return b.what;
  return fmt::format("{}, line {}", b.what, bench.sources().place(b.where).line);
}

// "TRANS, line 4: x < 2"
std::string words_of(session::Workbench& bench, const variants::Blamed& b) {
  const bool is_assignment = b.what.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos;
  if (is_assignment) return line_words(bench, b);
  return fmt::format("{}: {}", line_words(bench, b), to_string(bench.pool(), b.condition, text_limit));
}

std::string words_of(session::Workbench& bench, const std::vector<variants::Blamed>& core) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < core.size() && i < most_named; ++i) words.push_back(words_of(bench, core[i]));
  std::string all = fmt::format("{}", fmt::join(words, "; "));
  if (core.size() > most_named) all += fmt::format("; {} others", core.size() - most_named);
  return all;
}

// "x = 0, 1, 2"
std::string along(session::Workbench& bench, const Trace& trace, const std::vector<std::pair<Expr, Value>>& values) {
  std::vector<std::string> rows;
  for (const auto& [variable, value] : values) {
    const std::string& name = bench.pool().name_of(variable);
    const auto& columns = trace.signature->columns;
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
    std::vector<std::string> seen;
    for (const Step& step : trace.steps)
      seen.push_back(step.state[static_cast<std::size_t>(at - columns.begin())].to_string());
    rows.push_back(fmt::format("{} = {}", name, fmt::join(seen, ", ")));
  }
  return fmt::format("{}", fmt::join(rows, "; "));
}

std::string state_words(session::Workbench& bench, const std::vector<std::pair<Expr, Value>>& values) {
  std::vector<std::string> words;
  words.reserve(values.size());
  for (const auto& [variable, value] : values)
    words.push_back(fmt::format("{} = {}", bench.pool().name_of(variable), value.to_string()));
  return fmt::format("{}", fmt::join(words, ", "));
}

// "deadlock: x = 2, reached in 2 steps (x = 0, 1, 2), has no successor (TRANS, line 4: x < 2)"
std::string dead_end_words(session::Workbench& bench, const Trace& way) {
  variants::SideQuestions ask(bench.context(), for_cores);
  const variants::DeadEnd end = variants::dead_end(bench.system(), way.steps.back().state, ask);
  const std::size_t depth = way.depth();
  std::string reached = "initially";
  if (depth > 0) reached = fmt::format("reached in {} step{}", depth, depth == 1 ? "" : "s");
  const std::string state = state_words(bench, end.values);
  if (!state.empty() && depth > 0 && depth <= most_steps_told && end.values.size() <= most_named)
    reached += fmt::format(" ({})", along(bench, way, end.values));
  const std::string because = end.core.empty() ? "" : fmt::format(" ({})", words_of(bench, end.core));
  return report::with_words_as(
      fmt::format("deadlock: {}, {}, has no successor{}", state.empty() ? "a state" : state, reached, because),
      report::plain_words);
}

// "JUSTICE, line 5: x = 4 excludes them all"
std::string blame_words(session::Workbench& bench, bool initial_state_only, const variants::Blamed** first,
                        std::vector<variants::Blamed>& core) {
  variants::SideQuestions ask(bench.context(), for_cores);
  core = variants::against_runs(bench.system(), initial_state_only, ask);
  *first = core.empty() ? nullptr : core.data();
  if (core.empty()) return "";
  const std::string_view which = core.size() == 1 ? "this excludes them all" : "these exclude them all together";
  return report::with_words_as(fmt::format("{} ({})", which, words_of(bench, core)), report::plain_words);
}

void warn(session::Workbench& bench, std::string code, std::string message, std::string help = "") {
  bench.diagnostics().warning(std::move(code), std::move(message), {1, 0, 0}).help = std::move(help);
}

// Whom to blame for it that there is nothing to speak of.
void warn_of_no_run(session::Workbench& bench, bool initial_state_only) {
  const variants::Blamed* first = nullptr;
  std::vector<variants::Blamed> core;
  const std::string words = blame_words(bench, initial_state_only, &first, core);
  if (!first) return;
  bench.diagnostics().warning(
      "vacuity.no-run",
      fmt::format("there is no {}: {}", initial_state_only ? "initial state" : "fair infinite run", words),
      first->where.end ? first->where : Span{1, 0, 0});
}

}  // namespace

bool warn_of_lost_runs(session::Workbench& bench, bool only_states) {
  constexpr std::uint64_t effort = 60;  // some hundredths of a second
  Context limited(bench.context(), effort);
  const auto health = engine::examine(bench.system(), &bench.keep(), limited);
  if (!health || health->is_good()) return true;
  using Runs = engine::Health::Runs;
  if (!health->has_initial_state) {
    warn_of_no_run(bench, true);
    return false;
  }
  if (!health->has_step) {
    warn(bench, "model.no-step", "there is no step at all: every CTL and LTL property holds");
    return true;
  }
  if (only_states) return true;
  if (health->runs == Runs::None) {
    warn(bench, "model.no-infinite-run",
         "no fair infinite run starts in an initial state: every CTL and LTL property holds");
    if (!health->deadlock) warn_of_no_run(bench, false);
  } else if (health->runs == Runs::Some) {
    warn(bench, "model.lost-initial-state",
         "no fair infinite run starts in some of the initial states: CTL and LTL say nothing of them");
  }
  if (health->deadlock)
    warn(bench, "model.dead-end", dead_end_words(bench, *health->deadlock), "CTL and LTL speak of infinite runs only");
  return true;
}

report::Vacuity no_run(session::Workbench& bench, const Property& property) {
  const bool states = property.kind == PropertyKind::Invariant;
  report::Vacuity finding;
  finding.property = property.name;
  finding.status = "suspicious";
  finding.reason = "no-run";
  finding.sentence = fmt::format("holds because there is no {}", states ? "initial state" : "fair infinite run");
  const variants::Blamed* first = nullptr;
  std::vector<variants::Blamed> core;
  const std::string words = blame_words(bench, states, &first, core);
  if (first) {
    finding.sentence += ": " + words;
    if (first->where.end) finding.line = bench.sources().place(first->where).line;
  }
  const auto health = engine::examine(bench.system(), &bench.keep(), bench.context());
  if (health && health->deadlock) {
    finding.sentence += "; " + dead_end_words(bench, *health->deadlock);
    finding.witness = bench.cite(*health->deadlock, property.name);
  }
  return finding;
}

}  // namespace whynot::command
