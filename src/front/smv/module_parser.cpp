// Recursive descent over sections; expressions are left to the shared parser.
#include "front/smv/module_parser.h"

#include <fmt/format.h>

#include "front/common/lexer.h"
#include "front/common/parser.h"
#include "front/smv/psl.h"

namespace whynot::front::smv {
namespace {

using front::Parser;
using front::Tok;
using front::Token;

class ModuleParser {
 public:
  ModuleParser(File& file, std::vector<Token> tokens, front::Symbols& symbols, Diagnostics& diagnostics)
      : file_(file), parser_(std::move(tokens), file.syntax, symbols, diagnostics) {
    file_.types.emplace_back();  // number 0: boolean
  }

  void run() {
    while (!parser_.at(Tok::End)) {
      if (parser_.at(Tok::KwModule)) {
        module();
      } else {
        parser_.unexpected("`MODULE`");
        skip_to(Tok::KwModule);
      }
    }
  }

 private:
  // Recovery --------------------------------------------------------------------------------------------

  void skip_to(Tok wanted) {
    while (!parser_.at(Tok::End) && !parser_.at(wanted)) parser_.advance();
    parser_.recover();
  }

  // Goes on behind the `;` that ends the broken declaration, or before the next section.  A `;` inside
  // `case … esac` ends nothing.
  void resynchronise(std::size_t unclosed_cases) {
    std::size_t open = unclosed_cases;
    while (!parser_.at(Tok::End) && !opens_section(parser_.peek().kind)) {
      const Tok kind = parser_.advance().kind;
      if (kind == Tok::Case) ++open;
      if (kind == Tok::Esac && open > 0) --open;
      if (kind == Tok::Semicolon && open == 0) break;
    }
    parser_.recover();
  }

  // The `;` after a declaration.  Where only it is missing, what follows is still read.
  void finish(bool optional = false) {
    if (!parser_.lost()) {
      if (parser_.accept(Tok::Semicolon)) return;
      const Tok kind = parser_.peek().kind;
      const bool at_boundary = kind == Tok::End || opens_section(kind);
      if (optional && at_boundary) return;
      parser_.unexpected("`;`");
      if (at_boundary || starts_declaration()) return parser_.recover();
    }
    resynchronise(parser_.unclosed_cases());
  }

  bool starts_declaration() const {
    if (parser_.at(Tok::Identifier)) {
      const Tok after = parser_.peek(1).kind;
      return after == Tok::Colon || after == Tok::Assign;
    }
    return (parser_.at(Tok::Next) || parser_.at(Tok::Init)) && parser_.peek(1).kind == Tok::LeftParen;
  }

  // Modules ---------------------------------------------------------------------------------------------

  void module() {
    parser_.advance();
    Module& m = file_.modules.emplace_back();
    const Token name = parser_.peek();
    m.where = parser_.span(name);
    if (parser_.expect(Tok::Identifier, "the name of the module")) m.name = name.symbol;
    if (parser_.accept(Tok::LeftParen) && !parser_.accept(Tok::RightParen)) parameters(m);
    if (parser_.lost()) resynchronise(0);
    while (!parser_.at(Tok::End) && !parser_.at(Tok::KwModule)) section(m);
  }

  void parameters(Module& m) {
    do {
      const Token t = parser_.peek();
      if (parser_.expect(Tok::Identifier, "the name of a parameter"))
        m.parameters.push_back({t.symbol, parser_.span(t)});
    } while (!parser_.lost() && parser_.accept(Tok::Comma));
    parser_.expect(Tok::RightParen, "`,` or `)`");
  }

