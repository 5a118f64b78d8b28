// A command is split as a shell would split it, then read as a list of permissions: a flag is passed on only if it is
// in the table, and a path only after it has been resolved.  Everything else is dropped.
#include "session/helpers/compile_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "host/files.h"
#include "report/json/value.h"

namespace whynot::session {
namespace {

namespace fs = std::filesystem;

// Within double quotes a backslash stands for itself unless one of these follows it.
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
    if (c == '\\' && i + 1 < command.size() && escapes(quote, command[i + 1])) {
      word += command[++i];
      open = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (c != ' ' && c != '\t' && c != '\n') {
      word += c;
      open = true;
    } else if (open) {
      words.push_back(std::move(word));
      word.clear();
      open = false;
    }
  }
  if (open) words.push_back(std::move(word));
  return words;
}

// A word that begins with `@` is a file of further arguments to clang, one that begins with `-` a flag.
bool is_plain(std::string_view name) {
  return !name.empty() && name[0] != '@' && name[0] != '-' && name.find('\0') == std::string_view::npos;
}

// What the flag's value is; the longer names first, since `-I` begins `-Include` as well.
enum class Value { File, Folder, Macro };
struct Flag {
  std::string_view name;
  Value value;
};
constexpr std::array taken_flags = std::to_array<Flag>({{"-include", Value::File},
                                                        {"-idirafter", Value::Folder},
                                                        {"-isystem", Value::Folder},
                                                        {"-iquote", Value::Folder},
                                                        {"-I", Value::Folder},
                                                        {"-D", Value::Macro},
                                                        {"-U", Value::Macro}});

// The present names of standards, as names that older versions of clang know, too.
std::string standard_flag(const std::string& word) {
  constexpr std::array names = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"c23", "c2x"}, {"gnu23", "gnu2x"}, {"c++23", "c++2b"}, {"gnu++23", "gnu++2b"}});
  const std::string_view name = std::string_view(word).substr(5);
  for (const auto& [newer, older] : names)
    if (name == newer) return fmt::format("-std={}", older);
  return word;
}

bool is_standard(std::string_view word) {
  constexpr std::string_view begin = "-std=";
  return word.starts_with(begin) && word.size() > begin.size() &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+:", begin.size()) == std::string_view::npos;
}

// "c" or "c++" by the file's ending, else empty.
std::string_view language_of_file(const fs::path& file) {
  const std::string ending = file.extension().string();
  constexpr std::array c = std::to_array<std::string_view>({".c", ".i", ".h"});
  constexpr std::array cpp = std::to_array<std::string_view>(
      {".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii", ".hh", ".hpp", ".hxx"});
  if (std::find(c.begin(), c.end(), ending) != c.end()) return "c";
  return std::find(cpp.begin(), cpp.end(), ending) != cpp.end() ? "c++" : "";
}

// `-x c` and `-x c++` say which of the two it is; no other language is one of ours.
std::string language_in(const std::vector<std::string>& words, std::string_view otherwise) {
  std::string language(otherwise);
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string_view value;
    if (words[i] == "-x" && i + 1 < words.size())
      value = words[i + 1];
    else if (words[i].starts_with("-x"))
      value = std::string_view(words[i]).substr(2);
    if (value == "c" || value == "c++") language = value;
  }
  return language;
}

// The file that a link leads to must have such an ending, too: the link itself may have any name.
bool is_c(const fs::path& file) {
  std::error_code none;
  return !language_of_file(file).empty() && !language_of_file(fs::weakly_canonical(file, none)).empty();
}

// Where a compiler finds what `-include` names: the first of these folders that has it.
std::string found_in(const std::vector<std::string>& folders, const std::string& name) {
  std::error_code none;
  for (const std::string& folder : folders)
    if (const fs::path path = fs::path(folder) / name; fs::exists(path, none)) return path.string();
  return name;
}

class Database {
 public:
  Database(const std::string& path, Opening& opening, std::vector<CSource>& sources)
      : path_(path), opening_(opening), sources_(sources), project_(fs::absolute(host::folder_of(path))) {}

  void read() {
    const auto file = opening_.add_regular(path_);
    if (!file) return;
    file_ = *file;
    const auto json = report::parse_json(opening_.sources.text(file_), {file_, 0, "c"}, opening_.diagnostics);
    if (!json) return;
    if (!json->is_array()) return refuse("c.compile-commands", "this is not a list of commands");
    if (json->empty()) return refuse("c.no-sources", "the file names no sources");
    for (std::size_t i = 0; i < json->size(); ++i) add((*json)[i], i + 1);
    if (sources_.empty() && opening_.diagnostics.ok()) refuse("c.no-sources", "the file names no C sources");
  }

