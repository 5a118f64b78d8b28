// The table of languages.  A further front end is a row here, a file in session/open and a room in src/front.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "host/files.h"
#include "session/front_end.h"
#include "session/open/net.h"
#include "session/policies.h"

namespace whynot::session {

// One for each language, in session/open/NAME.cpp.
std::vector<std::unique_ptr<Model>> open_smv(Opening&);
std::vector<std::unique_ptr<Model>> open_net(Opening&);
std::vector<std::unique_ptr<Model>> open_aiger(Opening&);
std::vector<std::unique_ptr<Model>> open_btor2(Opening&);
std::vector<std::unique_ptr<Model>> open_verilog(Opening&);
std::optional<Mistake> refuses_verilog(const ModelName&);
std::vector<std::unique_ptr<Model>> open_ots(Opening&);
std::vector<std::unique_ptr<Model>> open_pyv(Opening&);
std::vector<std::unique_ptr<Model>> open_maude(Opening&);
std::vector<std::unique_ptr<Model>> open_cafe(Opening&);
std::vector<std::unique_ptr<Model>> open_pds(Opening&);
std::vector<std::unique_ptr<Model>> open_c(Opening&);

namespace {

constexpr std::array rows = std::to_array<FrontEnd>({
    // name, what it is called, what reports say, suffixes, the kind of model, first words of a file, several files,
    // open,
    // refuses
    {"smv", "SMV models", "smv", ".smv", Kind::System, "MODULE", false, open_smv},
    {"net", "router tables", "smv", "/", Kind::System, "", false, open_net, refuses_net},
    {"aiger", "AIGER circuits", "aiger", ".aag .aig", Kind::System, "aag aig", false, open_aiger},
    {"btor2", "BTOR2 circuits", "btor2", ".btor2 .btor", Kind::System, "", false, open_btor2},
    {"verilog", "Verilog designs", "verilog", ".v .sv .sby", Kind::System, "module", true, open_verilog,
     refuses_verilog},
    {"ots", "specifications", "ots", ".ots", Kind::Specification, "ots", false, open_ots},
    {"pyv", "mypyvy's specifications", "pyv", ".pyv", Kind::Specification, "sort", false, open_pyv},
    {"maude", "Maude modules", "maude", ".maude", Kind::Specification, "fmod", false, open_maude},
    {"cafe", "CafeOBJ modules", "cafe", ".cafe", Kind::Specification, "", false, open_cafe},
    {"pds", "pushdown systems", "pds", ".pds .efsa", Kind::Program, "pds events property", true, open_pds},
    {"c", "C sources", "c", ".c compile_commands.json", Kind::Program, "", true, open_c},
});

// Calls `visit` with each word of a list separated by blanks, until it says true.
template <class Visit>
bool any_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0 && visit(words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The first word, comments of the languages (-- and // and #) left out.
std::string_view first_word(std::string_view text) {
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    const bool comment = text.starts_with("--") || text.starts_with("//") || text.starts_with('#');
    if (!comment) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

}  // namespace

std::string ModelName::text(std::string_view option, std::string_view otherwise) const {
  const auto found = std::find_if(options.rbegin(), options.rend(), [&](const auto& o) { return o.first == option; });
  return found == options.rend() ? std::string(otherwise) : found->second;
}

std::vector<std::string> ModelName::all(std::string_view option) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : options)
    if (name == option) values.push_back(value);
  return values;
}

bool ModelName::has(std::string_view option) const {
  return std::any_of(options.begin(), options.end(), [&](const auto& o) { return o.first == option; });
}

Stamp::Stamp(std::string of) : path(std::move(of)), looks("missing") {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return;
  looks = fmt::format("{} {} {} {}.{}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                      status.st_mtim.tv_nsec);
}

std::optional<FileId> Opening::add(const std::string& path) {
  read.emplace_back(path);
  std::string error;
  if (auto text = host::read_file(path, in, error)) return sources.add(path, std::move(*text));
  diagnostics.error("app.cannot-read", error, {sources.add(path, ""), 0, 0});
  return std::nullopt;
}

std::optional<FileId> Opening::add_regular(const std::string& path) {
  read.emplace_back(path);
  return host::read_source(path, sources, diagnostics, {.only_regular = true});
}

std::span<const FrontEnd> front_ends() { return rows; }

std::string front_end_words() {
  std::string words;
  for (const FrontEnd& row : rows) words += fmt::format("{}{}", words.empty() ? "" : "|", row.name);
  return words;
}

const FrontEnd* front_end_named(std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const FrontEnd& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

const FrontEnd* front_end_by_suffix(const std::string& file) {
  const bool folder = host::is_folder(file);
  for (const FrontEnd& row : rows)
    if (any_word(row.suffixes,
                 [&](std::string_view suffix) { return suffix == "/" ? folder : !folder && file.ends_with(suffix); }))
      return &row;
  return nullptr;
}

bool is_policy_file(std::string_view name) { return name.ends_with(".efsa"); }

const FrontEnd* front_end_by_text(std::string_view text) {
  const std::string_view word = first_word(text);
  for (const FrontEnd& row : rows)
    if (any_word(row.begins, [&](std::string_view known) { return known == word; })) return &row;
  return nullptr;
}

}  // namespace whynot::session
