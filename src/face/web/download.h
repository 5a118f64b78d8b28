// What a finding can be downloaded as: all formats, and what some commands write into files of their own.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "report/formats.h"

namespace whynot::face::web {

struct Download {
  std::string_view name;      // as the page asks for it
  std::string_view ending;    // of the file
  std::string_view called;    // for people
  std::string_view option;    // that writes it: `format`, or one that names a file
  std::string_view commands;  // that have it, separated by blanks; "*": all that answer with a report
  report::Format::Holds holds = {.verdicts = true};  // what of an answer it is about
  std::string_view front = {};                       // what the model has to be; empty: any
};

std::span<const Download> download_table();
// Nothing when there is none of this name.
const Download* download_named(std::string_view name);

// Why what a line answers is not written so; nothing when it is.  REQUIRES that the line may be run.
std::optional<std::string> refuses_download(std::string_view line, const Download*);

// What the browser is told to call the file: made of the model's name and the command, and of letters that mean nothing
// in a header or in a shell.
std::string download_file(const std::string& model, std::string_view command, const Download&);

}  // namespace whynot::face::web
