// Intervals for people: one line that says it, a number line, the bits that matter.
#include <fmt/format.h>

#include <algorithm>

#include "report/findings.h"
#include "report/number_text.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t shown_intervals = 12, shown_patterns = 16, shown_blocks = 16;

std::string joined(const std::vector<Interval>& intervals, const Integer& total, const NumberStyle& style) {
  std::string out;
  const std::size_t shown = std::min(intervals.size(), shown_intervals);
  for (std::size_t i = 0; i < shown; ++i) out += (i ? ", " : "") + interval_text(intervals[i], style);
  if (total > shown) out += fmt::format("{}… ({} intervals)", shown > 0 ? ", " : "", grouped(total));
  return out;
}

std::string joined(const std::vector<std::string>& items, std::size_t most, const Integer& total) {
  std::string out;
  const std::size_t shown = std::min(items.size(), most);
  for (std::size_t i = 0; i < shown; ++i) out += (i ? " " : "") + items[i];
  if (total > shown) out += fmt::format(" … ({})", grouped(total));
  return out;
}

class IntervalsText {
 public:
  IntervalsText(const Intervals& found, const Style& style)
      : found_(found), style_(style), numbers_(number_style(found)), paint_(style.color) {}

  std::string write() {
    heading();
    answer();
    contained();
    compared();
    if (style_.verbosity >= 0) {
      route();
      if (found_.count > 0) {
        number_line();
        bits();
      }
    }
    return std::move(out_);
  }

 private:
  void line(std::string_view label, const std::string& text) { out_ += fmt::format("    {:<10} {}\n", label, text); }

  bool has_base() const { return !found_.base.empty() && found_.value; }

  void heading() {
    out_ += fmt::format("{}  {}", paint_.bold(printable(found_.variable)), printable(found_.type));
    if (has_base()) {
      out_ += fmt::format("   {} in {}", number_text(*found_.value, numbers_), found_.base);
      if (found_.step != "0" && found_.step != "every") out_ += " at step " + found_.step;
    }
    out_ += "\n";
    if (!found_.made_by.empty())
      out_ += fmt::format("    {}made by {}\n", found_.name.empty() ? "" : printable(found_.name) + ": ",
                          printable(found_.made_by));
    if (found_.method.empty() && (found_.made_by.empty() || found_.step.empty())) return;
    if (found_.over == "length" || found_.over == "all" || found_.over == "mixed") {
      out_ += fmt::format("    {}{}\n", runs_meant(), found_.step == "every" ? "; at every step" : "");
      return;
    }
    std::string held = found_.free.empty()
                           ? "everything else held fixed"
                           : fmt::format("free: {}; everything else held fixed", fmt::join(found_.free, ", "));
    if (found_.free_lasso) held += ", but for the loop";
    if (found_.over == "run") held += " (by this route)";
    if (found_.step == "every") held += "; values that are possible at every step";
    out_ += "    " + held + "\n";
  }

  std::string_view runs_meant() const {
    if (found_.over == "mixed") return "made of sets over different runs";
    return found_.over == "all" ? "by any route: over all runs, of any length"
                                : "by any route of the same length: over all runs with as many steps";
  }

  void answer() {
    const std::string of = fmt::format("{} of {} values", grouped(found_.count), grouped(found_.domain));
    if (found_.count == 0) {
      line("none", of);
      return;
    }
    line(found_.method.empty() ? "values" : "violating",
         fmt::format("{}   {}", of, joined(found_.intervals, found_.interval_total, numbers_)));
    if (found_.interval_total > 1) {
      const Interval& longest = found_.longest.front();
      line("longest",
           fmt::format("{}   {} values", interval_text(longest, numbers_), grouped(longest.hi - longest.lo + 1)));
      if (!found_.around_base.empty())
        line("here", interval_text(found_.around_base.front(), numbers_) + "   around the base");
    }
  }

  // The paper's example takes the route for the violation; here they are told apart.
  void route() {
    if (found_.method.empty()) return;
    if (found_.over == "all" || found_.over == "length") {
      if (found_.route_count != found_.count)
        line("any run",
             fmt::format("{}   {} values; the rest of them violate the property on no such run",
                         joined(found_.route.items, found_.route.total, numbers_), grouped(found_.route_count)));
      return;
    }
    if (found_.route_count == found_.count) {
      line("same run", "all values that keep the run violate the property");
      return;
    }
    line("same run",
         fmt::format("{}   {} values; the rest of them do not violate the property this way",
                     joined(found_.route.items, found_.route.total, numbers_), grouped(found_.route_count)));
  }

  void contained() {
    if (!found_.contains) return;
    const Contained& c = *found_.contains;
    std::string text = fmt::format("{}: {}", interval_text(c.asked, numbers_), c.holds ? "yes, all of it" : "no");
    if (!c.holds)
      text += fmt::format(", {} are in the set; the first that is not: {}", grouped(c.count),
                          number_text(*c.first_outside, numbers_));
    line("contains", text);
    if (!found_.witness.empty()) line("", fmt::format("a shortest run for the first that is: {}", found_.witness));
  }

  void compared() {
    if (!found_.compared) return;
    const Compared& c = *found_.compared;
    const auto tell = [&](std::string_view label, const Integer& count, const IntervalList& list) {
      line(label, count == 0 ? "none"
                             : fmt::format("{}   {} values", joined(list.items, list.total, numbers_), grouped(count)));
    };
    line("before", printable(c.before));
    tell("new", c.new_count, c.fresh);
    tell("gone", c.gone_count, c.gone);
  }

