// Line by line: each line is settled when it is read, as it may only speak of lines before it.  The first mistake ends
// it.  Arrays are vectors of expressions, one for each element.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "front/hardware/btor2.h"
#include "front/hardware/btor2_operators.h"

namespace whynot::front::hardware {
namespace {

constexpr std::uint64_t most_bits = 65'536;         // of a word
constexpr std::uint32_t most_index_bits = 16;       // of an array
constexpr std::uint64_t most_elements = 4'000'000;  // of all arrays together, results of operators included

struct Btor2Failed {};  // told already

struct Sort {
  std::uint32_t width = 0;        // of the word, or of an element
  std::uint32_t index_width = 0;  // of an array, else 0
  std::size_t elements() const { return std::size_t{1} << index_width; }
  friend bool operator==(const Sort&, const Sort&) = default;
};

struct Node {
  Sort sort;
  std::vector<Expr> values;  // of an array: its elements
  std::optional<std::size_t> state;
};

struct Word {
  std::string_view text;
  std::uint32_t begin = 0;
};

class Btor2Reader {
 public:
  Btor2Reader(FileId file, const Sources& sources, ExprPool& pool, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), pool_(pool), diagnostics_(diagnostics) {
    made_.design.system.pool = &pool;
  }

  Btor2File run() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = text_.find('\n', begin);
      if (end == std::string_view::npos)
        fail({text_.substr(begin), static_cast<std::uint32_t>(begin)}, "btor2.truncated",
             "the file ends within a line");
      read_line(begin, end);
      begin = end + 1;
    }
    ask();
    return std::move(made_);
  }

 private:
  [[noreturn]] void fail(const Word& at, std::string code, std::string message, std::string help = "") {
    const auto end = at.begin + static_cast<std::uint32_t>(at.text.size());
    diagnostics_.error(std::move(code), std::move(message), {file_, at.begin, end}).help = std::move(help);
    throw Btor2Failed{};
  }

  // Words of a line ---------------------------------------------------------------------------------------

  // Blanks are spaces; a comment begins a line or follows a blank; after the last blank stands the symbol.
  void read_line(std::size_t begin, std::size_t end) {
    words_.clear();
    next_word_ = 0;
    if (end > begin && text_[end - 1] == '\r') --end;
    bool needs_word = false;  // a blank has come after the first word
    while (begin < end && text_[begin] != ';') {
      const std::size_t stop = std::min(text_.find_first_of(" \t\r\f\v", begin), end);
      if (stop > begin) words_.push_back({text_.substr(begin, stop - begin), static_cast<std::uint32_t>(begin)});
      needs_word = stop < end && !words_.empty();
      if (stop < end && text_[stop] != ' ')
        fail({text_.substr(stop, 1), static_cast<std::uint32_t>(stop)}, "btor2.blank", "words are separated by spaces");
      begin = stop + 1;
    }
    if (begin >= end && needs_word)
      fail({text_.substr(end - 1, 1), static_cast<std::uint32_t>(end - 1)}, "btor2.missing",
           "a symbol is missing after the last space");
    if (words_.empty()) return;
    line_ = {file_, words_.front().begin, words_.back().begin + static_cast<std::uint32_t>(words_.back().text.size())};
    treat_line();
  }

  const Word& word(std::string_view what) {
    if (next_word_ < words_.size()) return words_[next_word_++];
    fail({words_.back().text, words_.back().begin}, "btor2.missing", fmt::format("{} is missing", what));
  }
  std::uint64_t number(std::string_view what, std::uint64_t most) {
    const Word& w = word(what);
    const auto n = w.text[0] == '_' ? std::nullopt : parse_digits(w.text, 10);
    if (!n || w.text.size() > 18) fail(w, "btor2.number", fmt::format("{} should be a number", what));
    if (*n > most) fail(w, "btor2.number", fmt::format("{} is {}; at most {} is read", what, w.text, most));
    return static_cast<std::uint64_t>(*n);
  }
  std::string symbol() {
    std::string name;
    if (next_word_ < words_.size()) name = words_[next_word_++].text;
    if (next_word_ < words_.size()) fail(words_[next_word_], "btor2.extra", "the line should end here");
    return name;
  }

