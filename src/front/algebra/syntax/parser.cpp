// Files to modules and searches.  The two languages differ in their brackets and in what ends a declaration; what a
// declaration says is the same.  After a mistake reading goes on behind the next full stop.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "front/algebra/syntax/syntax.h"

namespace whynot::front::algebra {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

int nesting(std::string_view word) {
  if (is_one_of(word, {"(", "[", "{"})) return 1;
  return is_one_of(word, {")", "]", "}"}) ? -1 : 0;
}

class Parser {
 public:
  Parser(const Sources& sources, Dialect dialect, const LoadFile& load, Diagnostics& diagnostics)
      : sources_(sources), dialect_(dialect), load_(load), diagnostics_(diagnostics) {}

  FileSyntax file(FileId id) {
    read(id);
    return std::move(file_);
  }

 private:
  struct Place {
    Tokens tokens;
    std::size_t at = 0;
    FileId file = 0;
  };

  void read(FileId id) {
    if (std::find(reading_.begin(), reading_.end(), id) != reading_.end()) return;
    reading_.push_back(id);
    Place outer = std::exchange(in_, Place{tokenize(sources_, id, dialect_), 0, id});
    while (!done() && !stop_) item();
    in_ = std::move(outer);
  }

  bool maude() const { return dialect_ == Dialect::Maude; }
  bool done() const { return in_.at >= in_.tokens.size(); }
  std::string_view word(std::size_t ahead = 0) const {
    return in_.at + ahead < in_.tokens.size() ? in_.tokens[in_.at + ahead].text : std::string_view();
  }
  Span here() const {
    if (!done()) return in_.tokens[in_.at].where;
    const auto end = static_cast<std::uint32_t>(sources_.text(in_.file).size());
    return {in_.file, end, end};
  }
  Token next() {
    const Token t{word(), here()};
    if (!done()) ++in_.at;
    return t;
  }
  bool accept(std::string_view text) {
    const bool is = word() == text && !done();
    if (is) ++in_.at;
    return is;
  }

  void error(const Span& where, std::string message, std::string help = "") {
    diagnostics_.error("algebra.syntax", std::move(message), where).help = std::move(help);
  }
  void refuse(const Span& where, const std::string& what, std::string help = "") {
    Diagnostic& d = diagnostics_.error("algebra.unsupported", what + " is not supported", where);
    d.help = std::move(help);
  }

  void expect(std::string_view text) {
    if (accept(text)) return;
    error(here(), done() ? fmt::format("`{}` is missing at the end", text)
                         : fmt::format("`{}` is expected here, not `{}`", text, word()));
  }

  Tokens up_to_full_stop() {
    Tokens out;
    while (!done() && word() != ".") out.push_back(next());
    if (!accept(".")) error(span_of(out), "the full stop that ends this is missing", "write ` .`, after a blank");
    return out;
  }

  // Top level ------------------------------------------------------------------------------------------------------

  void item() {
    if (is_one_of(word(), {"load", "in", "sload"})) return load_file();
    if (is_one_of(word(), {"eof", "quit", "q"})) {
      stop_ = word() != "eof";
      in_.at = in_.tokens.size();
      return;
    }
    if (maude()) return maude_item();
    if (is_one_of(word(), {"mod!", "mod*", "mod", "module!", "module*", "module"})) return cafe_module();
    if (accept("open")) {
      while (!done() && !accept("close")) next();
      return;
    }
    if (word() == "view") return refuse_item("a view", {"view"});
    if (is_one_of(word(), {"red", "reduce", "exec", "parse", "select", "set", "show", "describe", "provide", "require",
                           "protect", "unprotect", "breduce", "bred"}))
      return skip_command();
    const Token t = next();
    error(t.where, fmt::format("`{}` begins neither a module nor a command", t.text));
    while (!done() && !is_one_of(word(), {"mod!", "mod*", "mod", "module!", "module*", "module"})) next();
  }

