// Layered drawing in four passes: reverse the edges that close cycles, assign layers, order each layer, place the
// boxes.
#include "base/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace whynot {
namespace {

using Index = std::size_t;

std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

std::string_view dot_look(Drawing::Look look) {
  switch (look) {
    case Drawing::Look::Plain: return "";
    case Drawing::Look::Folded: return ", style=dashed";
    case Drawing::Look::Good: return ", color=darkgreen";
    case Drawing::Look::Bad: return ", style=bold, color=firebrick";
    case Drawing::Look::Dim: return ", color=gray50, fontcolor=gray50";
  }
  return "";
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32)
      out += c;
  }
  return out;
}

constexpr double line_height = 16, character = 7.2, margin = 10, layer_gap = 46, node_gap = 24;
constexpr std::size_t max_line = 60;

// Characters, not bytes.
std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Long lines are broken at blanks.
std::vector<std::string> lines_of(const std::string& label) {
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while (at < label.size()) {
    if (label[at] == '\n') {
      lines.emplace_back();
      ++at;
      continue;
    }
    const std::size_t end = std::min({label.find(' ', at + 1), label.find('\n', at + 1), label.size()});
    const std::string word = label.substr(at, end - at);
    if (!lines.back().empty() && length(lines.back()) + length(word) > max_line)
      lines.emplace_back(word.substr(word[0] == ' ' ? 1 : 0));
    else
      lines.back() += word;
    at = end;
  }
  return lines;
}

class Layout {
 public:
  explicit Layout(const Drawing& drawing) : drawing_(drawing), boxes_(drawing.nodes.size()) {
    for (Index i = 0; i < boxes_.size(); ++i) measure(i);
    find_back_edges();
    assign_layers();
    order_layers();
    place();
  }

