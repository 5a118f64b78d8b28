// Terms in the notation that a module's operators declare.  A span of tokens has one reading for each kind of sorts,
// the one that binds tightest; spans are read once.  Precedences say which operators may stand at the ends of others.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "front/algebra/signature.h"

namespace whynot::front::algebra {
namespace {

constexpr std::size_t most_tokens = 2000, most_work = 5'000'000;

struct Reading {
  Tree tree;
  SortId kind = 0;
  int precedence = 0;
};
using Readings = std::vector<Reading>;

class Reader {
 public:
  Reader(const Signature& s, const Tokens& tokens) : s_(s), tokens_(tokens), closes_(tokens.size(), 0) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].text == "(") open.push_back(i);
      if (tokens[i].text != ")") continue;
      if (open.empty()) {
        balanced_ = false;
        return;
      }
      closes_[open.back()] = i;
      open.pop_back();
    }
    balanced_ = open.empty();
    for (const Operator& op : s.operators) {
      const std::string& first = op.parts.front() == "_" && op.parts.size() > 1 ? op.parts[1] : op.parts.front();
      (op.parts.front() == "_" ? infix_[first] : prefix_[first]).push_back(&op);
    }
  }

  bool balanced() const { return balanced_; }
  bool gave_up() const { return work_ > most_work; }

  const Readings& read(std::size_t begin, std::size_t end) {
    const std::size_t key = begin * (tokens_.size() + 1) + end;
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    known_[key];  // nothing so far: a term is no part of itself
    Readings out;
    if (begin < end && !gave_up()) {
      if (end - begin == 1) single(begin, out);
      if (tokens_[begin].text == "(" && closes_[begin] == end - 1) parenthesised(begin, end, out);
      if (const auto at = prefix_.find(tokens_[begin].text); at != prefix_.end())
        for (const Operator* op : at->second) operation(*op, begin, end, out);
      for (const auto& [sign, ops] : infix_)
        for (const Operator* op : ops) operation(*op, begin, end, out);
    }
    return known_[key] = std::move(out);
  }

 private:
  void add(Readings& out, Reading r) {
    for (Reading& other : out)
      if (other.kind == r.kind) {
        if (r.precedence < other.precedence) other = std::move(r);
        return;
      }
    out.push_back(std::move(r));
  }

  void single(std::size_t at, Readings& out) {
    const std::string_view text = tokens_[at].text;
    const std::size_t colon = text.find(':');
    auto variable = s_.variables.find(text);
    if (variable != s_.variables.end()) return add_variable(at, text, variable->second, out);
    if (colon != std::string_view::npos && colon > 0) {  // X:Sort
      const auto sort = s_.sorts.find(text.substr(colon + 1));
      if (sort != s_.sorts.end()) return add_variable(at, text.substr(0, colon), sort->second, out);
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= 0)
      add(out, {make_number(number, tokens_[at].where), s_.kinds[Signature::nat], 0});
  }

  void add_variable(std::size_t at, std::string_view name, SortId sort, Readings& out) {
    Node n;
    n.kind = Node::Kind::Variable;
    n.name = std::string(name);
    n.sort = sort;
    n.where = tokens_[at].where;
    add(out, {std::make_shared<const Node>(std::move(n)), s_.kinds[sort], 0});
  }

  void parenthesised(std::size_t begin, std::size_t end, Readings& out) {
    const Readings inner = read(begin + 1, end - 1);
    for (Reading r : inner) {
      r.precedence = 0;
      add(out, r);
    }
  }

  // An operator tried on a span, with the arguments found so far.
  struct Trial {
    const Operator& op;
    std::size_t begin, end;
    Readings& out;
    std::vector<Reading> args = {};
  };

  void operation(const Operator& op, std::size_t begin, std::size_t end, Readings& out) {
    Trial trial{op, begin, end, out};
    if (std::find(op.parts.begin(), op.parts.end(), "_") != op.parts.end()) return part(trial, 0, begin);
    std::size_t at = begin;
    for (const std::string& p : op.parts)
      if (at >= end || tokens_[at++].text != p) return;
    if (op.sorts.empty() && at == end) finish(trial);
    if (!op.sorts.empty() && at < end && tokens_[at].text == "(" && closes_[at] == end - 1) arguments(trial, at + 1);
  }

  // f(a, b, c): a comma may also be an operator's, so that each is tried.  An associative operator takes any number of
  // arguments from two on.
  void arguments(Trial& trial, std::size_t from) {
    const std::size_t wanted = trial.op.sorts.size(), index = trial.args.size();
    const bool repeats = trial.op.associative && wanted == 2;
    const bool may_end = index + 1 >= wanted, may_go_on = index + 1 < wanted || repeats;
    for (std::size_t to = from; to < trial.end && ++work_ <= most_work; ++to) {
      const bool ends = may_end && to == trial.end - 1;
      if ((ends || (may_go_on && tokens_[to].text == ",")) && to > from) {
        const Readings readings = read(from, to);
        for (const Reading& r : readings) {
          if (r.kind != s_.kinds[trial.op.sorts[std::min(index, wanted - 1)]]) continue;
          trial.args.push_back(r);
          if (ends)
            finish(trial);
          else
            arguments(trial, to + 1);
          trial.args.pop_back();
        }
      }
      if (tokens_[to].text == "(") to = closes_[to];
    }
  }

  void part(Trial& trial, std::size_t number, std::size_t at) {
    const std::vector<std::string>& parts = trial.op.parts;
    if (++work_ > most_work) return;
    if (number == parts.size()) {
      if (at == trial.end) finish(trial);
      return;
    }
    if (parts[number] != "_") {
      if (at < trial.end && tokens_[at].text == parts[number]) part(trial, number + 1, at + 1);
      return;
    }
    const bool last = number + 1 == parts.size();
    for (std::size_t to = at; to < trial.end;) {
      to = tokens_[to].text == "(" ? closes_[to] + 1 : to + 1;
      const bool more = to < trial.end;
      if (last ? !more : more && (parts[number + 1] == "_" || tokens_[to].text == parts[number + 1]))
        argument(trial, number, at, to);
    }
  }

  void argument(Trial& trial, std::size_t number, std::size_t from, std::size_t to) {
    const Readings readings = read(from, to);
    const std::size_t at = trial.args.size();
    const bool outermost = number == 0 || number + 1 == trial.op.parts.size();
    for (const Reading& r : readings) {
      if (outermost && !may_stand(trial.op, at, r.precedence)) continue;
      if (!trial.op.any_sort && r.kind != s_.kinds[trial.op.sorts[at]]) continue;
      trial.args.push_back(r);
      part(trial, number + 1, to);
      trial.args.pop_back();
    }
  }

  static bool may_stand(const Operator& op, std::size_t argument, int precedence) {
    const char gather = argument < op.gather.size() ? op.gather[argument] : 'E';
    if (gather == '&') return true;
    return gather == 'e' ? precedence < op.precedence : precedence <= op.precedence;
  }

  void finish(const Trial& trial) {
    const std::vector<Reading>& args = trial.args;
    SortId kind = s_.kinds[trial.op.result];
    if (trial.op.any_sort) {
      if (args[args.size() - 2].kind != args.back().kind) return;
      if (args.size() == 3 && args[0].kind != s_.kinds[Signature::boolean]) return;
      if (args.size() == 3) kind = args.back().kind;
    }
    for (const Reading& other : trial.out)
      if (other.kind == kind && other.precedence <= trial.op.precedence) return;
    std::vector<Tree> trees;
    trees.reserve(args.size());
    for (const Reading& r : args) trees.push_back(r.tree);
    const Span where = join(tokens_[trial.begin].where, tokens_[trial.end - 1].where);
    add(trial.out, {make_apply(trial.op, std::move(trees), where), kind, trial.op.precedence});
  }

  const Signature& s_;
  const Tokens& tokens_;
  std::vector<std::size_t> closes_;
  bool balanced_ = true;
  std::map<std::string, std::vector<const Operator*>, std::less<>> prefix_, infix_;
  std::unordered_map<std::size_t, Readings> known_;
  std::size_t work_ = 0;
};