  void maude_item() {
    if (is_one_of(word(), {"fmod", "mod"})) return maude_module();
    if (is_one_of(word(), {"search", "sear"})) return search();
    if (is_one_of(word(), {"fth", "th"})) return refuse_item("a theory", {"endfth", "endth"});
    if (is_one_of(word(), {"omod", "oth"})) return refuse_item("an object-oriented module", {"endom", "endoth"});
    if (is_one_of(word(), {"smod", "sth"})) return refuse_item("a strategy module", {"endsm", "endsth"});
    if (word() == "view") return refuse_item("a view", {"endv"});
    static const std::set<std::string_view> commands{
        "red",  "reduce",   "rew",   "rewrite", "frew",  "frewrite", "erew",  "select", "set",   "show",    "do",
        "cont", "continue", "trace", "parse",   "debug", "break",    "match", "xmatch", "unify", "variant", "print"};
    if (commands.count(word())) return skip_command();
    const Token t = next();
    error(t.where, fmt::format("`{}` begins neither a module nor a command", t.text));
    while (!done() && !is_one_of(word(), {"fmod", "mod", "search"})) next();
  }

  void refuse_item(const std::string& what, std::initializer_list<std::string_view> ends) {
    refuse(next().where, what);
    while (!done() && !is_one_of(word(), ends)) next();
    next();
  }

  // It is about the module, and no part of it.
  void skip_command() {
    const std::size_t line = sources_.place(here()).line;
    next();
    while (!done() && word() != "." && (maude() || sources_.place(here()).line == line)) next();
    accept(".");
  }

  void load_file() {
    const std::size_t line = sources_.place(next().where).line;
    if (done() || sources_.place(here()).line != line) return error(here(), "the name of a file is expected here");
    Token name = next();
    while (!done() && in_.tokens[in_.at].where.begin == name.where.end) name.where.end = next().where.end;
    std::string path(sources_.text(name.where));
    accept(".");
    static constexpr std::size_t most_files = 100;
    if (reading_.size() >= most_files) return error(name.where, "too many files are loaded");
    const std::string_view suffix = maude() ? ".maude" : ".cafe";
    if (!path.ends_with(suffix)) path += suffix;
    const std::string own(sources_.name(in_.file));
    const std::size_t slash = own.rfind('/');
    if (!path.starts_with('/') && slash != std::string::npos) path = own.substr(0, slash + 1) + path;
    if (const auto id = load_(path)) read(*id);
  }

  // search [n, m] in MODULE : TERM =>* PATTERN such that CONDITION .
  void search() {
    SearchSyntax s;
    s.where = next().where;
    if (accept("[")) {
      while (!done() && !accept("]")) next();
    }
    s.module = file_.modules.empty() ? "" : std::string(file_.modules.back().name.text);
    if (word() == "in" && word(2) == ":") {
      next();
      s.module = std::string(next().text);
      next();
    }
    const Tokens all = up_to_full_stop();
    const auto arrow = std::find_if(all.begin(), all.end(), [](const Token& t) {
      return is_one_of(t.text, {"=>*", "=>+", "=>1", "=>!", "=>"});
    });
    if (arrow == all.end()) return error(s.where, "a search has an arrow: `search init =>* PATTERN .`");
    if (arrow->text != "=>*") {
      Diagnostic& d = diagnostics_.warning(
          "algebra.search",
          fmt::format("a search by `{}` is not read: what is reachable is said by `=>*`", arrow->text), arrow->where);
      d.help = "the module is read; this search is left out";
      return;
    }
    s.from.assign(all.begin(), arrow);
    s.pattern.assign(arrow + 1, all.end());
    for (std::size_t i = 0; i < s.pattern.size(); ++i) {
      const bool such = s.pattern[i].text == "such" && i + 1 < s.pattern.size() && s.pattern[i + 1].text == "that";
      if (!such && s.pattern[i].text != "s.t.") continue;
      s.condition.assign(s.pattern.begin() + static_cast<std::ptrdiff_t>(i + (such ? 2 : 1)), s.pattern.end());
      s.pattern.resize(i);
    }
    s.where = span_of(all);
    file_.searches.push_back(std::move(s));
  }

  // Modules --------------------------------------------------------------------------------------------------------

  void add_module(ModuleSyntax m) {
    for (const ModuleSyntax& other : file_.modules)
      if (other.name.text == m.name.text)
        diagnostics_.error("algebra.duplicate", fmt::format("module `{}` is declared twice", m.name.text),
                           m.name.where);
    file_.modules.push_back(std::move(m));
  }

  void maude_module() {
    next();
    ModuleSyntax m;
    m.name = next();
    if (word() == "{") {
      refuse(here(), "a parameterised module");
      while (!done() && word() != "is") next();
    }
    expect("is");
    while (!done() && !is_one_of(word(), {"endfm", "endm"})) declaration(m);
    if (done()) error(m.name.where, fmt::format("module `{}` does not end: `endfm` or `endm` is missing", m.name.text));
    next();
    add_module(std::move(m));
  }

