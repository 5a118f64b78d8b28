// Declarations of all modules together.  Truth values are always there; numbers are once a module imports them.
#include "front/algebra/signature.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot::front::algebra {
namespace {

// Modules that come with the two systems, of which nothing or only numbers are needed.
bool is_plain(std::string_view name) {
  static const std::set<std::string_view> names{"BOOL", "TRUTH", "TRUTH-VALUE", "EXT-BOOL",
                                                "EQL",  "PROPC", "BASE-BOOL"};
  return names.count(name);
}
bool is_numbers(std::string_view name) {
  static const std::set<std::string_view> names{"NAT", "INT", "NAT-VALUE", "INT-VALUE", "NZNAT"};
  return names.count(name);
}

class Builder {
 public:
  Builder(Dialect dialect, Diagnostics& diagnostics) : diagnostics_(diagnostics) { s_.dialect = dialect; }

  Signature build(const std::vector<const ModuleSyntax*>& modules) {
    add_sort("Bool", {});
    add_sort("Nat", {});
    add_sort("Int", {});
    const bool numbers = std::any_of(modules.begin(), modules.end(), [](const ModuleSyntax* m) {
      return std::any_of(m->imports.begin(), m->imports.end(), [](const Token& t) { return is_numbers(t.text); });
    });
    s_.kinds[Signature::integer] = Signature::nat;
    for (const char* alias : {"NzNat", "Zero"}) s_.sorts[alias] = Signature::nat;
    for (const char* alias : {"NzInt"}) s_.sorts[alias] = Signature::integer;
    logic();
    if (numbers) arithmetic();
    for (const ModuleSyntax* m : modules)
      for (const Token& t : m->sorts)
        if (!s_.sorts.count(t.text)) add_sort(std::string(t.text), t.where);
    for (const ModuleSyntax* m : modules) {
      for (const Token& t : m->hidden) s_.hidden.insert(sort(t));
      for (const auto& [below, above] : m->subsorts) subsort(sort(below), sort(above));
    }
    for (const ModuleSyntax* m : modules)
      for (const OperatorSyntax& op : m->operators) add_operator(op);
    for (const auto& [op, tokens] : identities_) identity(*op, tokens);
    for (const ModuleSyntax* m : modules)
      for (const VariableSyntax& v : m->variables) s_.variables[std::string(v.name.text)] = sort(v.sort);
    return std::move(s_);
  }

 private:
  void add_sort(std::string name, Span where) {
    s_.kinds.push_back(static_cast<SortId>(s_.sort_names.size()));
    s_.sorts[name] = s_.kinds.back();
    s_.sort_names.push_back(std::move(name));
    s_.sort_places.push_back(where);
  }

  SortId sort(const Token& t) {
    const auto at = s_.sorts.find(t.text);
    if (at != s_.sorts.end()) return at->second;
    std::vector<std::string_view> names(s_.sort_names.begin(), s_.sort_names.end());
    Diagnostic& d = diagnostics_.error("algebra.unknown-sort", fmt::format("there is no sort `{}`", t.text), t.where);
    if (const auto near = nearest_name(t.text, names); !near.empty()) d.help = fmt::format("did you mean `{}`?", near);
    return Signature::boolean;
  }

  void subsort(SortId below, SortId above) {
    s_.subsorts.emplace_back(below, above);
    const SortId a = std::min(s_.kinds[below], s_.kinds[above]), b = std::max(s_.kinds[below], s_.kinds[above]);
    for (SortId& k : s_.kinds)
      if (k == b) k = a;
  }

  void add_operator(const OperatorSyntax& o) {
    Operator op;
    for (const std::string& p : o.parts) op.name += p;
    op.parts = o.parts;
    for (const Token& t : o.sorts) op.sorts.push_back(sort(t));
    op.result = sort(o.result);
    op.constructor = o.constructor;
    op.associative = o.associative;
    op.commutative = o.commutative;
    op.idempotent = o.idempotent;
    op.where = o.where;
    const auto same = [&](const Operator& other) {
      return other.name == op.name && other.sorts == op.sorts && s_.kinds[other.result] == s_.kinds[op.result];
    };
    if (std::any_of(s_.operators.begin(), s_.operators.end(), same)) return;  // declared again, as it may be
    precede(op, o.precedence, o.gather);
    s_.operators.push_back(std::move(op));
    if (!o.identity.empty()) identities_.emplace_back(&s_.operators.back(), o.identity);
  }

