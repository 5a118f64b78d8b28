// Bytes by part, on disk.  What is added to a part waits until there is enough of it for one write; where it went is
// kept in memory.  The file has no name: it is gone with the process, however that ends.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::engine::ots::parts {

struct CannotSpill {  // thrown
  std::string why;
};

class Pile {
 public:
  Pile(const std::string& folder, std::size_t parts);
  ~Pile();
  Pile(const Pile&) = delete;
  Pile& operator=(const Pile&) = delete;

  // Records are not torn apart: each is in one block as a whole.
  void add(std::size_t part, std::string_view record);
  void finish();  // nothing more is added
  std::uint64_t records(std::size_t part) const { return parts_[part].records; }
  // The blocks of a part, in order, until told to stop; false then.
  bool for_each_block(std::size_t part, const std::function<bool(std::string_view)>&) const;

 private:
  struct Extent {
    std::uint64_t offset;
    std::size_t size;
  };
  struct Part {
    std::string waiting;
    std::vector<Extent> extents;
    std::uint64_t records = 0;
  };
  void write(Part&);

  std::string folder_;
  int fd_ = -1;
  std::uint64_t end_ = 0;
  std::vector<Part> parts_;
};

}  // namespace whynot::engine::ots::parts
