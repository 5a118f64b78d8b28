// A small reader of characters: plain, in single quotes, in double quotes, after a backslash.
#include "base/words.h"

#include <algorithm>
#include <cctype>

namespace whynot {
namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view line) : rest_(line) {}

  std::optional<std::vector<std::string>> run() {
    while (!rest_.empty() && ok_) {
      const char c = take();
      if (c == '#' && !word_) break;
      if (std::isspace(static_cast<unsigned char>(c)))
        end_word();
      else
        part(c);
    }
    if (!ok_) return std::nullopt;
    end_word();
    return std::move(words_);
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  void part(char c) {
    if (!word_) word_.emplace();
    if (c == '\'' || c == '"')
      quoted(c);
    else if (c == '\\' && !rest_.empty())
      *word_ += take();
    else
      *word_ += c;
  }

  void quoted(char quote) {
    while (!rest_.empty()) {
      const char c = take();
      if (c == quote) return;
      const bool escape = quote == '"' && c == '\\' && !rest_.empty() && (rest_[0] == '"' || rest_[0] == '\\');
      *word_ += escape ? take() : c;
    }
    ok_ = false;
  }

  std::string_view rest_;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
  bool ok_ = true;
};

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_-./:=,@%+").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<std::vector<std::string>> split_words(std::string_view line) { return Splitter(line).run(); }

std::string quoted_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string quoted_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted_word(word);
  return line;
}

std::string with_word(std::string_view line, std::string_view word) {
  auto words = split_words(line);
  if (!words || words->empty()) return std::string(line);
  words->insert(words->begin() + 1, std::string(word));
  return quoted_words(*words);
}

}  // namespace whynot
