// Places parties in columns and messages in rows, then draws them as text or SVG.
#include "report/text/chart.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/spelling.h"
#include "report/trace/xml_text.h"

namespace whynot::report {
namespace {

struct Message {
  std::size_t step = 0, from = 0, to = 0;  // parties by number
  std::string text;
};
struct Chart {
  std::vector<std::string> parties;  // in the order in which they appear
  std::vector<Message> messages;
};

struct Place {
  bool is_input = false;
  std::size_t index = 0;
};

std::optional<Place> place_of(const Signature& signature, const std::string& name) {
  for (bool is_input : {false, true}) {
    const std::vector<Column>& columns = is_input ? signature.inputs : signature.columns;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return Place{is_input, i};
  }
  return std::nullopt;
}

// Empty where there is no value.
std::string value_at(const Step& step, const Place& place) {
  const std::vector<Value>& row = place.is_input ? step.inputs : step.state;
  if (place.index >= row.size() || !row[place.index].defined()) return "";
  return row[place.index].to_string();
}

std::size_t party(Chart& chart, const std::string& name) {
  const auto known = std::find(chart.parties.begin(), chart.parties.end(), name);
  if (known != chart.parties.end()) return static_cast<std::size_t>(known - chart.parties.begin());
  chart.parties.push_back(name);
  return chart.parties.size() - 1;
}

std::optional<Chart> chart_of(const Trace& trace, const ChartColumns& columns, std::string& missing) {
  std::vector<std::string> names = {columns.from, columns.to};
  names.insert(names.end(), columns.labels.begin(), columns.labels.end());
  std::vector<Place> places;
  for (const std::string& name : names) {
    const auto place = place_of(*trace.signature, name);
    if (!place) {
      missing = name;
      return std::nullopt;
    }
    places.push_back(*place);
  }
  Chart chart;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    std::vector<std::string> values;
    values.reserve(places.size());
    for (const Place& place : places) values.push_back(printable(value_at(trace.steps[i], place)));
    if (values[0].empty() || values[1].empty() || values[0] == "none" || values[1] == "none") continue;
    const std::size_t from = party(chart, values[0]), to = party(chart, values[1]);
    values.erase(values.begin(), values.begin() + 2);
    chart.messages.push_back({i, from, to, fmt::format("{}", fmt::join(values, ", "))});
  }
  return chart;
}

// Parties stand as far apart as the longest text needs.
std::size_t spacing_of(const Chart& chart) {
  std::size_t widest = 8;
  for (const std::string& name : chart.parties) widest = std::max(widest, name.size());
  for (const Message& m : chart.messages) widest = std::max(widest, m.text.size());
  return widest + 6;
}

std::string message_line(const Chart& chart, const Message& m, std::size_t spacing) {
  const auto at = [&](std::size_t party) { return 6 + spacing / 2 + party * spacing; };
  std::string line(6 + chart.parties.size() * spacing, ' ');
  line.replace(0, 4, fmt::format("{:>4}", m.step));
  for (std::size_t p = 0; p < chart.parties.size(); ++p) line[at(p)] = '|';
  if (m.from == m.to) return line.substr(0, at(m.from)) + "|o " + m.text;
  const std::size_t left = at(std::min(m.from, m.to)), right = at(std::max(m.from, m.to));
  line.replace(left + 1, right - left - 1, right - left - 1, '-');
  if (m.to > m.from)
    line[right - 1] = '>';
  else
    line[left + 1] = '<';
  const std::string text = m.text.empty() ? "" : fmt::format(" {} ", m.text);
  line.replace(left + 1 + (right - left - 1 - text.size()) / 2, text.size(), text);
  return line;
}

}  // namespace

std::optional<std::string> chart_text(const Trace& trace, const ChartColumns& columns, std::string& missing) {
  const auto chart = chart_of(trace, columns, missing);
  if (!chart) return std::nullopt;
  if (chart->messages.empty()) return "  no step sends anything\n";
  const std::size_t spacing = spacing_of(*chart);
  std::string text = "step  ";
  for (const std::string& name : chart->parties)
    text += fmt::format("{:^{}}", name, spacing + 1 - spacing % 2).substr(0, spacing);
  std::vector<std::string> lines = {std::move(text)};
  for (const Message& m : chart->messages) lines.push_back(message_line(*chart, m, spacing));
  std::string out;
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::optional<std::string> chart_svg(const Trace& trace, const ChartColumns& columns, std::string& missing) {
  const auto chart = chart_of(trace, columns, missing);
  if (!chart) return std::nullopt;
  const std::size_t spacing = 8 * spacing_of(*chart), row = 34;
  const auto x = [&](std::size_t party) { return 40 + spacing / 2 + party * spacing; };
  const std::size_t height = 50 + row * chart->messages.size(),
                    width = 40 + spacing * std::max<std::size_t>(1, chart->parties.size());
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n"
      "<defs><marker id=\"tip\" markerWidth=\"9\" markerHeight=\"8\" refX=\"8\" refY=\"4\" orient=\"auto\">"
      "<path d=\"M0,0 L9,4 L0,8 z\"/></marker></defs>\n",
      width, height);
  for (std::size_t p = 0; p < chart->parties.size(); ++p)
    out += fmt::format(
        "<text x=\"{0}\" y=\"20\" text-anchor=\"middle\" font-weight=\"bold\">{1}</text>"
        "<line x1=\"{0}\" x2=\"{0}\" y1=\"28\" y2=\"{2}\" stroke=\"#999\"/>\n",
        x(p), xml_escaped(chart->parties[p]), height - 6);
  for (std::size_t i = 0; i < chart->messages.size(); ++i) {
    const Message& m = chart->messages[i];
    const std::size_t y = 60 + row * i;
    out += fmt::format("<text x=\"4\" y=\"{}\" fill=\"#777\">{}</text>", y + 4, m.step);
    out +=
        m.from == m.to
            ? fmt::format("<path d=\"M{0},{1} h26 v10 h-24\" fill=\"none\" stroke=\"#000\" marker-end=\"url(#tip)\"/>",
                          x(m.from), y - 8)
            : fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"#000\" marker-end=\"url(#tip)\"/>",
                          x(m.from), x(m.to), y, y);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                       m.from == m.to ? x(m.from) + 32 : (x(m.from) + x(m.to)) / 2, y - 5,
                       m.from == m.to ? "start" : "middle", xml_escaped(m.text));
  }
  return out + "</svg>\n";
}

}  // namespace whynot::report