  // Lines -------------------------------------------------------------------------------------------------

  void treat_line() {
    const Word& first = words_[0];
    id_ = number("the number of a line", most_id);
    if (id_ <= last_id_)
      fail(first, "btor2.order", fmt::format("{} should be larger than {} before it", id_, last_id_));
    last_id_ = id_;
    const Word op = word("an operator");
    if (op.text == "sort") return read_sort();
    if (op.text == "init" || op.text == "next") return read_assignment(op);
    if (op.text == "bad" || op.text == "constraint" || op.text == "fair" || op.text == "output") return read_point(op);
    if (op.text == "justice") return read_justice();
    if (op.text == "input" || op.text == "state") return read_cell(op);
    read_node(op);
  }

  void read_sort() {
    const Word kind = word("a kind of sort");
    Sort sort;
    if (kind.text == "bitvec") {
      sort.width = static_cast<std::uint32_t>(number("a width", most_bits));
      if (sort.width == 0) fail(words_[next_word_ - 1], "btor2.number", "a word has at least one bit");
    } else if (kind.text == "array") {
      const Word index_word = words_[std::min(next_word_, words_.size() - 1)];
      const Sort index = word_sort("the sort of an index");
      sort.width = word_sort("the sort of an element").width;
      sort.index_width = index.width;
      if (sort.index_width > most_index_bits)
        fail(index_word, "btor2.array-limit",
             fmt::format("an array with {} bits of index; arrays are read with at most {}, a column for each element",
                         sort.index_width, most_index_bits),
             "make the memory smaller, or put an input in place of each read: what holds then, holds");
    } else {
      fail(kind, "btor2.unknown", fmt::format("`{}` is not a sort: there are bitvec and array", kind.text));
    }
    symbol();
    sorts_.emplace(id_, sort);
  }

  Sort sort() {
    const std::uint64_t id = number("a sort", most_id);
    const auto found = sorts_.find(id);
    if (found == sorts_.end()) fail(words_[next_word_ - 1], "btor2.undefined", fmt::format("there is no sort {}", id));
    return found->second;
  }
  Sort word_sort(std::string_view what) {
    const Sort s = sort();
    if (s.index_width) fail(words_[next_word_ - 1], "btor2.sort", fmt::format("{} should be a word", what));
    return s;
  }

  // A node; with a minus, its bits negated.
  Node argument() {
    const Word& w = word("an argument");
    const bool negated = w.text[0] == '-';
    const auto id = parse_digits(w.text.substr(negated), 10);
    if (!id || w.text.size() > 18) fail(w, "btor2.number", "an argument should be the number of a line");
    const auto found = nodes_.find(static_cast<std::uint64_t>(*id));
    if (found == nodes_.end()) fail(w, "btor2.undefined", fmt::format("there is no value {}", w.text.substr(negated)));
    if (!negated) return found->second;
    if (found->second.sort.index_width) fail(w, "btor2.sort", "an array cannot be negated");
    return {found->second.sort, {pool_.not_(found->second.values[0])}, std::nullopt};
  }
  Expr word_argument() {
    const Node n = argument();
    if (n.sort.index_width) fail(words_[next_word_ - 1], "btor2.sort", "a word is needed here, not an array");
    return n.values[0];
  }
  Expr condition() {
    const Expr e = word_argument();
    if (!e.type().is_boolean()) fail(words_[next_word_ - 1], "btor2.sort", "one bit is needed here");
    return e;
  }

  void count_elements(const Sort& sort) {
    elements_ += sort.elements();
    if (elements_ > most_elements)
      fail(words_[1], "btor2.array-limit",
           fmt::format("the arrays have more than {} elements together, with what is computed of them", most_elements),
           "make the memories smaller, or put an input in place of each read: what holds then, holds");
  }

  // Inputs and states ---------------------------------------------------------------------------------------

