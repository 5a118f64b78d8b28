// What a front end makes and every question is about.  There are three kinds of model, a closed variant: a fourth
// breaks the build in every place to visit.  Nothing here changes after opening; formulas that a command adds (-f) are
// properties of that command, not of the model.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/context.h"
#include "base/diagnostic.h"
#include "model/ots/ots.h"
#include "model/pds/code.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"
#include "model/property.h"
#include "model/stepper.h"
#include "model/system/transition_system.h"

namespace whynot {

enum class Kind : std::uint8_t { System, Specification, Program };  // in the order of the variant below
constexpr std::size_t kind_count = 3;
using Kinds = unsigned;  // a set of them
constexpr Kinds only(Kind k) { return 1u << static_cast<unsigned>(k); }
constexpr Kinds every_kind = (1u << kind_count) - 1;
std::string_view kind_word(Kind);  // "system", "specification", "program"

struct Model;

struct System {  // SMV, router tables
  std::unique_ptr<ExprPool> pool;
  TransitionSystem system;
  std::size_t instances = 0;  // of modules; 0 where the language has none
  // The same text read once more, for a thread of its own: expressions are not shared between threads.
  std::function<std::unique_ptr<Model>(Sources&, Context&)> again;
};

struct Specification {  // ots
  std::shared_ptr<ots::Ots> ots;
  ots::Scope scope;        // chosen, or made where the file has none
  bool any_scope = false;  // no scope: loose sorts have as many elements as a run needs
};

struct Program {  // pds, C; a finite system whose states are listed
  Pds pds;
  bool whole = true;                         // false: not all states of the system were listed
  std::optional<FileId> made;                // the text of it, where it was made from something else
  std::shared_ptr<const PdsCode> code = {};  // what its steps compute, where that is known
  std::vector<std::string> unfollowed = {};  // what may run beside it, which nobody looked at
};

// What a property is about where an expression does not say it (Property::subject).
struct Goal {
  ots::Predicate predicate;
  std::vector<ots::Predicate> given;  // invariants that it says it uses, and those that they use
};
struct Subject {
  std::variant<Goal, Efsa> is;
};
const Goal& goal_of(const Property&);       // REQUIRES a property of a specification
const Efsa& automaton_of(const Property&);  // REQUIRES a property of a program

// How text about an open model is read, in the model's own language.  What the text owes (a case that covers all cases,
// a divisor that is not 0) is settled before it is returned: a formula is never half checked.
class Reader {
 public:
  struct Allowed {
    bool boolean = true;  // of type boolean, else any single value
    bool next = false;    // may speak of next values
    bool inputs = false;  // may speak of inputs
  };
  virtual ~Reader() = default;
  // A further property, of this name; nothing after errors.
  virtual std::optional<Property> formula(FileId, const std::string& name, std::optional<PropertyKind>, Context&,
                                          Diagnostics&) const = 0;
  // Without temporal operators; null after errors.
  virtual Expr expression(FileId, Allowed, Context&, Diagnostics&) const = 0;
};

struct Model {
  std::string file, front;  // as the report's `input` shows them
  std::variant<System, Specification, Program> is;
  std::vector<Property> properties;       // in the order of the file
  std::unique_ptr<Stepper> stepper;       // the concrete meaning; its signature is the columns
  std::unique_ptr<Reader> reader;         // null: no formulas
  std::optional<std::size_t> depth = {};  // how far to search, where the file says it

  Kind kind() const { return static_cast<Kind>(is.index()); }
  // REQUIRE a model of that kind.
  const TransitionSystem& system() const { return std::get<System>(is).system; }
  const Specification& specification() const { return std::get<Specification>(is); }
  const Program& program() const { return std::get<Program>(is); }
};

}  // namespace whynot
