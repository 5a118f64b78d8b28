// The processes of a program that was started many times over, on many machines: one coordinates, the others work.  A
// build with MPI offers them; without it, and outside of mpirun, there are none.
#pragma once
#include <memory>
#include <string>

#include "base/context.h"
#include "farm/hands.h"

namespace whynot::farm {

class Ranks {
 public:
  virtual ~Ranks() = default;  // the coordinator's lets the others go
  virtual bool coordinates() const = 0;
  // What another one says where all should say the same; empty: all do.  All of them ask.
  virtual std::string other_than(const std::string& word) = 0;
  // The others, as hands; what is the coordinator's own is done by so many children here.
  virtual std::unique_ptr<Hands> hands(const std::string& self, unsigned own) = 0;
  // Of the others: does what it is told until it may go.
  virtual void work(const std::string& program, Context&) = 0;
};

using FindRanks = std::unique_ptr<Ranks> (*)();
bool offer_ranks(FindRanks);  // true
std::unique_ptr<Ranks> find_ranks();

}  // namespace whynot::farm
