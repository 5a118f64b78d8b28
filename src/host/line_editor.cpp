// A wrapper around libedit with callbacks for completion, and getline where there is no terminal.
#include "host/line_editor.h"

#include <histedit.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace whynot::host {
namespace {

std::filesystem::path history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && *state) return std::filesystem::path(state) / "whynot" / "history";
  return home ? std::filesystem::path(home) / ".local" / "state" / "whynot" / "history" : std::filesystem::path();
}

// While a line is edited ^C is a key; while a command runs it is a signal.  libedit has to find the terminal so: what
// it sees changed it takes for the user's wish, and binds the key anew.
class InterruptIsAKey {
 public:
  InterruptIsAKey() : known_(tcgetattr(STDIN_FILENO, &before_) == 0) { set(_POSIX_VDISABLE); }
  ~InterruptIsAKey() { set(before_.c_cc[VINTR]); }
  InterruptIsAKey(const InterruptIsAKey&) = delete;
  InterruptIsAKey& operator=(const InterruptIsAKey&) = delete;

 private:
  void set(cc_t interrupt) const {
    termios now{};
    if (!known_ || tcgetattr(STDIN_FILENO, &now) != 0) return;
    now.c_cc[VINTR] = interrupt;
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  termios before_{};
  bool known_;
};

}  // namespace

struct LineEditor::Edit {
  EditLine* line = nullptr;
  History* past = nullptr;
  std::string prompt;
  Completions completions;

  ~Edit() {
    if (past) {
      keep_history();
      history_end(past);
    }
    if (line) el_end(line);
  }

  void load_history() {
    past = history_init();
    HistEvent event;
    history(past, &event, H_SETSIZE, 1000);
    history(past, &event, H_SETUNIQUE, 1);
    if (const auto file = history_file(); !file.empty()) history(past, &event, H_LOAD, file.c_str());
    el_set(line, EL_HIST, history, past);
  }

  void keep_history() {
    const auto file = history_file();
    std::error_code ignored;  // a history that cannot be kept is no reason to complain
    if (file.empty() || (std::filesystem::create_directories(file.parent_path(), ignored), ignored)) return;
    HistEvent event;
    history(past, &event, H_SAVE, file.c_str());
  }

  // libedit hands the client data back: no globals.
  static Edit& of(EditLine* line) {
    Edit* edit = nullptr;
    el_get(line, EL_CLIENTDATA, &edit);
    return *edit;
  }
  static char* prompt_of(EditLine* line) { return of(line).prompt.data(); }

  static unsigned char complete(EditLine* line, int) {
    const LineInfo* info = el_line(line);
    const std::string typed(info->buffer, info->cursor);
    const std::string last = typed.substr(typed.find_last_of(" \t") + 1);
    const std::vector<std::string> words = of(line).completions(typed);
    if (words.empty()) return CC_REFRESH_BEEP;
    std::string common = words[0];
    for (const std::string& word : words)
      while (word.compare(0, common.size(), common) != 0) common.pop_back();
    if (words.size() == 1) common += ' ';
    if (common.size() > last.size())
      return el_insertstr(line, common.substr(last.size()).c_str()) == -1 ? CC_ERROR : CC_REFRESH;
    std::fputc('\n', stderr);
    for (const std::string& word : words) std::fprintf(stderr, "%s  ", word.c_str());
    std::fputc('\n', stderr);
    return CC_REDISPLAY;
  }

  // ^C: what was begun is dropped.
  static unsigned char drop(EditLine* line, int) {
    const LineInfo* info = el_line(line);
    const auto size = static_cast<int>(info->lastchar - info->buffer);
    el_cursor(line, static_cast<int>(info->lastchar - info->cursor));
    el_deletestr(line, size);
    std::fputs("^C\n", stderr);
    return CC_REDISPLAY;
  }
};

LineEditor::LineEditor(std::istream& in, std::ostream& err, bool terminal, Completions completions)
    : in_(in), err_(err) {
  if (!terminal) return;
  edit_ = std::make_unique<Edit>();
  edit_->completions = std::move(completions);
  const InterruptIsAKey now;
  edit_->line = el_init("whynot", stdin, stderr, stderr);
  if (!edit_->line) {
    edit_.reset();
    return;
  }
  el_set(edit_->line, EL_CLIENTDATA, edit_.get());
  el_set(edit_->line, EL_PROMPT, &Edit::prompt_of);
  el_set(edit_->line, EL_EDITOR, "emacs");
  // The narrow call copies the texts and never frees them.
  el_wset(edit_->line, EL_ADDFN, L"complete", L"completes the word", &Edit::complete);
  el_set(edit_->line, EL_BIND, "^I", "complete", nullptr);
  el_wset(edit_->line, EL_ADDFN, L"drop", L"drops the line", &Edit::drop);
  el_set(edit_->line, EL_BIND, "^C", "drop", nullptr);
  edit_->load_history();
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  std::string line;
  if (!edit_) {
    if (!std::getline(in_, line)) return std::nullopt;
    return line;
  }
  edit_->prompt = prompt;
  err_ << std::flush;
  int length = 0;
  const InterruptIsAKey now;
  const char* text = el_gets(edit_->line, &length);
  if (!text || length <= 0) return std::nullopt;
  line.assign(text, static_cast<std::size_t>(length));
  if (line.ends_with('\n')) line.pop_back();
  HistEvent event;
  if (line.find_first_not_of(" \t") != std::string::npos) history(edit_->past, &event, H_ENTER, line.c_str());
  return line;
}

LineEditor::Completions first_words(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& line) {
    std::vector<std::string> fitting;
    for (const std::string& word : words)
      if (word.starts_with(line)) fitting.push_back(word);
    return fitting;
  };
}

}  // namespace whynot::host
