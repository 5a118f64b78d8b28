// What a farm is to do: a line of the file of jobs is a question, or many that differ in the property, the engine, the
// bound, the seed or the part of the runs that is looked at.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace whynot::farm {

struct Job {
  std::string id;
  std::size_t group = 0;
  std::string command, model;
  std::vector<std::string> args;
  std::optional<std::uint64_t> cpu_seconds;
  bool is_cover = false;  // shows that the cubes of its group cover all runs; the coordinator's own work
  Span where;

  // What the program is called with, which then writes its report to standard output.
  std::vector<std::string> words() const;
};

enum class Mode : std::uint8_t {
  All,    // every job has an answer of its own
  First,  // the first that decides everything ends the others
  Cubes   // each looks at a part of the runs: a violation ends the others
};

struct Group {  // the jobs of a line
  std::string id;
  Mode mode = Mode::All;
  std::vector<std::size_t> jobs;
};

struct Jobs {
  std::vector<Job> all;
  std::vector<Group> groups;
};

// What a farm has to be told about commands and models.
struct Tables {
  // What is wrong with such a line; nothing: it can be run.
  std::function<std::optional<std::string>(const std::vector<std::string>& words)> refuses;
  // The values that a variable of a model can have, as formulas write them; nothing after errors, which are told.
  std::function<std::optional<std::vector<std::string>>(const std::string& model, const std::string& variable,
                                                        Diagnostics&, Span)>
      values;
  std::string unrolls;  // the engine that looks at runs up to a bound, and no further
};

// The lines of a text, all mistakes collected.
Jobs read_jobs(FileId, const Sources&, const Tables&, Diagnostics&);

}  // namespace whynot::farm
