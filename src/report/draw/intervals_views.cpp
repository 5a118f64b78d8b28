// A number line for one variable, a heat map for two; both are written as SVG.
#include "report/draw/intervals_views.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
#include "report/spelling.h"
#include "report/trace/xml_text.h"

namespace whynot::report {
namespace {

constexpr double width = 640, left = 20, bar = 18;

// Where numbers of a scale lie on the picture.
struct Axis {
  Integer least, size;
  double length = width;

  static Axis of(const Intervals& f) { return {f.least, f.greatest - f.least + 1}; }
  double at(const Integer& n) const {
    return (Integer((n - least) * 1000000 / size)).convert_to<double>() / 1e6 * length;
  }
  // At least a hair wide.
  double span(const Interval& i) const { return std::max(at(i.hi + 1) - at(i.lo), 0.6); }
};

std::string rectangle(double x, double y, double w, double h, std::string_view fill) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, y, w, h,
                     fill);
}
std::string label(double x, double y, const std::string& text, std::string_view anchor = "start") {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     xml_escaped(printable(text)));
}

std::string number_line(const Intervals& f, double& y) {
  const Axis axis = Axis::of(f);
  const NumberStyle style = number_style(f);
  std::string out =
      label(left, y + 12, fmt::format("{}: {} of {} values", f.variable, grouped(f.count), grouped(f.domain)));
  y += 20;
  out += rectangle(left, y, width, bar, "#eeeeee");
  for (const Interval& i : f.route.items) out += rectangle(left + axis.at(i.lo), y, axis.span(i), bar, "#f3d9a4");
  for (const Interval& i : f.intervals) out += rectangle(left + axis.at(i.lo), y, axis.span(i), bar, "#c0392b");
  if (f.value) out += rectangle(left + axis.at(*f.value), y - 3, 1.5, bar + 6, "#000000");
  y += bar + 14;
  out += label(left, y, number_text(axis.least, style)) +
         label(left + width, y, number_text(axis.least + axis.size - 1, style), "end");
  y += 16;
  return out;
}

std::string heat_map(const Intervals& f, const std::vector<const Intervals*>& sides, double& y) {
  const Boxes& b = *f.boxes;
  Axis across = Axis::of(*sides[0]), down = Axis::of(*sides[1]);
  across.length = down.length = width / 2;
  std::string out = label(
      left, y + 12,
      fmt::format("{} (across) and {} (down): {} combinations", b.variables[0], b.variables[1], grouped(f.count)));
  y += 20;
  out += rectangle(left, y, across.length, down.length, "#eeeeee");
  for (const auto& box : b.boxes)
    for (const Interval& i : box[0])
      for (const Interval& j : box[1])
        out += rectangle(left + across.at(i.lo), y + down.at(j.lo), across.span(i), down.span(j), "#c0392b");
  if (sides[0]->value && sides[1]->value)
    out += rectangle(left + across.at(*sides[0]->value) - 2, y + down.at(*sides[1]->value) - 2, 4, 4, "#000000");
  y += down.length + 20;
  return out;
}

}  // namespace

std::string write_intervals_svg(const Report& report) {
  std::string body;
  double y = 10;
  std::vector<const Intervals*> single;
  for (const Finding& finding : report.findings) {
    const auto* f = std::get_if<Intervals>(&finding);
    if (!f) continue;
    if (!f->boxes) {
      single.push_back(f);
      body += number_line(*f, y);
    } else if (f->boxes->variables.size() == 2 && single.size() >= 2) {
      body += heat_map(*f, single, y);
    }
  }
  if (body.empty()) return {};
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n{}</svg>\n",
      width + 2 * left, y + 10, body);
}

}  // namespace whynot::report
