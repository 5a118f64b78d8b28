// A job is a command line: the tables that read ours read it, and the session that opens our models opens its model.
#include "command/other/farm_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "base/sha256.h"
#include "command/version.h"
#include "farm/answer.h"
#include "host/files.h"
#include "model/replay.h"
#include "session/traces.h"
#include "session/workbench.h"

namespace whynot::command {
namespace {

// Those that write somewhere, ask a person or never end.
bool has_place_in_job(const OptionRow& option) {
  constexpr std::array elsewhere =
      std::to_array<std::string_view>({"format", "watch", "interactive", "help", "version"});
  return option.role != Role::File && std::find(elsewhere.begin(), elsewhere.end(), option.name) == elsewhere.end();
}

std::optional<std::string> mistake_in(const std::vector<std::string>& words) {
  const auto parsed = parse_arguments(words);
  const auto told = [](const UsageError& error) {
    return error.message + (error.help.empty() ? "" : "; " + error.help);
  };
  if (const auto* error = std::get_if<UsageError>(&parsed)) return told(*error);
  const auto& arguments = std::get<Arguments>(parsed);
  const CommandRow* command = command_named(arguments.command);
  if (!command || !command->is_about_model())
    return fmt::format("`{}` is not about a model: a job is check, search, classify, ...", arguments.command);
  for (const OptionRow& option : option_table())
    if (applies(option, command->name) && !has_place_in_job(option) && !arguments.given(option.name).empty())
      return fmt::format("`--{}` has no place in a job", option.name);
  if (arguments.operands.size() != 1 || arguments.operands[0] == "-") return "a job has one model, a file";
  if (const auto error = refuses(*command, arguments, front_of(arguments, *command))) return told(*error);
  return std::nullopt;
}

struct Opened {
  Arguments arguments;
  std::shared_ptr<session::Opened> model;
};

// REQUIRES words that the tables accept.
Opened open(Run& run, const std::vector<std::string>& words) {
  Opened out{std::get<Arguments>(parse_arguments(words)), nullptr};
  const CommandRow& command = *command_named(out.arguments.command);
  out.model =
      run.session.open(model_named(out.arguments, command, front_of(out.arguments, command)), run.in, run.context);
  return out;
}

std::optional<std::vector<std::string>> values_of(Run& run, const std::string& model, const std::string& variable,
                                                  Diagnostics& diagnostics, Span where) {
  constexpr unsigned most = 4096;
  const auto fail = [&](std::string message) {
    diagnostics.error("farm.cubes", std::move(message), where);
    return std::nullopt;
  };
  const std::vector<std::string> words{"check", model};
  if (const auto mistake = mistake_in(words)) return fail(*mistake);
  const Opened opened = open(run, words);
  if (opened.model->models.empty()) return fail(fmt::format("{} cannot be read: `whynot check` says why", model));
  const whynot::Model& system = *opened.model->models[0]->model;
  if (system.kind() != Kind::System) return fail("cubes are for systems");
  const auto& columns = system.stepper->signature()->columns;
  const auto column = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == variable; });
  if (column == columns.end()) return fail(fmt::format("{} has no variable `{}`", model, variable));
  const auto size = column->type.size();
  if (!size || *size > most) return fail(fmt::format("`{}` has too many values to split by", variable));
  std::vector<std::string> values;
  for (Integer i = 0; i < *size; ++i) values.push_back(column->type.value(i).to_string());
  return values;
}

std::string text_of(const std::string& path) {
  std::string error;
  return host::read_file(path, error, {.only_regular = true}).value_or(error);
}

// Of a directory all its files, in the order of their names.
std::string hash_of_what_is(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return sha256(text_of(path.string()));
  if (!std::filesystem::is_directory(path, error)) return "";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, error))
    if (entry.is_regular_file(error)) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::string all;
  for (const std::string& file : files) all += file + "\n" + sha256(text_of(file)) + "\n";
  return sha256(all);
}

}  // namespace

const std::string& JobKeys::hash_of(const std::string& path) {
  const auto [found, is_new] = hashes_.try_emplace(path);
  if (is_new) found->second = hash_of_what_is(path);
  return found->second;
}

std::string JobKeys::of(const farm::Job& job) {
  std::string all = fmt::format("{}\n", version);
  for (const std::string& word : job.words()) {
    all += fmt::format("{} {}\n", word.size(), word);
    if (const std::string file = split_step(word.substr(word.find('=') + 1)).file; !file.empty())
      if (const std::string& hash = hash_of(file); !hash.empty()) all += hash + "\n";
  }
  if (job.cpu_seconds) all += fmt::format("{} s\n", *job.cpu_seconds);
  return sha256(all);
}

farm::Tables farm_tables(Run& run) {
  return {mistake_in,
          [&run](const std::string& model, const std::string& variable, Diagnostics& diagnostics, Span where) {
            return values_of(run, model, variable, diagnostics, where);
          },
          std::string(engine::engine_with(&engine::Powers::several).name())};
}

std::optional<std::string> refuses_traces(Run& run, const farm::Job& job, const std::string& report) {
  const auto answer = farm::read_answer(report);
  const Opened opened = open(run, job.words());
  if (!answer || opened.model->models.empty()) return "the model cannot be read here";
  const Arguments& a = opened.arguments;
  std::vector<std::string> names;
  if (option_named("property", a.command)) names = a.all("property");
  session::Workbench bench(opened.model, names, run.context);
  std::istringstream text(report);
  const auto entries = session::read_traces("-", text, &bench.model(), bench.sources(), bench.diagnostics());
  const auto properties = bench.select(names, a.all("formula"), kind_asked(a));
  if (!entries || !properties) return "its traces do not fit the model: " + bench.diagnostics().all().front().message;
  for (const farm::PropertyAnswer& p : answer->properties) {
    if (p.verdict != "violated") continue;
    const auto property =
        std::find_if(properties->begin(), properties->end(), [&](const Property& q) { return q.name == p.name; });
    if (property == properties->end()) return fmt::format("the model has no property `{}`", p.name);
    for (const std::string& id : p.traces) {
      const auto entry = std::find_if(entries->begin(), entries->end(), [&](const auto& e) { return e.id == id; });
      if (entry == entries->end()) return fmt::format("there is no trace `{}`", id);
      if (const auto refusal =
              replay(bench.model(), entry->trace, {.property = &*property, .from_initial = !a.has("from")}))
        return fmt::format("trace {} is refused at step {}: {}", id, refusal->step, refusal->reason);
    }
  }
  return std::nullopt;
}

}  // namespace whynot::command
