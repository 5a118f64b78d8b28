#include "app/second_solver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "app/process.h"

namespace whynot::app {
namespace {

// A file that is gone when this ends.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() / "whynot-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    good_ = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) ::close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path_.c_str()); }

  bool good() const { return good_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool good_ = false;
};

}  // namespace

SecondOpinion ask_cvc5(const std::vector<std::string>& scripts, Context& context) {
  for (const std::string& script : scripts) {
    context.progress("cvc5");
    const TemporaryFile file("(set-logic ALL)\n" + script);
    if (!file.good()) return {false, "the script for cvc5 cannot be written"};
    const ProcessResult result = run_process({"cvc5", "--lang=smt2", file.path()}, "", context);
    const std::string answer = result.out.substr(0, result.out.find('\n'));
    if (answer == "unsat") continue;
    if (context.should_stop()) return {false, std::string(stop_word(context.stopped()))};
    if (!result.found) return {false, "cvc5 is not installed (Debian package cvc5)"};
    return {false, answer.empty() ? "cvc5 gave no answer" : fmt::format("cvc5 answered `{}`", answer)};
  }
  return {true, ""};
}

}  // namespace whynot::app