  void cafe_module() {
    next();
    ModuleSyntax m;
    m.name = next();
    if (word() == "(" || word() == "[") {
      refuse(here(), "a parameterised module");
      while (!done() && word() != "{") next();
    }
    expect("{");
    for (int depth = 1; depth > 0 && !done();) {
      if (accept("}")) {
        --depth;
      } else if (is_one_of(word(), {"imports", "signature", "axioms"}) && word(1) == "{") {
        next();
        next();
        ++depth;
      } else {
        declaration(m);
      }
      if (done() && depth > 0)
        error(m.name.where, fmt::format("module `{}` does not end: `}}` is missing", m.name.text));
    }
    add_module(std::move(m));
  }

  void declaration(ModuleSyntax& m) {
    const Token first = next();
    const std::string_view w = first.text;
    if (is_one_of(w, {"pr", "protecting", "inc", "including", "ex", "extending", "us", "using"})) return imports(m);
    if (is_one_of(w, {"sort", "sorts"})) return sorts(m);
    if (is_one_of(w, {"subsort", "subsorts"})) return subsorts(m, up_to_full_stop());
    if (!maude() && w == "[") return cafe_sorts(m);
    if (!maude() && w == "*" && accept("[")) return hidden(m);
    if (is_one_of(w, {"op", "ops", "bop", "bops", "pred", "preds", "bpred"})) return operators(m, first);
    if (is_one_of(w, {"var", "vars"})) return variables(m);
    if (is_one_of(w, {"eq", "ceq", "cq", "beq", "bceq", "bcq"})) return equation(m, first);
    if (is_one_of(w, {"rl", "crl", "trans", "ctrans", "trn", "ctrn", "btrans"})) return rule(m, first);
    if (is_one_of(w, {"mb", "cmb"})) return refuse_statement(first, "a membership axiom");
    if (w == "let") return refuse_statement(first, "`let`");
    if (is_one_of(w, {"class", "subclass", "msg", "msgs"}))
      return refuse_statement(first, "an object-oriented declaration");
    if (is_one_of(w, {"strat", "strats", "sd", "csd"})) return refuse_statement(first, "a strategy");
    error(first.where, fmt::format("`{}` begins no declaration", w));
    while (!done() && word() != "." && !is_one_of(word(), {"endm", "endfm", "}"})) next();
    accept(".");
  }

  void refuse_statement(const Token& first, const std::string& what) {
    refuse(first.where, what);
    up_to_full_stop();
  }

  void imports(ModuleSyntax& m) {
    if (accept("(")) {
      while (!done() && word() != ")") import_word(m);
      expect(")");
      accept(".");
      return;
    }
    if (!maude()) return import_word(m);
    while (!done() && word() != ".") import_word(m);
    expect(".");
  }

  void import_word(ModuleSyntax& m) {
    const Token t = next();
    if (t.text == "+") return;
    if (is_one_of(t.text, {"*", "{", "}", "[", "]", "(", ")", "<="})) {
      refuse(t.where, "a module that is renamed, or given parameters,");
      while (!done() && word() != "." && word() != "}" && word() != ")") next();
      return;
    }
    m.imports.push_back(t);
  }

  void sorts(ModuleSyntax& m) {
    for (const Token& t : up_to_full_stop()) {
      if (nesting(t.text) != 0 || t.text == ",") return refuse(t.where, "a sort with parameters");
      m.sorts.push_back(t);
    }
  }

  // A B < C D < E: everything on the left of a sign is below everything between it and the next.
  void subsorts(ModuleSyntax& m, const Tokens& all) {
    Tokens below, now;
    for (const Token& t : all) {
      if (t.text != "<") {
        now.push_back(t);
        for (const Token& b : below) m.subsorts.emplace_back(b, t);
        continue;
      }
      below = std::exchange(now, {});
    }
  }

  // [ A B, C < D ]
  void cafe_sorts(ModuleSyntax& m) {
    Tokens group;
    while (true) {
      if (done()) return error(here(), "`]` is missing");
      const Token t = next();
      if (t.text != "," && t.text != "]") {
        group.push_back(t);
        continue;
      }
      for (const Token& s : group)
        if (s.text != "<" && !has_sort(m, s.text)) m.sorts.push_back(s);
      subsorts(m, group);
      group.clear();
      if (t.text == "]") return;
    }
  }
  static bool has_sort(const ModuleSyntax& m, std::string_view name) {
    return std::any_of(m.sorts.begin(), m.sorts.end(), [&](const Token& t) { return t.text == name; });
  }