  void read_cell(const Word& op) {
    const Sort s = sort();
    Btor2Cell cell;
    cell.id = id_;
    cell.symbol = symbol();
    cell.width = s.width;
    cell.index_width = s.index_width;
    cell.elements = s.elements();
    TransitionSystem& system = made_.design.system;
    cell.variable = system.variables.size();
    count_elements(s);
    const std::string name = columns_.take(cell.symbol.empty() ? fmt::format("{}{}", op.text, id_) : cell.symbol);
    Node node{s, {}, std::nullopt};
    for (std::size_t i = 0; i < cell.elements; ++i) {
      const std::string own = s.index_width ? columns_.take(fmt::format("{}[{}]", name, i)) : name;
      node.values.push_back(pool_.variable(own, btor2_type(pool_, s.width)));
      system.variables.push_back({node.values.back(), VariableKind::State, line_});
    }
    if (op.text == "state") node.state = made_.states.size();
    (op.text == "state" ? made_.states : made_.inputs).push_back(std::move(cell));
    nodes_.emplace(id_, std::move(node));
  }

  void read_assignment(const Word& op) {
    const bool is_init = op.text == "init";
    const Sort s = sort();
    const Node state = argument();
    const Word state_word = words_[next_word_ - 1];
    if (!state.state) fail(state_word, "btor2.state", fmt::format("{} is not a state", state_word.text));
    const Node value = argument();
    const Word value_word = words_[next_word_ - 1];
    const bool fills = is_init && s.index_width && !value.sort.index_width && value.sort.width == s.width;
    if (state.sort != s || (value.sort != s && !fills))
      fail(value_word, "btor2.sort", "state, value and line should have one sort");
    if (is_init && magnitude(value_word) > magnitude(state_word))
      fail(value_word, "btor2.order", "a first value should stand before its state");
    Btor2Cell& cell = made_.states[*state.state];
    bool& has = is_init ? cell.has_init : cell.has_next;
    if (has) fail(state_word, "btor2.redefined", fmt::format("a second {} of {}", op.text, state_word.text));
    has = true;
    symbol();
    TransitionSystem& system = made_.design.system;
    auto& to = is_init ? system.init_assignments : system.next_assignments;
    for (std::size_t i = 0; i < state.values.size(); ++i)
      to.push_back({state.values[i], value.values[fills ? 0 : i], line_});
  }
  static std::uint64_t magnitude(const Word& id) {
    return static_cast<std::uint64_t>(*parse_digits(id.text.substr(id.text[0] == '-'), 10));
  }

  // Properties ----------------------------------------------------------------------------------------------

  void read_point(const Word& op) {
    if (op.text == "output") {
      const Node node = argument();
      const std::string name = symbol();
      if (!node.sort.index_width) define(name, node.values[0]);
      return;
    }
    const Expr e = condition();
    const std::string name = symbol();
    if (op.text == "constraint") made_.design.system.invar.push_back({e, line_});
    if (op.text == "fair") made_.design.system.justice.push_back({e, line_});
    if (op.text == "bad") bad_.push_back({name, {e}, line_});
    if (op.text == "bad") made_.bad_words.emplace_back(words_[2].text);
  }

  void read_justice() {
    Question q{"", {}, line_};
    for (std::uint64_t left = number("how many conditions", most_id); left > 0; --left)
      q.conditions.push_back(condition());
    q.name = symbol();
    justice_.push_back(std::move(q));
  }

  void define(const std::string& name, Expr value) {
    if (!name.empty() && !columns_.is_taken(name))
      made_.design.system.defines.push_back({columns_.take(name), value, line_});
  }

  // After all columns have their names.
  void ask() {
    Names properties;
    const auto name_of = [](const Question& q, std::string_view word, std::size_t i) {
      return q.name.empty() ? fmt::format("{}{}", word, i) : q.name;
    };
    for (std::size_t i = 0; i < bad_.size(); ++i)
      add_bad(made_.design, properties, columns_, name_of(bad_[i], "bad", i), bad_[i].conditions[0], bad_[i].where);
    for (std::size_t i = 0; i < justice_.size(); ++i)
      add_justice(made_.design, properties, name_of(justice_[i], "justice", i), justice_[i].conditions,
                  justice_[i].where);
    made_.bad = bad_.size();
    made_.last_id = last_id_;
  }

