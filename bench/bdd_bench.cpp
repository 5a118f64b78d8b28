// Our BDD kernel beside BuDDy 2.4 on three families: n-queens (conjunction), multipliers (connectives with
// large results) and partitioned dining philosophers (relational products).  Every run has a process of
// its own and collects garbage; both packages run in turns, and the best of some runs counts.  The answers
// must agree.  The columns: CPU seconds and their ratio, the result's size, nodes in the table at the peak
// (BuDDy: at the end), our bytes a node with the unique table, the process's memory, collections.
//
//   bdd_bench [family[=size]]... [--runs N]      e.g. bdd_bench queens=10 mult
#include <bdd.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "solve/bdd.h"

namespace {

namespace ws = whynot::solve;

constexpr double most_bytes_per_node = 24;

struct Outcome {
  double started = 0, seconds = 0, answer = 0, megabytes = 0, bytes_per_node = 0;
  std::size_t size = 0, peak_nodes = 0, collections = 0;
};

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// The work ends here; counting solutions and nodes does not belong to it.
void stop_clock(Outcome& o) { o.seconds = cpu_seconds() - o.started; }

class Ours {
 public:
  using Function = ws::Bdd;

  explicit Ours(int variables) : variables_(static_cast<std::size_t>(variables)) {
    std::vector<std::pair<ws::BddVariable, ws::BddVariable>> down;
    for (int v = 0; v < variables; ++v) {
      manager_.new_variable();
      if (v % 2 == 1) down.emplace_back(v, v - 1);
    }
    down_ = manager_.renaming(down);
  }
  Function constant(bool value) { return manager_.constant(value); }
  Function variable(int v) { return manager_.variable(static_cast<ws::BddVariable>(v)); }
  Function relational_product(const Function& f, const Function& g, const Function& cube) {
    return f.and_exists(g, cube);
  }
  Function to_current(const Function& f) { return f.substitute(down_); }
  double count(const Function& f) { return f.sat_count_double(variables_); }
  std::size_t size(const Function& f) { return f.node_count(); }
  void report(Outcome& o) {
    const ws::BddStatistics s = manager_.statistics();
    o.peak_nodes = s.peak_nodes;
    o.collections = s.collections;
    o.bytes_per_node = static_cast<double>(s.peak_bytes) / static_cast<double>(s.peak_nodes);
  }

 private:
  ws::BddManager manager_;
  ws::BddSubstitution down_;
  std::size_t variables_;
};

std::size_t buddy_collections = 0;

class Buddy {
 public:
  using Function = bdd;

  // Sizes as its manual suggests for "large" examples; caches grow with the nodes.
  explicit Buddy(int variables) {
    bdd_init(1'000'000, 250'000);
    bdd_setvarnum(variables);
    bdd_setmaxincrease(4'000'000);
    bdd_setcacheratio(4);
    bdd_gbc_hook([](int before, bddGbcStat*) { buddy_collections += before; });
    pair_ = bdd_newpair();
    for (int v = 1; v < variables; v += 2) bdd_setpair(pair_, v, v - 1);
  }
  Function constant(bool value) { return value ? bddtrue : bddfalse; }
  Function variable(int v) { return bdd_ithvar(v); }
  Function relational_product(const Function& f, const Function& g, const Function& cube) {
    return bdd_relprod(f, g, cube);
  }
  Function to_current(const Function& f) { return bdd_replace(f, pair_); }
  double count(const Function& f) { return bdd_satcount(f); }
  std::size_t size(const Function& f) { return static_cast<std::size_t>(bdd_nodecount(f)); }
  void report(Outcome& o) {
    bddStat s;
    bdd_stats(&s);
    o.peak_nodes = static_cast<std::size_t>(s.nodenum - s.freenodes);
    o.collections = buddy_collections;
    o.bytes_per_node = 20.0 * s.nodenum / static_cast<double>(o.peak_nodes);
  }

 private:
  bddPair* pair_;
};

// Placements of n queens: one clause a row, from the squares of that row.
template <class Package>
void queens(int n, Package& p, Outcome& o) {
  using F = typename Package::Function;
  F all = p.constant(true);
  for (int row = 0; row < n; ++row) {
    F some = p.constant(false);
    for (int column = 0; column < n; ++column) {
      F here = p.constant(true);
      for (int square = n * n - 1; square >= 0; --square) {
        const int r = square / n, c = square % n;
        const bool same = r == row && c == column;
        if (same) {
          here = p.variable(square) & here;
        } else if (r == row || c == column || r - c == row - column || r + c == row + column) {
          here = (!p.variable(square)) & here;
        }
      }
      some = some | here;
    }
    all = all & some;
  }
  stop_clock(o);
  o.answer = p.count(all);
  o.size = p.size(all);
}

// All output bits of an n-bit array multiplier.
template <class Package>
void multiplier(int n, Package& p, Outcome& o) {
  using F = typename Package::Function;
  std::vector<F> sum(static_cast<std::size_t>(2 * n), p.constant(false));
  for (int i = 0; i < n; ++i) {
    F carry = p.constant(false);
    for (int k = i; k < 2 * n; ++k) {
      F& s = sum[static_cast<std::size_t>(k)];
      const F product = k - i < n ? p.variable(2 * i) & p.variable(2 * (k - i) + 1) : p.constant(false);
      const F either = s ^ product;
      const F next_carry = (s & product) | (carry & either);
      s = either ^ carry;
      carry = next_carry;
    }
  }
  stop_clock(o);
  for (const F& s : sum) {
    o.answer += p.count(s);
    o.size += p.size(s);
  }
}

// n philosophers (thinking, hungry, left fork, eating) and n forks; the states reachable, by one
// relational product a philosopher.
template <class Package>
class Philosophers {
 public:
  using F = typename Package::Function;

