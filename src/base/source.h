// Where text comes from: source files and half-open byte ranges in them.  Everything that a user wrote
// keeps its Span through checking, flattening and reporting, so that any answer can point at its cause.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace whynot {

using FileId = std::uint32_t;

struct Span {
  FileId file = 0;
  std::uint32_t begin = 0, end = 0;  // byte offsets, half open

  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both; they must lie in one file.
Span join(const Span& a, const Span& b);

struct Place {  // both start at 1; the column counts bytes
  std::uint32_t line = 1, column = 1;
};

// All texts of one session.  File 0 is the empty file "<none>", the home of spans that nobody wrote.
class Sources {
 public:
  Sources();
  FileId add(std::string name, std::string text);

  std::string_view name(FileId) const;
  std::string_view text(FileId) const;
  std::string_view text(const Span&) const;
  Place place(const Span&) const;                           // of the first byte
  std::string_view line(FileId, std::uint32_t line) const;  // without its end of line; line >= 1

 private:
  struct File {
    std::string name, text;
    std::vector<std::uint32_t> line_begins;
  };
  std::deque<File> files_;  // texts stay where they are: syntax trees point into them
};

}  // namespace whynot
