// Circular definitions among assignments: within one state, no variable may depend on itself.
//
// Two graphs, after NuSMV: initial values (`init(x) := e` and `x := e` depend on the variables of e), and the
// next values that one process assigns (`next(x) := e` depends on each y with `next(y)` in e).  The search
// walks the shared expressions themselves, each once, with a stack of its own.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "front/common/report.h"
#include "front/smv/assignments.h"

namespace whynot::front::smv {
namespace {

class CycleSearch {
 public:
  CycleSearch(bool next, const ExprPool& pool, front::Facts& facts, Diagnostics& diagnostics)
      : next_(next), pool_(pool), facts_(facts), diagnostics_(diagnostics) {}

  void add(const AssignEntry& e) { assigned_.emplace(e.variable.id(), &e); }

  void run() {
    std::vector<const AssignEntry*> order;
    for (const auto& [id, entry] : assigned_) order.push_back(entry);
    std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
      return std::pair(a->where.begin, a->variable.id()) < std::pair(b->where.begin, b->variable.id());
    });
    for (const AssignEntry* e : order) search(e->variable);
  }

 private:
  enum class Colour : std::uint8_t { White, Grey, Black };
  struct Frame {
    Expr node;
    std::size_t next_arg;
  };

  // What a node leads to: its arguments; a variable, to the value that is assigned to it.
  Expr follow(Expr node, std::size_t i) const {
    if (node.is(Op::Variable)) {
      const auto found = assigned_.find(node.id());
      return found != assigned_.end() && i == 0 ? found->second->value : Expr();
    }
    return i < node.arity() ? node.arg(i) : Expr();
  }

  // In the graph of next values, a variable counts where it stands under Next only.
  bool ignored(Expr parent, Expr child) {
    return next_ && !parent.is(Op::Next) && !facts_.has(child, front::Facts::HasNext);
  }

  void search(Expr root) {
    if (colour_[root.id()] != Colour::White) return;
    std::vector<Frame> stack = {{root, 0}};
    colour_[root.id()] = Colour::Grey;
    while (!stack.empty()) {
      Frame& top = stack.back();
      const Expr parent = top.node, child = follow(parent, top.next_arg++);
      if (!child) {
        colour_[parent.id()] = Colour::Black;
        stack.pop_back();
        continue;
      }
      if (ignored(parent, child)) continue;
      Colour& c = colour_[child.id()];
      if (c == Colour::Grey) report(stack, child);
      if (c != Colour::White) continue;
      c = Colour::Grey;
      stack.push_back({child, 0});
    }
  }

  void report(const std::vector<Frame>& stack, Expr again) {
    auto at = std::find_if(stack.begin(), stack.end(), [&](const Frame& f) { return f.node == again; });
    std::vector<const AssignEntry*> through;
    for (; at != stack.end(); ++at)
      if (at->node.is(Op::Variable)) through.push_back(assigned_.at(at->node.id()));
    if (through.empty()) return;
    Diagnostic& d = diagnostics_.error(
        "smv.circular-definition",
        fmt::format("the value of `{}` depends on itself in the same state", pool_.name_of(through[0]->variable)),
        through[0]->where);
    for (std::size_t i = 1; i < through.size() && i < 8; ++i)
      front::add_label(d, through[i]->where, fmt::format("through `{}`", pool_.name_of(through[i]->variable)));
  }

  bool next_;
  const ExprPool& pool_;
  front::Facts& facts_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::uint32_t, const AssignEntry*> assigned_;
  std::unordered_map<std::uint32_t, Colour> colour_;
};

}  // namespace

void check_no_cycles(const std::vector<AssignEntry>& entries, const ExprPool& pool, front::Facts& facts,
                     Diagnostics& diagnostics) {
  CycleSearch initial(false, pool, facts, diagnostics);
  std::map<InstanceId, CycleSearch> next;  // by process
  for (const AssignEntry& e : entries) {
    if (e.what == Declares::AssignNext)
      next.try_emplace(e.process, true, pool, facts, diagnostics).first->second.add(e);
    else
      initial.add(e);
  }
  initial.run();
  for (auto& [process, search] : next) search.run();
}

}  // namespace whynot::front::smv