  // What is usual where nothing is said.
  static void precede(Operator& op, std::optional<int> precedence, const std::string& gather) {
    const bool opens = op.parts.front() == "_", closes = op.parts.back() == "_";
    int usual = 0;
    if (opens && closes) usual = 41;
    if (opens != closes) usual = 15;
    op.precedence = precedence.value_or(usual);
    op.gather = gather;
    if (op.gather.empty()) op.gather = std::string(op.associative ? "e" : "E") + std::string(op.sorts.size(), 'E');
  }

  void identity(Operator& op, const Tokens& tokens) {
    std::string name;
    for (const Token& t : tokens)
      if (t.text != "(" && t.text != ")") name += t.text;
    for (const Operator& c : s_.operators)
      if (c.name == name && c.sorts.empty() && s_.kinds[c.result] == s_.kinds[op.result]) op.identity = &c;
    if (!op.identity)
      diagnostics_.error("algebra.unsupported",
                         fmt::format("an identity that is not a constant, `{}`, is not supported", name),
                         span_of(tokens));
  }

  void built_in(const char* name, std::vector<std::string> parts, std::vector<SortId> sorts, SortId result,
                int precedence, const char* gather = "", bool associative = false) {
    Operator op;
    op.name = name;
    op.parts = std::move(parts);
    op.sorts = std::move(sorts);
    op.result = result;
    op.associative = op.commutative = associative;
    op.built_in = true;
    precede(op, precedence, gather);
    s_.operators.push_back(std::move(op));
  }

  void logic() {
    const SortId b = Signature::boolean;
    built_in("true", {"true"}, {}, b, 0);
    built_in("false", {"false"}, {}, b, 0);
    built_in("not_", {"not", "_"}, {b}, b, 53);
    built_in("_and_", {"_", "and", "_"}, {b, b}, b, 55, "", true);
    built_in("_xor_", {"_", "xor", "_"}, {b, b}, b, 57, "", true);
    built_in("_or_", {"_", "or", "_"}, {b, b}, b, 59, "", true);
    built_in("_and-then_", {"_", s_.dialect == Dialect::Maude ? "and-then" : "and-also", "_"}, {b, b}, b, 55, "eE");
    built_in("_or-else_", {"_", "or-else", "_"}, {b, b}, b, 59, "eE");
    built_in("_implies_", {"_", "implies", "_"}, {b, b}, b, 61, "eE");
    built_in("_==_", {"_", "==", "_"}, {b, b}, b, 51, "EE");
    built_in("_=/=_", {"_", "=/=", "_"}, {b, b}, b, 51, "EE");
    built_in("if_then_else_fi", {"if", "_", "then", "_", "else", "_", "fi"}, {b, b, b}, b, 0);
    for (const char* name : {"_==_", "_=/=_", "if_then_else_fi"}) find(name).any_sort = true;
    if (s_.dialect == Dialect::Maude) return;
    built_in("_iff_", {"_", "iff", "_"}, {b, b}, b, 63, "EE");
    built_in("_=_", {"_", "=", "_"}, {b, b}, b, 51, "EE");
    find("_=_").any_sort = true;
  }

  void arithmetic() {
    const SortId b = Signature::boolean, n = Signature::nat;
    built_in("s_", {"s", "_"}, {n}, n, 15);
    built_in("_+_", {"_", "+", "_"}, {n, n}, n, 33, "", true);
    built_in("_-_", {"_", "-", "_"}, {n, n}, n, 33, "Ee");
    built_in("sd", {"sd"}, {n, n}, n, 0);
    for (const char* sign : {"<", "<=", ">", ">="})
      built_in(fmt::format("_{}_", sign).c_str(), {"_", sign, "_"}, {n, n}, b, 37, "EE");
  }

