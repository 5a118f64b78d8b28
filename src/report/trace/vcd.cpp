// Declares scopes and wires, then writes what changes at each time.
#include "report/trace/vcd.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/spelling.h"

namespace whynot::report {
namespace {

// Identifier codes: a counter in base 94 over the printable characters.
std::string code_of(std::size_t n) {
  std::string out;
  do {
    out += static_cast<char>('!' + n % 94);
    n /= 94;
  } while (n != 0);
  return out;
}

// Brackets would be read as a bit select and blanks end a name: such names are written as Verilog's escaped
// identifiers, which may hold everything but blanks.
std::string vcd_name(std::string_view name) {
  std::string out = printable(name);
  std::replace(out.begin(), out.end(), ' ', '_');
  const bool plain =
      std::all_of(out.begin(), out.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; });
  return plain && !out.empty() ? out : "\\" + out;
}

std::string vcd_string(const Value& v) {
  std::string out = printable(v.to_string());
  std::replace(out.begin(), out.end(), ' ', '_');
  return out;
}

constexpr std::size_t max_scopes = 64;  // names come from other people's files too

// The parts of `left.lo.v`; dots inside brackets and parentheses do not separate.
std::vector<std::string> path_of(std::string_view name) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : name) {
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ']' || c == ')' || c == '}') --depth;
    if (c == '.' && depth <= 0 && out.size() <= max_scopes)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

std::string binary(Integer n, std::size_t width) {
  if (n < 0) n += power_of_two(width);
  std::string out = "b";
  for (std::size_t i = width; i-- > 0;) out += boost::multiprecision::bit_test(n, static_cast<unsigned>(i)) ? '1' : '0';
  return out;
}

enum class Shape { Bit, Vector, Number, Code, Text };

// One `$var`: a column, or the code of an enum column.
struct Wire {
  Shape shape = Shape::Text;
  std::size_t width = 1;
  std::string code, name, shown;  // shown: the value last written
  std::size_t column = 0;
  bool input = false;
  Type type;
};

// Bits of a two's complement number that holds lo..hi.
std::size_t signed_width(const Integer& lo, const Integer& hi) {
  const Integer below = lo < 0 ? Integer(-lo - 1) : Integer(0), above = hi < 0 ? Integer(0) : hi;
  return 1 + std::max(bit_width(below), bit_width(above));
}

