// Questions wait in one line and answers to our own events in another; what is to be cancelled is looked for among the
// former.
#include "face/shell/inbox.h"

#include <algorithm>
#include <limits>

#include "host/interrupt.h"

namespace whynot::face::shell {

std::optional<std::int64_t> Message::number(const char* member) const {
  const auto found = said.is_object() ? said.find(member) : said.end();
  if (!said.is_object() || found == said.end() || !found->is_number_integer()) return std::nullopt;
  const bool fits = !found->is_number_unsigned() ||
                    found->get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return fits ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

std::string Message::text(const char* member) const {
  const auto found = said.is_object() ? said.find(member) : said.end();
  return said.is_object() && found != said.end() && found->is_string() ? found->get<std::string>() : "";
}

Inbox::Inbox(std::istream& in, OnGone on_gone) : in_(in), on_gone_(std::move(on_gone)), thread_([this] { read(); }) {}

Inbox::~Inbox() { thread_.join(); }

void Inbox::read() {
  for (std::string line; std::getline(in_, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    Message message{nlohmann::json::parse(line, nullptr, false)};
    const bool is_object = message.said.is_object();
    if (const auto id = message.number("cancel")) {
      cancel(*id);
      continue;
    }
    const std::lock_guard lock(mutex_);
    (is_object && message.said.contains("kept") ? replies_ : questions_).push_back(std::move(message));
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void Inbox::cancel(std::int64_t id) {
  std::unique_lock lock(mutex_);
  if (running_ == id) return host::interrupt_now();  // what it found is in its answer
  const auto waiting =
      std::find_if(questions_.begin(), questions_.end(), [&](const Message& m) { return m.id() == id; });
  const bool is_there = waiting != questions_.end();
  if (is_there) questions_.erase(waiting);
  lock.unlock();
  on_gone_(is_there ? std::optional(id) : std::nullopt);
}

std::optional<Message> Inbox::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || !questions_.empty(); });
  if (questions_.empty()) return std::nullopt;
  Message message = std::move(questions_.front());
  questions_.pop_front();
  running_ = message.id();
  host::rearm_interrupt();
  return message;
}

void Inbox::done() {
  const std::lock_guard lock(mutex_);
  running_.reset();
}

void Inbox::forget_replies() {
  const std::lock_guard lock(mutex_);
  replies_.clear();
}

std::optional<Message> Inbox::reply() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || !replies_.empty(); });
  if (replies_.empty()) return std::nullopt;
  Message message = std::move(replies_.front());
  replies_.pop_front();
  return message;
}

}  // namespace whynot::face::shell
