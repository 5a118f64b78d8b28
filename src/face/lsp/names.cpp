// A scan into words, then one pass that knows after which words a declaration stands.  SMV has sections (VAR, DEFINE)
// with a declaration before each `:` or `:=`; the other languages are in names_by_words.cpp.
#include "face/lsp/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "session/source_words.h"

namespace whynot::face::lsp {
namespace {

constexpr std::array smv_words = std::to_array<std::string_view>(
    {"MODULE",     "VAR",       "IVAR",    "FROZENVAR", "DEFINE", "CONSTANTS", "ASSIGN",  "INIT",     "TRANS",
     "INVAR",      "INVARSPEC", "LTLSPEC", "CTLSPEC",   "SPEC",   "COMPUTE",   "PSLSPEC", "FAIRNESS", "JUSTICE",
     "COMPASSION", "NAME",      "ISA",     "MDEFINE",   "FUN",    "MIN",       "MAX",     "PRED",     "MIRROR"});
constexpr std::array smv_others = std::to_array<std::string_view>(
    {"init", "next", "case", "esac", "TRUE",  "FALSE", "boolean", "word",    "unsigned", "signed", "array",
     "of",   "mod",  "xor",  "xnor", "union", "in",    "self",    "process", "integer",  "real"});

template <class Array>
bool has(const Array& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool declares_variables(std::string_view section) {
  return section == "VAR" || section == "IVAR" || section == "FROZENVAR";
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c));
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

}  // namespace

Names::Names(std::string text, std::string_view language) : text_(std::move(text)), language_(language) {
  for (const session::SourceWord& one : session::source_words(text_, language_))
    words_.push_back({{one.begin, one.end}, one.is_name});
  if (language_ == "smv")
    declare_smv();
  else
    declare_by_words();
}

std::string_view Names::word(std::size_t i) const {
  if (i >= words_.size()) return {};
  return std::string_view(text_).substr(words_[i].where.begin, words_[i].where.end - words_[i].where.begin);
}

// `last`: the last word of the declaration.
void Names::declare(std::size_t i, NameKind kind, std::size_t block, std::size_t last) {
  const Range all{words_[i].where.begin, words_[std::min(last, words_.size() - 1)].where.end};
  constexpr std::size_t longest = 200;
  std::string says = on_one_line(std::string_view(text_).substr(all.begin, all.end - all.begin));
  if (says.size() > longest) says = says.substr(0, longest) + " ...";
  by_name_[std::string(word(i))].push_back(declared_.size());
  declared_.push_back({std::string(word(i)), kind, words_[i].where, block, std::move(says), ""});
}

// Word i is a variable's name; the word behind its declaration.
std::size_t Names::declare_variable(std::size_t i, std::size_t block) {
  std::size_t end = i + 2;
  while (end < words_.size() && word(end) != ";" && !has(smv_words, word(end))) ++end;
  declare(i, NameKind::Variable, block, end - 1);
  const std::size_t type = word(i + 2) == "process" ? i + 3 : i + 2;
  if (type < words_.size() && words_[type].is_name && !has(smv_others, word(type)))
    declared_.back().module = std::string(word(type));
  for (std::size_t k = i + 2; k < end; ++k)  // the values of an enumeration are everybody's
    if (words_[k].is_name && (word(k - 1) == "{" || word(k - 1) == ",") && (word(k + 1) == "," || word(k + 1) == "}") &&
        !find(word(k), 0) && declared_.back().module.empty())
      declare(k, NameKind::Constant, 0, k);
  return end;
}

void Names::declare_smv() {
  std::size_t block = 0;
  std::string section;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string now(word(i));
    const bool starts = has(smv_words, now) && now != "NAME";
    if (starts) section = now;
    if (now == "MODULE" && i + 1 < words_.size()) {
      std::size_t end = i + 1;
      if (word(i + 2) == "(")
        for (end = i + 2; end + 1 < words_.size() && word(end) != ")"; ++end) {}
      ++block;
      declare(i + 1, NameKind::Module, 0, end);
      for (std::size_t k = i + 3; k < end; ++k)
        if (words_[k].is_name) declare(k, NameKind::Parameter, block, k);
    } else if (now == "NAME" && i + 1 < words_.size()) {
      declare(i + 1, NameKind::Property, block, i + 1);
    } else if (!starts && words_[i].is_name && declares_variables(section) && word(i + 1) == ":") {
      i = declare_variable(i, block) - 1;
    } else if (!starts && words_[i].is_name && section == "DEFINE" && word(i + 1) == ":=") {
      std::size_t end = i + 2;
      while (end < words_.size() && word(end) != ";") ++end;
      declare(i, NameKind::Define, block, end - 1);
    } else if (!starts && words_[i].is_name && section == "CONSTANTS" && !find(now, 0)) {
      declare(i, NameKind::Constant, 0, i);
    }
  }
  std::size_t current = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (word(i) == "MODULE") ++current;
    words_[i].block = current;
  }
}