  Philosophers(int n, Package& p) : n_(n), bits_(3 * n), p_(p) {}

  void explore(Outcome& o) {
    std::vector<F> steps;
    for (int i = 0; i < n_; ++i) steps.push_back(step(i));
    F cube = p_.constant(true), reached = p_.constant(true);
    for (int b = bits_ - 1; b >= 0; --b) {
      cube = now(b) & cube;
      reached = (!now(b)) & reached;
    }
    for (F before = p_.constant(false); !(before == reached);) {
      before = reached;
      F image = p_.constant(false);
      for (const F& s : steps) image = image | p_.relational_product(reached, s, cube);
      reached = reached | p_.to_current(image);
    }
    stop_clock(o);
    o.answer = p_.count(reached) / std::pow(2.0, bits_);
    o.size = p_.size(reached);
  }

 private:
  F now(int b) { return p_.variable(2 * b); }
  F next(int b) { return p_.variable(2 * b + 1); }
  F same(int b) { return !(now(b) ^ next(b)); }
  F change(int b, int from, int to) { return (from ? now(b) : !now(b)) & (to ? next(b) : !next(b)); }

  // One philosopher goes from one phase to another; each fork is set from one value to another, or left.
  struct Fork {
    int from, to;
  };
  F move(int i, int from, int to, Fork left, Fork right) {
    F f = change(3 * i, from & 1, to & 1) & change(3 * i + 1, from >> 1, to >> 1);
    f = f & (left.from < 0 ? same(fork(i)) : change(fork(i), left.from, left.to));
    return f & (right.from < 0 ? same(fork(i + 1)) : change(fork(i + 1), right.from, right.to));
  }
  F step(int i) {
    const Fork stays{-1, -1}, taken{0, 1}, put{1, 0};
    F f = move(i, 0, 1, stays, stays) | move(i, 1, 2, taken, stays);
    f = f | move(i, 2, 3, stays, taken) | move(i, 3, 0, put, put);
    for (int b = bits_ - 1; b >= 0; --b)
      if (b != 3 * i && b != 3 * i + 1 && b != fork(i) && b != fork(i + 1)) f = f & same(b);
    return f;
  }
  int fork(int i) const { return 3 * (i % n_) + 2; }

