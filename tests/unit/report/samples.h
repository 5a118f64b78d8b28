// Reports and traces that the tests of this room share.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "expr/expr.h"
#include "report/report.h"

namespace whynot::report {

inline Value sym(std::string name) { return Value::symbol(std::move(name)); }
inline Value num(std::int64_t n) { return Value::integer(n); }

inline Type composite_type(ExprPool& pool, TypeKind kind, Type element, Type key = {}) {
  TypeNode node;
  node.kind = kind;
  node.element = element;
  node.key = key;
  return pool.intern(std::move(node));
}

inline Type sort_type(ExprPool& pool, std::string name) {
  TypeNode node;
  node.kind = TypeKind::Sort;
  node.name = std::move(name);
  return pool.intern(std::move(node));
}

// The network example of the interval paper: a packet that ends up at c forever.
struct NetSample {
  ExprPool pool;
  Sources sources;
  Report report;

  NetSample() {
    const FileId file =
        sources.add("net.smv", "MODULE main\nVAR location : {a, b, c, r1, r3};\nLTLSPEC F location = b\n");
    auto signature = std::make_shared<Signature>();
    const Type places = pool.enum_type({sym("a"), sym("b"), sym("c"), sym("r1"), sym("r3")});
    signature->columns = {{"packet.ipsrc", pool.word_type(3, false), {}, true},
                          {"location", places, {}, false},
                          {"hops", pool.range_type(0, 9), {}, false}};
    signature->inputs = {{"go", pool.boolean_type(), {}, false}};
    TraceEntry entry;
    entry.id = "t1";
    entry.property = "reach_b";
    entry.replayed = true;
    entry.trace.signature = signature;
    const auto step = [&](const char* place, int hops) {
      return Step{{Value::word(3, false, 5), sym(place), num(hops)}, {}, {}};
    };
    entry.trace.steps = {step("a", 0), step("r1", 1), step("r3", 2), step("c", 2)};
    for (std::size_t i = 1; i < 4; ++i) entry.trace.steps[i].inputs = {Value::boolean(i != 2)};
    entry.trace.loop = 2;
    entry.trace.closing_inputs = {Value::boolean(false)};

    report.file = "net.smv";
    report.front = "smv";
    report.sources = &sources;
    report.instances = 1;
    report.variables = 3;
    report.diagnostics = {{Severity::Warning, "smv.unused", "`hops` is never used", {file, 16, 24}, {}, {}}};
    PropertyResult violated;
    violated.property = property("reach_b", PropertyKind::Ltl, "F location = b", {file, 46, 68});
    violated.verdict = Violated{entry.trace};
    violated.engine = "bmc";
    violated.seconds = 0.03125;
    violated.traces = {"t1"};
    violated.why = "location is never b, and from step 2 the run goes between r3 and c forever.";
    PropertyResult holds;
    holds.property = property("no_loop", PropertyKind::Invariant, "hops < 9", {});
    holds.verdict = Holds{Induction{1, false}};
    holds.engine = "kind";
    PropertyResult none;
    none.property = property("ltl2", PropertyKind::Ltl, "G F location = a", {});
    none.verdict = NoneUpTo{20};
    PropertyResult value;
    value.property = property("compute1", PropertyKind::Compute, "MIN [location = a, location = b]", {});
    value.verdict = Computed{};
    report.properties = {violated, holds, none, value};
    report.traces = {entry};
    report.suggestions = {"whynot intervals net.smv -p reach_b -v packet.ipsrc", "whynot serve net.smv"};
  }

  static Property property(std::string name, PropertyKind kind, std::string text, Span where) {
    Property p;
    p.name = std::move(name);
    p.kind = kind;
    p.text = std::move(text);
    p.where = where;
    return p;
  }
};

// Random columns of every type, and traces over them.
class TraceMaker {
 public:
  TraceMaker(ExprPool& pool, Random& random) : pool_(pool), random_(random) {}

  TraceEntry entry(bool actions) {
    auto signature = std::make_shared<Signature>();
    const std::size_t columns = 1 + random_.below(8), inputs = random_.chance(50) ? random_.below(4) : 0;
    for (std::size_t i = 0; i < columns; ++i)
      signature->columns.push_back({name("v", i), type(2), {}, random_.chance(20)});
    for (std::size_t i = 0; i < inputs; ++i) signature->inputs.push_back({name("in", i), type(0), {}, false});
    TraceEntry out;
    out.id = "t1";
    out.replayed = random_.chance(50);
    out.trace.signature = signature;
    const std::size_t steps = 1 + random_.below(6);
    for (std::size_t i = 0; i < steps; ++i) out.trace.steps.push_back(step(*signature, out.trace, actions));
    if (random_.chance(60)) {
      out.trace.loop = random_.below(steps);
      out.trace.closing_inputs = row(signature->inputs);
      if (actions && random_.chance(50)) out.trace.closing_action = action();
    }
    return out;
  }

