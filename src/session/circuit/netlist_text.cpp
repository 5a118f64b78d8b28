// A netlist as AIGER, and as BTOR2 whose inputs and states are words and whose gates are bits.
#include <fmt/format.h>

#include <map>

#include "front/hardware/aiger.h"
#include "session/circuit/netlist.h"

namespace whynot::session {
namespace {

using front::hardware::AigerFile;
using front::hardware::AigerLiteral;
using solve::Aig;
using solve::Lit;

// Calls `visit` for each gate that something rests on, arguments first.
template <class Visit>
void for_each_gate(const Netlist& netlist, Visit visit) {
  const Aig& g = netlist.graph;
  std::vector<bool> used(g.size(), false);
  const auto use = [&](Lit l) { used[l.node()] = true; };
  for (const Netlist::Cell& cell : netlist.cells)
    for (Lit l : cell.next) use(l);
  for (Lit l : netlist.constraints) use(l);
  for (const Netlist::Question& q : netlist.questions)
    for (Lit l : q.literals) use(l);
  for (auto n = static_cast<std::uint32_t>(g.size()); n-- > 1;)
    if (used[n] && g.is_and(n)) {
      use(g.left(n));
      use(g.right(n));
    }
  for (std::uint32_t n = 1; n < g.size(); ++n)
    if (used[n] && g.is_and(n)) visit(n);
}

std::string bit_name(const Netlist::Cell& cell, std::size_t bit) {
  return cell.bits.size() == 1 ? cell.name : fmt::format("{}[{}]", cell.name, bit);
}

// Symbols of BTOR2 end at a blank, and a semicolon begins a comment.
std::string symbol_of(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == ';' || c == '\t') c = '_';
  return name;
}

class Btor2Writer {
 public:
  explicit Btor2Writer(const Netlist& netlist) : netlist_(netlist), id_(netlist.graph.size()) {}

  std::string run() {
    bit_ = sort(1);
    id_[0] = line("zero {}", bit_);
    for (const Netlist::Cell& cell : netlist_.cells) declare(cell);
    for_each_gate(netlist_, [&](std::uint32_t n) {
      id_[n] = line("and {} {} {}", bit_, of(netlist_.graph.left(n)), of(netlist_.graph.right(n)));
    });
    for (std::size_t i = 0; i < netlist_.cells.size(); ++i) connect(i);
    for (Lit l : netlist_.constraints) line("constraint {}", of(l));
    for (const Netlist::Question& q : netlist_.questions) ask(q);
    return std::move(text_);
  }

 private:
  template <class... Values>
  long line(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format("{} {}\n", next_, fmt::format(format, std::forward<Values>(values)...));
    return next_++;
  }
  long sort(std::size_t width) {
    long& known = sorts_[width];
    if (known == 0) known = line("sort bitvec {}", width);
    return known;
  }
  long of(Lit l) const { return l.complemented() ? -id_[l.node()] : id_[l.node()]; }

  void declare(const Netlist::Cell& cell) {
    const std::size_t width = cell.bits.size();
    const long of_width = sort(width);
    long first = 0;
    if (cell.is_latch() && cell.reset) {  // a first value stands before its state
      std::string digits;
      for (std::size_t b = width; b-- > 0;) digits += (*cell.reset)[b] ? '1' : '0';
      first = line("const {} {}", of_width, digits);
    }
    const long id = line("{} {} {}", cell.is_latch() ? "state" : "input", of_width, symbol_of(cell.name));
    cells_.push_back(id);
    if (first) line("init {} {} {}", of_width, id, first);
    for (std::size_t b = 0; b < width; ++b)
      id_[cell.bits[b].node()] = width == 1 ? id : line("slice {} {} {} {}", bit_, id, b, b);
  }

  void connect(std::size_t i) {
    const Netlist::Cell& cell = netlist_.cells[i];
    if (!cell.is_latch()) return;
    long value = of(cell.next[0]);
    for (std::size_t b = 1; b < cell.next.size(); ++b)
      value = line("concat {} {} {}", sort(b + 1), of(cell.next[b]), value);
    line("next {} {} {}", sort(cell.bits.size()), cells_[i], value);
  }

  void ask(const Netlist::Question& q) {
    if (!q.justice) {
      line("bad {} {}", of(q.literals[0]), symbol_of(q.symbol()));
      return;
    }
    std::string all;
    for (Lit l : q.literals) all += fmt::format(" {}", of(l));
    line("justice {}{} {}", q.literals.size(), all, symbol_of(q.name));
  }

  const Netlist& netlist_;
  std::vector<long> id_;  // by node
  std::vector<long> cells_;
  std::map<std::size_t, long> sorts_;
  long next_ = 1, bit_ = 0;
  std::string text_;
};

class AigerMaker {
 public:
  explicit AigerMaker(const Netlist& netlist) : netlist_(netlist), variable_(netlist.graph.size()) {}

  AigerFile run() {
    number(false);
    number(true);
    for_each_gate(netlist_, [&](std::uint32_t n) { variable_[n] = ++made_.variables; });
    for (const Netlist::Cell& cell : netlist_.cells) declare(cell);
    for_each_gate(netlist_, [&](std::uint32_t n) {
      made_.ands.push_back({2 * variable_[n], of(netlist_.graph.left(n)), of(netlist_.graph.right(n))});
    });
    for (Lit l : netlist_.constraints) made_.constraints.push_back({of(l), {}});
    for (const Netlist::Question& q : netlist_.questions) ask(q);
    return std::move(made_);
  }

 private:
  AigerLiteral of(Lit l) const { return 2 * variable_[l.node()] + l.complemented(); }

  void number(bool latches) {
    for (const Netlist::Cell& cell : netlist_.cells)
      for (Lit bit : cell.bits)
        if (cell.is_latch() == latches) variable_[bit.node()] = ++made_.variables;
  }

  void declare(const Netlist::Cell& cell) {
    for (std::size_t b = 0; b < cell.bits.size(); ++b) {
      const AigerLiteral literal = of(cell.bits[b]);
      if (!cell.is_latch()) {
        made_.inputs.push_back({literal, {}, bit_name(cell, b)});
        continue;
      }
      AigerFile::Latch latch{literal, of(cell.next[b]), literal, {}, bit_name(cell, b)};
      if (cell.reset) latch.reset = (*cell.reset)[b];
      made_.latches.push_back(std::move(latch));
    }
  }

  void ask(const Netlist::Question& q) {
    if (!q.justice) {
      made_.bad.push_back({of(q.literals[0]), {}, q.symbol()});
      return;
    }
    AigerFile::Justice justice;
    for (Lit l : q.literals) justice.literals.push_back(of(l));
    justice.name = q.name;
    made_.justice.push_back(std::move(justice));
  }

  const Netlist& netlist_;
  std::vector<AigerLiteral> variable_;  // by node
  AigerFile made_;
};

}  // namespace

std::string Netlist::Question::symbol() const {
  return is_cover ? std::string(front::hardware::cover_mark) + name : name;
}

std::string aiger_text(const Netlist& netlist, bool binary) { return write_aiger(AigerMaker(netlist).run(), binary); }
std::string btor2_text(const Netlist& netlist) { return Btor2Writer(netlist).run(); }

}  // namespace whynot::session
