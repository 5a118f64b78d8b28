// Recursive descent by sections; a mistake skips to the next line.
#include "front/pds/parser.h"

#include <fmt/format.h>

#include <charconv>

#include "base/integer.h"
#include "front/pds/guard_parser.h"
#include "front/pds/lexer.h"

namespace whynot::front::pds {
namespace {

using Kind = PdsToken::Kind;
using Trigger = EfsaTransition::Trigger;

constexpr std::size_t max_arguments = 32;

class Parser final : public PdsReader {
 public:
  Parser(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics)
      : PdsReader(sources, file, diagnostics), document_(into) {}

  void run() {
    while (!at_end()) {
      failed_ = false;
      if (opens("pds"))
        section(document_.models, Section::Model);
      else if (opens("events"))
        section(document_.events, Section::Events);
      else if (opens("property"))
        section(document_.properties, Section::Property);
      else
        statement();
      if (!failed_) end_of_statement();
      if (failed_) lexer_.skip_line();
    }
  }

 private:
  enum class Section { None, Model, Events, Property };

  // `state -> x` is a rule of a point that happens to have a keyword's name.
  bool opens(std::string_view keyword) { return peek().is_word(keyword) && !lexer_.peek_second().is("->"); }
  bool accept_keyword(std::string_view keyword) {
    if (!opens(keyword)) return false;
    lexer_.take();
    return true;
  }

  template <class S>
  void section(std::vector<S>& sections, Section kind) {
    lexer_.take();
    section_ = kind;
    sections.emplace_back().name = name("a name for the section");
    if constexpr (std::is_same_v<S, PropertySection>) {
      if (!peek().first_on_line && accept_word("stutter"))
        sections.back().missing = Efsa::Missing::Stay;
      else if (!peek().first_on_line && accept_word("partial"))
        sections.back().missing = Efsa::Missing::Cut;
    }
  }

  void statement() {
    switch (section_) {
      case Section::None: return fail("`pds`, `events` or `property`");
      case Section::Model: return model_statement(document_.models.back());
      case Section::Events: return events_statement(document_.events.back());
      case Section::Property: return property_statement(document_.properties.back());
    }
  }

  void end_of_statement() {
    if (accept(";") || peek().first_on_line) return;
    fail("the end of the line");
  }

  // ---- pds

  void model_statement(PdsSection& model) {
    if (accept_keyword("control")) return names(model.controls);
    if (accept_keyword("symbols")) return names(model.symbols);
    if (accept_keyword("stop")) return names(model.stops);
    if (accept_keyword("init")) {
      model.initial.push_back(configuration());
    } else if (accept_keyword("proc")) {
      ProcedureSyntax& procedure = model.procedures.emplace_back();
      procedure.name = name("a procedure's name");
      expect_word("entry");
      procedure.entry = name("the procedure's first point");
    } else {
      rule(model);
    }
  }

  void names(std::vector<NameSyntax>& into) {
    do into.push_back(name("a name"));
    while (!failed_ && !peek().first_on_line && !peek().is(";"));
  }

  ConfigurationSyntax configuration() {
    ConfigurationSyntax result;
    result.where = peek().where;
    expect("<");
    while (!failed_ && !peek().is(">")) {
      NameSyntax symbol = name("a stack symbol or `>`");
      if (!result.control && result.stack.empty() && accept(","))
        result.control = std::move(symbol);
      else
        result.stack.push_back(std::move(symbol));
    }
    result.where = join(result.where, peek().where);
    expect(">");
    return result;
  }

