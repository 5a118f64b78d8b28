// The parser of expressions and formulas: precedence climbing over NuSMV's operators, loosest to tightest
//   ->   <->   ?:   | xor xnor   &   U V S T   temporal prefixes   = != < <= > >=   in   union   ..   << >>
//   + -   * / mod   ::   - !   [] . ()
// Chains of one operator become one node, prefixes and right-associative operators are gathered by loops:
// what recursion remains is that of brackets, and it is limited.
//
// After an error the parser is `lost`: it reports nothing further and builds Error nodes until the caller
// has found a place to go on and calls recover().
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "front/common/syntax.h"
#include "front/common/token.h"

namespace whynot::front {

class Parser {
 public:
  // The tokens end with End; all are of the syntax's file.
  Parser(std::vector<Token> tokens, Syntax& syntax, Symbols& symbols, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), syntax_(syntax), symbols_(symbols), diagnostics_(diagnostics) {}

  Tree expression();     // any formula; what it may contain depends on its place and is checked later
  Tree conjunct();       // an operand of `&`
  Tree path();           // a name with members and indices, as on the left of an assignment
  Tree range_bound();    // an operand of `..` in a type
  Tree array_literal();  // […], nested ones too
  NodeId operand();      // the tightest level: a name, a number, a call, something in brackets
  NodeId number();       // an unsigned integer

  // Tokens
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  bool at(Tok kind) const { return peek().kind == kind; }
  Token advance() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_.back(); }
  bool accept(Tok kind) {
    if (!at(kind)) return false;
    advance();
    return true;
  }
  // Reports and gets lost when the token is not there: "expected `)` …where".
  bool expect(Tok kind, std::string_view where);
  std::uint32_t last_end() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }
  Span span(const Token& t) const { return {syntax_.file(), t.begin, t.end}; }
  std::string_view text(const Token& t) const { return syntax_.source().substr(t.begin, t.end - t.begin); }

  // `case`s that were opened since mark() and not closed: what a caller must skip to find its place again.
  void mark() { marked_ = at_; }
  std::size_t unclosed_cases() const;

  // Errors
  bool lost() const { return lost_; }
  void recover() { lost_ = false; }
  void unexpected(std::string_view wanted);  // at the token that comes
  void error(std::string code, std::string message, Span where, std::string help = {});
  NodeId failed() { return syntax_.leaf(Form::Error, peek().begin, peek().end); }

  Symbols& symbols() { return symbols_; }
  Syntax& syntax() { return syntax_; }

  // Stands in each function that input can make recurse; `too_deep` once there are too many of them, and
  // then the parser is lost.
  class Depth {
   public:
    explicit Depth(Parser& parser);
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    bool too_deep() const { return parser_.depth_ > limit; }

   private:
    static constexpr unsigned limit = 1100;  // some 3 KB of stack each under sanitizers
    Parser& parser_;
  };

 private:
  struct Prefix {
    Form form = Form::Error;
    std::uint32_t begin = 0;
    bool temporal = false;
    std::vector<NodeId> bounds;
  };

  NodeId full();
  NodeId climb(int least);
  NodeId climb_from(NodeId left, std::uint32_t begin, int least);
  NodeId gathered(Form, int operand_level, NodeId left, std::uint32_t begin);
  NodeId implications(NodeId left, std::uint32_t begin);
  NodeId conditionals(NodeId condition, std::uint32_t begin);
  NodeId prefixed(int least);
  bool prefix(int least, std::vector<Prefix>&);
  NodeId apply(std::vector<Prefix>&, NodeId operand);
  NodeId atom();
  NodeId leaf();
  NodeId single(Form, Symbol = no_symbol);  // the token here as a leaf
  NodeId enclosed();
  NodeId call(Form, std::size_t arguments);
  NodeId count_call();
  NodeId case_expression();
  NodeId set_literal();
  NodeId array_items();
  NodeId path_until();
  NodeId postfixed(NodeId owner, std::uint32_t begin);
  NodeId member(NodeId owner, std::uint32_t begin);
  NodeId subscript(NodeId owner, std::uint32_t begin);
  NodeId signed_number();
  void bounds_in_brackets(std::vector<NodeId>&);
  void subrange(std::vector<NodeId>&);
  NodeId unsupported_function();
  bool begins_line() const;
  void missing_at_line_end(std::string_view what);
  bool is_doubled() const;
  std::string doubled() const;

  std::vector<Token> tokens_;
  std::set<Tok> misused_;  // reserved words that stand where something is named: later uses of them are not told again
  Syntax& syntax_;
  Symbols& symbols_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, marked_ = 0;
  bool lost_ = false;
  bool until_closes_ = false;  // inside E [p U q], where U is not the LTL operator
  unsigned depth_ = 0;
};

}  // namespace whynot::front