const std::vector<std::size_t>& Names::called(std::string_view name) const {
  static const std::vector<std::size_t> none;
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? none : found->second;
}

// What a block declares itself hides what is everybody's.
const Declared* Names::find(std::string_view name, std::size_t block) const {
  const Declared* found = nullptr;
  for (const std::size_t i : called(name)) {
    const Declared& one = declared_[i];
    if (one.kind == NameKind::Property || one.kind == NameKind::Field) continue;
    if (one.block == block) return &one;
    if (one.block == 0 && !found) found = &one;
  }
  return found;
}

const Declared* Names::field(std::string_view name) const {
  for (const std::size_t i : called(name))
    if (declared_[i].kind == NameKind::Field) return &declared_[i];
  return nullptr;
}

const Declared* Names::property(std::string_view name) const {
  for (const Declared& one : declared_)
    if (one.kind == NameKind::Property && one.name == name) return &one;
  return nullptr;
}

std::size_t Names::block_named(std::string_view module) const {
  std::size_t block = 0;
  for (const Declared& one : declared_) {
    if (one.kind == NameKind::Module) ++block;
    if (one.kind == NameKind::Module && one.name == module) return block;
  }
  return 0;
}

const Declared* Names::variable(std::string_view column) const {
  column = column.substr(0, column.find_first_of("[("));
  std::size_t block = language_ == "smv" ? block_named("main") : 0;
  while (true) {
    const std::size_t dot = column.find('.');
    const Declared* found = find(column.substr(0, dot), block);
    if (!found || dot == std::string_view::npos) return found;
    column.remove_prefix(dot + 1);
    block = block_named(found->module);
    if (block == 0) return found;
  }
}

// Behind a dot a name belongs to the module of the instance before it.
const Declared* Names::meant(std::size_t i) const {
  if (!words_[i].is_name) return nullptr;
  for (const std::size_t k : called(word(i)))
    if (declared_[k].where == words_[i].where) return &declared_[k];
  if (language_ == "smv" && i >= 2 && word(i - 1) == ".") {
    const Declared* instance = meant(i - 2);
    const std::size_t block = instance ? block_named(instance->module) : 0;
    return block ? find(word(i), block) : nullptr;
  }
  if (words_[i].is_field) return field(word(i));
  return find(word(i), words_[i].block);
}

std::optional<std::size_t> Names::index_at(std::size_t place) const {
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (words_[i].is_name && words_[i].where.begin <= place && place <= words_[i].where.end) return i;
  return std::nullopt;
}

const Declared* Names::at(std::size_t place) const {
  const auto i = index_at(place);
  return i ? meant(*i) : nullptr;
}

std::optional<Range> Names::word_at(std::size_t place) const {
  const auto i = index_at(place);
  return i ? std::optional(words_[*i].where) : std::nullopt;
}

std::vector<Range> Names::references(const Declared& declared) const {
  std::vector<Range> all;
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (word(i) == declared.name && meant(i) == &declared) all.push_back(words_[i].where);
  return all;
}

std::vector<std::string> Names::offered(std::size_t place) const {
  std::size_t block = 0;
  for (const Word& one : words_)
    if (one.where.begin <= place) block = one.block;
  std::vector<std::string> all;
  for (const Declared& one : declared_)
    if ((one.block == 0 || one.block == block) && !has(all, one.name)) all.push_back(one.name);
  if (language_ == "smv") {
    all.insert(all.end(), smv_words.begin(), smv_words.end());
    all.insert(all.end(), smv_others.begin(), smv_others.end());
  }
  for (const std::string_view one : announcing_words()) all.emplace_back(one);
  return all;
}

}  // namespace whynot::face::lsp