  // Values --------------------------------------------------------------------------------------------------

  void read_node(const Word& op) {
    const Btor2Shape* shape = btor2_operator(op.text);
    const bool is_constant = op.text.starts_with("const") || op.text == "zero" || op.text == "one" || op.text == "ones";
    if (!shape && !is_constant && op.text != "read" && op.text != "write")
      fail(op, "btor2.unknown", fmt::format("`{}` is not an operator of BTOR2", op.text));
    Node node{sort(), {}, std::nullopt};
    if (is_constant)
      node.values = {constant(op, node.sort)};
    else if (shape)
      node.values = apply(op, *shape, node.sort);
    else
      node.values = op.text == "read" ? std::vector{read(node.sort)} : write(node.sort);
    count_elements(node.sort);
    const std::string name = symbol();
    if (!node.sort.index_width) define(name, node.values[0]);
    nodes_.emplace(id_, std::move(node));
  }

  void demand(bool fits, const Word& op) {
    if (!fits)
      fail(op, "btor2.sort", fmt::format("the sorts of `{}`, its arguments and its result do not fit", op.text));
  }

  Expr constant(const Word& op, const Sort& s) {
    demand(s.index_width == 0, op);
    if (op.text == "zero") return btor2_constant(pool_, 0, s.width);
    if (op.text == "one") return btor2_constant(pool_, 1, s.width);
    if (op.text == "ones") return btor2_constant(pool_, power_of_two(s.width) - 1, s.width);
    unsigned base = 0;
    if (op.text == "const") base = 2;
    if (op.text == "constd") base = 10;
    if (op.text == "consth") base = 16;
    if (base == 0) fail(op, "btor2.unknown", fmt::format("`{}` is not an operator of BTOR2", op.text));
    const Word& digits = word("a constant");
    const bool negated = base == 10 && digits.text[0] == '-';
    const std::string_view rest = digits.text.substr(negated);
    const bool sensible = rest.size() <= most_bits && rest.find('_') == std::string_view::npos && !rest.empty();
    const auto n = sensible ? parse_digits(rest, base) : std::nullopt;
    if (!n) fail(digits, "btor2.number", fmt::format("`{}` is not a number of base {}", digits.text, base));
    const bool fits = negated ? *n <= power_of_two(s.width - 1) : *n < power_of_two(s.width);
    if (!fits || (base == 2 && rest.size() != s.width))
      fail(digits, "btor2.number", fmt::format("`{}` does not fit {} bits", digits.text, s.width));
    return btor2_constant(pool_, negated && *n != 0 ? Integer(power_of_two(s.width) - *n) : *n, s.width);
  }

