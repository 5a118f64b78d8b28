// The formats by name, and the readers behind one door.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "report/trace/foreign.h"

namespace whynot::report {

enum class Format { Json, Jsonl, Itf, NusmvText, NusmvXml };

std::string_view format_name(Format);  // as `--format` has it: json, jsonl, itf, nusmv, nusmv-xml

// What a file looks like, by its first characters and the words in it.
std::optional<Format> detect_format(std::string_view text);

// The traces of a file in the given format, or in the one that it looks like.  What is wrong is said in
// `diagnostics`; what could be read is returned all the same.
std::vector<ForeignTrace> read_traces(std::string_view text, FileId, Diagnostics&,
                                      std::optional<Format> = std::nullopt);

// Reads the text by every reader and binds what is found to a guessed signature: the entry for fuzzing.
// Whether any reader found a trace.
bool read_any(std::string_view text);

}  // namespace whynot::report
