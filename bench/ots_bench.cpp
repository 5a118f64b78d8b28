// Measures the rows of the OTS table: searches of NSPK and Qlock, with Debian's Maude beside them where it is
// installed.  `ots_bench [DEPTH]` goes to NSPK depth DEPTH (6 unless told).
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/ots/search.h"
#include "front/ots/load.h"

namespace {

using namespace whynot;

std::string read(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Input {
  explicit Input(const std::string& text) { systems = front_ots::load(sources, sources.add("bench", text), diagnostics); }
  ots::Ots& ots() { return *systems.at(0); }
  Sources sources;
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<ots::Ots>> systems;
};

struct Cost {
  double wall = 0, cpu = 0;  // the processor's time tells more on a machine that others use too
};

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Cost cost_of(const auto& job, int who = RUSAGE_SELF) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds(who);
  job();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), cpu_seconds(who) - cpu};
}

void row(std::string_view work, Cost cost, std::string_view what) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{:36} {:8.3f} s wall {:8.3f} s cpu  {:32} {:>6} MB peak so far\n", work, cost.wall, cost.cpu, what, usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

void bench_search(Input& input, const ots::Scope& scope, std::string_view name, std::optional<std::size_t> depth, unsigned threads) {
  engine::ots::SearchOutcome outcome;
  const Cost cost = cost_of([&] {
    Context context;
    outcome = engine::ots::search(input.ots(), scope, {}, {depth, false, threads, {}}, context);
  });
  row(fmt::format("{}, {} thread{}", name, threads, threads > 1 ? "s" : ""), cost, fmt::format("{} states", outcome.depths.back().states));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string examples = WHYNOT_EXAMPLES;
  const std::size_t deepest = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 6;
  Input nspk(read(examples + "/ots/nspk.ots")), qlock(read(examples + "/ots/qlock.ots"));
  for (std::size_t depth = 5; depth <= deepest; ++depth)
    for (const unsigned threads : {1u, 2u}) bench_search(nspk, *nspk.ots().scope("paper"), fmt::format("NSPK depth {}", depth), depth, threads);
  for (const std::size_t n : {7, 8, 9}) {
    const ots::Scope scope = make_scope(qlock.ots(), "bench", n);
    bench_search(qlock, scope, fmt::format("Qlock n = {}", n), {}, 2);
  }
}