Tree only_reading(const Signature& s, const Readings& readings, const SortId* wanted) {
  for (const Reading& r : readings)
    if (!wanted || r.kind == s.kinds[*wanted]) return r.tree;
  return nullptr;
}

// The first token that no operator, variable or number explains; nothing where each is known.
const Token* unknown_token(const Signature& s, const Tokens& tokens) {
  for (const Token& t : tokens) {
    const bool number = std::all_of(t.text.begin(), t.text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t colon = t.text.find(':');
    const bool inline_variable = colon != std::string_view::npos && s.sorts.count(t.text.substr(colon + 1));
    if (number || inline_variable || s.variables.count(t.text) || t.text == "(" || t.text == ")" || t.text == ",")
      continue;
    const auto has = [&](const Operator& op) {
      return std::find(op.parts.begin(), op.parts.end(), t.text) != op.parts.end();
    };
    if (std::none_of(s.operators.begin(), s.operators.end(), has)) return &t;
  }
  return nullptr;
}

void tell_unreadable(const Signature& s, const Tokens& tokens, bool balanced, bool gave_up, Diagnostics& diagnostics) {
  if (!balanced) {
    diagnostics.error("algebra.syntax", "parentheses do not match here", span_of(tokens));
  } else if (gave_up || tokens.size() > most_tokens) {
    diagnostics.error("algebra.too-long", "this can be read in too many ways", span_of(tokens)).help =
        "write parentheses, or several statements";
  } else if (const Token* t = unknown_token(s, tokens)) {
    diagnostics.error("algebra.unknown-name", fmt::format("nothing is called `{}` here", t->text), t->where);
  } else {
    Diagnostic& d = diagnostics.error("algebra.no-parse", "the operators of this module do not make a term of this",
                                      span_of(tokens));
    d.help = "check the sorts of the arguments; parentheses help where operators compete";
  }
}

}  // namespace

Tree read_term(const Signature& s, const Tokens& tokens, const SortId* wanted, Diagnostics& diagnostics) {
  Reader reader(s, tokens);
  if (reader.balanced() && tokens.size() <= most_tokens)
    if (Tree t = only_reading(s, reader.read(0, tokens.size()), wanted)) return t;
  tell_unreadable(s, tokens, reader.balanced(), reader.gave_up(), diagnostics);
  return nullptr;
}

std::pair<Tree, Tree> read_sides(const Signature& s, const Tokens& tokens, std::string_view sign,
                                 Diagnostics& diagnostics) {
  Reader reader(s, tokens);
  const bool found = std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) { return t.text == sign; });
  if (reader.balanced() && tokens.size() <= most_tokens)
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      if (tokens[i].text != sign) continue;
      for (const Reading& left : reader.read(0, i))
        if (const Tree right = only_reading(s, reader.read(i + 1, tokens.size()), &left.kind))
          return {left.tree, right};
    }
  Tokens sides = tokens;
  sides.erase(std::remove_if(sides.begin(), sides.end(), [&](const Token& t) { return t.text == sign; }), sides.end());
  if (found || !reader.balanced())
    tell_unreadable(s, sides, reader.balanced(), reader.gave_up(), diagnostics);
  else
    diagnostics.error("algebra.syntax", fmt::format("`{}` is missing here", sign), span_of(tokens));
  return {};
}

}  // namespace whynot::front::algebra
