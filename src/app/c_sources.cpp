#include "app/c_sources.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/process.h"
#include "front/c/pushdown.h"
#include "report/json_value.h"

namespace whynot::app {
namespace {

struct Unit {
  std::string file, folder;
  std::vector<std::string> flags;
};

// Flags that decide what the text means: where headers are, what macros say, which language it is.
bool matters(std::string_view flag) {
  for (const std::string_view prefix : {"-I", "-D", "-U", "-std=", "-f", "-m", "-isystem", "-iquote", "-include", "-x"})
    if (flag.starts_with(prefix)) return true;
  return false;
}

bool takes_next(std::string_view flag) {
  for (const std::string_view lone : {"-I", "-D", "-U", "-isystem", "-iquote", "-include", "-x"})
    if (flag == lone) return true;
  return false;
}

// Within double quotes a backslash is one unless it stands before one of these.
bool escapes(char quote, char next) {
  return quote == 0 || (quote == '"' && std::string_view("\"\\$`").find(next) != std::string_view::npos);
}

// A command line split as a shell would, quotes and backslashes understood.
std::vector<std::string> shell_words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && i + 1 < command.size() && escapes(quote, command[i + 1]))
      word += command[++i], open = true;
    else if (quote != 0)
      c == quote ? void(quote = 0) : void(word += c);
    else if (c == '"' || c == '\'')
      quote = c, open = true;
    else if (c != ' ' && c != '\t' && c != '\n')
      word += c, open = true;
    else if (open)
      words.push_back(std::move(word)), word.clear(), open = false;
  }
  if (open) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> useful_flags(const std::vector<std::string>& words) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!matters(words[i])) continue;
    flags.push_back(words[i]);
    if (takes_next(words[i]) && i + 1 < words.size()) flags.push_back(words[++i]);
  }
  return flags;
}

class Compilation {
 public:
  Compilation(Desk& desk, Context& context) : desk_(desk), context_(context) {}

  std::optional<std::vector<front_c::Module>> run(const std::vector<std::string>& paths) {
    std::vector<Unit> units;
    for (const std::string& path : paths)
      if (path.ends_with(".json"))
        read_database(path, units);
      else if (desk_.read(path))
        units.push_back({path, "", {}});
    std::vector<front_c::Module> modules;
    for (const Unit& unit : units) {
      if (!desk_.diagnostics.ok() || context_.should_stop()) break;
      context_.progress(unit.file);
      compile(unit, modules);
    }
    if (context_.should_stop()) desk_.diagnostics.error("c.stopped", context_.stop_reason(), {});
    if (!desk_.diagnostics.ok()) return std::nullopt;
    return modules;
  }

 private:
  void read_database(const std::string& path, std::vector<Unit>& units) {
    const auto file = desk_.read(path);
    if (!file) return;
    const auto json = report::parse_json(desk_.sources.text(*file), {*file, 0, "c"}, desk_.diagnostics);
    if (!json) return;
    const auto refuse = [&](std::string what, std::string code = "c.compile-commands") {
      desk_.diagnostics.error(std::move(code), std::move(what), {*file, 0, 0}).help =
          "compile_commands.json as cmake and bear write it";
    };
    if (!json->is_array()) return refuse("this is no list of commands");
    if (json->empty()) return refuse("the file names no sources", "c.no-sources");
    for (std::size_t i = 0; i < json->size(); ++i) {
      Unit unit = unit_of((*json)[i]);
      if (unit.file.empty())
        refuse(fmt::format("command {} has no `file`", i + 1));
      else if (!unit.folder.empty() && !std::filesystem::is_directory(unit.folder))
        refuse(fmt::format("command {}: there is no directory `{}`", i + 1, unit.folder));
      else
        units.push_back(std::move(unit));
    }
  }

  static Unit unit_of(const nlohmann::json& entry) {
    std::vector<std::string> words;
    if (const auto* list = report::member(entry, "arguments"); list && list->is_array()) {
      for (const auto& word : *list)
        if (word.is_string()) words.push_back(word.get<std::string>());
    } else {
      words = shell_words(report::string_member(entry, "command"));
    }
    return {report::string_member(entry, "file"), report::string_member(entry, "directory"), useful_flags(words)};
  }

  void compile(const Unit& unit, std::vector<front_c::Module>& modules) {
    const char* named = std::getenv("WHYNOT_CLANG");
    const std::vector<std::string> candidates =
        named ? std::vector<std::string>{named} : std::vector<std::string>{"clang-14", "clang"};
    for (const std::string& clang : candidates) {
      std::vector<std::string> words{clang, "-O0", "-g", "-S", "-emit-llvm", "-w", "-o", "-"};
      words.insert(words.end(), unit.flags.begin(), unit.flags.end());
      words.push_back(unit.file);
      const ProcessResult result = run_process(words, unit.folder, context_);
      if (context_.should_stop()) return;
      if (!result.found) continue;
      if (result.status == 0) return void(modules.push_back(front_c::read_ir(result.out)));
      Diagnostic& d =
          desk_.diagnostics.error("c.does-not-compile", fmt::format("clang does not compile `{}`", unit.file), {});
      d.help = result.err;
      return;
    }
    desk_.diagnostics.error("c.no-clang", "C sources need clang, which is not installed", {}).help =
        "apt install clang-14, or name one by WHYNOT_CLANG";
  }

  Desk& desk_;
  Context& context_;
};

}  // namespace

std::optional<std::string> read_c_sources(const std::vector<std::string>& paths, const std::string& entry, Desk& desk,
                                          Context& context) {
  const auto modules = Compilation(desk, context).run(paths);
  if (!modules) return std::nullopt;
  const front_c::Pushdown made = front_c::make_pushdown(*modules, entry);
  if (made.text.empty()) {
    desk.diagnostics.error("c.no-entry", fmt::format("no source defines the function `{}`", entry), {}).help =
        "--entry names the one to start with";
    return std::nullopt;
  }
  for (const std::string& note : made.notes) desk.diagnostics.add({Severity::Note, "c.abstracted", note, {}, {}, {}});
  return made.text;
}

}  // namespace whynot::app
