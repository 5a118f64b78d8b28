// Sections of lines.  A line may be for some tasks only: `bmc: depth 20`, or a block from `bmc:` to `--`; `~bmc:` is
// for all others.
#include "front/verilog/sby.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "front/verilog/words.h"

namespace whynot::front::verilog {
namespace {

struct SbyFailed {};  // told already

struct SbyLine {
  std::string_view text;  // without blanks around it
  Span where;
};

std::string_view base_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Commands that leave a design as it is, or do what we do anyway.
bool is_harmless(std::string_view command) {
  constexpr std::array<std::string_view, 14> known{"proc",  "opt",        "opt_clean", "opt_expr", "opt_merge",
                                                   "check", "flatten",    "stat",      "memory",   "memory_collect",
                                                   "log",   "async2sync", "setattr",   "dffunmap"};
  return std::find(known.begin(), known.end(), command) != known.end();
}

class SbyReader {
 public:
  SbyReader(FileId file, const std::string& task, const Sources& sources, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {
    made_.task = task;
  }

  Sby run() {
    split();
    choose_task();
    for (const SbyLine& line : lines_of("options")) read_option(line);
    for (const SbyLine& line : lines_of("files")) read_file(line);
    for (const SbyLine& line : lines_of("script")) read_command(line);
    if (made_.request.files.empty()) fail({file_, 0, 0}, "the script reads no file");
    return std::move(made_);
  }

 private:
  [[noreturn]] void fail(Span where, std::string message, std::string help = "") {
    diagnostics_.error("verilog.sby", std::move(message), where).help = std::move(help);
    throw SbyFailed{};
  }

  // Sections ------------------------------------------------------------------------------------------------

  void split() {
    std::string section;
    std::string* text = nullptr;  // of [file NAME], taken as it is
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view whole = text_.substr(begin, end - begin);
      const SbyLine line = trimmed(whole, begin);
      begin = end + 1;
      if (line.text.starts_with('[') && line.text.ends_with(']')) {
        section = line.text.substr(1, line.text.size() - 2);
        text = nullptr;
        if (section.starts_with("file ")) {
          const std::vector<std::string> words = words_of(section);
          if (words.size() != 2) fail(line.where, "expected [file NAME]");
          made_.files.push_back({words[1], "", ""});
          text = &*made_.files.back().text;
        }
      } else if (text) {
        *text += std::string(whole) + "\n";
      } else if (!line.text.empty() && !line.text.starts_with('#')) {
        sections_[section].push_back(line);
      }
    }
  }

  SbyLine trimmed(std::string_view line, std::size_t begin) const {
    const std::string_view blanks = " \t\r";
    const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
    const std::size_t last = line.find_last_not_of(blanks);
    const std::string_view text = first == line.size() ? "" : line.substr(first, last + 1 - first);
    const auto at = static_cast<std::uint32_t>(begin + first);
    return {text, {file_, at, at + static_cast<std::uint32_t>(text.size())}};
  }

  void choose_task() {
    std::set<std::string> tasks;
    for (const SbyLine& line : sections_["tasks"]) {
      const std::vector<std::string> words = words_of(line.text);
      if (made_.task.empty()) made_.task = words[0];
      tasks.insert(words[0]);
      tags_.insert(words.begin(), words.end());
      if (words[0] == made_.task) mine_.insert(words.begin(), words.end());
    }
    if (!made_.task.empty() && !tasks.contains(made_.task))
      fail({file_, 0, 0}, fmt::format("there is no task `{}`", made_.task),
           tasks.empty() ? "the file has no tasks" : fmt::format("its tasks are {}", fmt::join(tasks, ", ")));
  }

