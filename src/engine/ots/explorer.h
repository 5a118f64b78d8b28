// The breadth-first exploration itself, shared by the one-off search and the space that is kept.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/ots/additions.h"
#include "engine/ots/machine.h"
#include "engine/ots/parts/checkpoint.h"
#include "engine/ots/parts/least_paths.h"
#include "engine/ots/parts/travel.h"
#include "engine/ots/program.h"
#include "engine/ots/search.h"
#include "engine/ots/store/dense_visited.h"
#include "engine/ots/store/packing.h"
#include "engine/ots/store/visited.h"
#include "engine/ots/symmetry.h"

namespace whynot::engine::ots {

// By state, those of the next depth on the way to a violation.
using Ways = std::map<std::size_t, std::vector<std::size_t>>;
// Each way from the first depth to the last one, until `found` has enough.
void for_each_way(const std::vector<Ways>&, Context&, const std::function<bool(std::span<const std::size_t>)>& found);

// Within a handler: why a search ended that has no room for what comes next.  Other exceptions go on.
std::string why_it_ended();

class Explorer {
 public:
  // `check`: violations of the predicates are looked for on the way, and when all are violated the exploration ends.
  // Otherwise they only limit the symmetry.
  Explorer(const whynot::ots::Ots&, const whynot::ots::Scope&, std::span<const whynot::ots::Predicate>, bool check,
           const SearchOptions&);

  // `after_each`: called when the states of a depth have been looked at.
  void run(Context&, const std::function<void()>& after_each = {});
  // Looks at the states of one depth more, from the start.  False when that was the last thing to do: all is violated,
  // everything was seen, the depth asked for is reached, or it was stopped.
  bool deepen(Context&);

  // The first state in breadth-first order that violates the predicate, among the first so many of those seen.
  std::optional<std::size_t> first_violation(const whynot::ots::Predicate&, Context&,
                                             std::size_t most = ~std::size_t{0});
  // The run to a state, replayed.
  Trace trace_to(std::size_t state, const whynot::ots::Predicate&);
  // So many of the states seen, early and late ones.
  std::vector<State> sample(std::size_t most);
  // Calls `found` for each shortest run to a violation of the predicate until it returns false; they differ in the
  // states that they pass.  REQUIRES the violation that was found.
  void for_each_shortest(std::size_t violation, const whynot::ots::Predicate&, Context&,
                         const std::function<bool(Trace)>& found);

  const std::vector<std::optional<std::size_t>>& violations() const { return violations_; }
  const std::vector<CompiledQuery>& queries() const { return queries_; }
  const std::vector<whynot::ots::DepthCount>& depths() const { return depths_; }
  std::size_t states() const { return options_.fabric ? total_states_ : states_here(); }
  std::size_t frontier() const { return states_here() - begin_; }  // those that the next depth begins with
  bool exhausted() const { return exhausted_; }
  const std::string& stopped() const { return stopped_; }
  // The depth whose states, and those before, were all looked at; nothing where not even the first was.
  std::optional<std::size_t> none_up_to() const { return none_up_to_; }
  const whynot::ots::Scope& scope() const { return program_.scope(); }
  bool symmetry() const { return options_.symmetry; }

  // States that somebody else keeps (parts/spill.h): they are spelled and read here, checked and expanded.
  parts::Speller& speller() { return *speller_; }
  parts::Spelled& spelled() { return *spelled_; }
  void go_on_with(const std::string& terms, Context&);  // the list of another, before anything is spelled
  bool make_room(Context&);                             // for the next state that is read; false: stopped
  std::vector<Root> starts(Context&);                   // in their order; stopped() says why there are none
  void take(std::span<const Root>);                     // the states at hand
  bool check(Context&, std::vector<bool>& violated);    // whether some of them violates a predicate; false: stopped
  bool expand(Context&, const std::function<void(std::size_t from, Root)>& each);  // in their order; false: stopped
  void check_one(const CompiledQuery&, const std::function<void(std::size_t)>& violates);
  CompiledQuery compiled(const whynot::ots::Predicate& p) { return program_.compile_violation(p); }
  std::size_t cells() const { return tables_.cells.size(); }
  Trace trace_along(std::span<const Root> chain, const whynot::ots::Predicate&);

  // What went from rank to rank, of all of them, where there are ranks; all ask.
  std::optional<Partition> partition() const;

 private:
  // A run of neighbouring frontier states and what came of them.  Its vectors serve many runs, one after another.
  struct Chunk {
    void take(std::size_t from, std::size_t to, std::size_t queries);
    std::size_t begin = 0, end = 0, done = 0;
    std::vector<Root> successors;
    std::vector<std::uint32_t> parents;
    std::vector<char> fresh;
    std::vector<std::optional<std::size_t>> violations;
  };
  struct Worker {
    Worker(Tables& tables, const Program& program, const Packing& packing, const Group& group)
        : store(program.ots(), tables),
          machine(store, program, packing.opened()),
          additions(store, machine, program, packing),
          canonizer(store, program, group) {}
    Store store;
    Machine machine;
    Additions additions;
    Canonizer canonizer;
    std::vector<Word> state, next;  // unpacked
  };

