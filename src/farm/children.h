// Child processes as hands: so many at a time.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "farm/hands.h"

namespace whynot::farm {

class Children final : public Hands {
 public:
  // `worker` does the work, `self` what is the coordinator's own.
  Children(unsigned count, std::string worker, std::string self);
  ~Children() override;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  unsigned count() const override { return count_; }
  bool has_free(bool) const override { return children_.size() < count_; }
  unsigned start(const Task&) override;
  void drop(std::size_t number) override;
  std::vector<Outcome> wait() override { return wait_for(50); }
  std::vector<Outcome> wait_for(int milliseconds);

 private:
  struct Child {
    pid_t id;
    int out, err;  // -1 at their end
    unsigned place;
    Outcome outcome;
  };
  unsigned free_place() const;
  void read_what_is_there(int milliseconds);
  static void end(Child&);

  unsigned count_;
  std::string worker_, self_;
  std::vector<Child> children_;
};

}  // namespace whynot::farm
