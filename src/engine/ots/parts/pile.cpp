#include "engine/ots/parts/pile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace whynot::engine::ots::parts {
namespace {

constexpr std::size_t block_size = 1 << 16;

[[noreturn]] void give_up(const std::string& what) {
  throw CannotSpill{fmt::format("cannot {}: {}", what, std::strerror(errno))};
}

}  // namespace

Pile::Pile(const std::string& folder, std::size_t parts) : folder_(folder), parts_(parts) {
  mkdir(folder.c_str(), 0777);  // if it is not there; what goes wrong is told by the file
  std::string name = folder + "/whynot-XXXXXX";
  fd_ = mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) give_up("make a file in " + folder);
  unlink(name.c_str());
}

Pile::~Pile() {
  if (fd_ >= 0) close(fd_);
}

void Pile::add(std::size_t part, std::string_view record) {
  Part& to = parts_[part];
  if (to.waiting.size() + record.size() > block_size) write(to);
  to.waiting += record;
  ++to.records;
}

void Pile::write(Part& part) {
  if (part.waiting.empty()) return;
  part.extents.push_back({end_, part.waiting.size()});
  for (std::string_view rest = part.waiting; !rest.empty();) {
    const ssize_t written = pwrite(fd_, rest.data(), rest.size(), static_cast<off_t>(end_));
    if (written < 0 && errno != EINTR) give_up("write into " + folder_);
    if (written < 0) continue;
    end_ += static_cast<std::uint64_t>(written);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  part.waiting.clear();
}

void Pile::finish() {
  for (Part& part : parts_) {
    write(part);
    part.waiting = std::string();
  }
}

bool Pile::for_each_block(std::size_t part, const std::function<bool(std::string_view)>& each) const {
  std::string block;
  for (const Extent& extent : parts_[part].extents) {
    block.resize(extent.size);
    for (std::size_t at = 0; at < extent.size;) {
      const ssize_t got = pread(fd_, block.data() + at, extent.size - at, static_cast<off_t>(extent.offset + at));
      if (got == 0) errno = EIO;
      if (got == 0 || (got < 0 && errno != EINTR)) give_up("read from " + folder_);
      if (got > 0) at += static_cast<std::size_t>(got);
    }
    if (!each(block)) return false;
  }
  return true;
}

}  // namespace whynot::engine::ots::parts
