// The formats of reports and traces, one row each.  The words of --format and what its help lists, what the page offers
// as a download, how a file is recognised and read, what has to be computed before something is written: all of it is
// read off this table.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/file/several.h"
#include "report/pieces.h"
#include "report/report.h"
#include "report/text/chart.h"
#include "report/trace/foreign.h"

namespace whynot::report {

struct WriteOptions {
  Style style;             // of text; its `timing` goes for every format
  std::size_t unroll = 2;  // passes of a loop, for formats that have none
  std::optional<ChartColumns> chart = {};
  std::string_view page = {};  // of html: the explorer in one file, with a place for the report
  std::string line = {};       // and what was asked, as a line of the shell
  bool keeps_words = false;    // of json: sentences have words as SMV does, for a reader that spells them itself
};

struct Format {
  // What a report must have for the format to say something about it; one of these is enough.
  struct Holds {
    bool verdicts = false, traces = false, drawings = false, intervals = false;
  };

  std::string_view name;    // the word of --format
  std::string_view ending;  // of a file: ".itf.json"
  std::string_view called;  // for people: "NuSMV, XML"
  Holds holds;
  void (*write)(const Report&, const WriteOptions&, const Write&);
  // None for formats that are only written.  What is wrong is said in the diagnostics; what could be read is returned
  // all the same.
  std::vector<ForeignTrace> (*read)(std::string_view text, FileId, Diagnostics&) = nullptr;
  bool (*looks_like)(std::string_view text) = nullptr;  // the text begins with what is neither blank nor a mark

  std::string (*join)(std::span<const Part>) = nullptr;  // several models in one text; null: it holds one

  bool one_trace = false;    // of a report with several traces and nothing else to draw, it writes the first
  bool for_people = false;   // who have read the diagnostics already
  bool streams = false;      // written while things happen, where it goes to standard output
  bool subformulas = false;  // wants the truth of every part of a formula: whoever reads it cannot ask later
  bool lays_out = false;     // places what is drawn, and therefore draws nothing that is too large
};

// The first is what is written when nothing else is asked for.
std::span<const Format> formats();
const Format* format_named(std::string_view);    // null: there is none
const Format* format_of(std::string_view text);  // the first that the text of a file looks like; null: none
const std::string& format_words();               // "human|json|…"

// The traces of a file in the format that it looks like.
std::vector<ForeignTrace> read_traces(std::string_view text, FileId, Diagnostics&);

// Reads the text by every reader and binds what is found to a guessed signature: the entry for fuzzing.
// Whether any reader found a trace.
bool read_any(std::string_view text);

}  // namespace whynot::report