  // *[ H ]*
  void hidden(ModuleSyntax& m) {
    while (!done() && word() != "]") {
      const Token t = next();
      if (t.text == "<" || t.text == ",") continue;
      m.sorts.push_back(t);
      m.hidden.push_back(t);
    }
    expect("]");
    expect("*");
  }

  void variables(ModuleSyntax& m) {
    Tokens names;
    while (!done() && word() != ":" && word() != ".") names.push_back(next());
    expect(":");
    const Token sort = next();
    if (nesting(sort.text) != 0) refuse(sort.where, "a variable of a kind");
    for (const Token& n : names) m.variables.push_back({n, sort});
    if (maude())
      expect(".");
    else
      accept(".");
  }

  // Operators ------------------------------------------------------------------------------------------------------

  void operators(ModuleSyntax& m, const Token& keyword) {
    const bool predicate = is_one_of(keyword.text, {"pred", "preds", "bpred"});
    const bool several = is_one_of(keyword.text, {"ops", "bops", "preds"});
    Tokens head;  // NAME : SORTS, up to the arrow
    while (!done() && !is_one_of(word(), {"->", "~>", "."}) && !(predicate && ends_predicate(head)))
      head.push_back(next());
    OperatorSyntax op;
    if (predicate) {
      op.result = {"Bool", keyword.where};
    } else if (done() || word() == ".") {
      return error(keyword.where, "`->` and a sort are missing: `op NAME : SORTS -> SORT`");
    } else {
      if (word() == "~>") refuse(here(), "a partial operator");
      next();
      op.result = next();
    }
    std::size_t colon = head.size();
    while (colon > 0 && head[colon - 1].text != ":") --colon;
    if (colon < 2) return error(keyword.where, "`:` is missing: `op NAME : SORTS -> SORT`");
    op.sorts.assign(head.begin() + static_cast<std::ptrdiff_t>(colon), head.end());
    head.resize(colon - 1);
    attributes(op);
    if (maude())
      expect(".");
    else
      accept(".");
    for (const Token& s : op.sorts)
      if (nesting(s.text) != 0) return refuse(s.where, "an operator of a kind");
    add_operators(m, op, head, several);
  }

  bool ends_predicate(const Tokens& head) const {
    const bool has_colon = std::any_of(head.begin(), head.end(), [](const Token& t) { return t.text == ":"; });
    return has_colon &&
           is_one_of(word(), {"{", "}", "op", "ops", "bop", "bops", "pred", "preds", "eq", "ceq", "var", "vars"});
  }

  void add_operators(ModuleSyntax& m, OperatorSyntax& op, const Tokens& names, bool several) {
    std::vector<Tokens> each;
    if (several)
      for (std::size_t i = 0; i < names.size(); ++i) {
        Tokens name{names[i]};
        if (names[i].text == "(") {  // (_+_) among others
          name.clear();
          int depth = 1;
          while (++i < names.size() && (depth += nesting(names[i].text)) > 0) name.push_back(names[i]);
        }
        each.push_back(std::move(name));
      }
    else
      each.push_back(names);
    for (const Tokens& name : each) {
      op.where = span_of(name);
      op.parts = parts_of(name);
      const auto holes = static_cast<std::size_t>(std::count(op.parts.begin(), op.parts.end(), "_"));
      if (holes > 0 && holes != op.sorts.size()) {
        error(op.where, fmt::format("the name has {} places for arguments, the operator {}", holes, op.sorts.size()));
        continue;
      }
      m.operators.push_back(op);
    }
  }

  static std::vector<std::string> parts_of(const Tokens& name) {
    std::vector<std::string> parts;
    for (const Token& t : name) {
      std::string literal;
      for (char c : t.text) {
        if (c != '_') {
          literal += c;
          continue;
        }
        if (!literal.empty()) parts.push_back(std::exchange(literal, {}));
        parts.push_back("_");
      }
      if (!literal.empty()) parts.push_back(literal);
    }
    return parts;
  }

