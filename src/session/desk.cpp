#include "session/desk.h"

#include <fmt/format.h>

namespace whynot::session {

Desk::Desk(std::string file, std::string front) {
  report_.file = std::move(file);
  report_.front = std::move(front);
  report_.sources = &sources;
}

std::optional<FileId> Desk::read(const std::string& path, const host::Reading& reading) {
  std::string error;
  const auto text = host::read_file(path, error, reading);
  return add(path, text, error);
}

std::optional<FileId> Desk::read(const std::string& path, std::istream& in) {
  std::string error;
  const auto text = host::read_file(path, in, error);
  return add(path, text, error);
}

std::optional<FileId> Desk::add(const std::string& path, const std::optional<std::string>& text,
                                const std::string& error) {
  if (text) return sources.add(path, *text);
  diagnostics.error("app.cannot-read", error, {sources.add(path, ""), 0, 0});
  io_failed_ = true;
  return std::nullopt;
}

void Desk::cannot_write(const std::string& error) {
  diagnostics.error("app.cannot-write", error, {});
  io_failed_ = true;
}

std::string Desk::add_trace(Trace trace, const std::string& property) {
  report::TraceEntry entry;
  entry.id = fmt::format("t{}", report_.traces.size() + 1);
  entry.replayed = true;
  entry.property = property;
  entry.trace = std::move(trace);
  report_.traces.push_back(std::move(entry));
  return report_.traces.back().id;
}

report::Report& Desk::report() {
  report_.diagnostics = diagnostics.all();
  for (Diagnostic& d : report_.diagnostics)  // what has no place of its own is said of the first file
    if (d.where.file == 0) d.where = {1, 0, 0};
  return report_;
}

}  // namespace whynot::session
