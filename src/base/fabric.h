// Several processes, or parts of one, that work on the same question in step: ranks.  All of them make the same calls
// in the same order.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace whynot {

class Fabric {
 public:
  using Bytes = std::string;
  using Sums = std::vector<std::uint64_t>;

  virtual ~Fabric() = default;
  virtual unsigned ranks() const = 0;
  virtual unsigned rank() const = 0;
  // To each rank its letter; what each has sent to this one, by rank.
  virtual std::vector<Bytes> exchange(std::vector<Bytes> to) = 0;
  // Number by number, over all ranks; nobody goes on before all have come here.
  virtual Sums sum(const Sums&) = 0;
};

// So many ranks in this process, one of them at work at a time: what they do is the same whatever the machine.  An
// exception of one ends them all and is thrown again here.
void run_ranks(unsigned ranks, const std::function<void(Fabric&)>& work);

// The processes that mpirun has started, of which this is one: a build with MPI offers them.
using FindFabric = std::unique_ptr<Fabric> (*)();
bool offer_fabric(FindFabric);  // true
// The same one whenever it is asked for; null outside of mpirun and without MPI.
Fabric* world_fabric();

}  // namespace whynot
