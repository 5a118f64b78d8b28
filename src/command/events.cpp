#include "command/events.h"

#include "report/json/jsonl.h"

namespace whynot::command {

void EventFeed::progress(std::string_view text) {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.timing || !started_ || now - last_progress_ < std::chrono::milliseconds(100)) return;
  last_progress_ = now;
  sink_(report::progress_event("", text));
}

void EventFeed::expect(const report::Report& report, std::span<const OpenProperty> open) {
  std::vector<Property> properties;
  for (const OpenProperty& one : open)
    if (!expecting_) properties.push_back(*one.property);
  if (!expecting_) sink_(report::open_event(report, properties));
  expecting_ = true;
}

void EventFeed::update(const report::Report& report) {
  if (!started_) sink_(report::started_event(report));
  started_ = true;
  for (const report::PropertyResult& result : report.properties)
    if (properties_.insert(result.place).second) sink_(report::verdict_event(report, result, options_));
  for (; traces_ < report.traces.size(); ++traces_) sink_(report::trace_event(report, report.traces[traces_]));
  for (; findings_ < report.findings.size(); ++findings_)
    sink_(report::finding_event(report.findings[findings_], options_));
}

std::string EventFeed::rest(const report::Report& report) const {
  std::string out;
  EventFeed copy(*this);
  copy.sink_ = [&](const std::string& line) { out += line; };
  copy.finish(report);
  return out;
}

void EventFeed::finish(const report::Report& report) {
  update(report);
  sink_(report::done_event(report));
}

}  // namespace whynot::command
