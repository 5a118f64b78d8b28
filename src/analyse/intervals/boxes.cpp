// Cuts the diagram variable by variable and joins blocks that have the same rest below them.
#include "analyse/intervals/boxes.h"

#include <array>
#include <unordered_map>

namespace whynot::analyse::intervals {

using solve::Bdd;
using solve::BddManager;
using solve::BddNode;
using solve::BddVariable;

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{32} << 20;  // of the reordered diagram
constexpr std::size_t most_blocks = 2'000'000;                 // of all variables together

// The set in a manager of its own, whose order is that of the variables, each with its most significant bit on top.
struct Ordered {
  BddManager manager{{most_bytes, 0, false, 0, 0}};
  Bdd set;
  std::vector<std::size_t> rank;  // by variable: place in the order

  Ordered(const Constrained& c, std::size_t targets, Context& context) {
    manager.watch(&context);
    while (manager.variable_count() < c.manager()->variable_count()) manager.new_variable();
    std::vector<BddVariable> order;
    std::vector<bool> placed(manager.variable_count(), false);
    for (std::size_t t = 0; t < targets; ++t)
      for (BddVariable v : c.bits(t)) {
        order.push_back(v);
        placed[v] = true;
      }
    for (BddVariable v = 0; v < placed.size(); ++v)
      if (!placed[v]) order.push_back(v);
    rank.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    Diagnostics ignored;
    manager.set_order(order);
    const auto loaded = manager.load(c.manager()->save(std::array{c.violating()}), 0, ignored);
    if (loaded) set = loaded->front();
  }
};

// The intervals of one variable by what is below them.
class Cut {
 public:
  Cut(const Ordered& ordered, const std::vector<Scale>& scales, Context& context)
      : ordered_(ordered), scales_(scales), context_(context) {
    std::size_t end = 0;
    for (const Scale& s : scales) ends_.push_back(end += s.width());
  }

  bool run(const std::function<bool(const Box&)>& visit) {
    Box box;
    visit_boxes(ordered_.set.node(), box, visit);
    return !ended_;
  }

 private:
  std::size_t rank_of(const BddNode& n) const { return n.is_constant() ? ends_.back() : ordered_.rank[n.variable()]; }

  // Recursion goes down the variables asked for, of which there are few.
  bool visit_boxes(const BddNode& top, Box& box, const std::function<bool(const Box&)>& visit) {
    if (top.is_false()) return true;
    const std::size_t variable = box.size();
    if (variable == scales_.size()) return visit(box);
    for (const auto& [node, intervals] : sides(top, variable)) {
      box.push_back(intervals);
      const bool go_on = visit_boxes(node, box, visit);
      box.pop_back();
      if (!go_on) return false;
    }
    return true;
  }

  // In the order of their first numbers.
  std::vector<std::pair<BddNode, std::vector<Interval>>> sides(const BddNode& top, std::size_t variable) {
    const Scale& scale = scales_[variable];
    const std::size_t begin = ends_[variable] - scale.width();
    struct Part {
      BddNode node;
      std::size_t depth;
      Integer base;
    };
    std::vector<std::pair<BddNode, std::vector<Interval>>> result;
    std::unordered_map<std::uint32_t, std::size_t> index;
    std::vector<Part> open = {{top, 0, 0}};
    while (!open.empty()) {
      const Part part = std::move(open.back());
      open.pop_back();
      if (part.node.is_false()) continue;
      if (++blocks_ > most_blocks || context_.should_stop()) {
        ended_ = true;
        return {};
      }
      if (rank_of(part.node) >= ends_[variable]) {
        const Integer lo = scale.number_at(part.base), hi = lo + power_of_two(scale.width() - part.depth) - 1;
        const auto [found, is_new] = index.emplace(part.node.key(), result.size());
        if (is_new) result.push_back({part.node, {}});
        auto& intervals = result[found->second].second;
        if (!intervals.empty() && intervals.back().hi + 1 == lo)
          intervals.back().hi = hi;
        else
          intervals.push_back({lo, hi});
        continue;
      }
      const bool splits = rank_of(part.node) == begin + part.depth;
      const bool swapped = scale.is_signed() && part.depth == 0;
      const Integer half = power_of_two(scale.width() - part.depth - 1);
      for (bool second : {true, false}) {
        BddNode child = part.node;
        if (splits) child = second != swapped ? part.node.high() : part.node.low();
        open.push_back({child, part.depth + 1, second ? Integer(part.base + half) : part.base});
      }
    }
    return result;
  }

  const Ordered& ordered_;
  const std::vector<Scale>& scales_;
  Context& context_;
  std::vector<std::size_t> ends_;  // ranks where the bits of each variable end
  std::size_t blocks_ = 0;
  bool ended_ = false;  // early
};

}  // namespace

bool for_each_box(const Constrained& c, const std::vector<Scale>& scales, Context& context,
                  const std::function<bool(const Box&)>& visit) {
  const Ordered ordered(c, scales.size(), context);
  return ordered.set.valid() && Cut(ordered, scales, context).run(visit);
}

std::vector<Interval> box_around(const Constrained& c, const std::vector<Scale>& scales,
                                 const std::vector<Integer>& point) {
  std::vector<Interval> box;
  std::vector<ValueSet> sides;
  const auto side = [&](std::size_t t, const Interval& i) {
    ValueSet set(scales[t], c.manager(), c.bits(t), c.manager()->constant(false));
    set.insert(i);
    return set;
  };
  for (std::size_t t = 0; t < scales.size(); ++t) {
    box.push_back({point[t], point[t]});
    sides.push_back(side(t, box[t]));
  }
  for (std::size_t t = 0; t < scales.size(); ++t) {
    // The numbers of this variable for which all of the other sides stays in the set.
    Bdd outside = !c.violating();
    for (std::size_t other = 0; other < scales.size(); ++other)
      if (other != t) outside = outside.and_exists(sides[other].function(), c.manager()->cube_of(c.bits(other)));
    const ValueSet good(scales[t], c.manager(), c.bits(t), !outside);
    box[t] = good.around(point[t]).value_or(box[t]);
    sides[t] = side(t, box[t]);
  }
  return box;
}

}  // namespace whynot::analyse::intervals
