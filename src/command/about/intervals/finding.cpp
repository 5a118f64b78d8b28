// Sets can have astronomically many members and pieces.  Counts are always exact; lists end at the limit, and where the
// list of intervals does, counts over equal cells give a picture of the whole range instead.
#include "command/about/intervals/finding.h"

#include <algorithm>

namespace whynot::command {
namespace {

constexpr std::size_t longest_table = 4096;

// The numbers that share that many leading bits with `number`; the leading zeros of an address count, too.
std::optional<analyse::intervals::Interval> prefix_window(const Integer& number, const std::string& length,
                                                          const report::NumberStyle& style) {
  const std::size_t written = std::max(style.width, address_bits(style.as).value_or(style.width));
  if (length.empty() || length.size() > 6 || length.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  const std::size_t asked = std::stoul(length), before = written - style.width;
  if (asked < before || asked > written) return std::nullopt;
  const Integer size = power_of_two(written - asked);
  const Integer least = style.is_signed ? Integer(-power_of_two(style.width - 1)) : Integer(0);
  const Integer lo = number - (number - least) % size;
  return analyse::intervals::Interval{lo, lo + size - 1};
}

void count_cells(const analyse::intervals::ValueSet& set, report::Intervals& found) {
  const Integer each = report::cell_size(found);
  for (std::size_t c = 0; c < report::cell_count(found); ++c) {
    const Integer lo = found.least + c * each;
    found.cells.push_back(set.count_in({lo, std::min(Integer(lo + each - 1), found.greatest)}));
  }
}

}  // namespace

std::optional<std::size_t> address_bits(std::string_view as) {
  if (as == "ipv4") return 32;
  if (as == "ipv6") return 128;
  return std::nullopt;
}

std::optional<analyse::intervals::Interval> read_window(const std::string& text, const report::NumberStyle& style) {
  const std::size_t dots = text.find(".."), slash = text.rfind('/');
  const auto lo = report::read_number(text.substr(0, std::min(dots, slash)), style);
  if (!lo || (dots != std::string::npos && slash != std::string::npos)) return std::nullopt;
  if (slash != std::string::npos) return prefix_window(*lo, text.substr(slash + 1), style);
  const auto hi = dots == std::string::npos ? lo : report::read_number(text.substr(dots + 2), style);
  return hi && *lo <= *hi ? std::optional(analyse::intervals::Interval{*lo, *hi}) : std::nullopt;
}

report::Interval reported(const analyse::intervals::Interval& i) { return {i.lo, i.hi}; }

report::IntervalList listed(const analyse::intervals::ValueSet& set, std::uint64_t limit) {
  report::IntervalList list{{}, set.interval_count()};
  if (limit > 0)
    set.for_each_interval([&](const analyse::intervals::Interval& i) {
      list.items.push_back(reported(i));
      return list.items.size() < limit;
    });
  return list;
}

void describe(const analyse::intervals::ValueSet& set, std::uint64_t limit, report::Intervals& found) {
  const analyse::intervals::Scale& scale = set.scale();
  found.type = scale.type_name();
  found.width = scale.width();
  found.is_signed = scale.is_signed();
  const analyse::intervals::Scale::Line range = scale.line();
  found.domain = range.values;
  found.least = range.least;
  found.greatest = range.greatest;
  if (scale.is_symbolic())
    for (const Value& v : scale.type().values()) found.symbols.push_back(v.to_string());
  found.count = set.count();
  if (const auto longest = set.longest()) found.longest = {reported(*longest)};
  report::IntervalList all = listed(set, limit);
  found.intervals = std::move(all.items);
  found.interval_total = all.total;
  found.cidr_total = set.block_count();
  if (limit > 0 && !set.is_empty()) {
    set.for_each_block([&](const analyse::intervals::Block& b) {
      found.cidr.push_back(b.to_string());
      return found.cidr.size() < limit;
    });
    bool more = false;
    set.for_each_pattern([&](const std::string& p) {
      more = found.patterns.size() == limit;
      if (!more) found.patterns.push_back(p);
      return !more;
    });
    found.truncated = more;
  }
  std::sort(found.patterns.begin(), found.patterns.end());
  found.truncated =
      found.truncated || found.interval_total > found.intervals.size() || found.cidr_total > found.cidr.size();
  if (found.interval_total > found.intervals.size()) count_cells(set, found);
  if (const auto table = set.table(std::min<std::uint64_t>(limit, longest_table)))
    for (const analyse::intervals::TableLine& line : *table) found.table.push_back({line.block.to_string(), line.in});
}

}  // namespace whynot::command