  void section(Module& m) {
    const Token t = parser_.peek();
    parser_.mark();
    switch (t.kind) {
      case Tok::KwVar: return variables(m, Declares::Variable);
      case Tok::KwFrozenvar: return variables(m, Declares::FrozenVariable);
      case Tok::KwIvar: return variables(m, Declares::InputVariable);
      case Tok::KwDefine:
      case Tok::KwMdefine: return defines(m);
      case Tok::KwConstants: return constants(m);
      case Tok::KwIsa: return isa(m);
      case Tok::KwAssign: return assignments(m);
      case Tok::KwInit: return condition(m, Declares::Init);
      case Tok::KwInvar: return condition(m, Declares::Invar);
      case Tok::KwTrans: return condition(m, Declares::Trans);
      case Tok::KwFairness:
      case Tok::KwJustice: return condition(m, Declares::Justice);
      case Tok::KwCompassion: return compassion(m);
      case Tok::KwInvarspec: return property(m, Declares::InvarSpec);
      case Tok::KwSpec:
      case Tok::KwCtlspec: return property(m, Declares::CtlSpec);
      case Tok::KwLtlspec: return property(m, Declares::LtlSpec);
      case Tok::KwPslspec: return property(m, Declares::PslSpec);
      case Tok::KwCompute: return property(m, Declares::ComputeMin);
      case Tok::KwFun: return functions();
      default: parser_.unexpected("a section such as `VAR`, `ASSIGN` or `SPEC`"); resynchronise(0);
    }
  }

  void functions() {
    parser_.error("smv.function", "functions are not part of the language", parser_.span(parser_.peek()),
                  "write a DEFINE, or a module with parameters");
    parser_.advance();
    while (!parser_.at(Tok::End) && !opens_section(parser_.peek().kind)) parser_.advance();
    parser_.recover();
  }

  Declaration& declare(Module& m, Declares what, Symbol name, Span where) {
    Declaration& d = m.declarations.emplace_back();
    d.what = what;
    d.name = name;
    d.where = where;
    return d;
  }

  Span from(std::uint32_t begin) const { return {file_.syntax.file(), begin, std::max(begin, parser_.last_end())}; }

  // Names and types -------------------------------------------------------------------------------------

  // A declared name: a, a.b, a[3].
  struct DeclaredName {
    Symbol symbol = no_symbol;  // the whole, spelt without blanks
    bool has_owner = false;     // a.b.c is `last` of `owner` (a.b)
    Symbol last = no_symbol;
    Tree owner;
  };

  DeclaredName declared_name() {
    DeclaredName name;
    const Token t = parser_.peek();
    if (!parser_.expect(Tok::Identifier, "a name")) return name;
    name.symbol = t.symbol;
    if (!parser_.at(Tok::Dot) && !parser_.at(Tok::LeftBracket)) return name;
    std::string spelling(parser_.text(t));
    front::NodeId path = file_.syntax.leaf(front::Form::Name, t.begin, t.end, t.symbol);
    const front::NodeId first = path;
    while (!parser_.lost()) {
      if (parser_.accept(Tok::Dot)) {
        const Token member = parser_.peek();
        name.has_owner = parser_.at(Tok::Identifier);
        name.owner = {first, path};
        name.last = member.symbol;
        if (!parser_.accept(Tok::Number)) parser_.expect(Tok::Identifier, "the name of a member");
        spelling += fmt::format(".{}", parser_.text(member));
        path = file_.syntax.node(front::Form::Member, t.begin, member.end, {path}, member.symbol);
      } else if (parser_.accept(Tok::LeftBracket)) {
        name.has_owner = false;
        spelling += parser_.accept(Tok::Minus) ? "[-" : "[";
        spelling += fmt::format("{}]", parser_.text(parser_.peek()));
        parser_.expect(Tok::Number, "a number");
        parser_.expect(Tok::RightBracket, "`]`");
      } else {
        break;
      }
    }
    name.symbol = parser_.symbols().intern(spelling);
    return name;
  }