  std::vector<Expr> apply(const Word& op, const Btor2Shape& shape, const Sort& result) {
    std::vector<Node> args;
    for (std::size_t i = 0; i < shape.arguments; ++i) args.push_back(argument());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < shape.numbers; ++i)
      numbers.push_back(static_cast<std::uint32_t>(number("a number of bits", most_bits)));
    if (std::any_of(args.begin(), args.end(), [](const Node& n) { return n.sort.index_width != 0; }))
      return apply_to_arrays(op, args, result);
    std::vector<Expr> values;
    values.reserve(args.size());
    for (const Node& n : args) values.push_back(n.values[0]);
    demand(result.index_width == 0 && fits(shape, values, numbers, result.width), op);
    return {btor2_apply(pool_, shape, values, numbers)};
  }

  static bool fits(const Btor2Shape& shape, const std::vector<Expr>& args, const std::vector<std::uint32_t>& numbers,
                   std::uint32_t result) {
    using Widths = Btor2Shape::Widths;
    const std::uint64_t first = btor2_width(args[0]);
    const std::uint64_t second = args.size() > 1 ? btor2_width(args[1]) : first;
    switch (shape.widths) {
      case Widths::Alike: return first == second && result == first;
      case Widths::Compare: return first == second && result == 1;
      case Widths::Reduce: return result == 1;
      case Widths::Logic: return first == 1 && second == 1 && result == 1;
      case Widths::Concat: return result == first + second;
      case Widths::Slice:
        return numbers[0] < first && numbers[1] <= numbers[0] && result == numbers[0] - numbers[1] + 1;
      case Widths::Extend: return result == first + numbers[0];
      case Widths::Ite: return first == 1 && second == result && btor2_width(args[2]) == result;
    }
    return false;
  }

  // eq, neq and ite, element by element.
  std::vector<Expr> apply_to_arrays(const Word& op, const std::vector<Node>& args, const Sort& result) {
    if (op.text == "ite") {
      demand(args[0].sort == Sort{1, 0} && args[1].sort == result && args[2].sort == result, op);
      std::vector<Expr> made;
      for (std::size_t i = 0; i < result.elements(); ++i)
        made.push_back(pool_.ite(args[0].values[0], args[1].values[i], args[2].values[i]));
      return made;
    }
    demand((op.text == "eq" || op.text == "neq") && args[0].sort == args[1].sort && result == Sort{1, 0}, op);
    std::vector<Expr> same;
    for (std::size_t i = 0; i < args[0].values.size(); ++i)
      same.push_back(pool_.eq(args[0].values[i], args[1].values[i]));
    const Expr all = pool_.all(same);
    return {op.text == "eq" ? all : pool_.not_(all)};
  }

  Node array_and_index(Expr& index) {
    const Word& op = words_[1];
    Node array = argument();
    index = word_argument();
    demand(array.sort.index_width != 0 && btor2_width(index) == array.sort.index_width, op);
    return array;
  }

  // By the bits of the index, the least significant first: a tree of choices.
  Expr read(const Sort& result) {
    Expr index;
    const Node array = array_and_index(index);
    demand(result == Sort{array.sort.width, 0}, words_[1]);
    std::vector<Expr> left = array.values;
    const Btor2Shape& slice = *btor2_operator("slice");
    for (std::uint32_t bit = 0; bit < array.sort.index_width; ++bit) {
      const std::uint32_t bits[] = {bit, bit};
      const Expr chosen = btor2_apply(pool_, slice, std::span(&index, 1), bits);
      for (std::size_t i = 0; i < left.size() / 2; ++i) left[i] = pool_.ite(chosen, left[2 * i + 1], left[2 * i]);
      left.resize(left.size() / 2);
    }
    return left[0];
  }

  std::vector<Expr> write(const Sort& result) {
    Expr index;
    Node array = array_and_index(index);
    const Expr value = word_argument();
    demand(result == array.sort && btor2_width(value) == array.sort.width, words_[1]);
    for (std::size_t i = 0; i < array.values.size(); ++i) {
      const Expr here = pool_.eq(index, btor2_constant(pool_, i, array.sort.index_width));
      array.values[i] = pool_.ite(here, value, array.values[i]);
    }
    return std::move(array.values);
  }

  struct Question {
    std::string name;
    std::vector<Expr> conditions;
    Span where;
  };
  static constexpr std::uint64_t most_id = 1'000'000'000'000;

  FileId file_;
  std::string_view text_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<Word> words_;
  std::size_t next_word_ = 0;
  Span line_;
  std::uint64_t id_ = 0, last_id_ = 0, elements_ = 0;
  std::unordered_map<std::uint64_t, Sort> sorts_;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::vector<Question> bad_, justice_;
  Names columns_;
  Btor2File made_;
};

}  // namespace

std::optional<Btor2File> read_btor2(FileId file, const Sources& sources, ExprPool& pool, Diagnostics& diagnostics) {
  try {
    return Btor2Reader(file, sources, pool, diagnostics).run();
  } catch (const Btor2Failed&) {
    return std::nullopt;
  }
}

}  // namespace whynot::front::hardware