  std::size_t states_here() const { return roots_.size() + counted_; }
  std::vector<Ways> ways_to(std::size_t depth, const whynot::ots::Predicate&, Context&);

  // In step with the other ranks (partition.cpp).  A violation is then known by its depth.
  struct Marked {                          // the states on shortest runs to a violation, the same for all ranks
    std::vector<std::vector<Root>> roots;  // by depth
    parts::LeastPaths paths;
  };
  bool look_at_depth_in_step(Context&);
  bool check_in_step(std::size_t begin, std::size_t end, std::size_t depth, Context&);
  bool level_in_step(std::size_t begin, std::size_t end, Context&);
  struct Agreed {
    bool go_on, more;
  };
  Agreed agree(Context&, bool overflow, bool more);
  bool agree_to_go_on(Context& context, bool overflow) { return agree(context, overflow, false).go_on; }
  bool save_in_step();
  bool resume_in_step(Context&);
  std::string load_level(const parts::CheckpointNote&, std::size_t depth, Context&);
  void send_away(std::span<Chunk>);
  void receive(Chunk&, Context&);
  std::span<Chunk> chunks_of(std::size_t begin, std::size_t end);
  Marked marked_in_step(std::size_t depth, const whynot::ots::Predicate&);
  Trace trace_in_step(std::size_t depth, const whynot::ots::Predicate&);
  void for_each_shortest_in_step(std::size_t depth, const whynot::ots::Predicate&, Context&,
                                 const std::function<bool(Trace)>& found);
  std::vector<Root> shared(const std::vector<Root>& mine);
  bool start(Context&);
  bool look_at_depth(Context&);
  bool add_start(std::vector<Word>);
  bool level(std::size_t begin, std::size_t end, bool expand, Context&);
  void work(std::span<Chunk>, bool expand, Context&);
  void expand_chunk(Worker&, Chunk&, bool expand, Context&);
  void expand_state(Worker&, Chunk&, std::size_t state, bool expand);
  void expand_transition(Worker&, Chunk&, std::uint32_t transition);
  void add_successor(Chunk&, Root);
  void merge(std::span<Chunk>);
  template <class Set>
  void mark_fresh(Set&, Chunk&, std::span<const char> mine);
  bool insert(Root root, std::uint64_t hash) {  // whether it is new
    return dense_visited_ ? dense_visited_->insert(root, hash) : visited_.insert(root, hash);
  }
  std::size_t hands() const;  // how many workers there is enough to do for
  void in_parallel(const std::function<void(Worker&, std::size_t)>&);
  bool grow_cells(Context&);
  bool in_parallel_within_room(Context&, const std::function<void(Worker&, std::size_t)>&);
  bool all_violated() const;
  void report_progress(std::size_t depth, std::size_t frontier, Context&) const;
  State values(std::span<const Word>) const;

  const whynot::ots::Ots& ots_;
  SearchOptions options_;
  Tables tables_;
  Store store_;
  Program program_;
  Packing packing_;
  Group group_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<CompiledQuery> queries_;  // of violations
  Visited visited_;
  std::optional<DenseVisited> dense_visited_;  // of a rank, instead
  std::vector<Chunk> chunks_;
  BigVector<Root> roots_;             // of states, in breadth-first order
  BigVector<std::uint32_t> parents_;  // no_parent for a start
  std::vector<std::optional<std::size_t>> violations_;
  std::vector<whynot::ots::DepthCount> depths_;
  // Where nothing is asked but numbers, states of the last depth are counted and not kept.
  bool only_counts_, keeps_ = true;
  std::size_t counted_ = 0;
  bool started_ = false;
  std::size_t begin_ = 0;  // of the states that are to be looked at next
  std::uint64_t transitions_ = 0;
  // Of several ranks.
  std::optional<parts::Travel> travel_;
  std::optional<parts::Speller> speller_;
  std::optional<parts::Spelled> spelled_;
  std::vector<std::size_t> level_ends_;  // of the states here
  std::vector<std::uint64_t> starts_;    // of those here: their places among all
  std::vector<unsigned> level_ranks_;    // of levels on disk: how many have written them
  std::uint64_t next_start_ = 0, total_states_ = 0, crossings_ = 0, cross_bytes_ = 0;
  bool sends_ = false;  // whether successors of others are sent as soon as they are known
  bool checks_ = true;  // whether violations are looked for while states are expanded
  bool exhausted_ = false;
  std::string stopped_;
  std::optional<std::size_t> none_up_to_;
};

}  // namespace whynot::engine::ots