  void rule(PdsSection& model) {
    RuleSyntax result;
    if (!model.procedures.empty()) result.procedure = static_cast<std::uint32_t>(model.procedures.size() - 1);
    if (accept_keyword("rule") && peek().kind == Kind::Name && lexer_.peek_second().is(":")) {
      lexer_.take();
      lexer_.take();
    }
    if (peek().is("<")) {
      result.left = configuration();
    } else {
      result.left.stack.push_back(name("a rule, `control`, `init`, `proc`, `stop` or `symbols`"));
      result.left.where = result.left.stack.back().where;
      result.any_control = true;
    }
    expect("->");
    right_side(result);
    if (!failed_ && accept("@")) do
        result.events.push_back(event());
      while (!failed_ && accept(","));
    if (!failed_ && !peek().first_on_line && peek().is("!")) source_line(result);
    if (!failed_) model.rules.push_back(std::move(result));
  }

  void right_side(RuleSyntax& rule) {
    rule.right.where = peek().where;
    if (peek().is("<")) {
      rule.right = configuration();
    } else if (peek().is_word("call") && !lexer_.peek_second().first_on_line) {
      lexer_.take();
      rule.callee = name("the procedure to call");
      if (!peek().first_on_line && accept_word("ret")) rule.right.stack.push_back(name("the point to return to"));
    } else if (!accept_word("return")) {
      rule.right.stack.push_back(name("a point, `call`, `return` or `<`"));
    }
  }

  EventSyntax event() {
    EventSyntax result{name("an event"), {}};
    if (failed_ || !accept("(")) return result;
    while (!failed_ && !peek().is(")")) {
      if (!result.args.empty()) expect(",");
      const Span where = peek().where;
      if (accept("?"))
        result.args.push_back({std::nullopt, where});
      else
        result.args.push_back({constant("a constant or `?`"), where});
    }
    check_arity(result.args.size(), result.name.where);
    expect(")");
    return result;
  }

  void source_line(RuleSyntax& rule) {
    lexer_.take();
    const PdsToken where = peek().kind == Kind::String ? lexer_.take() : lexer_.take_word();
    const std::size_t colon = where.text.rfind(':');
    const char* end = where.text.data() + where.text.size();
    if (colon != std::string::npos && colon > 0) {
      const auto parsed = std::from_chars(where.text.data() + colon + 1, end, rule.line);
      if (parsed.ec == std::errc() && parsed.ptr == end && rule.line > 0 && rule.line <= 10'000'000) {
        rule.file = where.text.substr(0, colon);
        return;
      }
    }
    diagnostics_.error("pds.source-line", fmt::format("`{}` is not of the form file:line", where.text), where.where);
  }

  void check_arity(std::size_t arguments, const Span& where) {
    if (arguments > max_arguments)
      diagnostics_.error("pds.too-many-arguments", fmt::format("an event has at most {} arguments", max_arguments),
                         where);
  }

  // ---- patterns of events: in maps and in properties

  EventPattern pattern() {
    EventPattern result;
    result.name = name("an event");
    if (!failed_) parameters(result);
    return result;
  }

  void parameters(EventPattern& pattern) {
    if (!accept("(")) return;
    while (!failed_ && !peek().is(")")) {
      if (!pattern.parameters.empty()) expect(",");
      if (accept("...")) {
        pattern.open_ended = true;
        break;
      }
      ParameterSyntax& parameter = pattern.parameters.emplace_back();
      parameter.where = peek().where;
      if (accept_word("_")) continue;
      parameter.kind = peek().kind == Kind::Name ? ParameterSyntax::Kind::Name : ParameterSyntax::Kind::Constant;
      if (parameter.kind == ParameterSyntax::Kind::Name)
        parameter.name = lexer_.take().text;
      else
        parameter.constant = constant("a parameter, a constant or `_`");
    }
    check_arity(pattern.parameters.size(), pattern.name.where);
    expect(")");
  }

  // ---- events

