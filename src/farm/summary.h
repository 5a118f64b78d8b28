// One report about all jobs: a row for each question, in the order of the file of jobs.  Equal answers give equal
// bytes, however often the farm was interrupted.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/exit_code.h"
#include "farm/coordinator.h"
#include "report/formats.h"

namespace whynot::farm {

struct Row {
  std::string id, command, model;
  State state = State::Waiting;  // Done, Failed, Refuted; else it has no answer yet
  int exit = 0;
  Answer answer;
  std::string recheck, report, why;
  std::string by = {};  // of several that were asked the same: whose answer it is
  double cpu_seconds = 0;
};

// A line whose jobs answer one question has one row.
std::vector<Row> rows_of(const Jobs&, const std::vector<Result>&);

// A re-check that failed, then the gravest of what the jobs ended with; a job without an answer is undecided.
ExitCode exit_code_of(const std::vector<Row>&);

// The names of the formats that a farm's report can be written in.
bool has_format(const report::Format&);
// REQUIRES such a format.
std::string written(const std::vector<Row>&, const report::Format&, const report::WriteOptions&);

}  // namespace whynot::farm