  std::string svg() const {
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{2}</title>\n"
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
        "orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n",
        width_, height_, xml_text(drawing_.title));
    for (const Drawing::Edge& edge : drawing_.edges) out += edge_svg(edge);
    for (Index i = 0; i < boxes_.size(); ++i) out += node_svg(i);
    return out + "</svg>\n";
  }

 private:
  struct Box {
    std::vector<std::string> lines;
    double width = 0, height = 0, x = 0, y = 0;  // x, y: the middle of its top
    Index layer = 0;
    double wish = 0;
  };

  void measure(Index i) {
    Box& box = boxes_[i];
    box.lines = lines_of(drawing_.nodes[i].label);
    std::size_t longest = 1;
    for (const std::string& line : box.lines) longest = std::max(longest, length(line));
    box.width = static_cast<double>(longest) * character + 2 * margin;
    box.height = static_cast<double>(box.lines.size()) * line_height + margin;
  }

  // Edges that close a cycle, found by depth-first search from the nodes in their order.
  void find_back_edges() {
    back_.assign(drawing_.edges.size(), false);
    std::vector<std::vector<Index>> out(boxes_.size());
    for (Index e = 0; e < drawing_.edges.size(); ++e) out[drawing_.edges[e].from].push_back(e);
    std::vector<char> state(boxes_.size(), 0);  // 1: on the path, 2: done
    std::vector<std::pair<Index, Index>> path;
    for (Index root = 0; root < boxes_.size(); ++root) {
      if (state[root] != 0) continue;
      path.emplace_back(root, 0);
      state[root] = 1;
      while (!path.empty()) {
        auto& [node, next] = path.back();
        if (next == out[node].size()) {
          state[node] = 2;
          path.pop_back();
          continue;
        }
        const Index edge = out[node][next++], to = drawing_.edges[edge].to;
        if (state[to] == 1) back_[edge] = true;
        if (state[to] == 0) {
          state[to] = 1;
          path.emplace_back(to, 0);
        }
      }
    }
  }

  // As deep as the longest way down to it.
  void assign_layers() {
    std::vector<std::size_t> due(boxes_.size(), 0);
    std::vector<std::vector<Index>> out(boxes_.size());
    for (Index e = 0; e < drawing_.edges.size(); ++e) {
      if (back_[e]) continue;
      ++due[drawing_.edges[e].to];
      out[drawing_.edges[e].from].push_back(drawing_.edges[e].to);
    }
    std::vector<Index> ready;
    for (Index i = 0; i < boxes_.size(); ++i)
      if (due[i] == 0) ready.push_back(i);
    for (Index at = 0; at < ready.size(); ++at)
      for (const Index to : out[ready[at]]) {
        boxes_[to].layer = std::max(boxes_[to].layer, boxes_[ready[at]].layer + 1);
        if (--due[to] == 0) ready.push_back(to);
      }
    for (Index i = 0; i < boxes_.size(); ++i) {
      if (boxes_[i].layer >= layers_.size()) layers_.resize(boxes_[i].layer + 1);
      layers_[boxes_[i].layer].push_back(i);
    }
  }

  // Each node near the middle of its neighbours above, then below, a few times.
  void order_layers() {
    std::vector<std::vector<Index>> above(boxes_.size()), below(boxes_.size());
    for (Index e = 0; e < drawing_.edges.size(); ++e) {
      if (back_[e]) continue;
      above[drawing_.edges[e].to].push_back(drawing_.edges[e].from);
      below[drawing_.edges[e].from].push_back(drawing_.edges[e].to);
    }
    std::vector<double> place(boxes_.size(), 0);
    const auto number = [&] {
      for (const auto& layer : layers_)
        for (Index i = 0; i < layer.size(); ++i) place[layer[i]] = static_cast<double>(i);
    };
    const auto sweep = [&](std::vector<Index>& layer, const std::vector<std::vector<Index>>& neighbours) {
      for (const Index node : layer) {
        double sum = 0;
        for (const Index n : neighbours[node]) sum += place[n];
        boxes_[node].wish = neighbours[node].empty() ? place[node] : sum / static_cast<double>(neighbours[node].size());
      }
      std::stable_sort(layer.begin(), layer.end(), [&](Index a, Index b) { return boxes_[a].wish < boxes_[b].wish; });
      for (Index i = 0; i < layer.size(); ++i) place[layer[i]] = static_cast<double>(i);
    };
    number();
    for (int round = 0; round < 4; ++round) {
      for (Index l = 1; l < layers_.size(); ++l) sweep(layers_[l], above);
      for (Index l = layers_.size(); l-- > 1;) sweep(layers_[l - 1], below);
    }
  }

  void place() {
    double y = margin;
    for (const auto& layer : layers_) {
      double x = margin, tallest = 0;
      for (const Index i : layer) {
        boxes_[i].x = x + boxes_[i].width / 2;
        boxes_[i].y = y;
        x += boxes_[i].width + node_gap;
        tallest = std::max(tallest, boxes_[i].height);
      }
      width_ = std::max(width_, x - node_gap + margin);
      y += tallest + layer_gap;
    }
    height_ = y - layer_gap + margin;
    for (const auto& layer : layers_) centre(layer);
    width_ += 40;  // for arrows that go back up
  }

  void centre(const std::vector<Index>& layer) {
    if (layer.empty()) return;
    const Box& last = boxes_[layer.back()];
    const double shift = (width_ - margin - (last.x + last.width / 2)) / 2;
    for (const Index i : layer) boxes_[i].x += shift;
  }

  std::string edge_svg(const Drawing::Edge& edge) const {
    const Box &from = boxes_[edge.from], &to = boxes_[edge.to];
    const double x1 = from.x, y1 = from.y + from.height, x2 = to.x, y2 = to.y, middle = (y1 + y2) / 2;
    std::string path;
    double label_x = (x1 + x2) / 2, label_y = middle;
    if (y2 > y1) {
      path = fmt::format("M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", x1, y1, x1, middle, x2, middle,
                         x2, y2);
    } else {  // up, or to itself: around the right side
      const double side = std::max(from.x + from.width / 2, to.x + to.width / 2) + 24;
      label_x = side;
      label_y = (y1 + y2) / 2;
      path = fmt::format("M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", x1, y1, side, y1 + 20, side,
                         y2 - 20, x2, y2);
    }
    std::string out =
        fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" marker-end=\"url(#tip)\"/>\n", path,
                    edge.strong ? "#b22222" : "#555", edge.strong ? 2 : 1);
    if (!edge.label.empty())
      out += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"#333\" text-anchor=\"middle\">{}</text>\n", label_x,
          label_y, xml_text(edge.label));
    return out;
  }

  std::string node_svg(Index i) const {
    const Box& box = boxes_[i];
    const Drawing::Node& node = drawing_.nodes[i];
    std::string out = outline(box, node.look, 0);
    if (node.doubled) out += outline(box, node.look, 3);
    for (Index line = 0; line < box.lines.size(); ++line)
      out +=
          fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", box.x,
                      box.y + margin / 2 + line_height * static_cast<double>(line + 1) - 4, xml_text(box.lines[line]));
    return out;
  }

  static std::string outline(const Box& box, Drawing::Look look, double inset) {
    std::string_view stroke = "#333", more = "";
    if (look == Drawing::Look::Good) stroke = "#006400";
    if (look == Drawing::Look::Bad) {
      stroke = "#b22222";
      more = " stroke-width=\"2.5\"";
    }
    if (look == Drawing::Look::Dim) {
      stroke = "#888";
      more = " stroke-dasharray=\"1 3\"";
    }
    if (look == Drawing::Look::Folded) more = " stroke-dasharray=\"5 3\"";
    return fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" fill=\"{}\" stroke=\"{}\"{}/>\n",
        box.x - box.width / 2 + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset,
        inset > 0 ? "none" : "white", stroke, more);
  }

  const Drawing& drawing_;
  std::vector<Box> boxes_;
  std::vector<bool> back_;
  std::vector<std::vector<Index>> layers_;
  double width_ = 0, height_ = 0;
};

}  // namespace

std::string to_dot(const Drawing& drawing) {
  std::string out =
      fmt::format("digraph {} {{\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n",
                  dot_quoted(drawing.title));
  for (Index i = 0; i < drawing.nodes.size(); ++i) {
    const Drawing::Node& node = drawing.nodes[i];
    out += fmt::format("  n{} [label={}{}{}];\n", i, dot_quoted(node.label), dot_look(node.look),
                       node.doubled ? ", peripheries=2" : "");
  }
  for (const Drawing::Edge& edge : drawing.edges)
    out += fmt::format("  n{} -> n{} [label={}{}];\n", edge.from, edge.to, dot_quoted(edge.label),
                       edge.strong ? ", color=firebrick, penwidth=2" : "");
  return out + "}\n";
}

std::string to_svg(const Drawing& drawing) {
  if (!drawing.nodes.empty() && drawing.nodes.size() <= max_drawn) return Layout(drawing).svg();
  Drawing notice;
  notice.title = drawing.title;
  notice.nodes.push_back({drawing.nodes.empty() ? "there is nothing to draw"
                                                : fmt::format("{} nodes are too many to draw; --format dot has them",
                                                              drawing.nodes.size()),
                          Drawing::Look::Dim, false});
  return Layout(notice).svg();
}

}  // namespace whynot