  Operator& find(std::string_view name) {
    return *std::find_if(s_.operators.begin(), s_.operators.end(), [&](const Operator& o) { return o.name == name; });
  }

  Diagnostics& diagnostics_;
  Signature s_;
  std::vector<std::pair<Operator*, Tokens>> identities_;
};

}  // namespace

const Operator& Signature::named(std::string_view name) const {
  return *std::find_if(operators.begin(), operators.end(), [&](const Operator& o) { return o.name == name; });
}

std::vector<const ModuleSyntax*> with_imports(const FileSyntax& file, const ModuleSyntax& module,
                                              Diagnostics& diagnostics) {
  std::vector<const ModuleSyntax*> out;
  std::set<const ModuleSyntax*> seen;
  const std::function<void(const ModuleSyntax&)> visit = [&](const ModuleSyntax& m) {
    if (!seen.insert(&m).second) return;
    for (const Token& t : m.imports) {
      if (is_plain(t.text) || is_numbers(t.text)) continue;
      const auto at = std::find_if(file.modules.begin(), file.modules.end(),
                                   [&](const ModuleSyntax& other) { return other.name.text == t.text; });
      if (at != file.modules.end()) {
        visit(*at);
        continue;
      }
      Diagnostic& d =
          diagnostics.error("algebra.unknown-module", fmt::format("module `{}` is not in this file", t.text), t.where);
      d.help = "of the modules that come with the systems, BOOL, NAT, INT and EQL are read";
    }
    out.push_back(&m);
  };
  visit(module);
  return out;
}

Signature make_signature(const std::vector<const ModuleSyntax*>& modules, Dialect dialect, Diagnostics& diagnostics) {
  return Builder(dialect, diagnostics).build(modules);
}

Tree make_number(std::int64_t number, Span where) {
  Node n;
  n.kind = Node::Kind::Number;
  n.number = number;
  n.sort = Signature::nat;
  n.where = where;
  return std::make_shared<const Node>(std::move(n));
}

Tree make_apply(const Operator& op, std::vector<Tree> args, Span where) {
  Node n;
  n.op = &op;
  n.sort = op.result;
  n.where = where;
  if (op.any_sort && op.sorts.size() == 3) n.sort = args[1]->sort;
  if (!op.associative) {
    n.args = std::move(args);
    return std::make_shared<const Node>(std::move(n));
  }
  for (const Tree& a : args) {
    if (a->op == &op)
      n.args.insert(n.args.end(), a->args.begin(), a->args.end());
    else if (!op.identity || a->op != op.identity)
      n.args.push_back(a);
  }
  if (n.args.size() == 1) return n.args[0];
  if (n.args.empty()) return make_apply(*op.identity, {}, where);
  return std::make_shared<const Node>(std::move(n));
}

std::string to_text(const Node& n) {
  if (n.kind == Node::Kind::Number) return std::to_string(n.number);
  if (n.is_variable()) return n.name;
  std::vector<std::string> args;
  for (const Tree& a : n.args) args.push_back(to_text(*a));
  if (n.op->commutative) std::sort(args.begin(), args.end());
  return args.empty() ? n.op->name : fmt::format("{}({})", n.op->name, fmt::join(args, ", "));
}

void add_variables(const Node& n, std::map<std::string, SortId>& out) {
  if (n.is_variable()) out.emplace(n.name, n.sort);
  for (const Tree& a : n.args) add_variables(*a, out);
}

bool mentions(const Node& n, const Operator& op) {
  return n.op == &op || std::any_of(n.args.begin(), n.args.end(), [&](const Tree& a) { return mentions(*a, op); });
}

Tree instance(const Tree& t, const std::map<std::string, Tree>& values) {
  if (t->is_variable()) {
    const auto at = values.find(t->name);
    return at == values.end() ? t : at->second;
  }
  if (t->args.empty()) return t;
  std::vector<Tree> args;
  for (const Tree& a : t->args) args.push_back(instance(a, values));
  return make_apply(*t->op, std::move(args), t->where);
}

}  // namespace whynot::front::algebra
