// Ranks of Open MPI as hands.  Every task is answered exactly once, a dropped one too, so that both sides know at all
// times who is busy.  Blocking calls of MPI spin: everybody here asks and sleeps.
#include "farm/ranks.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "farm/children.h"
#include "report/json/value.h"

namespace whynot::face::mpi {
namespace {

using farm::Outcome;
using farm::Task;
using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

enum Tag { task_tag = 1, outcome_tag, drop_tag, end_tag };
constexpr int coordinator = 0;

void sleep_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

void send(const Bytes& bytes, int to, Tag tag) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

struct Message {
  int from, tag;
  Bytes bytes;
};

// Nothing when none is there.
std::optional<Message> receive() {
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (!there) return std::nullopt;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, status.MPI_TAG, Bytes(static_cast<std::size_t>(size))};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD, &status);
  return message;
}

Bytes written(const Task& task) {
  json out = {{"number", task.number}, {"words", task.words}};
  if (task.cpu_seconds) out["cpu_s"] = *task.cpu_seconds;
  return json::to_cbor(out);
}

Task task_in(const Bytes& bytes) {
  const json in = json::from_cbor(bytes);
  Task task{in.at("number").get<std::size_t>(), in.at("words").get<std::vector<std::string>>(), std::nullopt, false};
  if (in.contains("cpu_s")) task.cpu_seconds = in.at("cpu_s").get<std::uint64_t>();
  return task;
}

Bytes written(const Outcome& o) {
  return json::to_cbor({{"number", o.number},
                        {"exit", o.exit},
                        {"out", o.out},
                        {"err", o.err},
                        {"cpu_s", o.cpu_seconds},
                        {"rss_mb", o.megabytes}});
}

Outcome outcome_in(const Bytes& bytes) {
  const json in = json::from_cbor(bytes);
  return {in.at("number").get<std::size_t>(), false,
          in.at("exit").get<int>(),           in.at("out").get<std::string>(),
          in.at("err").get<std::string>(),    in.at("cpu_s").get<double>(),
          in.at("rss_mb").get<double>()};
}

class RankHands final : public farm::Hands {
 public:
  RankHands(int ranks, const std::string& self, unsigned own)
      : busy_(static_cast<std::size_t>(ranks)), own_(own, self, self) {}

  unsigned count() const override { return static_cast<unsigned>(busy_.size() - 1); }
  bool has_free(bool ours) const override { return ours ? own_.has_free(true) : free_rank().has_value(); }

  unsigned start(const Task& task) override {
    if (task.ours) return own_.start(task);
    const std::size_t rank = *free_rank();
    busy_[rank] = {true, task.number, false};
    send(written(task), static_cast<int>(rank), task_tag);
    return static_cast<unsigned>(rank);
  }

  void drop(std::size_t number) override {
    own_.drop(number);
    for (std::size_t rank = 1; rank < busy_.size(); ++rank)
      if (busy_[rank].is_busy && busy_[rank].number == number && !busy_[rank].dropped) {
        busy_[rank].dropped = true;
        send({}, static_cast<int>(rank), drop_tag);
      }
  }

  std::vector<Outcome> wait() override {
    constexpr int looks = 50;
    for (int i = 0; i < looks; ++i) {
      std::vector<Outcome> ended = own_.wait_for(0);
      while (const auto message = receive()) {
        Busy& rank = busy_[static_cast<std::size_t>(message->from)];
        if (!rank.dropped) ended.push_back(outcome_in(message->bytes));
        rank = {};
      }
      if (!ended.empty()) return ended;
      sleep_a_little();
    }
    return {};
  }

 private:
  struct Busy {
    bool is_busy = false;
    std::size_t number = 0;
    bool dropped = false;
  };
  std::optional<std::size_t> free_rank() const {
    for (std::size_t rank = 1; rank < busy_.size(); ++rank)
      if (!busy_[rank].is_busy) return rank;
    return std::nullopt;
  }

  std::vector<Busy> busy_;  // by rank
  farm::Children own_;
};

class MpiRanks final : public farm::Ranks {
 public:
  MpiRanks() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK"})
      unsetenv(name);  // our children are no ranks
  }
  ~MpiRanks() override {
    for (int other = 1; coordinates() && other < size_; ++other) send({}, other, end_tag);
    MPI_Finalize();
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int size() const { return size_; }
  bool coordinates() const override { return rank_ == coordinator; }

  std::string other_than(const std::string& word) override {
    constexpr std::size_t room = 64;
    std::array<char, room> mine{};
    word.copy(mine.data(), room - 1);
    std::vector<char> all(room * static_cast<std::size_t>(size_));
    MPI_Allgather(mine.data(), room, MPI_CHAR, all.data(), room, MPI_CHAR, MPI_COMM_WORLD);
    for (std::size_t at = 0; at < all.size(); at += room)
      if (const std::string theirs(&all[at]); theirs != mine.data()) return theirs;
    return "";
  }

  std::unique_ptr<farm::Hands> hands(const std::string& self, unsigned own) override {
    return std::make_unique<RankHands>(size_, self, own);
  }

  void work(const std::string& program, Context& context) override {
    farm::Children child(1, program, program);
    std::optional<std::size_t> busy;
    const auto answer = [&](const Outcome& outcome) {
      busy.reset();
      send(written(outcome), coordinator, outcome_tag);
    };
    while (context.look() == Stop::None) {
      const auto message = receive();
      if (message && message->tag == end_tag) return;
      if (message && message->tag == task_tag) {
        const Task task = task_in(message->bytes);
        busy = task.number;
        child.start(task);
      }
      if (message && message->tag == drop_tag && busy) {  // else its answer is on the way
        child.drop(*busy);
        answer({*busy, false, -9, "", "", 0, 0});
      }
      for (const Outcome& outcome : child.wait_for(busy ? 5 : 0)) answer(outcome);
      if (!message && !busy) sleep_a_little();
    }
  }

 private:
  int rank_ = 0, size_ = 1;
};

// Started by mpirun, with somebody to work: else we are alone.
std::unique_ptr<farm::Ranks> find() {
  if (!std::getenv("OMPI_COMM_WORLD_SIZE") && !std::getenv("PMI_SIZE")) return nullptr;
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->size() < 2) return nullptr;
  return ranks;
}

const bool offered = farm::offer_ranks(find);

}  // namespace
}  // namespace whynot::face::mpi
