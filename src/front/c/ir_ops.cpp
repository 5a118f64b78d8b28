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
constexpr std::array binaries{"icmp", "add",  "sub",  "mul",  "and",  "or",   "xor",
                              "shl",  "lshr", "ashr", "sdiv", "udiv", "srem", "urem"};

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
  if (word == "alloca") return {Op::Variable, "", "", "", {}, {}};
  if (word == "load") return load(rest);
  if (word == "store") return store(rest);
  if (word == "getelementptr") return field(rest);
  if (word == "select") return choose(rest);
  if (word == "phi") return merge(rest);
  if (is_one_of(casts, word)) return cast(word, rest);
  return is_one_of(binaries, word) ? binary(word, rest) : unknown();
}

// `i32, i32* %4`
CodeOp OpReader::load(std::string_view rest) const {
  skip(rest, {"volatile", "atomic"});
  const auto parts = split_commas(rest);
  if (parts.size() < 2 || body_.find(" volatile ") != body_.npos) return unknown();
  return {Op::Load, "", "", std::string(parts[0]), {operand_(parts[1])}, {}};
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
