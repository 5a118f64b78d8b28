// What a farm has to be told about commands and models, and how it replays traces.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command/command.h"
#include "farm/job.h"

namespace whynot::command {

farm::Tables farm_tables(Run&);

// By its text, its line, the version and the files that it names.  Files are read once.
class JobKeys {
 public:
  std::string of(const farm::Job&);

 private:
  const std::string& hash_of(const std::string& path);  // empty: there is no such file
  std::map<std::string, std::string, std::less<>> hashes_;
};

// Why the traces of a report do not violate the properties that they are said to violate; nothing: they do.
std::optional<std::string> refuses_traces(Run&, const farm::Job&, const std::string& report);

// A file of jobs about the models that are the operands.
ExitCode expand_jobs(Run&);

}  // namespace whynot::command
