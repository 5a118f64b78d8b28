// Writer and reader of nodes; inputs are moved to the step that they lead to.
#include "report/trace/nusmv_xml.h"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "report/literal.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/xml_text.h"

namespace whynot::report {
namespace {

std::string values_text(const std::vector<Column>& columns, const std::vector<Value>& values) {
  std::string out;
  for (std::size_t i = 0; i < columns.size() && i < values.size(); ++i)
    out += fmt::format("\t\t\t<value variable=\"{}\">{}</value>\n", xml_escaped(columns[i].name),
                       xml_escaped(nusmv_value(values[i])));
  return out;
}

// `inputs`: of the step that leaves the state; null at the end.
std::string node_text(const TraceEntry& entry, std::size_t position, std::size_t step, const Inputs* inputs) {
  const Signature& signature = *entry.trace.signature;
  std::string out = fmt::format("\t<node>\n\t\t<state id=\"{}\">\n{}", position + 1,
                                values_text(signature.columns, entry.trace.steps[step].state));
  if (step < entry.define_values.size()) out += values_text(entry.defines, entry.define_values[step]);
  out += "\t\t</state>\n";
  if (inputs && !inputs->empty())
    out += fmt::format("\t\t<input id=\"{}\">\n{}\t\t</input>\n", position + 2, values_text(signature.inputs, *inputs));
  return out + "\t</node>\n";
}

class XmlReader {
 public:
  // `begin`: where the element starts in the file.
  XmlReader(FileId file, std::size_t begin, Diagnostics& diagnostics)
      : file_(file), begin_(begin), diagnostics_(diagnostics) {}

  std::optional<ForeignTrace> read_element(std::string_view text) {
    pugi::xml_document document;
    const auto parsed = document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (parsed) return read(document.child("counter-example"));
    const std::uint32_t at = in_file(parsed.offset);
    diagnostics_.error("trace.xml", parsed.description(), {file_, at, at});
    return std::nullopt;
  }

 private:
  std::uint32_t in_file(std::ptrdiff_t offset) const {
    return static_cast<std::uint32_t>(begin_ + static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  }

  std::optional<ForeignTrace> read(const pugi::xml_node& root) {
    ForeignBuilder builder(file_, diagnostics_);
    builder.trace().id = root.attribute("id").value();
    builder.trace().text = root.attribute("desc").value();
    ForeignRow inputs;  // found in the node before
    for (const pugi::xml_node& node : root.children("node")) {
      ForeignStep step;
      step.at = in_file(node.offset_debug());
      step.inputs = std::move(inputs);
      read_values(builder, node.child("state"), step.state, false);
      inputs.clear();
      read_values(builder, node.child("input"), inputs, true);
      if (!builder.add(std::move(step))) return std::nullopt;
    }
    builder.close_repeated_loop(loops(root.child("loops").child_value()));
    return std::move(builder.trace());
  }

  void read_values(ForeignBuilder& builder, const pugi::xml_node& block, ForeignRow& row, bool inputs) const {
    for (const pugi::xml_node& value : block.children("value")) {
      const std::string_view name = value.attribute("variable").value();
      ForeignBuilder::set(row, inputs ? builder.input(name) : builder.column(name), Value::symbol(value.child_value()),
                          in_file(value.offset_debug()));
    }
  }

  // "3 ,4": node ids from 1.
  static std::vector<std::size_t> loops(std::string_view text) {
    std::vector<std::size_t> out;
    while (true) {
      const std::size_t begin = text.find_first_not_of(" ,\t\r\n");
      if (begin == std::string_view::npos) return out;
      text.remove_prefix(begin);
      const std::size_t end = std::min(text.find_first_of(" ,\t\r\n"), text.size());
      const Value id = read_literal(text.substr(0, end));
      if (id.is_small_integer() && id.small_integer() >= 1)
        out.push_back(static_cast<std::size_t>(id.small_integer() - 1));
      text.remove_prefix(end);
    }
  }

  FileId file_;
  std::size_t begin_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::string write_nusmv_xml(const TraceEntry& entry, std::string_view description, std::size_t number) {
  const Trace& trace = entry.trace;
  std::string out =
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<counter-example type=\"0\" id=\"{}\" desc=\"{}\" >\n",
                  number, xml_escaped(description));
  for (std::size_t i = 0; i < trace.steps.size(); ++i) out += node_text(entry, i, i, trace.inputs_out_of(i));
  if (trace.loop) out += node_text(entry, trace.steps.size(), *trace.loop, nullptr);
  out += trace.loop ? fmt::format("\t<loops> {} </loops>\n", *trace.loop + 1) : "\t<loops> </loops>\n";
  return out + "</counter-example>\n";
}

std::vector<ForeignTrace> read_nusmv_xml(std::string_view text, FileId file, Diagnostics& diagnostics) {
  constexpr std::string_view open = "<counter-example", close = "</counter-example>";
  std::vector<ForeignTrace> out;
  if (text.size() > max_foreign_bytes) {
    diagnostics.error("trace.too-large", "the file has more than 1 GiB", {file, 0, 0});
    return out;
  }
  // NuSMV prints verdicts, which are no XML, around its documents: each element is parsed by itself.
  std::size_t begin = text.find(open);
  while (begin != std::string_view::npos && diagnostics.ok()) {
    const std::size_t last = text.find(close, begin);
    const std::size_t end = last == std::string_view::npos ? text.size() : last + close.size();
    if (auto trace = XmlReader(file, begin, diagnostics).read_element(text.substr(begin, end - begin)))
      out.push_back(std::move(*trace));
    begin = text.find(open, end);
  }
  if (out.empty() && diagnostics.ok())
    diagnostics.error("trace.empty", "the document has no element `counter-example`", {file, 0, 0});
  return out;
}

}  // namespace whynot::report
