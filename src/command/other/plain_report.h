// The report of a command that opens no model: texts that it reads, and what is said about them.
#pragma once
#include <string>

#include "base/diagnostic.h"
#include "report/report.h"

namespace whynot::command {

class PlainReport {
 public:
  PlainReport(std::string file, std::string front) {
    report_.file = std::move(file);
    report_.front = std::move(front);
    report_.sources = &sources;
  }
  PlainReport(const PlainReport&) = delete;
  PlainReport& operator=(const PlainReport&) = delete;

  Sources sources;
  Diagnostics diagnostics;

  // With the diagnostics so far; what has no place of its own is said of the first text.
  report::Report& report() {
    report_.diagnostics = diagnostics.all();
    for (Diagnostic& d : report_.diagnostics)
      if (d.where.file == 0) d.where = {1, 0, 0};
    return report_;
  }

 private:
  report::Report report_;
};

}  // namespace whynot::command
