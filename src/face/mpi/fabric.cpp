// Ranks of Open MPI that work on one question in step.  Blocking calls of MPI spin, and so would whoever waits for a
// slower one: everybody here asks, and after a while sleeps between questions.
#include "base/fabric.h"

#include <fcntl.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "base/check.h"

namespace whynot::face::mpi {
namespace {

constexpr std::size_t piece = std::size_t{1} << 28;  // MPI counts by int
constexpr int letter_tag = 17;

// Started by mpirun: which one of them.
int rank_told() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* value = std::getenv(name)) return std::atoi(value);
  return -1;
}

void wait_for(std::vector<MPI_Request>& requests) {
  constexpr int eager = 30;  // questions in a row
  constexpr auto shortest = std::chrono::microseconds(20), longest = std::chrono::microseconds(500);
  auto pause = shortest;
  for (int asked = 0, done = 0;; ++asked) {
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done) return;
    if (asked < eager) continue;
    std::this_thread::sleep_for(pause);
    pause = std::min(longest, pause * 2);
  }
}

class MpiFabric final : public Fabric {
 public:
  MpiFabric() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiFabric() override { MPI_Finalize(); }
  MpiFabric(const MpiFabric&) = delete;
  MpiFabric& operator=(const MpiFabric&) = delete;

  unsigned ranks() const override { return static_cast<unsigned>(size_); }
  unsigned rank() const override { return static_cast<unsigned>(rank_); }

  std::vector<Bytes> exchange(std::vector<Bytes> to) override {
    WHYNOT_CHECK(to.size() == ranks(), "a letter for each rank");
    std::vector<std::uint64_t> sizes, coming(ranks());
    for (const Bytes& letter : to) sizes.push_back(letter.size());
    std::vector<MPI_Request> requests(1);
    MPI_Ialltoall(sizes.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD, requests.data());
    wait_for(requests);
    std::vector<Bytes> from(ranks());
    requests.clear();
    for (int other = 0; other < size_; ++other) {
      const auto at = static_cast<std::size_t>(other);
      if (other == rank_) {
        from[at] = std::move(to[at]);
        continue;
      }
      from[at].resize(coming[at]);
      in_pieces(from[at], [&](char* begin, int size) {
        MPI_Irecv(begin, size, MPI_BYTE, other, letter_tag, MPI_COMM_WORLD, &requests.emplace_back());
      });
      in_pieces(to[at], [&](char* begin, int size) {
        MPI_Isend(begin, size, MPI_BYTE, other, letter_tag, MPI_COMM_WORLD, &requests.emplace_back());
      });
    }
    wait_for(requests);
    return from;
  }

  Sums sum(const Sums& mine) override {
    Sums out(mine.size());
    std::vector<MPI_Request> requests(1);
    MPI_Iallreduce(mine.data(), out.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                   requests.data());
    wait_for(requests);
    return out;
  }

 private:
  template <class Each>
  static void in_pieces(Bytes& bytes, const Each& each) {
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      each(bytes.data() + at, static_cast<int>(std::min(piece, bytes.size() - at)));
  }

  int rank_ = 0, size_ = 1;
};

std::unique_ptr<Fabric> find() { return rank_told() < 0 ? nullptr : std::make_unique<MpiFabric>(); }

// The first rank speaks for all.  What another one has to say is told only when it fails, with its number.
int aside = -1, told = -1;  // where it is written meanwhile, and where it belongs

void tell_unsaid(int status, void*) {
  if (status == 0) return;
  std::string text(static_cast<std::size_t>(lseek(aside, 0, SEEK_END)), ' ');
  const ssize_t size = pread(aside, text.data(), text.size(), 0);
  std::istringstream lines(text.substr(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0))));
  std::string out;
  for (std::string line; std::getline(lines, line);) out += "rank " + std::to_string(rank_told()) + ": " + line + "\n";
  if (write(told, out.data(), out.size()) < 0) return;  // there is nobody else to tell
}

bool hush() {
  if (rank_told() <= 0) return true;
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  aside = memfd_create("unsaid", MFD_CLOEXEC);
  told = fcntl(2, F_DUPFD_CLOEXEC, 3);
  if (nothing < 0 || aside < 0 || told < 0 || dup2(nothing, 1) < 0 || dup2(aside, 2) < 0) return false;
  return on_exit(tell_unsaid, nullptr) == 0;
}

const bool quiet = hush();
const bool offered = offer_fabric(find);

}  // namespace
}  // namespace whynot::face::mpi
