// Each view is one pass over the traces: fold what is dull, indent by the stack, or merge common prefixes.
#include "analyse/paths/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace whynot::analyse::paths {
namespace {

const std::vector<Value>& stack_of(const Step& step) { return step.state[1].args(); }

std::string top_of(const Step& step, bool full) {
  const auto& stack = stack_of(step);
  if (stack.empty()) return "ε";
  if (!full) return stack[0].op();
  std::string out;
  for (const Value& symbol : stack) out += (out.empty() ? "" : " ") + symbol.op();
  return out;
}

// What happened on the way into the step: "call", "exit", and the event.
std::string deed(const Step& step) {
  if (!step.action) return {};
  std::string out = step.action->kind == "direct" ? "" : step.action->kind;
  if (!step.action->event.empty()) out += (out.empty() ? "" : "  ") + step.action->event;
  return out;
}

// The step that closes the loop.
std::string closing_text(const Trace& trace) {
  const std::string what = deed({{}, {}, trace.closing_action});
  return fmt::format("{}{}back to {}", what, what.empty() ? "" : ", ", top_of(trace.steps[*trace.loop], false));
}

std::string folded_text(std::size_t steps) { return fmt::format("… {} step{}", steps, steps == 1 ? "" : "s"); }

// Traces by common beginnings.  A node is a segment's text; children are in the order of the traces.
class PrefixTree {
 public:
  PrefixTree(const std::vector<const Trace*>& traces, const ViewOptions& options) {
    nodes_.push_back({});
    std::size_t t = 0;
    while (t < traces.size() && add(*traces[t], t, options)) ++t;
    left_out_ = traces.size() - t;
  }

  struct Node {
    std::string label, deed;
    bool folded = false;
    bool loops = false;  // some trace's loop starts here
    std::vector<std::size_t> children;
    std::vector<std::size_t> ends;  // traces that end here
    std::map<std::string, std::size_t> by_key;
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  // "… and 3 more counterexamples", or nothing.
  std::string left_out() const {
    if (left_out_ == 0) return "";
    return fmt::format("… and {} more counterexample{}", left_out_, left_out_ == 1 ? "" : "s");
  }

 private:
  // The first one may have as many nodes as it likes.
  bool add(const Trace& trace, std::size_t index, const ViewOptions& options) {
    const std::vector<Segment> segments = fold(trace, options);
    if (index > 0 && nodes_.size() + segments.size() > options.most_nodes) return false;
    std::size_t at = 0;
    for (const Segment& segment : segments) {
      std::string key;
      for (std::size_t i = segment.first; i <= segment.last; ++i) key += key_of(trace.steps[i]);
      const auto [found, fresh] = nodes_[at].by_key.try_emplace(key, nodes_.size());
      const std::size_t child = found->second;
      if (fresh) {
        nodes_[at].children.push_back(child);
        const Step& step = trace.steps[segment.first];
        Node node;
        node.folded = segment.folded;
        node.label = segment.folded ? folded_text(segment.last - segment.first + 1)
                                    : fmt::format("{}  {}", step.state[0].op(), top_of(step, options.full_stack));
        if (!segment.folded) node.deed = deed(step);
        nodes_.push_back(std::move(node));
      }
      if (trace.loop && *trace.loop == segment.first) nodes_[child].loops = true;
      at = child;
    }
    nodes_[at].ends.push_back(index);
    return true;
  }

  // Folded stretches are one only if they are step for step.  What a rule makes of a stack that is the same need not be
  // compared: stacks may be as long as the traces.
  static std::string key_of(const Step& step) {
    return fmt::format("{}|{}|{}\n", step.state[0].op(), step.action ? step.action->name : step.state[1].to_string(),
                       deed(step));
  }

  std::vector<Node> nodes_;
  std::size_t left_out_ = 0;
};

std::string ends_text(const PrefixTree::Node& node, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t t : node.ends)
    out += (out.empty() ? "" : " ") + (t < names.size() ? names[t] : fmt::format("t{}", t + 1));
  return out;
}

// The events of a step, as they are written: commas within quotes or brackets divide nothing.
std::vector<std::string_view> events_of(std::string_view text) {
  std::vector<std::string_view> events;
  std::size_t begin = 0, depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && (text[i] == '(' || text[i] == ')'))
      text[i] == '(' ? ++depth : --depth;
    else if (!quoted && depth == 0 && text.substr(i, 2) == ", ") {
      events.push_back(text.substr(begin, i - begin));
      begin = i + 2;
    }
  }
  events.push_back(text.substr(begin));
  return events;
}

// The automaton's part of the control column: the system's own location stands before a slash.
std::string_view automaton_part(const Step& step) {
  const std::string_view control = step.state[0].op();
  const std::size_t slash = control.find('/');
  return slash < control.find('(') && slash != control.npos ? control.substr(slash + 1) : control;
}