 private:
  void refuse(std::string code, std::string what) {
    opening_.diagnostics.error(std::move(code), std::move(what), {file_, 0, 0}).help =
        "compile_commands.json as cmake and bear write it";
  }

  void add(const nlohmann::json& entry, std::size_t number) {
    const std::string file = report::string_member(entry, "file"),
                      directory = report::string_member(entry, "directory");
    if (file.empty()) return refuse("c.compile-commands", fmt::format("command {} has no `file`", number));
    for (const std::string& name : {file, directory})
      if (!name.empty() && !is_plain(name))
        return refuse("c.odd-name",
                      fmt::format("command {}: `{}` is not a plain path: it is not handed to clang", number, name));
    const fs::path folder = (project_ / directory).lexically_normal();
    if (!host::is_folder(folder.string()))
      return refuse("c.compile-commands", fmt::format("command {}: there is no directory `{}`", number, directory));
    add_source(file, folder, words_of(entry));
  }

  void add_source(const std::string& file, const fs::path& folder, const std::vector<std::string>& words) {
    const fs::path source = folder / file;
    if (!is_c(source))
      return warn("c.left-out", fmt::format("`{}` is not a C source by its name: it is left out", file));
    std::string error;
    if (!host::is_readable(source.string(), error)) return refuse("c.no-file", error);
    Flags flags = harmless_flags(words, folder, project_);
    for (const std::string& flag : flags.refused)
      warn("c.flag-left-out",
           fmt::format("`{}` is left out: there is no such file in the directory of {}", flag, path_));
    const bool is_relative = fs::path(file).is_relative();
    sources_.push_back({source.string(), is_relative ? folder.string() : "",
                        language_in(words, language_of_file(source)), std::move(flags.taken)});
  }

  void warn(std::string code, std::string what) {
    opening_.diagnostics.add({Severity::Warning, std::move(code), std::move(what), {file_, 0, 0}, {}, {}});
  }

  static std::vector<std::string> words_of(const nlohmann::json& entry) {
    const auto* list = report::member(entry, "arguments");
    if (!list || !list->is_array()) return shell_words(report::string_member(entry, "command"));
    std::vector<std::string> words;
    for (const auto& word : *list)
      if (word.is_string()) words.push_back(word.get<std::string>());
    return words;
  }

  const std::string& path_;
  Opening& opening_;
  std::vector<CSource>& sources_;
  fs::path project_;
  FileId file_ = 0;
};

}  // namespace

Flags harmless_flags(const std::vector<std::string>& words, const fs::path& directory, const fs::path& project) {
  Flags flags;
  std::vector<std::string> included, folders{directory.string()};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_standard(words[i])) flags.taken.push_back(standard_flag(words[i]));
    const auto flag = std::find_if(taken_flags.begin(), taken_flags.end(),
                                   [&](const Flag& f) { return words[i].starts_with(f.name); });
    if (flag == taken_flags.end()) continue;
    const bool is_apart = words[i].size() == flag->name.size();
    const std::string beside = i + 1 < words.size() ? words[i + 1] : "";
    const std::string value = is_apart ? beside : words[i].substr(flag->name.size());
    if (!is_plain(value)) continue;
    if (is_apart) ++i;
    const std::string path = (directory / value).string();
    if (flag->value == Value::File) {
      included.push_back(value);
      continue;
    }
    if (flag->value == Value::Folder) folders.push_back(path);
    flags.taken.push_back(fmt::format("{}{}", flag->name, flag->value == Value::Macro ? value : path));
  }
  for (const std::string& name : included) {
    const std::string path = found_in(folders, name);
    if (host::is_within(path, project))
      flags.taken.push_back(fmt::format("-include{}", path));
    else
      flags.refused.push_back(fmt::format("-include {}", name));
  }
  return flags;
}

void add_c_file(const std::string& path, Opening& opening, std::vector<CSource>& sources) {
  if (!is_plain(path)) {
    opening.diagnostics
        .error("c.odd-name", fmt::format("`{}` is not a plain path: it is not handed to clang", path),
               {opening.sources.add(path, ""), 0, 0})
        .help = fmt::format("write it as ./{}", path);
    return;
  }
  if (!opening.add_regular(path)) return;
  const std::string_view language = language_of_file(path);
  const bool is_relative = fs::path(path).is_relative();
  const fs::path here = fs::current_path();
  sources.push_back({is_relative ? (here / path).string() : path,
                     is_relative ? here.string() : "",
                     language.empty() ? "c" : std::string(language),
                     {}});
}

void add_commands(const std::string& path, Opening& opening, std::vector<CSource>& sources) {
  Database(path, opening, sources).read();
}

}  // namespace whynot::session