 private:
  std::string name(const char* stem, std::size_t i) {
    const char* const shapes[] = {"{}{}", "left.lo.{}{}", "{}[{}]", "{}({})", "x$#-{}{}", "\xc3\xa4{}{}"};
    std::string out = shapes[random_.below(6)];
    out.replace(out.find("{}"), 2, stem);
    return out.replace(out.find("{}"), 2, std::to_string(i));
  }

  Type scalar_type() {
    switch (random_.below(7)) {
      case 0: return pool_.boolean_type();
      case 1: return pool_.range_type(-5, 300);
      case 2: return pool_.range_type(-power_of_two(70), power_of_two(80));
      case 3: return pool_.word_type(1 + static_cast<std::uint32_t>(random_.below(90)), random_.chance(50));
      case 4: return pool_.enum_type({sym("red"), sym("green"), num(3), num(-4)});
      case 5: return pool_.integer_type();
      default: return pool_.enum_type({sym("idle"), sym("busy-1"), sym("x.y")});
    }
  }
  Type type(int depth) {
    if (depth == 0 || random_.chance(60)) return scalar_type();
    switch (random_.below(5)) {
      case 0: return composite_type(pool_, TypeKind::Set, type(depth - 1));
      case 1: return composite_type(pool_, TypeKind::Bag, type(depth - 1));
      case 2: return composite_type(pool_, TypeKind::List, type(depth - 1));
      case 3: return composite_type(pool_, TypeKind::Map, type(depth - 1), scalar_type());
      default: return sort_type(pool_, "Msg");
    }
  }

  Value term(int depth) {
    if (depth == 0) return random_.chance(50) ? sym("nonce") : num(random_.between(-3, 3));
    std::vector<Value> args;
    for (std::size_t n = random_.below(3); n > 0; --n) args.push_back(term(depth - 1));
    return Value::term(random_.chance(50) ? "enc1" : "pair", std::move(args));
  }

  Integer between(const Integer& lo, const Integer& hi) {
    const Integer bits = (Integer(random_.next()) << 64) + random_.next();
    return random_.chance(20) ? lo : random_.chance(20) ? hi : Integer(lo + bits % (hi - lo + 1));
  }

  std::vector<Value> some(Type element) {
    std::vector<Value> out;
    for (std::size_t n = random_.below(4); n > 0; --n) out.push_back(value(element));
    return out;
  }

  Value map(Type key, Type element) {
    std::vector<std::pair<Value, Value>> entries;
    for (Value& k : some(key)) {
      const bool known = std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.first == k; });
      if (!known) entries.emplace_back(k, value(element));
    }
    return Value::map(std::move(entries));
  }

  Value value(Type t) {
    switch (t.kind()) {
      case TypeKind::Boolean: return Value::boolean(random_.chance(50));
      case TypeKind::Integer: return Value::integer(between(-power_of_two(60), power_of_two(60)));
      case TypeKind::Range: return Value::integer(between(t.lo(), t.hi()));
      case TypeKind::Word: return Value::word(t.width(), t.is_signed(), between(0, power_of_two(t.width()) - 1));
      case TypeKind::Enum: return t.values()[random_.below(t.values().size())];
      case TypeKind::Set: return Value::set(some(t.element()));
      case TypeKind::Bag: return Value::bag(some(t.element()));
      case TypeKind::List: return Value::list(some(t.element()));
      case TypeKind::Map: return map(t.key(), t.element());
      default: return term(2);
    }
  }

  std::vector<Value> row(const std::vector<Column>& columns) {
    std::vector<Value> out;
    for (const Column& column : columns) out.push_back(value(column.type));
    return out;
  }

  Action action() {
    return {"send", {term(1), num(2)}, {}, random_.chance(30) ? "call" : "", random_.chance(30) ? "open(f)" : ""};
  }

  // Frozen columns keep their value, others often do.
  Step step(const Signature& signature, const Trace& so_far, bool actions) {
    Step out{row(signature.columns), {}, {}};
    if (so_far.steps.empty()) return out;
    for (std::size_t i = 0; i < out.state.size(); ++i)
      if (signature.columns[i].frozen || random_.chance(50)) out.state[i] = so_far.steps.back().state[i];
    out.inputs = row(signature.inputs);
    if (actions && random_.chance(50)) out.action = action();
    return out;
  }

  ExprPool& pool_;
  Random& random_;
};

}  // namespace whynot::report
