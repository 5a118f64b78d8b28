// Measures the rows of the OTS table: searches of NSPK and Qlock, with Debian's Maude beside them where it is
// installed.  `ots_bench [DEPTH]` goes to NSPK depth DEPTH (6 unless told).
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "analyse/falsify/falsify.h"
#include "encode/ots/maude.h"
#include "engine/ots/search.h"
#include "engine/ots/symbolic.h"
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
  explicit Input(const std::string& text) {
    systems = front::ots::load(sources, sources.add("bench", text), diagnostics);
  }
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
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
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
  fmt::print("{:36} {:8.3f} s wall {:8.3f} s cpu  {:32} {:>6} MB peak so far\n", work, cost.wall, cost.cpu, what,
             usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

Cost bench_search(Input& input, const ots::Scope& scope, std::string_view name, std::optional<std::size_t> depth,
                  unsigned threads) {
  engine::ots::SearchOutcome outcome;
  const Cost cost = cost_of([&] {
    Context context;
    outcome = engine::ots::search(input.ots(), scope, {}, {depth, false, threads, {}}, context);
  });
  row(fmt::format("{}, {} thread{}", name, threads, threads > 1 ? "s" : ""), cost,
      fmt::format("{} states", outcome.depths.back().states));
  return cost;
}

void bench_igf(Input& input, std::string_view name, std::size_t bound, analyse::falsify::FalsifyOptions options) {
  analyse::falsify::Falsification result;
  const Cost cost = cost_of([&] {
    Context context;
    const ots::Predicate goal = predicate_of(*input.ots().invariant("SP"));
    const auto space = engine::ots::explore(input.ots(), *input.ots().scope("paper"), std::span(&goal, 1),
                                            {bound, true, 1, {}}, context);
    result = falsify(input.ots(), goal, {}, *space, options, context);
  });
  row(fmt::format("{} bound {}", name, bound), cost,
      fmt::format("{}, {} rounds, {} queries", outcome_word(result.outcome), result.rounds, result.queries));
}

void bench_symbolic(Input& input, std::string_view name, std::size_t depth) {
  engine::ots::SymbolicOutcome outcome;
  const Cost cost = cost_of([&] {
    Context context;
    outcome = engine::ots::search_symbolically(input.ots(), predicate_of(*input.ots().invariant("SP")), depth, context);
  });
  row(fmt::format("{} symbolic, depth {}", name, depth), cost,
      outcome.trace ? fmt::format("found at {}", outcome.trace->depth())
                    : fmt::format("none up to {}", outcome.none_up_to));
}

// Maude on the module that we export, where it is installed.
std::optional<Cost> bench_maude(Input& input, const ots::Scope& scope, std::string_view name,
                                std::optional<std::size_t> depth) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) return {};
  const auto made = encode::ots::MaudeModule::make(input.ots(), scope);
  const auto* module = std::get_if<encode::ots::MaudeModule>(&made);
  if (!module) return {};
  const std::string file = fmt::format("/tmp/whynot-bench-{}.maude", ::getpid());
  std::ofstream(file) << module->text() << module->count_command(depth) << "quit\n";
  int status = 0;
  const Cost cost = cost_of(
      [&] {
        status =
            std::system(fmt::format("timeout 120 maude -no-banner -batch {} >/dev/null 2>&1 </dev/null", file).c_str());
      },
      RUSAGE_CHILDREN);
  std::remove(file.c_str());
  row(fmt::format("  maude: {}", name), cost, status == 0 ? "finished" : "stopped");
  return cost;
}

// In turns, since others use the machine too: our slowest run beside Maude's fastest.
void bench_beside_maude(Input& input, const ots::Scope& scope, std::string_view name, std::size_t depth) {
  std::optional<double> maude;
  double ours = 0;
  for (int turn = 0; turn < 3; ++turn) {
    if (const auto cost = bench_maude(input, scope, name, depth))
      maude = std::min(maude.value_or(cost->cpu), cost->cpu);
    for (const unsigned threads : {1u, 2u}) ours = std::max(ours, bench_search(input, scope, name, depth, threads).cpu);
  }
  if (maude) fmt::print("{:36} at least {:.1f} times less of the processor than Maude\n", name, *maude / ours);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string examples = WHYNOT_EXAMPLES;
  const std::size_t deepest = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 6;
  Input nspk(read(examples + "/ots/nspk.ots")), qlock(read(examples + "/ots/qlock.ots"));
  const ots::Scope& paper = *nspk.ots().scope("paper");
  bench_beside_maude(nspk, paper, "NSPK depth 5", 5);
  for (std::size_t depth = 6; depth <= deepest; ++depth)
    for (const unsigned threads : {1u, 2u})
      bench_search(nspk, paper, fmt::format("NSPK depth {}", depth), depth, threads);
  for (const std::size_t n : {7, 8, 9}) {
    const ots::Scope scope = make_scope(qlock.ots(), "bench", n);
    bench_search(qlock, scope, fmt::format("Qlock n = {}", n), {}, 2);
    if (n == 7) bench_maude(qlock, scope, "Qlock n = 7", {});
  }
  using analyse::falsify::LemmaForm;
  for (const std::size_t bound : {3, 2, 1, 0}) bench_igf(nspk, "IGF NSPK", bound, {LemmaForm::Paper, false, 200});
  Input nslpk(read(examples + "/ots/nslpk.ots"));
  bench_igf(nslpk, "IGF NSLPK, generalised", 3, {LemmaForm::Paper, true, 50});
  bench_symbolic(nspk, "NSPK", 4);
  bench_symbolic(nslpk, "NSLPK", 10);
}
