// What comes out of a command while it runs, as the events of the jsonl format: each verdict when it is known,
// each trace and finding once.  The page listens to these, and `--format jsonl` writes them.
#pragma once
#include <chrono>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "report/json/json.h"
#include "report/report.h"

namespace whynot::command {

// A property that is not decided yet.
struct OpenProperty {
  const Property* property;
  std::size_t place;   // in the order in which it was asked
  bool tried = false;  // it has had a turn
};

class EventFeed {
 public:
  using Sink = std::function<void(const std::string& line)>;  // with its end of line
  EventFeed(Sink sink, report::JsonOptions options) : sink_(std::move(sink)), options_(options) {}

  // In sentences, as `word_text` has it.
  void write_words_as(std::string as) { options_.words_as = std::move(as); }
  // At most ten times a second; not at all without timing, since no two runs would tell the same.
  void progress(std::string_view text);
  // Tells once which properties are going to be decided.
  void expect(const report::Report&, std::span<const OpenProperty>);
  // Tells what is new in the report.
  void update(const report::Report&);
  void finish(const report::Report&);
  // What finish() would tell.
  std::string rest(const report::Report&) const;

 private:
  Sink sink_;
  report::JsonOptions options_;
  std::chrono::steady_clock::time_point last_progress_{};
  bool started_ = false, expecting_ = false;
  std::set<std::size_t> properties_;       // told so far, by their places
  std::size_t traces_ = 0, findings_ = 0;  // likewise, by their number
};

}  // namespace whynot::command
