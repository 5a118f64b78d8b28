// The report as JSON, `whynot-report/1`: one object, its keys always in the same order, so that the same
// report gives the same bytes.  CONTRACT.md ("The report") and docs/report.md say what is where.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/pieces.h"
#include "report/report.h"
#include "report/trace/foreign.h"

namespace whynot::report {

struct JsonOptions {
  bool timing = true;         // "seconds"
  std::string words_as = {};  // words in sentences, as `word_text` has it; values stay as they are
};

// Ends with a line break; a property, a step and a diagnostic stand on lines of their own.
std::string write_json(const Report&, const JsonOptions& = {});
// The same in pieces as they are made.
void write_json(const Report&, const JsonOptions&, const Write&);

// The traces of a report that write_json or write_jsonl wrote.
std::vector<ForeignTrace> read_json_traces(std::string_view text, FileId, Diagnostics&);
std::vector<ForeignTrace> read_jsonl_traces(std::string_view text, FileId, Diagnostics&);

}  // namespace whynot::report