  int n_, bits_;
  Package& p_;
};

struct Case {
  std::string_view family;
  int size;
};

template <class Package>
Outcome measure(const Case& c) {
  Outcome o;
  const int variables = c.family == "queens" ? c.size * c.size : c.family == "mult" ? 2 * c.size : 6 * c.size;
  o.started = cpu_seconds();
  auto* package = new Package(variables);  // the process ends soon: its cleaning up is not measured
  if (c.family == "queens") queens(c.size, *package, o);
  if (c.family == "mult") multiplier(c.size, *package, o);
  if (c.family == "phil") Philosophers<Package>(c.size, *package).explore(o);
  package->report(o);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  o.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return o;
}

Outcome in_child(Outcome (*run)(const Case&), const Case& c) {
  int ends[2];
  Outcome o;
  if (pipe(ends) != 0) return o;
  const pid_t child = fork();
  if (child == 0) {
    o = run(c);
    const bool sent = write(ends[1], &o, sizeof o) == static_cast<ssize_t>(sizeof o);
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  const bool got = child > 0 && read(ends[0], &o, sizeof o) == static_cast<ssize_t>(sizeof o);
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return got ? o : Outcome{};
}

struct Comparison {
  bool agrees = true, faster = true;
  double bytes_per_node = 0;

  void add(const Comparison& other) {
    agrees = agrees && other.agrees;
    faster = faster && other.faster;
    bytes_per_node = std::max(bytes_per_node, other.bytes_per_node);
  }
};

Comparison compare(const Case& c, int runs) {
  Outcome ours, buddy;
  for (int i = 0; i < runs; ++i) {
    const Outcome a = in_child(measure<Ours>, c), b = in_child(measure<Buddy>, c);
    if (i == 0 || a.seconds < ours.seconds) ours = a;
    if (i == 0 || b.seconds < buddy.seconds) buddy = b;
  }
  const bool agree = ours.answer > 0 && std::abs(ours.answer - buddy.answer) <= 1e-9 * buddy.answer;
  fmt::print("{:>6} {:>3} {:>9.3f} {:>9.3f} {:>6.2f} {:>9} {:>9} {:>9} ", c.family, c.size, ours.seconds, buddy.seconds,
             buddy.seconds / ours.seconds, ours.size, ours.peak_nodes, buddy.peak_nodes);
  fmt::print("{:>6.1f} {:>6.0f} {:>6.0f} {:>4}/{:<4} {:>14.8g} {}\n", ours.bytes_per_node, ours.megabytes,
             buddy.megabytes, ours.collections, buddy.collections, ours.answer, agree ? "agree" : "DIFFER");
  std::fflush(stdout);  // a long run is watched
  return {agree, ours.seconds < buddy.seconds, ours.bytes_per_node};
}

bool bar(bool met, std::string_view sentence) {
  fmt::print("bar {}: {}\n", met ? "met   " : "MISSED", sentence);
  return met;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Case> all = {{"queens", 10}, {"queens", 11}, {"queens", 12}, {"mult", 10},
                           {"mult", 11},   {"mult", 12},   {"phil", 30}};
  std::vector<Case> chosen;
  int runs = 5;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::size_t equals = word.find('=');
    if (word == "--runs" && i + 1 < argc) {
      runs = std::max(1, std::atoi(argv[++i]));
    } else if (equals != std::string_view::npos) {
      chosen.push_back({word.substr(0, equals), std::atoi(argv[i] + equals + 1)});
    } else {
      std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), [&](const Case& c) { return c.family == word; });
    }
  }
  if (chosen.empty()) chosen = all;
  fmt::print("{:>10} {:>9} {:>9} {:>6} {:>9} {:>9} {:>9} {:>6} {:>6} {:>6} {:>9} {:>14}\n", "case", "ours s", "BuDDy s",
             "ratio", "size", "nodes o.", "nodes B.", "B/node", "MB o.", "MB B.", "gc o./B.", "answer");
  Comparison all_of_them;
  for (const Case& c : chosen) all_of_them.add(compare(c, runs));
  fmt::print("\n");
  const bool agrees = bar(all_of_them.agrees, "the kernel's answers agree with BuDDy's");
  const bool faster = bar(all_of_them.faster, "faster than BuDDy in every case");
  const bool small = bar(all_of_them.bytes_per_node <= most_bytes_per_node,
                         fmt::format("{:.1f} bytes a node with the unique table (bar: {:.0f})",
                                     all_of_them.bytes_per_node, most_bytes_per_node));
  return agrees && faster && small ? 0 : 1;
}