  void events_statement(EventsSection& section) {
    if (!accept_keyword("map")) return fail("`map`");
    EventPattern event = pattern();
    expect("<-");
    if (!failed_ && accept_word("when")) {
      if (!event.parameters.empty() || event.open_ended)
        diagnostics_.error("pds.map-parameter", "an event told by `when` has no parameters", event.name.where);
      if (peek().first_on_line) return fail("a condition");
      const PdsToken condition = lexer_.take_rest_of_line();
      return void(section.whens.push_back({event.name, {condition.text, condition.where}}));
    }
    MapSyntax& map = section.maps.emplace_back();
    map.event = std::move(event);
    do map.sources.push_back(map_source());
    while (!failed_ && accept("|"));
  }

  MapSource map_source() {
    MapSource result;
    if (peek().kind == Kind::Name && lexer_.peek_second().is(":=")) {
      result.result = lexer_.take().text;
      lexer_.take();
      if (peek().is_word("point")) fail("`call`: a point has no result");
    }
    result.is_point = !failed_ && accept_word("point");
    if (!result.is_point) expect_word("call");
    if (failed_) return result;
    if (peek().is("/")) {
      result.pattern.name.where = peek().where;
      result.regex = regex();
    } else {
      result.pattern.name =
          name(result.is_point ? "a point or a regular expression" : "a call or a regular expression");
    }
    if (!failed_) parameters(result.pattern);
    if (!failed_ && !peek().first_on_line && accept_word("with")) do {
        NameSyntax parameter = name("a parameter");
        expect("=");
        if (!failed_) result.with.emplace_back(std::move(parameter), constant("a constant"));
      } while (!failed_ && accept(","));
    return result;
  }

  // ---- property

  void property_statement(PropertySection& property) {
    if (accept_keyword("var")) return variable(property);
    if (accept_keyword("state")) return state(property);
    if (peek().is_word("about") && lexer_.peek_second().kind == Kind::String) {
      lexer_.take();
      return void(property.about = lexer_.take().text);
    }
    transition(property);
  }

  void variable(PropertySection& property) {
    VariableSyntax& variable = property.variables.emplace_back();
    variable.name = name("a variable");
    if (failed_ || !accept(":")) return;
    if (!accept("{")) return void(variable.is_address = name("a domain").text == "pointer");
    variable.domain.emplace();
    while (!failed_ && !accept("}")) {
      if (!variable.domain->empty()) expect(",");
      if (!failed_) variable.domain->push_back(constant("a constant"));
    }
  }

  void state(PropertySection& property) {
    EfsaState& state = property.states.emplace_back();
    NameSyntax named = name("a state");
    state.name = std::move(named.text);
    state.where = named.where;
    while (!failed_ && !peek().first_on_line && !peek().is(";")) {
      if (accept_word("initial"))
        state.initial = true;
      else if (accept_word("final"))
        state.final = true;
      else if (accept_word("repeat"))
        state.repeat = true;
      else
        fail("`initial`, `final`, `repeat` or the end of the line");
    }
  }

  void transition(PropertySection& property) {
    TransitionSyntax result;
    result.where = peek().where;
    result.from = name("a transition, `state` or `var`");
    expect("->");
    result.to = name("a state");
    if (failed_) return;
    if (accept_word("else")) {
      result.trigger = Trigger::Else;
    } else {
      expect_word("on");
      if (!failed_ && !accept_word("any")) {
        result.trigger = Trigger::Event;
        do result.events.push_back(pattern());
        while (!failed_ && accept("|"));
      }
    }
    if (!failed_ && accept_word("when")) result.guard = guard();
    if (!failed_ && accept_word("do")) do
        result.assignments.push_back(assignment());
      while (!failed_ && accept(","));
    if (!failed_) property.transitions.push_back(std::move(result));
  }

  AssignmentSyntax assignment() {
    AssignmentSyntax result{name("a variable"), {}};
    expect(":=");
    if (!failed_) result.value = operand();
    return result;
  }

  PdsDocument& document_;
  Section section_ = Section::None;
};

}  // namespace

void parse_pds(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics) {
  Parser(sources, file, into, diagnostics).run();
}

}  // namespace whynot::front::pds