  std::vector<Integer> filled_cells() const {
    const Integer each = cell_size(found_);
    std::vector<Integer> filled(cell_count(found_), 0);
    for (const Interval& i : found_.intervals)
      for (auto c = static_cast<std::size_t>((i.lo - found_.least) / each);
           c < filled.size() && found_.least + c * each <= i.hi; ++c) {
        const Integer lo = std::max(i.lo, Integer(found_.least + c * each)),
                      hi = std::min(i.hi, Integer(found_.least + (c + 1) * each - 1));
        filled[c] += hi - lo + 1;
      }
    return filled;
  }

  // Each cell stands for as many numbers; `=` all in, `-` some, `.` none, X the base.
  void number_line() {
    const Integer least = found_.least, size = found_.greatest - least + 1, each = cell_size(found_);
    const std::size_t cells = cell_count(found_);
    const std::vector<Integer> filled = found_.cells.empty() ? filled_cells() : found_.cells;
    std::string cell_line;
    for (std::size_t c = 0; c < cells; ++c) {
      const Integer full = std::min(each, Integer(size - c * each));
      const char partly = filled[c] == 0 ? '.' : '-';
      cell_line += full > 0 && filled[c] == full ? '=' : partly;
    }
    if (has_base()) cell_line[static_cast<std::size_t>((*found_.value - least) / each)] = 'X';
    std::string note = has_base() ? "   X = base" : "";
    if (each > 1) note += fmt::format("   a cell is {} numbers", grouped(each));
    line("", fmt::format("{} {} {}{}", number_text(least, numbers_), cell_line, number_text(found_.greatest, numbers_),
                         note));
  }

  // A pattern a line, the bits below one another; above them the numbers of the leftmost one of each eight, and of the
  // first if there is room for it.
  void bit_grid() {
    std::string ruler(found_.width, ' ');
    for (std::size_t bit = 0; bit < found_.width; ++bit) {
      if (bit + 1 != found_.width && bit % 8 != 7 && bit != 0) continue;
      const std::string number = std::to_string(bit);
      const std::size_t at = found_.width - 1 - bit;
      const bool is_free = ruler.find_first_not_of(' ', at) > at + number.size();
      if (at + number.size() <= ruler.size() && is_free) ruler.replace(at, number.size(), number);
    }
    line("bits", ruler);
    const std::size_t shown = std::min(found_.patterns.size(), shown_patterns);
    for (std::size_t i = 0; i < shown; ++i) line(i == 0 ? "patterns" : "", found_.patterns[i]);
    if (found_.patterns.size() > shown) line("", fmt::format("… ({})", grouped(Integer(found_.patterns.size()))));
  }

  void bits() {
    if (found_.patterns.empty()) return;
    bit_grid();
    if (found_.cidr_total > 1 || found_.as == "ipv4")
      line("prefixes", joined(prefixes(), shown_blocks, found_.cidr_total));
    if (!found_.table.empty() && found_.table.size() < found_.cidr.size())
      line("as table", joined(table(), shown_blocks, Integer(found_.table.size())));
  }

  std::string address(const std::string& prefix) const {
    const std::size_t slash = prefix.find('/');
    const auto n = read_number(prefix.substr(0, slash), {found_.width, found_.is_signed, "", nullptr});
    return n ? fmt::format("{}/{}", number_text(*n, numbers_), prefix_length(prefix.substr(slash + 1))) : prefix;
  }
  // A narrower number written as an address has zeros before it, and they belong to the prefix.
  std::size_t prefix_length(const std::string& of_number) const {
    std::size_t address = found_.width;
    if (found_.as == "ipv4") address = 32;
    if (found_.as == "ipv6") address = 128;
    return std::stoul(of_number) + (address > found_.width ? address - found_.width : 0);
  }
  std::vector<std::string> prefixes() const {
    std::vector<std::string> out;
    for (const std::string& p : found_.cidr) out.push_back(address(p));
    return out;
  }
  std::vector<std::string> table() const {
    std::vector<std::string> out;
    for (const PrefixLine& l : found_.table) out.push_back((l.in ? "" : "!") + address(l.prefix));
    return out;
  }

  const Intervals& found_;
  const Style& style_;
  NumberStyle numbers_;
  Paint paint_;
  std::string out_;
};

std::string_view runs_of_boxes(std::string_view over) {
  if (over == "all") return ", by any route";
  return over == "length" ? ", by any route of the same length" : "";
}

std::string boxes_text(const Intervals& found) {
  const Boxes& b = *found.boxes;
  const auto sides = [&](const std::vector<std::vector<Interval>>& box) {
    std::string out;
    for (std::size_t v = 0; v < box.size(); ++v)
      out += fmt::format("{}{} {}", v ? "  ×  " : "", printable(b.variables[v]),
                         joined(box[v], Integer(box[v].size()), number_style(found)));
    return out;
  };
  std::vector<std::string> names;
  for (const std::string& v : b.variables) names.push_back(printable(v));
  std::string out = fmt::format("{}{} together   {} violating combinations{}\n",
                                found.name.empty() ? "" : printable(found.name) + ": ", fmt::join(names, ", "),
                                grouped(found.count), runs_of_boxes(found.over));
  for (std::size_t i = 0; i < std::min(b.boxes.size(), shown_intervals); ++i) out += "    " + sides(b.boxes[i]) + "\n";
  if (b.boxes.size() > shown_intervals || found.truncated)
    out += fmt::format("    … ({} boxes{})\n", b.boxes.size(), found.truncated ? " and more" : "");
  if (!b.around_base.empty()) {
    std::vector<std::vector<Interval>> around;
    for (const Interval& i : b.around_base) around.push_back({i});
    out += "    around the base: " + sides(around) + "\n";
  }
  return out;
}

}  // namespace

std::string text_of(const Intervals& finding, const Report&, const Style& style) {
  return finding.boxes ? boxes_text(finding) : IntervalsText(finding, style).write();
}

}  // namespace whynot::report
