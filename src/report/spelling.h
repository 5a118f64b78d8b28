// How names and texts that others chose are shown.  A file name or an enum value may hold any bytes; JSON
// must be UTF-8, XML has no control characters, and a terminal obeys what it is sent.  So bytes that cannot
// be shown become `\xNN`, which nobody mistakes for something else and which stays readable.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace whynot::report {

// Bytes that are not UTF-8 as `\xNN`.
std::string valid_utf8(std::string_view);
// The same for control characters, and for those that change the direction of writing.
std::string printable(std::string_view);

// Characters, not bytes.  REQUIRES valid UTF-8.
std::size_t display_width(std::string_view);
// `text` and spaces up to `width` characters.
std::string padded(std::string_view text, std::size_t width);

// `*` any characters, `?` one, `[` and all others themselves.
bool glob_match(std::string_view pattern, std::string_view text);
bool any_glob_matches(const std::vector<std::string>& patterns, std::string_view text);

// The line of a place in a source, from 1; 0 for a place that nobody wrote.
std::uint32_t line_of(const Sources*, const Span&);

// A number of things, with its noun: "1 step", "3 steps".
std::string counted(std::size_t n, std::string_view noun, std::string_view plural = {});

}  // namespace whynot::report
