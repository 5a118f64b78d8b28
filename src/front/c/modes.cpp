// A location is a set of bits and what the program does; names list what waits.
#include "front/c/modes.h"

#include <algorithm>

namespace whynot::front::c {

void Modes::add(const Waiting& what) {
  if (std::find(waiting_.begin(), waiting_.end(), what) == waiting_.end()) waiting_.push_back(what);
}

void Modes::add_jump(const std::string& buffer) {
  if (std::find(buffers_.begin(), buffers_.end(), buffer) == buffers_.end()) buffers_.push_back(buffer);
}

std::uint32_t Modes::bit(const Waiting& what) const {
  if (!tells_apart()) return what.kind == Waiting::Kind::AtExit ? 2 : 1;
  const auto at = std::find(waiting_.begin(), waiting_.end(), what);
  return at == waiting_.end() ? 0 : 1u << static_cast<std::uint32_t>(at - waiting_.begin());
}

std::uint32_t Modes::interrupting() const {
  std::uint32_t bits = 0;
  for (const Waiting& what : waiting_)
    if (what.kind != Waiting::Kind::AtExit) bits |= bit(what);
  return bits;
}

std::size_t Modes::jump_of(const std::string& buffer) const {
  if (buffers_.size() > most_buffers) return 0;
  return static_cast<std::size_t>(std::find(buffers_.begin(), buffers_.end(), buffer) - buffers_.begin());
}

bool Modes::may_land(std::size_t jump, const std::string& buffer) const {
  return buffers_.size() > most_buffers || buffer.empty() || buffers_[jump].empty() || buffers_[jump] == buffer;
}

std::vector<std::uint32_t> Modes::sets() const {
  std::uint32_t all = 0;
  for (const Waiting& what : waiting_) all |= bit(what);
  std::vector<std::uint32_t> result;
  for (std::uint32_t set = 0; set <= all; ++set)
    if ((set & ~all) == 0) result.push_back(set);
  return result;
}

std::vector<Mode> Modes::running() const {
  std::vector<Mode> result;
  for (const std::uint32_t set : sets()) result.push_back({Mode::Is::Runs, set, 0});
  // What runs may have been the only one that waited.
  if (interrupting() != 0)
    for (const std::uint32_t set : sets()) result.push_back({Mode::Is::Handles, set, 0});
  return result;
}

std::string Modes::name(const Mode& mode) const {
  if (plain()) return "";
  std::string name = mode.is == Mode::Is::Runs ? "runs" : "interrupted";
  if (mode.is == Mode::Is::Jumps) name = jumps() == 1 ? "jumps" : "jumps:" + std::to_string(mode.buffer + 1);
  std::string waits;
  if (tells_apart()) {
    for (const Waiting& what : waiting_)
      if ((mode.waiting & bit(what)) != 0) waits += "+" + what.function;
  } else {
    if ((mode.waiting & 1) != 0) waits += "+handlers";
    if ((mode.waiting & 2) != 0) waits += "+atexit";
  }
  return name + waits;
}

std::vector<std::string> Modes::names() const {
  if (plain()) return {};
  std::vector<std::string> result;
  for (const Mode& mode : running()) result.push_back(name(mode));
  for (const std::uint32_t set : sets())
    for (std::size_t jump = 0; jump < jumps(); ++jump) result.push_back(name({Mode::Is::Jumps, set, jump}));
  return result;
}

}  // namespace whynot::front::c
