// The words are checked first, for they need no model; then names are looked up in the model, and a name that cannot be
// varied (a DEFINE, an array, a variable whose values are not numbers) is answered with what to ask for instead.
#include "command/about/intervals/request.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/about/intervals/finding.h"
#include "command/command.h"
#include "encode/code.h"
#include "report/spelling.h"

namespace whynot::command {
namespace {

using analyse::intervals::Scale;

bool all_digits(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// To name a variable twice says nothing new.
std::vector<std::string> named_once(const Arguments& arguments, const char* option) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.list(option))
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

// Of router tables, destinations, unless others are named.
std::vector<std::string> variables_of(const Arguments& arguments, const session::Workbench& bench) {
  std::vector<std::string> names = named_once(arguments, "variable");
  if (names.empty() && bench.opened()->name.front == "net") names = {"packet.ipdst"};
  return names;
}

std::optional<UsageError> read_plain_options(const Arguments& arguments, const session::Workbench& bench,
                                             IntervalRequest& request) {
  const std::vector<std::string> variables = variables_of(arguments, bench);
  if (variables.empty())
    return UsageError{"`whynot intervals` needs a variable: -v VAR",
                      "e.g. whynot intervals net.smv -p reach_b -v packet.ipdst"};
  const std::string over = arguments.text("over", "run");
  if (over != "run") request.over = over == "all" ? Over::All : Over::Length;
  const std::string step = arguments.text("at-step", "first");
  if (step == "every")
    request.every_step = true;
  else if (all_digits(step))
    request.step = std::stoull(step);
  else if (arguments.has("at-step"))
    return UsageError{fmt::format("`--at-step {}`: expected a step's number, or `every`", step), ""};
  if (arguments.has("name") && arguments.text("name").empty())
    return UsageError{"`--name` needs a name for the set", ""};
  const std::string base = arguments.text("base", "1");
  if (base == "0") return UsageError{"`--base 0`: counterexamples are numbered from 1", ""};
  if (all_digits(base))
    request.base_number = std::max<std::size_t>(1, std::stoull(base));
  else
    request.base_file = base;
  return std::nullopt;
}

bool is_one(session::Workbench& bench, const std::vector<Property>& selected) {
  if (selected.size() == 1) return true;
  std::vector<std::string> known;
  for (const Property& p : bench.model().properties) known.push_back(p.name);
  auto& error = bench.diagnostics().error("intervals.one-property", "intervals are about one property", {1, 0, 0});
  error.help = known.empty() ? "the model has none; add one with -f"
                             : fmt::format("choose one with -p: {}", fmt::join(known, ", "));
  return false;
}

// Finds variables by their names; what cannot be varied becomes a diagnostic.
class VariableFinder {
 public:
  VariableFinder(session::Workbench& bench, bool ordered) : bench_(bench), ordered_(ordered) {}

  // `needs_scale`: only if its values are numbers, or symbols whose order counts.
  std::optional<Target> find(const std::string& name, bool needs_scale) {
    std::size_t column = 0, input = 0;
    std::vector<std::string_view> candidates;
    for (const VariableDecl& v : bench_.system().variables) {
      const std::string& known = bench_.pool().name_of(v.variable);
      std::size_t& index = v.kind == VariableKind::Input ? input : column;
      if (known == name) {
        auto scale = Scale::of(v.variable.type(), !needs_scale || ordered_);
        if (scale && encode::has_code(v.variable.type())) return Target{v, name, index, *scale};
        not_a_number(v, name);
        return std::nullopt;
      }
      candidates.push_back(known);
      ++index;
    }
    unknown_variable(name, candidates);
    return std::nullopt;
  }

 private:
  void not_a_number(const VariableDecl& v, const std::string& name) {
    auto& error = bench_.diagnostics().error(
        "intervals.not-a-number",
        fmt::format("`{}` has type {}, whose values are no numbers: there are no intervals of them", name,
                    v.variable.type().to_string()),
        v.where);
    if (v.variable.type().is(TypeKind::Enum))
      error.help = "--ordered takes the symbols in the order of their declaration";
  }

