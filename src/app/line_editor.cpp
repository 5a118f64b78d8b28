#include "app/line_editor.h"

#include <histedit.h>

#include <cstdio>
#include <istream>
#include <ostream>

namespace whynot::app {

struct LineEditor::Edit {
  EditLine* line = nullptr;
  History* history = nullptr;
  std::string prompt;
  std::vector<std::string> words;

  ~Edit() {
    if (history) history_end(history);
    if (line) el_end(line);
  }
};

namespace {

// libedit hands the client data back: no globals.
template <class Edit>
char* prompt_of(EditLine* line) {
  Edit* edit = nullptr;
  el_get(line, EL_CLIENTDATA, &edit);
  return edit->prompt.data();
}

template <class Edit>
unsigned char complete(EditLine* line, int) {
  Edit* edit = nullptr;
  el_get(line, EL_CLIENTDATA, &edit);
  const LineInfo* info = el_line(line);
  const std::string typed(info->buffer, info->cursor);
  const std::string* only = nullptr;
  for (const std::string& word : edit->words) {
    if (!word.starts_with(typed)) continue;
    if (only) return CC_REFRESH_BEEP;
    only = &word;
  }
  if (!only || typed.empty()) return CC_REFRESH_BEEP;
  return el_insertstr(line, (only->substr(typed.size()) + " ").c_str()) == -1 ? CC_ERROR : CC_REFRESH;
}

}  // namespace

LineEditor::LineEditor(std::istream& in, std::ostream& err, bool terminal, std::vector<std::string> words) : in_(in), err_(err) {
  if (!terminal) return;
  edit_ = std::make_unique<Edit>();
  edit_->words = std::move(words);
  edit_->line = el_init("whynot", stdin, stderr, stderr);
  if (!edit_->line) {
    edit_.reset();
    return;
  }
  el_set(edit_->line, EL_CLIENTDATA, edit_.get());
  el_set(edit_->line, EL_PROMPT, &prompt_of<Edit>);
  el_set(edit_->line, EL_EDITOR, "emacs");
  el_set(edit_->line, EL_ADDFN, "complete", "completes the word", &complete<Edit>);
  el_set(edit_->line, EL_BIND, "^I", "complete", nullptr);
  edit_->history = history_init();
  HistEvent event;
  history(edit_->history, &event, H_SETSIZE, 1000);
  el_set(edit_->line, EL_HIST, history, edit_->history);
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  std::string line;
  if (!edit_) {
    err_ << prompt << std::flush;
    if (!std::getline(in_, line)) return std::nullopt;
    return line;
  }
  edit_->prompt = prompt;
  int length = 0;
  const char* text = el_gets(edit_->line, &length);
  if (!text || length <= 0) return std::nullopt;
  line.assign(text, static_cast<std::size_t>(length));
  if (line.ends_with('\n')) line.pop_back();
  HistEvent event;
  if (!line.empty()) history(edit_->history, &event, H_ENTER, line.c_str());
  return line;
}

}  // namespace whynot::app
