// whynot farm --expand: a line for each property of each model, for people to go on with.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <set>

#include "command/other/farm_tables.h"
#include "host/files.h"
#include "report/json/value.h"

namespace whynot::command {
namespace {

using report::Json;

class Expansion {
 public:
  explicit Expansion(Run& run) : run_(run), command_(run.arguments.text("command", "check")) {}

  // Nothing, or how the command ends.
  std::optional<ExitCode> add(const std::string& model) {
    Arguments about;
    about.command = command_;
    about.operands = {model};
    if (run_.arguments.has("lang")) about.set("lang", run_.arguments.text("lang"));
    const CommandRow& command = *command_named(command_);
    const session::FrontEnd& front = front_of(about, command);
    if (const auto mistake = refuses(command, about, front)) return usage_error(run_, *mistake);
    const auto opened = run_.session.open(model_named(about, command, front), run_.in, run_.context);
    if (opened->models.empty()) {
      report::Report report = opened->report();
      return fail_with_diagnostics(run_, report, session::failure_of(report.diagnostics, run_.context));
    }
    for (const auto& open : opened->models)
      for (const Property& property : open->model->properties) add(model, property.name);
    if (std::any_of(opened->models.begin(), opened->models.end(),
                    [](const auto& m) { return !m->model->properties.empty(); }))
      return std::nullopt;
    run_.err << fmt::format("whynot: {} has no properties: no job is about it\n", model);
    return std::nullopt;
  }

  const std::string& text() const { return text_; }

 private:
  void add(const std::string& model, const std::string& property) {
    const std::string stem = std::filesystem::path(model).filename().stem().string();
    Json args = Json::array({"-p", property});
    if (run_.arguments.has("lang")) args.insert(args.end(), {"--lang", run_.arguments.text("lang")});
    Json line = {{"id", unique(stem + "-" + property)}, {"command", command_}, {"model", model}, {"args", args}};
    add_list("engines", line);
    add_list("bounds", line);
    add_list("seeds", line);
    if (run_.arguments.has("first")) line["mode"] = "first";
    text_ += report::dump(line) + "\n";
  }

  void add_list(const char* option, Json& line) const {
    if (run_.arguments.has(option)) line[option] = run_.arguments.list(option);
  }

  std::string unique(const std::string& id) {
    std::string tried = id;
    for (int n = 2; !ids_.insert(tried).second; ++n) tried = fmt::format("{}-{}", id, n);
    return tried;
  }

  Run& run_;
  std::string command_, text_;
  std::set<std::string> ids_;
};

}  // namespace

ExitCode expand_jobs(Run& run) {
  const Arguments& a = run.arguments;
  if (a.operands.empty())
    return usage_error(run, "`whynot farm --expand` needs models", "e.g. whynot farm --expand *.smv");
  const CommandRow* command = command_named(a.text("command", "check"));
  if (!command || !command->is_about_model() || !option_named("property", command->name))
    return usage_error(run, fmt::format("`{}` is not a command that jobs can ask about properties", a.text("command")),
                       "e.g. --command check, search, classify or falsify");
  Expansion expansion(run);
  for (const std::string& model : a.operands)
    if (const auto code = expansion.add(model)) return *code;
  std::string error;
  if (!a.has("output"))
    run.out << expansion.text() << std::flush;
  else if (!host::write_file(a.text("output"), expansion.text(), error))
    run.err << "whynot: cannot write " << error << "\n";
  return run.out && error.empty() ? exit_ok : exit_io;
}

}  // namespace whynot::command
