// Inputs, latches and gates are numbered one after the other, as the binary form demands.
#include <fmt/format.h>

#include <utility>

#include "front/hardware/aiger.h"

namespace whynot::front::hardware {
namespace {

class AigerWriter {
 public:
  AigerWriter(const AigerFile& file, bool binary) : file_(file), binary_(binary), number_(file.variables + 1) {
    std::uint32_t next = 1;
    const auto give = [&](AigerLiteral literal) { number_[literal / 2] = next++; };
    for (const auto& input : file.inputs) give(input.literal);
    for (const auto& latch : file.latches) give(latch.literal);
    for (const auto& gate : file.ands) give(gate.literal);
    variables_ = next - 1;
  }

  std::string run() {
    header();
    if (!binary_)
      for (const auto& input : file_.inputs) line(input.literal);
    for (const auto& latch : file_.latches) write_latch(latch);
    for (const auto* points : {&file_.outputs, &file_.bad, &file_.constraints})
      for (const auto& p : *points) line(p.literal);
    for (const auto& j : file_.justice) text_ += fmt::format("{}\n", j.literals.size());
    for (const auto& j : file_.justice)
      for (const AigerLiteral l : j.literals) line(l);
    for (const auto& f : file_.fairness) line(f.literal);
    for (const auto& gate : file_.ands) write_gate(gate);
    symbols();
    return std::move(text_);
  }

 private:
  AigerLiteral of(AigerLiteral literal) const { return 2 * number_[literal / 2] + literal % 2; }
  void line(AigerLiteral literal) { text_ += fmt::format("{}\n", of(literal)); }

  void header() {
    const std::size_t later[] = {file_.bad.size(), file_.constraints.size(), file_.justice.size(),
                                 file_.fairness.size()};
    text_ = fmt::format("{} {} {} {} {} {}", binary_ ? "aig" : "aag", variables_, file_.inputs.size(),
                        file_.latches.size(), file_.outputs.size(), file_.ands.size());
    std::size_t last = 4;
    while (last > 0 && later[last - 1] == 0) --last;
    for (std::size_t i = 0; i < last; ++i) text_ += fmt::format(" {}", later[i]);
    text_ += '\n';
  }

  void write_latch(const AigerFile::Latch& latch) {
    if (!binary_) text_ += fmt::format("{} ", of(latch.literal));
    text_ += fmt::format("{}", of(latch.next));
    if (latch.reset != 0) text_ += fmt::format(" {}", of(latch.reset));
    text_ += '\n';
  }

  void write_gate(const AigerFile::And& gate) {
    AigerLiteral left = of(gate.left), right = of(gate.right);
    if (left < right) std::swap(left, right);
    if (!binary_) {
      text_ += fmt::format("{} {} {}\n", of(gate.literal), left, right);
      return;
    }
    delta(of(gate.literal) - left);
    delta(left - right);
  }
  void delta(AigerLiteral n) {
    for (; n >= 0x80; n >>= 7) text_ += static_cast<char>((n & 0x7f) | 0x80);
    text_ += static_cast<char>(n);
  }

  void symbols() {
    const auto all = [&](char letter, const auto& named) {
      for (std::size_t i = 0; i < named.size(); ++i)
        if (!named[i].name.empty()) text_ += fmt::format("{}{} {}\n", letter, i, named[i].name);
    };
    all('i', file_.inputs);
    all('l', file_.latches);
    all('o', file_.outputs);
    all('b', file_.bad);
    all('c', file_.constraints);
    all('j', file_.justice);
    all('f', file_.fairness);
  }

  const AigerFile& file_;
  bool binary_;
  std::vector<std::uint32_t> number_;  // by variable
  std::uint32_t variables_ = 0;
  std::string text_;
};

}  // namespace

std::string write_aiger(const AigerFile& file, bool binary) { return AigerWriter(file, binary).run(); }

}  // namespace whynot::front::hardware
