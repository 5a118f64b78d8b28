#include "report/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/xml_text.h"

namespace whynot::report {
namespace {

constexpr int line_height = 16, gap = 26, left_margin = 40, pad = 8, char_width = 7, most_characters = 110;

struct Box {
  int x = 0, y = 0, width = 0, height = 0;
};

std::string cut(const std::string& text) {
  return text.size() <= most_characters ? text : text.substr(0, text.find_last_not_of("\x80\xbf", most_characters - 3)) + "...";
}

class Drawing {
 public:
  void add(const Graph& graph) {
    text(left_margin, y_ += 20, graph.title, "title");
    y_ += gap / 2;
    std::vector<Box> boxes;
    for (const GraphVertex& v : graph.vertices) boxes.push_back(vertex(v));
    for (const GraphEdge& e : graph.edges) edge(boxes[e.from], boxes[e.to], e);
    y_ += gap;
  }

  std::string done() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n"
        "<style>text{{font:12px sans-serif}}.title{{font-weight:bold}}rect{{fill:#fff;stroke:#445}}rect.set{{fill:#eef4fb}}"
        "rect.open{{stroke-dasharray:4}}rect.bad{{fill:#fbeeee}}path{{fill:none;stroke:#445;marker-end:url(#a)}}path.back{{stroke-dasharray:5}}</style>\n"
        "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill:#445;marker-end:none\"/></marker></defs>\n{2}</svg>\n",
        width_ + 120, y_ + gap, body_);
  }

 private:
  void text(int x, int y, const std::string& words, const char* kind) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, kind, xml_escaped(cut(words)));
    width_ = std::max(width_, x + char_width * static_cast<int>(std::min<std::size_t>(words.size(), most_characters)));
  }

  Box vertex(const GraphVertex& v) {
    std::size_t longest = 4;
    for (const std::string& line : v.lines) longest = std::max(longest, std::min<std::size_t>(line.size(), most_characters));
    const Box box{left_margin, y_, char_width * static_cast<int>(longest) + 2 * pad, line_height * static_cast<int>(v.lines.size()) + pad};
    body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/>\n", v.kind, box.x, box.y, box.width, box.height);
    width_ = std::max(width_, box.x + box.width);
    for (std::size_t i = 0; i < v.lines.size(); ++i) text(box.x + pad, box.y + line_height * static_cast<int>(i + 1) - 2, v.lines[i], i == 0 ? "title" : "fact");
    y_ += box.height + gap;
    return box;
  }

  void edge(const Box& from, const Box& to, const GraphEdge& e) {
    if (e.back) {
      const int x = std::max(from.x + from.width, to.x + to.width), bend = x + 40;
      body_ += fmt::format("<path class=\"back\" d=\"M{} {}C{} {} {} {} {} {}\"/>\n", from.x + from.width, from.y + from.height * 2 / 3, bend, from.y + from.height, bend, to.y, to.x + to.width, to.y + to.height / 3);
    } else if (to.y == from.y + from.height + gap) {
      body_ += fmt::format("<path d=\"M{} {}L{} {}\"/>\n", from.x + 20, from.y + from.height, to.x + 20, to.y);
    } else {
      body_ += fmt::format("<path d=\"M{} {}C{} {} {} {} {} {}\"/>\n", from.x, from.y + from.height / 2, from.x - 30, from.y + from.height, to.x - 30, to.y, to.x, to.y + to.height / 2);
    }
    if (!e.label.empty()) text(to.x + 30, to.y - 6, e.label, "label");
  }

  std::string body_;
  int y_ = 10, width_ = 300;
};

}  // namespace

std::string write_svg(const std::vector<Graph>& graphs) {
  Drawing drawing;
  for (const Graph& graph : graphs) drawing.add(graph);
  return drawing.done();
}

}  // namespace whynot::report