  void variables(Module& m, Declares what) {
    parser_.advance();
    while (!parser_.at(Tok::End) && !opens_section(parser_.peek().kind)) {
      parser_.mark();
      const Token t = parser_.peek();
      const Symbol name = declared_name().symbol;
      const Span where = from(t.begin);
      std::uint32_t type = bad_type();
      if (parser_.expect(Tok::Colon, "`:` and a type")) type = this->type(what == Declares::Variable);
      if (name != no_symbol) declare(m, what, name, where).type = parser_.lost() ? bad_type() : type;
      finish();
    }
  }

  std::uint32_t add_type(TypeSyntax type) {
    file_.types.push_back(std::move(type));
    return static_cast<std::uint32_t>(file_.types.size() - 1);
  }

  std::uint32_t bad_type() {
    if (bad_type_ == 0) {
      TypeSyntax bad;
      bad.kind = TypeSyntax::Kind::Bad;
      bad_type_ = add_type(std::move(bad));
    }
    return bad_type_;
  }

  std::uint32_t type(bool instances) {
    const Parser::Depth depth(parser_);
    if (depth.too_deep()) return bad_type();
    const Token t = parser_.peek();
    switch (t.kind) {
      case Tok::Boolean: parser_.advance(); return 0;
      case Tok::Word:
      case Tok::OldWord: return word_type(t, false);
      case Tok::Unsigned:
      case Tok::Signed: parser_.advance(); return word_type(t, t.kind == Tok::Signed);
      case Tok::LeftBrace: return enumeration(t);
      case Tok::Array: return array_type(t, instances);
      case Tok::KwProcess: return instance_type(t, instances);
      case Tok::Identifier:
        if (!continues_range()) return instance_type(t, instances);
        [[fallthrough]];
      default: return range_type(t);
    }
  }

  // A name may begin the bound of a range (`N .. 4`, `N-1..M`, `m.size .. 3`) or be a module's.
  bool continues_range() const {
    const Tok after = parser_.peek(1).kind;
    return after != Tok::Semicolon && after != Tok::LeftParen && after != Tok::End && !opens_section(after) &&
           after != Tok::Identifier;
  }

  std::uint32_t word_type(const Token& begin, bool is_signed) {
    TypeSyntax type;
    type.kind = TypeSyntax::Kind::Word;
    type.is_signed = is_signed;
    if (!parser_.accept(Tok::OldWord)) parser_.expect(Tok::Word, "`word`");
    parser_.expect(Tok::LeftBracket, "`[` and the width");
    type.a = parser_.expression();
    parser_.expect(Tok::RightBracket, "`]` after the width");
    type.where = from(begin.begin);
    return add_type(std::move(type));
  }

  std::uint32_t range_type(const Token& begin) {
    TypeSyntax type;
    type.kind = TypeSyntax::Kind::Range;
    bounds(type);
    type.where = from(begin.begin);
    return add_type(std::move(type));
  }

  void bounds(TypeSyntax& type) {
    type.a = parser_.range_bound();
    parser_.expect(Tok::DotDot, "`..` of a range, or another type");
    type.b = parser_.range_bound();
  }

  std::uint32_t enumeration(const Token& open) {
    parser_.advance();
    TypeSyntax type;
    type.kind = TypeSyntax::Kind::Enum;
    do type.members.push_back(member());
    while (!parser_.lost() && parser_.accept(Tok::Comma));
    parser_.expect(Tok::RightBrace, "`,` or `}`");
    type.where = from(open.begin);
    return add_type(std::move(type));
  }

  EnumMember member() {
    EnumMember result;
    const Token t = parser_.peek();
    const bool negative = parser_.accept(Tok::Minus);
    if (parser_.at(Tok::Number)) {
      const Token digits = parser_.advance();
      result.number = *parse_digits(parser_.text(digits), 10);
      if (negative) result.number = -result.number;
    } else if (!negative && (parser_.at(Tok::True) || parser_.at(Tok::False))) {
      parser_.error("smv.boolean-in-enumeration",
                    fmt::format("`{}` cannot be a value of an enumeration", parser_.text(t)), parser_.span(t),
                    "write `boolean` for both truth values");
    } else if (!negative) {
      result.symbol = constant_name();
    } else {
      parser_.unexpected("a number");
    }
    result.where = from(t.begin);
    return result;
  }

