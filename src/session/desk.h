// What a command works on that opens a model of another kind than systems: the texts, what is wrong with them,
// and the report that grows.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "base/exit_code.h"
#include "host/files.h"
#include "report/report.h"

namespace whynot::session {

class Desk {
 public:
  Desk(std::string file, std::string front);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  Sources sources;
  Diagnostics diagnostics;

  // Adds a file's text; nothing, and a diagnostic, when it cannot be read.
  std::optional<FileId> read(const std::string& path, const host::Reading& = {});
  std::optional<FileId> read(const std::string& path, std::istream& in);  // "-" is `in`
  // Something that was asked for could not be written.
  void cannot_write(const std::string& error);
  // Adds a trace that has been replayed; its id.
  std::string add_trace(Trace, const std::string& property);
  // With the diagnostics so far.  REQUIRES that a file was read, or tried.
  report::Report& report();
  // exit_io after a file that could not be read or written, else exit_input.
  ExitCode failure() const { return io_failed_ ? exit_io : exit_input; }

 private:
  std::optional<FileId> add(const std::string& path, const std::optional<std::string>& text, const std::string& error);

  report::Report report_;
  bool io_failed_ = false;
};

}  // namespace whynot::session