class VcdWriter {
 public:
  VcdWriter(const TraceEntry& entry, const VcdOptions& options) : trace_(entry.trace), options_(options) {
    const Signature& signature = *trace_.signature;
    for (std::size_t i = 0; i < signature.columns.size(); ++i) add_wires(signature.columns[i], i, false);
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) add_wires(signature.inputs[i], i, true);
  }

  std::string write() {
    header();
    std::size_t time = 0;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) moment(time++, i);
    if (trace_.loop)
      for (std::size_t pass = 1; pass < options_.passes; ++pass)
        for (std::size_t i = *trace_.loop; i < trace_.steps.size(); ++i) moment(time++, i);
    out_ += fmt::format("#{}\n", 10 * time);
    return std::move(out_);
  }

 private:
  struct Scope {
    std::map<std::string, Scope> inner;
    std::vector<std::size_t> wires;
  };

  void add_wires(const Column& column, std::size_t index, bool input) {
    Wire wire;
    wire.column = index;
    wire.input = input;
    wire.type = column.type;
    std::tie(wire.shape, wire.width) = shape_of(column.type, index, input);
    add_wire(wire, column.name, "");
    if (!column.type.is(TypeKind::Enum)) return;
    wire.shape = Shape::Code;
    wire.width = std::max<std::size_t>(1, bit_width(Integer(column.type.values().size() - 1)));
    add_wire(wire, column.name, "_code");
  }

  void add_wire(Wire wire, std::string_view name, std::string_view suffix) {
    std::vector<std::string> path = path_of(name);
    wire.name = vcd_name(path.back() + std::string(suffix));
    wire.code = code_of(wires_.size() + 2);
    Scope* scope = &root_;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) scope = &scope->inner[path[i]];
    scope->wires.push_back(wires_.size());
    wires_.push_back(std::move(wire));
  }

  std::pair<Shape, std::size_t> shape_of(Type type, std::size_t index, bool input) const {
    if (type.is_boolean()) return {Shape::Bit, 1};
    if (type.is_word()) return {Shape::Vector, type.width()};
    if (!type.is(TypeKind::Range) && !type.is(TypeKind::Integer)) return {Shape::Text, 1};
    Integer lo = 0, hi = 0;
    if (type.is(TypeKind::Range)) {
      lo = type.lo();
      hi = type.hi();
    }
    for (std::size_t i = 0; i < trace_.steps.size(); ++i)
      if (const Value v = value(i, index, input); v.is_integer()) {
        lo = std::min(lo, v.as_integer());
        hi = std::max(hi, v.as_integer());
      }
    const std::size_t width = signed_width(lo, hi);
    return width <= 32 ? std::pair(Shape::Number, std::size_t{32}) : std::pair(Shape::Vector, width);
  }

  Value value(std::size_t step, std::size_t index, bool input) const {
    if (!input) return trace_.steps[step].state[index];
    const Inputs* inputs = trace_.inputs_out_of(step);
    return inputs && index < inputs->size() ? (*inputs)[index] : Value();
  }

  void header() {
    out_ += "$version whynot $end\n$timescale 1ns $end\n$scope module main $end\n";
    out_ += fmt::format("$var integer 32 {} step $end\n$var wire 1 {} loop $end\n", code_of(0), code_of(1));
    declare(root_);
    out_ += "$upscope $end\n$enddefinitions $end\n";
  }

  // At most max_scopes deep.
  void declare(const Scope& scope) {
    for (const std::size_t i : scope.wires) {
      const Wire& w = wires_[i];
      std::string_view kind = w.shape == Shape::Text ? "string" : "wire";
      if (w.shape == Shape::Number) kind = "integer";
      out_ += fmt::format("$var {} {} {} {} $end\n", kind, w.width, w.code, w.name);
    }
    for (const auto& [name, inner] : scope.inner) {
      out_ += fmt::format("$scope module {} $end\n", vcd_name(name));
      declare(inner);
      out_ += "$upscope $end\n";
    }
  }

  static std::string text_of(const Wire& w, const Value& v) {
    if (!v.defined() && w.shape == Shape::Bit) return "x";
    if (!v.defined()) return w.shape == Shape::Text ? "sx " : "bx ";
    switch (w.shape) {
      case Shape::Bit: return v.is_true() ? "1" : "0";
      case Shape::Vector:
      case Shape::Number: return binary(v.is_word() ? v.bits() : v.as_integer(), w.width) + " ";
      case Shape::Code: return binary(w.type.index_of(v), w.width) + " ";
      case Shape::Text: break;
    }
    return fmt::format("s{} ", vcd_string(v));
  }

  void moment(std::size_t time, std::size_t step) {
    out_ += fmt::format("#{}\n", 10 * time);
    if (time == 0) out_ += "$dumpvars\n";
    out_ += binary(Integer(time), 32) + " " + code_of(0) + "\n";
    const bool in_loop = trace_.loop && step >= *trace_.loop;
    if (time == 0 || in_loop != was_in_loop_) out_ += fmt::format("{}{}\n", in_loop ? 1 : 0, code_of(1));
    was_in_loop_ = in_loop;
    for (Wire& w : wires_) {
      std::string text = text_of(w, value(step, w.column, w.input));
      if (text == w.shown) continue;
      out_ += text + w.code + "\n";
      w.shown = std::move(text);
    }
    if (time == 0) out_ += "$end\n";
  }

  const Trace& trace_;
  VcdOptions options_;
  std::vector<Wire> wires_;
  Scope root_;
  std::string out_;
  bool was_in_loop_ = false;
};

}  // namespace

std::string write_vcd(const TraceEntry& entry, const VcdOptions& options) { return VcdWriter(entry, options).write(); }

}  // namespace whynot::report
