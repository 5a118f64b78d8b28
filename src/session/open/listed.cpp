// A finite system as a program whose stacks have one symbol, its reachable states: `whynot paths MODEL.smv`.
#include "session/open/program.h"
#include "session/system_states.h"

namespace whynot::session {
namespace {

// A condition stands in the automaton's file.  It is read from a text in which all else is blank, so that what is wrong
// with it is told at its place.
class Conditions {
 public:
  Conditions(const Model& system, Opening& opening) : system_(system), opening_(opening) {}

  Expr read(const front::pds::WhenSyntax& when) {
    const Span where = when.condition.where;
    std::string text(opening_.sources.text(where.file));
    for (std::size_t i = 0; i < text.size(); ++i)
      if ((i < where.begin || i >= where.end) && text[i] != '\n') text[i] = ' ';
    const FileId blank = opening_.sources.add(std::string(opening_.sources.name(where.file)), std::move(text));
    Diagnostics found;
    const Expr condition =
        system_.reader->expression(blank, {.boolean = true, .next = true, .inputs = true}, opening_.context, found);
    for (Diagnostic d : found.all()) {
      if (d.where.file == blank) d.where.file = where.file;
      for (Label& label : d.labels)
        if (label.where.file == blank) label.where.file = where.file;
      opening_.diagnostics.add(std::move(d));
    }
    return condition;
  }

 private:
  const Model& system_;
  Opening& opening_;
};

}  // namespace

std::unique_ptr<Model> list_system(const Model& system, Opening& opening) {
  bool whole = true;
  Conditions conditions(system, opening);
  const front::pds::SystemModel states =
      [&](std::span<const front::pds::WhenSyntax> whens) -> std::optional<front::pds::PdsSection> {
    std::vector<Expr> read;
    for (const front::pds::WhenSyntax& when : whens) read.push_back(conditions.read(when));
    if (!opening.diagnostics.ok()) return std::nullopt;
    SystemStates listed = list_states(system, read, whens, opening.context);
    whole = listed.whole;
    return std::move(listed.section);
  };
  auto model = open_program({}, opening, states);
  if (model) std::get<Program>(model->is).whole = whole;
  return model;
}

}  // namespace whynot::session