  // Those that are for the task.
  std::vector<SbyLine> lines_of(const std::string& section) {
    std::vector<SbyLine> lines;
    bool in_block = false, block_is_mine = true;
    for (SbyLine line : sections_[section]) {
      if (line.text == "--") {
        in_block = false;
        block_is_mine = true;
        continue;
      }
      const std::size_t colon = line.text.find(':');
      if (!in_block && colon != std::string_view::npos && are_tags(line.text.substr(0, colon))) {
        const bool is_mine = concerns(line.text.substr(0, colon));
        const std::size_t rest = line.text.find_first_not_of(" \t", colon + 1);
        if (rest == std::string_view::npos) {
          in_block = true;
          block_is_mine = is_mine;
          continue;
        }
        line.text.remove_prefix(rest);
        line.where.begin += static_cast<std::uint32_t>(rest);
        if (is_mine) lines.push_back(line);
        continue;
      }
      if (block_is_mine) lines.push_back(line);
    }
    return lines;
  }
  bool are_tags(std::string_view text) const {
    const std::vector<std::string> words = words_of(text);
    return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return tags_.contains(word.substr(word[0] == '~'));
    });
  }
  bool concerns(std::string_view text) const {
    const std::vector<std::string> words = words_of(text);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word[0] == '~' ? !mine_.contains(word.substr(1)) : mine_.contains(word);
    });
  }

  // Lines ---------------------------------------------------------------------------------------------------

  void read_option(const SbyLine& line) {
    const std::vector<std::string> words = words_of(line.text);
    const std::string value = words.size() > 1 ? words[1] : "";
    if (words[0] == "mode") {
      if (value != "bmc" && value != "prove" && value != "cover" && value != "live")
        fail(line.where, fmt::format("the mode `{}` is not known", value), "bmc, prove, cover and live are");
      made_.mode = value;
    } else if (words[0] == "depth") {
      std::size_t depth = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), depth);
      if (error != std::errc() || end != value.data() + value.size()) fail(line.where, "the depth should be a number");
      made_.depth = depth;
    } else if (words[0] == "multiclock") {
      made_.multiclock = value == "on";
    }
  }

  void read_file(const SbyLine& line) {
    const std::vector<std::string> words = words_of(line.text);
    const std::string& path = words.back();
    made_.files.push_back({words.size() > 1 ? words[0] : std::string(base_of(path)), path, std::nullopt});
  }

  void read_command(const SbyLine& line) {
    const std::vector<std::string> words = words_of(line.text.substr(0, line.text.find('#')));
    if (words.empty()) return;
    const std::string& command = words[0];
    if (line.text.find(';') != std::string_view::npos)
      fail(line.where, "several commands stand in one line", "give each a line of its own");
    if (command == "read" || command == "read_verilog" || command == "verilog_defines")
      read_sources(line, words);
    else if (command == "prep" || command == "hierarchy")
      read_hierarchy(line, words);
    else if (command == "chparam")
      read_parameters(line, words);
    else if (command == "clk2fflogic")
      made_.multiclock = true;
    else if (!is_harmless(command))
      fail(line.where, fmt::format("the command `{}` is not followed: it may make another design", command),
           "leave it out, or let yosys write BTOR2 and check that");
  }

  void read_sources(const SbyLine& line, const std::vector<std::string>& words) {
    Request& request = made_.request;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "-define" || word == "-D" || word == "-I" || word == "-incdir") {
        if (++i == words.size()) fail(line.where, fmt::format("`{}` should be followed by a word", word));
        (word == "-I" || word == "-incdir" ? request.folders : request.defines).push_back(words[i]);
      } else if (word.starts_with("-D") || word.starts_with("-I")) {
        (word[1] == 'I' ? request.folders : request.defines).push_back(word.substr(2));
      } else if (word == "-vhdl" || word == "-verific") {
        fail(line.where, fmt::format("`{}` needs a reader that is not there", word));
      } else if (word[0] != '-') {
        add_source(line, word);
      }
    }
  }

  void add_source(const SbyLine& line, const std::string& name) {
    const auto is_it = [&](const SbyFile& f) { return f.name == name; };
    if (std::none_of(made_.files.begin(), made_.files.end(), is_it))
      fail(line.where, fmt::format("`{}` is not among the files", name), "[files] lists them");
    if (std::find(made_.request.files.begin(), made_.request.files.end(), name) == made_.request.files.end())
      made_.request.files.push_back(name);
  }

  void read_hierarchy(const SbyLine& line, const std::vector<std::string>& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-top" && i + 1 < words.size())
        made_.request.top = words[++i];
      else if (words[i] == "-chparam" && i + 2 < words.size()) {
        made_.request.parameters.emplace_back(words[i + 1], words[i + 2]);
        i += 2;
      } else if (words[i][0] != '-') {
        fail(line.where, fmt::format("`{}` is not understood here", words[i]));
      }
    }
  }

  void read_parameters(const SbyLine& line, const std::vector<std::string>& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-set" && i + 2 < words.size()) {
        made_.request.parameters.emplace_back(words[i + 1], words[i + 2]);
        i += 2;
      } else if (words[i][0] != '-') {
        made_.request.top = words[i];
      } else {
        fail(line.where, fmt::format("`{}` is not understood here", words[i]));
      }
    }
  }

  const FileId file_;
  const std::string_view text_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::vector<SbyLine>> sections_;
  std::set<std::string> tags_, mine_;
  Sby made_;
};

}  // namespace

std::optional<Sby> read_sby(FileId file, const std::string& task, const Sources& sources, Diagnostics& diagnostics) {
  try {
    return SbyReader(file, task, sources, diagnostics).run();
  } catch (const SbyFailed&) {
    return std::nullopt;
  }
}

}  // namespace whynot::front::verilog
