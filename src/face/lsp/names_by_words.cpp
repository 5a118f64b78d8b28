// In these languages a word (`sort`, `state`) announces a name.  Beside that, sorts of OTS list their constructors,
// what is announced there has parameters of its own, and rules of pushdown systems make points and events known by
// naming them.
#include <algorithm>
#include <array>

#include "face/lsp/names.h"

namespace whynot::face::lsp {
namespace {

// After which word a name is declared, of what kind, and whether a block of names begins with it.
struct Announced {
  std::string_view language, word;
  NameKind kind;
  bool opens = false;
};
constexpr std::array announced = std::to_array<Announced>({
    {"ots", "ots", NameKind::Module},
    {"ots", "sort", NameKind::Constant},
    {"ots", "observer", NameKind::Variable},
    {"ots", "fun", NameKind::Define},
    {"ots", "transition", NameKind::Transition},
    {"ots", "invariant", NameKind::Property},
    {"ots", "scope", NameKind::Module},
    {"pds", "pds", NameKind::Module, true},
    {"pds", "property", NameKind::Property, true},
    {"pds", "events", NameKind::Module, true},
    {"pds", "var", NameKind::Variable},
    {"pds", "state", NameKind::State},
    {"pds", "proc", NameKind::Transition},
});

constexpr std::array items_of_ots = std::to_array<std::string_view>(
    {"sort", "fun", "observer", "rigid", "derived", "init", "transition", "invariant", "axiom", "scope", "expect"});
constexpr std::array words_of_rules = std::to_array<std::string_view>(
    {"rule", "control", "init", "proc", "entry", "stop", "symbols", "call", "ret", "return"});

template <class Array>
bool is_among(const Array& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::vector<std::string_view> Names::announcing_words() const {
  std::vector<std::string_view> all;
  for (const Announced& one : announced)
    if (one.language == language_) all.push_back(one.word);
  return all;
}

// The last word of the line that word i is in.
std::size_t Names::end_of_line(std::size_t i) const {
  while (i + 1 < words_.size() &&
         text_.substr(words_[i].where.end, words_[i + 1].where.begin - words_[i].where.end).find('\n') ==
             std::string::npos)
    ++i;
  return i;
}

// The word behind the bracket that closes the one at word i.
std::size_t Names::behind_bracket(std::size_t i) const {
  for (std::size_t depth = 0; i < words_.size(); ++i) {
    if (word(i) == "(" || word(i) == "{") ++depth;
    if ((word(i) == ")" || word(i) == "}") && --depth == 0) return i + 1;
  }
  return i;
}

// `sort Msg = free { ask(from: Node) | quit }`: the constructors, which are everybody's, and their fields.
void Names::declare_sort(std::size_t name, std::size_t end) {
  std::size_t i = name;
  while (i < end && word(i) != "{") ++i;
  for (++i; i < end && word(i) != "}"; ++i) {
    if (!words_[i].is_name) continue;
    const std::size_t last = word(i + 1) == "(" ? behind_bracket(i + 1) - 1 : i;
    if (!find(word(i), 0)) declare(i, NameKind::Constant, 0, last);
    for (std::size_t k = i + 1; k < std::min(last, end); ++k) {
      if (!words_[k].is_name || word(k + 1) != ":") continue;
      words_[k].is_field = true;
      if (!field(word(k))) declare(k, NameKind::Field, 0, k + 2);
    }
    i = last;
  }
}

// What stands before a colon between two items: parameters, and the variables of quantifiers.
void Names::declare_parameters(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (words_[i].is_name && word(i - 1) == ".") words_[i].is_field = true;
    if (!words_[i].is_name || word(i + 1) != ":") continue;
    const Declared* known = find(word(i), words_[i].block);
    if (!known || known->block == 0) declare(i, NameKind::Parameter, words_[i].block, std::min(i + 2, end - 1));
  }
}

// One line of a pushdown system: the points that a rule leaves, and the events that happen then.
void Names::declare_points(std::size_t begin, std::size_t end) {
  const auto arrow_at = [&](std::size_t i) { return word(i) == "-" && word(i + 1) == ">"; };
  std::size_t arrow = begin;
  while (arrow < end && !arrow_at(arrow)) ++arrow;
  if (arrow == end) return;
  for (std::size_t i = begin; i < arrow; ++i)
    if (words_[i].is_name && word(i + 1) != ":" && !is_among(words_of_rules, word(i)) &&
        !find(word(i), words_[i].block))
      declare(i, NameKind::Point, words_[i].block, end - 1);
  std::size_t at = arrow;
  while (at < end && word(at) != "@") ++at;
  for (std::size_t i = at + 1; i < end && word(i) != "!"; ++i) {
    if (!words_[i].is_name || (word(i - 1) != "@" && word(i - 1) != ",")) continue;
    const std::size_t last = word(i + 1) == "(" ? behind_bracket(i + 1) - 1 : i;
    if (!find(word(i), 0)) declare(i, NameKind::Constant, 0, last);
    i = last;
  }
}

void Names::declare_by_words() {
  std::size_t block = 0;
  std::string_view section;
  const auto is_item = [&](std::size_t i) { return language_ == "ots" && is_among(items_of_ots, word(i)); };
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto rule = std::find_if(announced.begin(), announced.end(), [&](const Announced& a) {
      return a.language == language_ && a.word == word(i) && i + 1 < words_.size() && words_[i + 1].is_name;
    });
    if (is_item(i)) ++block;
    if (rule != announced.end()) {
      if (rule->opens) ++block;
      if (rule->opens) section = rule->word;
      const bool of_block = rule->kind == NameKind::State || (language_ == "pds" && rule->kind == NameKind::Variable);
      if (!find(word(i + 1), of_block ? block : 0))
        declare(i + 1, rule->kind, of_block ? block : 0, end_of_line(i + 1));
    }
    words_[i].block = block;
    const bool begins_line = i > 0 && end_of_line(i - 1) == i - 1;
    if (section == "pds" && begins_line) {
      const std::size_t end = end_of_line(i) + 1;
      for (std::size_t k = i; k < end; ++k) words_[k].block = block;
      declare_points(i, end);
    }
  }
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (!is_item(i)) continue;
    std::size_t end = i + 1;
    while (end < words_.size() && !is_item(end)) ++end;
    if (word(i) == "sort")
      declare_sort(i + 1, end);
    else
      declare_parameters(i + 2, end);
  }
}

}  // namespace whynot::face::lsp