  void unknown_variable(const std::string& name, const std::vector<std::string_view>& candidates) {
    if (is_define(name) || has_parts(name, candidates)) return;
    auto& error = bench_.diagnostics().error("app.unknown-column", fmt::format("the model has no variable `{}`", name),
                                             {1, 0, 0});
    if (const auto near = nearest_name(name, candidates); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }

  bool is_define(const std::string& name) {
    const auto& defines = bench_.system().defines;
    const auto found = std::find_if(defines.begin(), defines.end(), [&](const Define& d) { return d.name == name; });
    if (found == defines.end()) return false;
    auto& error = bench_.diagnostics().error(
        "intervals.define", fmt::format("`{}` is a DEFINE: it follows from variables", name), found->where);
    std::vector<std::string> below;
    for (Expr x : support(found->value)) below.push_back(bench_.pool().name_of(x));
    if (!below.empty()) error.help = fmt::format("ask for {}", fmt::join(below, ", "));
    return true;
  }

  // Whether the name is that of an array or an instance: its elements have values, it has none.
  bool has_parts(const std::string& name, const std::vector<std::string_view>& candidates) {
    constexpr std::size_t most_shown = 6;
    std::vector<std::string_view> parts;
    for (std::string_view c : candidates)
      if (c.starts_with(name + "[") || c.starts_with(name + ".")) parts.push_back(c);
    if (parts.empty() || name.empty()) return false;
    const bool is_array = parts[0][name.size()] == '[';
    auto& error = bench_.diagnostics().error(
        "intervals.not-a-number",
        fmt::format("`{}` is {}: it has no value of its own", name, is_array ? "an array" : "an instance of a module"),
        {1, 0, 0});
    const bool all = parts.size() <= most_shown;
    parts.resize(std::min(parts.size(), most_shown));
    error.help = fmt::format("ask for {}{}", fmt::join(parts, ", "), all ? "" : ", …");
    return true;
  }

  session::Workbench& bench_;
  bool ordered_;
};

bool find_variables(const Arguments& arguments, session::Workbench& bench, IntervalRequest& request) {
  VariableFinder finder(bench, arguments.has("ordered"));
  for (const std::string& name : variables_of(arguments, bench))
    if (auto target = finder.find(name, true)) request.targets.push_back(std::move(*target));
  for (const std::string& name : named_once(arguments, "free"))
    if (auto target = finder.find(name, false)) request.free.push_back(std::move(*target));
  return bench.diagnostics().ok();
}

// --contains LO..HI, in the spelling of the first variable.
std::optional<UsageError> read_contains(const Arguments& arguments, IntervalRequest& request) {
  if (!arguments.has("contains")) return std::nullopt;
  const std::string text = arguments.text("contains");
  const Scale& scale = request.targets[0].scale;
  report::Intervals shape;
  shape.width = scale.width();
  shape.is_signed = scale.is_signed();
  shape.as = arguments.text("as");
  if (scale.is_symbolic())
    for (const Value& v : scale.type().values()) shape.symbols.push_back(v.to_string());
  request.window = read_window(text, report::number_style(shape));
  if (!request.window) return UsageError{fmt::format("`--contains {}`: {}", text, window_shape), ""};
  return std::nullopt;
}

}  // namespace

std::optional<UsageError> read_interval_request(const Run& run, session::Workbench& bench,
                                                const std::vector<Property>& properties, IntervalRequest& request) {
  const Arguments& arguments = run.arguments;
  request.as_text = !arguments.has("json") && !arguments.has("format") && !run.events;
  request.limit = arguments.count("limit").value_or(request.as_text ? most_listed_as_text : most_listed);
  if (auto mistake = read_plain_options(arguments, bench, request)) return mistake;
  if (!is_one(bench, properties) || !find_variables(arguments, bench, request)) return std::nullopt;
  return read_contains(arguments, request);
}

}  // namespace whynot::command