  void attributes(OperatorSyntax& op) {
    const std::string_view close = maude() ? "]" : "}";
    if (!accept(maude() ? "[" : "{")) return;
    while (!done() && !accept(close)) {
      const Token t = next();
      if (t.text == "ctor" || t.text == "constr") {
        op.constructor = true;
      } else if (t.text == "assoc") {
        op.associative = true;
      } else if (t.text == "comm") {
        op.commutative = true;
      } else if (t.text == "idem") {
        op.idempotent = true;
      } else if (t.text == "id:") {
        identity(op);
      } else if (t.text == "prec" || t.text == "prec:") {
        int number = 0;
        const Token n = next();
        std::from_chars(n.text.data(), n.text.data() + n.text.size(), number);
        op.precedence = number;
      } else if (t.text == "gather") {
        expect("(");
        while (!done() && !accept(")")) op.gather += next().text;
      } else if (is_one_of(t.text, {"strat", "strat:", "format", "metadata", "poly", "frozen", "label", "latex"})) {
        if (accept("("))
          while (!done() && !accept(")")) next();
      } else if (!is_one_of(t.text, {"memo", "demod", "l-assoc", "r-assoc", "ditto", "prefix", "pconst", "coherent"})) {
        refuse(t.where, fmt::format("the attribute `{}`", t.text));
      }
    }
  }

  void identity(OperatorSyntax& op) {
    int depth = 0;
    const std::string_view close = maude() ? "]" : "}";
    while (!done() && (depth > 0 || (word() != close &&
                                     !is_one_of(word(), {"prec", "gather", "ctor", "constr", "assoc", "comm"})))) {
      depth += nesting(word());
      op.identity.push_back(next());
    }
  }

  // Statements -----------------------------------------------------------------------------------------------------

  void equation(ModuleSyntax& m, const Token& keyword) {
    StatementSyntax s;
    finish(s, keyword, is_one_of(keyword.text, {"ceq", "cq", "bceq", "bcq"}));
    m.statements.push_back(std::move(s));
  }

  void rule(ModuleSyntax& m, const Token& keyword) {
    StatementSyntax s;
    s.kind = StatementSyntax::Kind::Rule;
    finish(s, keyword, is_one_of(keyword.text, {"crl", "ctrans", "ctrn"}));
    m.statements.push_back(std::move(s));
  }

  void finish(StatementSyntax& s, const Token& keyword, bool conditional) {
    Tokens all = up_to_full_stop();
    s.where = all.empty() ? keyword.where : join(keyword.where, all.back().where);
    if (all.size() > 3 && all[0].text == "[" && all[2].text == "]" && all[3].text == ":") {
      s.label = std::string(all[1].text);
      all.erase(all.begin(), all.begin() + 4);
    }
    take_attributes(all, s);
    if (conditional) split_condition(all, s);
    s.body = std::move(all);
  }

  void take_attributes(Tokens& all, StatementSyntax& s) {
    if (all.empty() || all.back().text != "]") return;
    std::size_t open = all.size();
    while (open > 0 && all[open - 1].text != "[") --open;
    if (open == 0 || open >= all.size() - 1) return;
    const std::string_view first = all[open].text;
    if (!is_one_of(first, {"owise", "otherwise", "label", "metadata", "nonexec", "variant", "print", "narrowing"}))
      return;
    if (first == "nonexec") refuse(all[open].where, "a statement that is not executed");
    for (std::size_t i = open; i < all.size(); ++i) {
      s.otherwise = s.otherwise || is_one_of(all[i].text, {"owise", "otherwise"});
      if (all[i].text == "label" && i + 1 < all.size()) s.label = std::string(all[i + 1].text);
    }
    all.resize(open - 1);
  }

  // The last `if` behind which no `then` is missing: the others belong to conditionals.
  void split_condition(Tokens& all, StatementSyntax& s) {
    int depth = 0, open_ifs = 0;
    for (std::size_t i = all.size(); i-- > 0;) {
      depth -= nesting(all[i].text);
      if (all[i].text == "then") ++open_ifs;
      if (all[i].text != "if") continue;
      if (open_ifs > 0) {
        --open_ifs;
      } else if (depth == 0) {
        s.condition.assign(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
        all.resize(i);
        return;
      }
    }
    error(s.where, "a conditional statement has a condition: `… if CONDITION .`");
  }

  const Sources& sources_;
  Dialect dialect_;
  const LoadFile& load_;
  Diagnostics& diagnostics_;
  Place in_;
  FileSyntax file_;
  std::vector<FileId> reading_;
  bool stop_ = false;
};

}  // namespace

FileSyntax parse_file(const Sources& sources, FileId file, Dialect dialect, const LoadFile& load,
                      Diagnostics& diagnostics) {
  return Parser(sources, dialect, load, diagnostics).file(file);
}

}  // namespace whynot::front::algebra
