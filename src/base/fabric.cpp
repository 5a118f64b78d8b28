// Ranks are threads that take turns: whoever works holds the mutex, and lets go of it only while it waits for the
// others.
#include "base/fabric.h"

#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "base/check.h"

namespace whynot {
namespace {

FindFabric& offered() {
  static FindFabric find = nullptr;
  return find;
}

struct Abandoned {};  // thrown: another rank has failed

struct Table {  // where letters lie until all are there
  explicit Table(unsigned n) : ranks(n), letters(n) {}
  unsigned ranks, waiting = 0;
  std::uint64_t round = 0;
  std::vector<std::vector<Fabric::Bytes>> letters, delivered;  // by sender, then by receiver
  bool abandoned = false;
  std::exception_ptr failure;
  std::mutex mutex;
  std::condition_variable changed;
};

class Seat final : public Fabric {
 public:
  Seat(Table& table, unsigned rank) : table_(table), rank_(rank), lock_(table.mutex) {}

  unsigned ranks() const override { return table_.ranks; }
  unsigned rank() const override { return rank_; }

  std::vector<Bytes> exchange(std::vector<Bytes> to) override {
    table_.letters[rank_] = std::move(to);
    wait_for_all();
    std::vector<Bytes> out;
    for (auto& sender : table_.delivered) out.push_back(std::move(sender[rank_]));
    return out;
  }

  Sums sum(const Sums& mine) override {
    const Bytes bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(mine[0]));
    Sums out(mine.size(), 0);
    for (const Bytes& theirs : exchange(std::vector<Bytes>(table_.ranks, bytes))) {
      WHYNOT_CHECK(theirs.size() == bytes.size(), "ranks should add up the same numbers");
      for (std::size_t i = 0; i < out.size(); ++i) {
        std::uint64_t number = 0;
        std::memcpy(&number, theirs.data() + i * sizeof number, sizeof number);
        out[i] += number;
      }
    }
    return out;
  }

 private:
  void wait_for_all() {
    const std::uint64_t round = table_.round;
    if (++table_.waiting == table_.ranks) {
      table_.waiting = 0;
      ++table_.round;
      table_.delivered.swap(table_.letters);
      table_.letters.assign(table_.ranks, {});
      table_.changed.notify_all();
    }
    table_.changed.wait(lock_, [&] { return table_.round != round || table_.abandoned; });
    if (table_.round == round) throw Abandoned{};
  }

  Table& table_;
  unsigned rank_;
  std::unique_lock<std::mutex> lock_;
};

void take_part(Table& table, unsigned rank, const std::function<void(Fabric&)>& work) {
  Seat seat(table, rank);
  try {
    work(seat);
  } catch (const Abandoned&) {
  } catch (...) {
    table.failure = std::current_exception();
    table.abandoned = true;
    table.changed.notify_all();
  }
}

}  // namespace

void run_ranks(unsigned ranks, const std::function<void(Fabric&)>& work) {
  Table table(ranks);
  {
    std::vector<std::jthread> threads;
    for (unsigned rank = 1; rank < ranks; ++rank) threads.emplace_back([&, rank] { take_part(table, rank, work); });
    take_part(table, 0, work);
  }
  if (table.failure) std::rethrow_exception(table.failure);
}

bool offer_fabric(FindFabric find) {
  offered() = find;
  return true;
}

Fabric* world_fabric() {
  static const std::unique_ptr<Fabric> world = offered() ? offered()() : nullptr;
  return world.get();
}

}  // namespace whynot
