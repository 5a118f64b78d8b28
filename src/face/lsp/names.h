// The names in a text and where they are declared, found by its words alone: an editor asks while the text is half
// written, when no parser would take it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace whynot::face::lsp {

enum class NameKind : std::uint8_t {
  Module,
  Variable,
  Define,
  Constant,
  Parameter,
  Property,
  Transition,
  State,
  Point,
  Field
};

struct Range {
  std::size_t begin = 0, end = 0;  // bytes, half open

  friend bool operator==(const Range&, const Range&) = default;
};

struct Declared {
  std::string name;
  NameKind kind;
  Range where;
  std::size_t block;        // the module, or policy, that it belongs to: a number from 1; 0: to all
  std::string says = {};    // the declaration as it is written, on one line
  std::string module = {};  // of a variable that is an instance
};

class Names {
 public:
  // `language`: the name of a front end.
  Names(std::string text, std::string_view language);

  const std::string& text() const { return text_; }
  const std::vector<Declared>& declared() const { return declared_; }
  const Declared* property(std::string_view name) const;    // null: none is called so
  const Declared* variable(std::string_view column) const;  // `left.lo.v`: v of the module of lo; null: there is none

  // What the word at a place stands for; null: nothing that is declared here.
  const Declared* at(std::size_t place) const;
  std::optional<Range> word_at(std::size_t place) const;
  // Every place where it is meant, its declaration included.
  std::vector<Range> references(const Declared&) const;
  // What may be written at a place: what is declared for it, then the words of the language.
  std::vector<std::string> offered(std::size_t place) const;

 private:
  struct Word {
    Range where;
    bool is_name = false;
    std::size_t block = 0;
    bool is_field = false;  // of a constructor: where it is declared, or behind a dot
  };

  void declare_smv();
  std::size_t declare_variable(std::size_t i, std::size_t block);
  void declare_by_words();
  std::size_t end_of_line(std::size_t word) const;
  std::size_t behind_bracket(std::size_t word) const;
  void declare_sort(std::size_t name, std::size_t end);
  void declare_parameters(std::size_t begin, std::size_t end);
  void declare_points(std::size_t begin, std::size_t end);
  std::vector<std::string_view> announcing_words() const;
  void declare(std::size_t word, NameKind kind, std::size_t block, std::size_t last);
  std::string_view word(std::size_t i) const;
  const Declared* find(std::string_view name, std::size_t block) const;
  const std::vector<std::size_t>& called(std::string_view name) const;
  const Declared* field(std::string_view name) const;
  const Declared* meant(std::size_t i) const;
  std::size_t block_named(std::string_view module) const;
  std::optional<std::size_t> index_at(std::size_t place) const;

  std::string text_;
  std::string language_;
  std::vector<Word> words_;
  std::vector<Declared> declared_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;  // places in `declared_`
};

}  // namespace whynot::face::lsp
