// The shell: one command line after another about a model that stays open.  A line is what follows `whynot` on
// the command line, without the MODEL operand: `check -p safe`.  The faces that use it are the terminal
// (`whynot shell`) and the worker behind the page; both add nothing to what a line means.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "command/options.h"
#include "command/run.h"
#include "session/session.h"

namespace whynot::face::shell {

class Shell {
 public:
  // `model`: a file, a folder of router tables, or several C sources; nothing: none is open.
  // `defaults`: options put before those of every line, e.g. --timeout=30s.
  Shell(std::vector<std::string> model, std::vector<std::string> defaults)
      : model_(std::move(model)), defaults_(std::move(defaults)) {}

  // Runs a line; its exit code.  An empty line is exit_ok.
  int execute(std::string_view line, const command::Streams&);

  bool ended() const { return ended_; }
  std::string model() const { return model_.empty() ? "" : model_[0]; }
  // Of the model that was opened last by a line, in the order of its text.
  const std::vector<std::string>& properties() const { return properties_; }
  const std::vector<std::string>& columns() const { return columns_; }

  // The words that may stand where the last one of `line` stands, in the order of the tables.
  std::vector<std::string> completions(std::string_view line) const;

 private:
  int look(const command::Streams&);
  int open(std::vector<std::string> paths, const command::Streams&);
  // Keeps in mind what a line is about: `why x@5`, which is `short` for options, is about the property before.
  void follow(std::vector<std::string>& words, bool is_short);
  // The arguments of `whynot` that the words of a line stand for.
  std::vector<std::string> command_line(const std::vector<std::string>& words) const;

  std::vector<std::string> model_;
  std::vector<std::string> defaults_;
  std::vector<std::string> properties_, columns_;  // of the model, by name
  std::string property_;                           // that the last line with one named; may be empty
  std::vector<std::string> whys_;                  // lines that began with `why`, for `back`
  session::Session session_;                       // what the lines have in common
  bool ended_ = false;
};

}  // namespace whynot::face::shell