  Symbol constant_name() {
    const Token t = parser_.peek();
    if (!parser_.expect(Tok::Identifier, "a name or a number")) return no_symbol;
    std::string spelling(parser_.text(t));
    if (!parser_.at(Tok::Dot)) return t.symbol;
    while (!parser_.lost() && parser_.accept(Tok::Dot)) {
      spelling += fmt::format(".{}", parser_.text(parser_.peek()));
      parser_.expect(Tok::Identifier, "a name");
    }
    return parser_.symbols().intern(spelling);
  }

  std::uint32_t array_type(const Token& begin, bool instances) {
    parser_.advance();
    TypeSyntax type;
    type.kind = TypeSyntax::Kind::Array;
    if (parser_.at(Tok::Of) || parser_.at(Tok::Word)) {
      parser_.error("smv.unbounded-array", "arrays over words or all integers have no finite state",
                    parser_.span(parser_.peek()), "write bounds: `array 0..7 of …`");
      return bad_type();
    }
    bounds(type);
    parser_.expect(Tok::Of, "`of`");
    const std::uint32_t element = this->type(instances);
    type.element = element;
    type.where = from(begin.begin);
    return add_type(std::move(type));
  }

  std::uint32_t instance_type(const Token& begin, bool allowed) {
    TypeSyntax type;
    type.kind = TypeSyntax::Kind::Instance;
    type.is_process = parser_.accept(Tok::KwProcess);
    const Token name = parser_.peek();
    if (!parser_.expect(Tok::Identifier, "the name of a module")) return bad_type();
    type.module = name.symbol;
    if (refused_type(name)) return bad_type();
    if (!allowed) {
      parser_.error(
          "smv.instance-not-allowed",
          fmt::format("`{}` is not a type: inputs and frozen variables cannot be module instances", parser_.text(name)),
          parser_.span(name), "declare instances under VAR");
      return bad_type();
    }
    if (parser_.accept(Tok::LeftParen) && !parser_.accept(Tok::RightParen)) {
      do type.arguments.push_back(parser_.expression());
      while (!parser_.lost() && parser_.accept(Tok::Comma));
      parser_.expect(Tok::RightParen, "`,` or `)`");
    }
    type.where = from(begin.begin);
    return add_type(std::move(type));
  }

  // Types of nuXmv, which would otherwise be taken for modules.
  bool refused_type(const Token& name) {
    const std::string_view text = parser_.text(name);
    if (text != "integer" && text != "real" && text != "clock") return false;
    parser_.error("smv.infinite-type", fmt::format("`{}` has infinitely many values; models here are finite", text),
                  parser_.span(name), "write a range such as `0..255`, or `word[32]`");
    // The rest of the declaration is sound.
    parser_.recover();
    return true;
  }

  // Sections --------------------------------------------------------------------------------------------

  void defines(Module& m) {
    parser_.advance();
    while (!parser_.at(Tok::End) && !opens_section(parser_.peek().kind)) {
      parser_.mark();
      const Token t = parser_.peek();
      const DeclaredName name = declared_name();
      const Span where = from(t.begin);
      parser_.expect(Tok::Assign, "`:=`");
      const Tree tree = parser_.at(Tok::LeftBracket) ? parser_.array_literal() : parser_.expression();
      if (name.symbol != no_symbol) {
        Declaration& d = declare(m, Declares::Define, name.symbol, where);
        d.tree = tree;
        d.in_context = name.has_owner;
        d.context = name.owner;
        d.last = name.last;
      }
      finish();
    }
  }

  void constants(Module& m) {
    parser_.advance();
    if (!parser_.at(Tok::Semicolon)) {
      do {
        const Token t = parser_.peek();
        const Symbol name = constant_name();
        if (name != no_symbol) declare(m, Declares::Constant, name, from(t.begin));
      } while (!parser_.lost() && parser_.accept(Tok::Comma));
    }
    finish();
  }

