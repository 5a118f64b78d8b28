// A set of values as a finding of the report.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyse/intervals/value_set.h"
#include "report/finding/intervals.h"
#include "report/number_text.h"

namespace whynot::command {

report::Interval reported(const analyse::intervals::Interval&);
// Fills in what the set itself tells: counts, intervals, prefixes, patterns, the table; lists of at most `limit`.
void describe(const analyse::intervals::ValueSet&, std::uint64_t limit, report::Intervals&);
report::IntervalList listed(const analyse::intervals::ValueSet&, std::uint64_t limit);

// How many bits an address in this spelling has; nothing for other numbers.
std::optional<std::size_t> address_bits(std::string_view as);

// `lo..hi`, a number, or the prefix `number/length`, in the spelling of numbers of the scale's width.
std::optional<analyse::intervals::Interval> read_window(const std::string&, const report::NumberStyle&);
constexpr const char* window_shape = "expected LO..HI with LO <= HI, such as 4..7, or a prefix such as 4/30";

// More than anybody reads; a limit of ours only where a set has millions of pieces.
constexpr std::uint64_t most_listed = 1'000'000, most_listed_as_text = 10'000;

}  // namespace whynot::command
