#include "front/smv/contexts.h"

#include <fmt/format.h>

#include "front/common/report.h"
#include "front/common/typing.h"

namespace whynot::front::smv {
namespace {

template <class Is>
Span first_that(const front::Syntax& syntax, front::Tree tree, Is is) {
  for (front::NodeId id = tree.first; id <= tree.root; ++id)
    if (is(syntax[id].form)) return syntax.span(id);
  return syntax.span(tree.root);
}

}  // namespace

bool fits_place(Expr e, const front::Syntax& syntax, front::Tree tree, const Place& place, front::Facts& facts,
                Diagnostics& diagnostics) {
  using front::Facts;
  using front::Form;
  const std::size_t before = diagnostics.errors();
  if (!place.next && facts.has(e, Facts::HasNext))
    diagnostics.error("smv.next-not-allowed", fmt::format("`next` has no meaning in {}", place.name),
                      first_that(syntax, tree, [](Form f) { return f == Form::Next; }));
  if (!place.inputs && facts.has(e, Facts::HasInput))
    diagnostics
        .error("smv.input-not-allowed",
               fmt::format("input variables have no value in {}: they belong to transitions", place.name),
               syntax.span(tree.root))
        .help = "state it in LTL or INVARSPEC, or copy the input into a variable";
  if (!place.ltl && facts.has(e, Facts::HasLtl)) {
    Diagnostic& d =
        diagnostics.error("smv.ltl-not-allowed", fmt::format("LTL operators have no meaning in {}", place.name),
                          first_that(syntax, tree, [](Form f) { return front::is_ltl(f); }));
    if (place.ctl) d.help = "write LTLSPEC, or give each operator a path quantifier: AG, EF, …";
  }
  if (!place.ctl && facts.has(e, Facts::HasCtl)) {
    Diagnostic& d =
        diagnostics.error("smv.ctl-not-allowed", fmt::format("CTL operators have no meaning in {}", place.name),
                          first_that(syntax, tree, [](Form f) { return front::is_ctl(f); }));
    if (place.ltl) d.help = "write CTLSPEC, or drop the path quantifiers";
  }
  return diagnostics.errors() == before;
}

bool is_condition(Expr e, const front::Syntax& syntax, front::Tree tree, const Place& place, front::Facts& facts,
                  Diagnostics& diagnostics) {
  if (e.type().is_boolean()) return fits_place(e, syntax, tree, place, facts, diagnostics);
  Diagnostic& d =
      diagnostics.error("smv.type-mismatch",
                        fmt::format("`{}` is {}, but {} takes a boolean", front::folded(syntax.text(tree.root), 60),
                                    front::describe(e.type()), place.name),
                        syntax.span(tree.root));
  if (e.type().is_integer_like()) d.help = front::booleans_are_not_numbers;
  return false;
}

}  // namespace whynot::front::smv