  void isa(Module& m) {
    parser_.advance();
    const Token t = parser_.peek();
    if (parser_.expect(Tok::Identifier, "the name of a module")) {
      declare(m, Declares::Isa, t.symbol, parser_.span(t));
      parser_.accept(Tok::Semicolon);
    } else {
      resynchronise(0);
    }
  }

  void assignments(Module& m) {
    parser_.advance();
    while (!parser_.at(Tok::End) && !opens_section(parser_.peek().kind)) {
      parser_.mark();
      Declares what = Declares::AssignCurrent;
      if (parser_.at(Tok::Next)) what = Declares::AssignNext;
      if (parser_.at(Tok::Init)) what = Declares::AssignInit;
      const Token begin = parser_.peek();
      if (what != Declares::AssignCurrent) {
        parser_.advance();
        parser_.expect(Tok::LeftParen, "`(`");
      }
      const Tree target = parser_.path();
      if (what != Declares::AssignCurrent) parser_.expect(Tok::RightParen, "`)`");
      const Span where = from(begin.begin);
      parser_.expect(Tok::Assign, "`:=`");
      const Tree value = parser_.expression();
      Declaration& d = declare(m, what, no_symbol, where);
      d.tree = target;
      d.second = value;
      finish();
    }
  }

  void condition(Module& m, Declares what) {
    parser_.advance();
    const Tree tree = parser_.expression();
    declare(m, what, no_symbol, file_.syntax.span(tree.root)).tree = tree;
    finish(true);
  }

  void compassion(Module& m) {
    const Token begin = parser_.advance();
    parser_.expect(Tok::LeftParen, "`(`");
    const Tree p = parser_.expression();
    parser_.expect(Tok::Comma, "`,` between the two conditions");
    const Tree q = parser_.expression();
    parser_.expect(Tok::RightParen, "`)`");
    Declaration& d = declare(m, Declares::Compassion, no_symbol, from(begin.begin));
    d.tree = p;
    d.second = q;
    finish(true);
  }

  void property(Module& m, Declares what) {
    parser_.advance();
    Symbol name = no_symbol;
    if (parser_.accept(Tok::KwName)) {
      name = declared_name().symbol;
      parser_.expect(Tok::Assign, "`:=` after the property's name");
    }
    const std::uint32_t begin = parser_.peek().begin;
    Declaration d;
    d.name = name;
    d.what = what;
    if (what == Declares::ComputeMin)
      compute(d);
    else
      d.tree = what == Declares::PslSpec ? parse_psl(parser_) : parser_.expression();
    d.where = from(begin);
    if (parser_.accept(Tok::KwIn)) {
      d.in_context = true;
      d.context = parser_.path();
    }
    m.declarations.push_back(d);
    finish(what != Declares::PslSpec);
  }

  // MIN [start, goal]
  void compute(Declaration& d) {
    d.what = parser_.at(Tok::MaxOf) ? Declares::ComputeMax : Declares::ComputeMin;
    if (!parser_.accept(Tok::MaxOf)) parser_.expect(Tok::MinOf, "`MIN` or `MAX`");
    parser_.expect(Tok::LeftBracket, "`[`");
    d.tree = parser_.expression();
    parser_.expect(Tok::Comma, "`,`");
    d.second = parser_.expression();
    parser_.expect(Tok::RightBracket, "`]`");
  }

  File& file_;
  Parser parser_;
  std::uint32_t bad_type_ = 0;
};

}  // namespace

File parse_file(FileId id, const Sources& sources, front::Symbols& symbols, Diagnostics& diagnostics) {
  File file(id, sources.text(id));
  ModuleParser(file, front::lex(id, sources, symbols, diagnostics), symbols, diagnostics).run();
  return file;
}

}  // namespace whynot::front::smv