// Whether a step goes into a procedure or out of it.
std::string_view step_mark(const Step& step) {
  if (step.action && step.action->kind == "call") return "▸ ";
  return step.action && step.action->kind == "exit" ? "◂ " : "  ";
}

}  // namespace

bool is_interesting(const Trace& trace, std::size_t step, const std::vector<std::string>& only) {
  const Step& at = trace.steps[step];
  if (only.empty()) return automaton_part(at) != automaton_part(trace.steps[step - 1]);
  if (!at.action || at.action->event.empty()) return false;
  const auto events = events_of(at.action->event);
  return std::any_of(events.begin(), events.end(), [&](std::string_view event) {
    return std::any_of(only.begin(), only.end(), [&](const std::string& name) { return is_meant(name, event); });
  });
}

std::vector<Segment> fold(const Trace& trace, const ViewOptions& options) {
  std::vector<Segment> segments;
  const std::size_t last = trace.steps.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    // The step before an interesting one stays: it shows where the event comes from.
    const bool leads = i < last && is_interesting(trace, i + 1, options.only);
    const bool shown =
        options.unfold || i == 0 || i == last || trace.loop == i || leads || is_interesting(trace, i, options.only);
    if (!shown && !segments.empty() && segments.back().folded)
      segments.back().last = i;
    else
      segments.push_back({i, i, !shown});
  }
  return segments;
}

std::string call_tree(const Trace& trace, const ViewOptions& options) {
  const auto segments = fold(trace, options);
  const std::size_t floor = stack_of(trace.steps[0]).size();
  std::size_t width = 0;
  for (const Step& step : trace.steps) width = std::max(width, step.state[0].op().size());
  std::string out;
  for (const Segment& segment : segments) {
    const Step& step = trace.steps[segment.first];
    const std::size_t height = std::max(stack_of(step).size(), floor) - floor;
    const std::string indent(std::min<std::size_t>(2 * height, 60), ' ');
    if (segment.folded) {
      out += fmt::format("{:{}}  {}  {}\n", "", width, indent, folded_text(segment.last - segment.first + 1));
      continue;
    }
    const std::string place = fmt::format("{}{}{}", indent, step_mark(step), top_of(step, options.full_stack));
    const std::string what = deed(step);
    out += fmt::format("{:{}}  {}{}{}{}\n", step.state[0].op(), width, place, what.empty() ? "" : "   ", what,
                       trace.loop == segment.first ? "   ↻ the loop starts" : "");
  }
  if (trace.loop) out += fmt::format("{:{}}  ↺ {}\n", "", width, closing_text(trace));
  return out;
}

std::string prefix_tree_text(const std::vector<const Trace*>& traces, const ViewOptions& options) {
  const PrefixTree tree(traces, options);
  std::string out;
  struct Open {
    std::size_t node;
    std::string margin;
  };
  std::vector<Open> open;
  const auto push_children = [&](const PrefixTree::Node& node, const std::string& margin) {
    for (std::size_t i = node.children.size(); i-- > 0;) open.push_back({node.children[i], margin});
  };
  push_children(tree.nodes()[0], "");
  while (!open.empty()) {
    const Open at = std::move(open.back());
    open.pop_back();
    const PrefixTree::Node& node = tree.nodes()[at.node];
    const std::string ends = ends_text(node, options.names);
    out += fmt::format("{}{}{}{}{}{}{}\n", at.margin, node.label, node.deed.empty() ? "" : "   ", node.deed,
                       node.loops ? "   ↻" : "", ends.empty() ? "" : "   ⇒ ", ends);
    // A chain without branches runs straight down; only branches move to the right.
    push_children(node, node.children.size() > 1 ? at.margin + "│ " : at.margin);
  }
  if (!tree.left_out().empty()) out += tree.left_out() + "\n";
  return out;
}

Drawing prefix_tree(const std::vector<const Trace*>& traces, const ViewOptions& options) {
  const PrefixTree tree(traces, options);
  Drawing out;
  out.title = "counterexamples";
  for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
    const PrefixTree::Node& node = tree.nodes()[i];
    const std::string ends = ends_text(node, options.names);
    Drawing::Look look = ends.empty() ? Drawing::Look::Plain : Drawing::Look::Bad;
    if (node.folded) look = Drawing::Look::Folded;
    out.nodes.push_back({ends.empty() ? node.label : fmt::format("{}\n{}", node.label, ends), look, false});
  }
  for (std::size_t i = 1; i < tree.nodes().size(); ++i)
    for (std::size_t child : tree.nodes()[i].children)
      out.edges.push_back({i - 1, child - 1, tree.nodes()[child].deed, false});
  if (!tree.left_out().empty()) out.nodes.push_back({tree.left_out(), Drawing::Look::Folded, false});
  return out;
}

}  // namespace whynot::analyse::paths
