#include "app/shell/line_editor.h"

#include <editline/readline.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace whynot::app {
namespace {

// libedit calls back without context: the one editor of the terminal, while it lives.
LineEditor::Completions* current = nullptr;

char** complete(const char* /*text*/, int /*start*/, int end) {
  rl_attempted_completion_over = 1;
  if (!current) return nullptr;
  const std::vector<std::string> words = (*current)(std::string(rl_line_buffer, static_cast<std::size_t>(end)));
  if (words.empty()) return nullptr;
  std::string common = words[0];
  for (const std::string& word : words)
    while (word.compare(0, common.size(), common) != 0) common.pop_back();
  // The first entry replaces the word; the list is shown when there are several.
  char** list = static_cast<char**>(std::calloc(words.size() + 2, sizeof(char*)));
  list[0] = strdup(common.c_str());
  for (std::size_t i = 0; i < words.size() && words.size() > 1; ++i) list[i + 1] = strdup(words[i].c_str());
  return list;
}

std::filesystem::path history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && *state) return std::filesystem::path(state) / "whynot" / "history";
  return home ? std::filesystem::path(home) / ".local" / "state" / "whynot" / "history" : std::filesystem::path();
}

}  // namespace

LineEditor::LineEditor(std::istream& in, bool interactive, Completions completions) : in_(in), interactive_(interactive) {
  if (!interactive_) return;
  static Completions kept;
  kept = std::move(completions);
  current = &kept;
  rl_readline_name = const_cast<char*>("whynot");
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = const_cast<char*>(" \t");
  using_history();
  stifle_history(1000);
  read_history(history_file().c_str());
}

LineEditor::~LineEditor() {
  if (!interactive_) return;
  current = nullptr;
  const std::filesystem::path file = history_file();
  std::error_code ignored;  // a history that cannot be kept is no reason to complain
  if (!file.empty() && (std::filesystem::create_directories(file.parent_path(), ignored), !ignored)) write_history(file.c_str());
}

std::optional<std::string> LineEditor::next(const std::string& prompt) {
  if (!interactive_) {
    std::string line;
    return std::getline(in_, line) ? std::optional(line) : std::nullopt;
  }
  std::cout << std::flush;
  char* text = readline(prompt.c_str());
  if (!text) return std::nullopt;
  std::string line(text);
  std::free(text);
  if (line.find_first_not_of(" \t") != std::string::npos) add_history(line.c_str());
  return line;
}

}  // namespace whynot::app
