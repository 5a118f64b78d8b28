// Strategies as the user gives them: words, or the file of a Lua script.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analyse/explain/strategy/lua.h"
#include "analyse/explain/strategy/strategies.h"
#include "command/about/explain/exploration.h"
#include "command/about/explain/known_traces.h"
#include "expr/print.h"
#include "host/files.h"
#include "report/draw/witness.h"

namespace whynot::command {
namespace {

explain::StrategyReader reader_for(session::Workbench& workbench, std::vector<Expr>* spoken_of = nullptr) {
  const auto read = [&workbench](const std::string& text) {
    const auto known = known_states(workbench, text);
    return known ? *known : workbench.expression(text);
  };
  const auto step = [&workbench](const std::string& text) {
    return workbench.expression(text, {.boolean = true, .next = true, .inputs = false});
  };
  return {workbench.system(), read, spoken_of, step};
}

std::optional<explain::Strategies> from_script(session::Workbench& workbench, const std::string& path) {
  std::string error;
  const auto text = host::read_file(path, error);
  if (!text) {
    workbench.diagnostics().error("app.cannot-read", error, {workbench.sources().add(path, ""), 0, 0});
    return std::nullopt;
  }
  const FileId file = workbench.sources().add(path, *text);
  auto strategy = explain::lua_strategy(path, *text, reader_for(workbench), error);
  if (!strategy) {
    // "path:LINE: words": the line becomes the diagnostic's place.
    Span where{file, 0, 0};
    if (error.starts_with(path + ":")) {
      const std::size_t colon = error.find(':', path.size() + 1);
      const std::size_t line = std::strtoul(error.c_str() + path.size() + 1, nullptr, 10);
      std::size_t begin = 0;
      for (std::size_t i = 1; i < line && begin != std::string::npos; ++i) begin = text->find('\n', begin) + 1;
      where = {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin)};
      if (colon != std::string::npos) error = error.substr(colon + 2);
    }
    workbench.diagnostics().error("explain.script", error, where);
    return std::nullopt;
  }
  explain::Strategies one;
  one.push_back(std::move(strategy));
  return one;
}

std::string without_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

bool names_script(const std::string& item) { return without_blanks(item).ends_with(".lua"); }

std::optional<explain::Strategies> from_words(session::Workbench& workbench, const std::string& item,
                                              const std::string& all, std::vector<Expr>* spoken_of) {
  explain::StrategyError error;
  auto found = explain::read_strategies(item, reader_for(workbench, spoken_of), error);
  if (!found && !error.message.empty())
    workbench.diagnostics()
        .error("explain.strategy", error.message,
               {workbench.sources().add("--strategy", all), 0, static_cast<std::uint32_t>(all.size())})
        .help = error.help;
  return found;
}

// The meaning of one of a few words; false for any other.
template <class Meaning>
bool read_word(const std::string& text, std::initializer_list<std::pair<std::string_view, Meaning>> known,
               Meaning& into) {
  for (const auto& [word, meaning] : known)
    if (word == text) {
      into = meaning;
      return true;
    }
  return false;
}

}  // namespace

bool is_script(const std::string& strategy) {
  const auto items = explain::split_outside(strategy, ',');
  return std::any_of(items.begin(), items.end(), names_script);
}

// Scripts and names, from left to right.
std::optional<explain::Strategies> strategies_from(session::Workbench& workbench, const std::string& words,
                                                   std::vector<Expr>* spoken_of) {
  explain::Strategies all;
  for (const std::string& item : explain::split_outside(words, ',')) {
    auto found = names_script(item) ? from_script(workbench, without_blanks(item))
                                    : from_words(workbench, item, words, spoken_of);
    if (!found) return std::nullopt;
    std::move(found->begin(), found->end(), std::back_inserter(all));
  }
  return all;
}

bool read_show(const std::string& text, report::EvidenceView& view) {
  using Show = report::EvidenceView::Show;
  if (text.starts_with("names:")) {
    view.show = Show::Names;
    view.columns = explain::split_outside(text.substr(6), ',');
    return true;
  }
  return read_word<Show>(text, {{"all", Show::All}, {"changed", Show::Changed}, {"none", Show::None}}, view.show);
}

