// The lines that a worker is sent, read by a thread of their own: a wish to cancel is heard while a question is at
// work.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <istream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

namespace whynot::face::shell {

// A line as it came; `said` is discarded where it is no JSON.
struct Message {
  nlohmann::json said;

  // The number of a question; nothing where there is none that could be one.
  std::optional<std::int64_t> id() const { return number("id"); }
  std::optional<std::int64_t> number(const char* member) const;
  std::string text(const char* member) const;  // empty where there is none
};

class Inbox {
 public:
  // `on_gone` is called, by the reading thread, for a question that was cancelled before it began, and with nothing
  // for a wish to cancel one that is not there.
  using OnGone = std::function<void(std::optional<std::int64_t>)>;
  Inbox(std::istream& in, OnGone on_gone);
  ~Inbox();  // waits for the end of the input

  // The next question, which runs from now on; nothing: there are no more.
  std::optional<Message> next();
  void done();
  void forget_replies();  // to what nobody has asked
  // What was sent as {"kept": …}; nothing: the input has ended.
  std::optional<Message> reply();

 private:
  void read();
  void cancel(std::int64_t id);

  std::istream& in_;
  OnGone on_gone_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> questions_, replies_;
  std::optional<std::int64_t> running_;
  bool ended_ = false;
  std::thread thread_;  // the last: it uses what is above
};

}  // namespace whynot::face::shell
