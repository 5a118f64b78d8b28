// Sets of tuples as boxes: products of sets of numbers.  Cut in the order of the variables, the diagram of a
// set of pairs is a tree of aligned blocks of the first variable with sets of the second below; blocks with
// the same set below belong together, which gives one disjoint decomposition, the same for every way that the
// set was computed.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "analyse/intervals/constrained.h"

namespace whynot::analyse::intervals {

using Box = std::vector<std::vector<Interval>>;  // for each variable its intervals; the box is their product

// Until `visit` answers false.  False when there are too many to be told apart, or the context says stop; what was
// visited by then is not all.
bool for_each_box(const Constrained&, const std::vector<Scale>&, Context&,
                  const std::function<bool(const Box&)>& visit);

// A box of single intervals around a point of the set that no side can leave: sides grow one after the other.
// REQUIRES a point of the set.
std::vector<Interval> box_around(const Constrained&, const std::vector<Scale>&, const std::vector<Integer>& point);

}  // namespace whynot::analyse::intervals