bool read_words(const std::string& text, report::EvidenceView& view) {
  using Words = report::EvidenceView::Words;
  return read_word<Words>(text, {{"prose", Words::Prose}, {"rules", Words::Rules}, {"none", Words::None}}, view.words);
}

std::optional<GoalChoice> read_goal_choice(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (colon == 0 || number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return GoalChoice{text.substr(0, colon), std::stoul(number)};
}

std::string read_explore_options(const Arguments& a, ExploreOptions& options) {
  constexpr std::size_t whole_budget = 20000;
  const std::string depth = a.text("depth"), show = a.text("show", "changed");
  options.extent.by_size = depth.empty() && !a.count("budget");
  if (!depth.empty()) options.extent.budget = whole_budget;
  if (!depth.empty() && depth != "all") {
    if (depth.size() > 9 || depth.find_first_not_of("0123456789") != std::string::npos)
      return "--depth takes a number or `all`";
    options.extent.depth = std::stoul(depth);
  }
  if (const auto budget = a.count("budget")) options.extent.budget = *budget;
  options.strategy = a.text("strategy");
  if (a.has("strategy") && options.strategy.find_first_not_of(" \t") == std::string::npos)
    return "--strategy names no strategy";
  options.view.backward = a.has("backward");
  if (a.has("verbose")) options.view.words = report::EvidenceView::Words::Rules;
  if (!read_show(show, options.view)) return "--show takes all, changed, none or names:x,y";
  if (a.has("abstract") && a.has("all-different"))
    return "--abstract and --all-different ask for different things: run one after the other";
  for (const std::string& choice : a.all("choose"))
    if (!read_goal_choice(choice))
      return fmt::format("`--choose {}`: expected GOAL:N, such as root:2 or 0.1:3", choice);
  if (a.has("all-different") && (a.has("choose") || a.has("alternatives")))
    return "--choose and --alternatives are about one evidence, not about --all-different";
  if (a.has("observe") && !a.has("all-different")) return "--observe goes with --all-different";
  return "";
}

Expr part_named(session::Workbench& workbench, const std::string& text) {
  const auto p = workbench.formula("formula", text, PropertyKind::Ctl);
  return p ? explain::normal_form(workbench.pool(), p->formula) : Expr();
}

namespace {

void look_as_scripted(session::Workbench& workbench, explain::Builder& builder, report::EvidenceView& view) {
  using Look = explain::Strategy::Look;
  const auto goal = [&](const std::string& text, std::string& out) {
    const Expr e = part_named(workbench, text);
    if (e) out = to_string(workbench.pool(), e);
    return static_cast<bool>(e);
  };
  for (const auto& s : builder.strategies()) {
    const auto ask = [&](Look what, auto take, const char* rule) {
      const auto text = s->look(builder.view(), what);
      if (text && !take(*text)) s->trouble = fmt::format("{}: `{}` {}", s->name(), *text, rule);
    };
    ask(
        Look::Start, [&](const std::string& t) { return goal(t, view.start); }, "is not a formula to start at");
    ask(
        Look::Stop, [&](const std::string& t) { return goal(t, view.stop); }, "is not a formula to stop at");
    ask(
        Look::Show, [&](const std::string& t) { return read_show(t, view); },
        "should be all, changed, none or names:x,y");
    ask(
        Look::Words, [&](const std::string& t) { return read_words(t, view); }, "should be prose, rules or none");
  }
}

bool has_goal(const report::ProofNode& root, const std::string& goal) {
  std::vector<const report::ProofNode*> open{&root};
  while (!open.empty()) {
    const report::ProofNode& n = *open.back();
    open.pop_back();
    if (n.goal == goal) return true;
    for (const report::ProofNode& child : n.children) open.push_back(&child);
  }
  return false;
}

}  // namespace

void show_as(session::Workbench& workbench, explain::Builder& builder, const report::EvidenceView& view,
             report::Evidence& evidence) {
  evidence.view = view;
  look_as_scripted(workbench, builder, evidence.view);
  for (std::string* end : {&evidence.view.start, &evidence.view.stop}) {
    if (end->empty() || has_goal(evidence.proof, *end)) continue;
    evidence.notes.push_back(fmt::format(
        "no goal here is `{}`, so the view is not cut there: -v shows the goals, --depth all expands the open ones",
        *end));
    end->clear();
  }
  evidence.drawing = report::drawing_of(evidence);
}

}  // namespace whynot::command
