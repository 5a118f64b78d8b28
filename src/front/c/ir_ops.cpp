// The first word tells the form of the rest; what is not known here becomes a value that nobody knows.
#include "front/c/ir_ops.h"

#include <algorithm>
#include <array>
#include <string>

#include "front/c/ir_text.h"

namespace whynot::front::c {
namespace {

using Op = CodeOp::Op;

constexpr std::array casts{"bitcast", "sext", "zext", "trunc", "ptrtoint", "inttoptr", "freeze", "addrspacecast"};
constexpr std::array of_fractions{"fcmp",   "fadd",   "fsub",   "fmul",   "fdiv",    "frem",
                                  "sitofp", "uitofp", "fptosi", "fptoui", "fptrunc", "fpext"};
constexpr std::array binaries{"icmp", "add",  "sub",  "mul",  "and",  "or",   "xor",
                              "shl",  "lshr", "ashr", "sdiv", "udiv", "srem", "urem"};

constexpr std::array fast{"fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The first word, which the rest loses.
std::string_view take_word(std::string_view& rest) {
  rest = trimmed(rest);
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  return word;
}

void skip(std::string_view& rest, std::initializer_list<std::string_view> words) {
  for (std::string_view copy = rest; is_one_of(std::vector<std::string_view>(words), take_word(copy));) rest = copy;
}

CodeOp unknown() { return {}; }

}  // namespace

std::string_view without_metadata(std::string_view text) {
  for (const std::string_view mark : {", !", ", align "}) text = text.substr(0, text.find(mark));
  return text;
}

CodeOp OpReader::read() const {
  std::string_view rest = without_metadata(body_);
  const std::string_view word = take_word(rest);
  if (word == "alloca") return {Op::Variable, "", "", std::string(leading_type(rest)), {}, {}};
  if (word == "load") return load(rest);
  if (word == "store") return store(rest);
  if (word == "getelementptr") return field(rest);
  if (word == "select") return choose(rest);
  if (word == "phi") return merge(rest);
  if (is_one_of(casts, word)) return cast(word, rest);
  if (is_one_of(of_fractions, word)) return fraction(word, rest);
  return is_one_of(binaries, word) ? binary(word, rest) : unknown();
}

// `i32, i32* %4`
CodeOp OpReader::load(std::string_view rest) const {
  skip(rest, {"volatile", "atomic"});
  const auto parts = split_commas(rest);
  if (parts.size() < 2) return unknown();
  CodeOp op{Op::Load, "", "", std::string(parts[0]), {operand_(parts[1])}, {}};
  // Others may write what all see; a variable of the function only lies where a jump leaves it.
  const bool changes = body_.find(" volatile ") != body_.npos && op.args[0].kind != CodeOperand::Kind::Register;
  if (changes) op.word = CodeOp::from_outside;
  return op;
}

// `i32 %0, i32* %4`
CodeOp OpReader::store(std::string_view rest) const {
  skip(rest, {"volatile", "atomic"});
  const auto parts = split_commas(rest);
  if (parts.size() < 2) return unknown();
  return {Op::Store, "", "", std::string(leading_type(parts[0])), {operand_(parts[0]), operand_(parts[1])}, {}};
}

// `inbounds %struct.s, %struct.s* %6, i32 0, i32 1`
CodeOp OpReader::field(std::string_view rest) const {
  skip(rest, {"inbounds"});
  const auto parts = split_commas(rest);
  if (parts.size() < 2) return unknown();
  CodeOp op{Op::Field, "", std::string(parts[0]), "", {}, {}};
  for (std::size_t i = 1; i < parts.size(); ++i) op.args.push_back(operand_(parts[i]));
  return op;
}

// `i1 %23 to i32`
CodeOp OpReader::cast(std::string_view word, std::string_view rest) const {
  const std::size_t to = rest.rfind(" to ");
  const std::string_view from = rest.substr(0, to);
  std::string what(word);
  if (word == "zext") what += " " + std::string(leading_type(from));
  if (word == "trunc") what += to == rest.npos ? "" : " " + std::string(trimmed(rest.substr(to + 4)));
  if (word == "bitcast" && to != rest.npos && trimmed(rest.substr(to + 4)) == "i8*") what += " i8*";
  return {Op::Compute, "", what, "", {operand_(from)}, {}};
}

// `nsw i32 %80, 1`, `slt i32 %71, 3`
CodeOp OpReader::binary(std::string_view word, std::string_view rest) const {
  std::string what(word);
  if (word == "icmp") what += " " + std::string(take_word(rest));
  for (std::string_view copy = rest, flag = take_word(copy); flag == "nsw" || flag == "nuw" || flag == "exact";
       flag = take_word(copy)) {
    if (flag == "nsw") what += " nsw";
    rest = copy;
  }
  const auto parts = split_commas(rest);
  if (parts.size() != 2) return unknown();
  const std::string type(leading_type(parts[0]));
  if (word != "icmp" && type == "i1") what += " i1";
  return {Op::Compute, "", what, type, {operand_(parts[0]), operand_(type + " " + std::string(parts[1]))}, {}};
}

// `ogt double %5, 1.000000e+00`, `i32 %3 to double`: nobody computes these, but equal ones have equal results.
CodeOp OpReader::fraction(std::string_view word, std::string_view rest) const {
  std::string what(word);
  if (word == "fcmp") what += " " + std::string(take_word(rest));
  for (std::string_view copy = rest, flag = take_word(copy); is_one_of(fast, flag); flag = take_word(copy)) rest = copy;
  const std::size_t to = rest.rfind(" to ");
  if (to != rest.npos) what += std::string(rest.substr(to));
  CodeOp op{Op::Compute, "", what, "", {}, {}};
  std::string type;
  for (const std::string_view part : split_commas(rest.substr(0, to))) {
    if (type.empty()) type = leading_type(part);
    const std::string text = op.args.empty() ? std::string(part) : type + " " + std::string(part);
    const bool literal = text.find_first_of("%@") == text.npos;
    op.args.push_back(literal ? CodeOperand{CodeOperand::Kind::Text, text, ""} : operand_(text));
  }
  return op;
}

// `i1 %84, i32 2, i32 3`
CodeOp OpReader::choose(std::string_view rest) const {
  const auto parts = split_commas(rest);
  if (parts.size() != 3) return unknown();
  return {Op::Choose, "", "", "", {operand_(parts[0]), operand_(parts[1]), operand_(parts[2])}, {}};
}

// `i1 [ false, %2 ], [ %9, %7 ]`
CodeOp OpReader::merge(std::string_view rest) const {
  const std::string type(leading_type(rest));
  CodeOp op{Op::Merge, "", "", type, {}, {}};
  for (const std::string_view part : split_commas(rest.substr(type.size()))) {
    const auto inner = split_commas(part.substr(1, part.size() < 2 ? 0 : part.size() - 2));
    std::size_t at = inner.size() == 2 ? inner[1].find('%') : std::string_view::npos;
    if (at == std::string_view::npos) return unknown();
    op.args.push_back(operand_(type + " " + std::string(inner[0])));
    op.blocks.push_back(read_name(inner[1], at));
  }
  return op;
}

}  // namespace whynot::front::c
