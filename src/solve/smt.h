// A narrow handle on an SMT solver (Z3): sorts, terms and functions are numbers, solvers share the terms of one
// Smt.  Z3's own headers are included in one file only.
//
// Effort is bounded by a count of solver steps, not by time: the same question gets the same answer everywhere.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/context.h"

namespace whynot::solve {

struct SmtSort {
  std::uint32_t id = 0;
};
struct SmtTerm {
  std::uint32_t id = 0;
};
struct SmtFunction {
  std::uint32_t id = 0;
};

enum class SmtOp {
  Not,
  And,
  Or,
  Implies,
  Ite,
  Eq,
  Distinct,
  Add,
  Sub,
  Lt,
  Le,
  Select,
  Store,  // arrays
  SetUnion,
  SetMinus,      // arrays to Bool
  PointwiseAdd,  // arrays to Int
  BitsAdd,       // machine words of one width; the order is that of signed ones unless it says otherwise
  BitsSub,
  BitsMul,
  BitsDiv,
  BitsRem,
  BitsDivUnsigned,
  BitsRemUnsigned,
  BitsAnd,
  BitsOr,
  BitsXor,
  BitsLeft,
  BitsRight,  // fills with zeros
  BitsRightSigned,
  BitsLt,
  BitsLe,
  BitsLtUnsigned,
  BitsLeUnsigned,
};

// A sort of free constructors.  A field is of a sort that exists, or of a datatype of the same group.
struct SmtDatatype {
  struct Field {
    std::string name;
    SmtSort sort;
    std::optional<std::size_t> member;  // of the group; wins over `sort`
  };
  struct Constructor {
    std::string name;
    std::vector<Field> fields;
  };
  std::string name;
  std::vector<Constructor> constructors;
};
struct SmtDatatypeSort {
  struct Constructor {
    SmtFunction make, test;
    std::vector<SmtFunction> fields;
  };
  SmtSort sort;
  std::vector<Constructor> constructors;
};

// A value of a model, as a tree: a constructor or an element's name with arguments, or a number.
struct SmtValue {
  std::string head;  // "true", "false" for booleans; empty for numbers and for what has no readable form
  std::vector<SmtValue> args;
  std::optional<std::int64_t> number;  // of a machine word: signed
};

class Smt {
 public:
  Smt();
  ~Smt();
  Smt(const Smt&) = delete;
  Smt& operator=(const Smt&) = delete;

  // Questions are given up, with Unknown, once the Context says stop; it must outlive this.  A solver may be busy for
  // minutes within what it counts as a few steps.
  void obey(Context&);
  // All questions together may take as many steps of the solver; those that come later are not asked, with Unknown.
  // A limit that does not depend on the machine.
  void allow(std::uint64_t steps);
  bool spent() const;                // whether they have
  std::uint64_t taken() const;       // steps so far
  void charge(std::uint64_t steps);  // counts steps of questions that were asked elsewhere

  SmtSort boolean();
  SmtSort integer();
  SmtSort bits(unsigned width);
  SmtSort uninterpreted(const std::string& name);
  SmtSort array(SmtSort index, SmtSort element);
  std::vector<SmtDatatypeSort> datatypes(const std::vector<SmtDatatype>& group);

  SmtFunction declare(const std::string& name, std::span<const SmtSort> params, SmtSort result);
  SmtFunction declare_recursive(const std::string& name, std::span<const SmtSort> params, SmtSort result);
  void define(SmtFunction recursive, std::span<const SmtTerm> params, SmtTerm body);

  SmtTerm constant(const std::string& name, SmtSort);
  SmtTerm boolean(bool);
  SmtTerm number(std::int64_t);
  SmtTerm number_in_bits(std::int64_t, unsigned width);
  SmtTerm constant_array(SmtSort index, SmtTerm element);
  SmtTerm make(SmtOp, std::span<const SmtTerm>);
  SmtTerm make(SmtOp op, std::initializer_list<SmtTerm> args) {
    return make(op, std::span<const SmtTerm>(args.begin(), args.size()));
  }
  SmtTerm apply(SmtFunction, std::span<const SmtTerm>);
  SmtTerm quantify(bool forall, std::span<const SmtTerm> constants, SmtTerm body);
  SmtTerm not_(SmtTerm t) { return make(SmtOp::Not, {t}); }

 private:
  friend class SmtSolver;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

enum class SmtAnswer { Sat, Unsat, Unknown };

class SmtSolver {
 public:
  // `models_of_quantifiers`: look for models of quantified formulas too; otherwise they are only instantiated, and
  // what they do not refute is Unknown with a candidate model.
  explicit SmtSolver(Smt&, std::uint64_t steps = 2'000'000, bool models_of_quantifiers = false);
  ~SmtSolver();

  void add(SmtTerm);
  void push();
  void pop();
  SmtAnswer check(std::span<const SmtTerm> assumptions = {});
  // After Unsat under assumptions: the positions of those it rested on.
  std::vector<std::size_t> core() const;
  // After Sat, or Unknown with a candidate: whether there is a model to look at.
  bool has_model() const;
  // Nothing, or a value without readable form, where the evaluation did not end within a limit.
  std::optional<bool> is_true(SmtTerm) const;
  SmtValue value(SmtTerm) const;
  std::string reason_unknown() const;
  // What was added, as a script that another solver can run.
  std::string script() const;

 private:
  std::string script(std::span<const SmtTerm> assumptions) const;
  // A second attempt where recursive functions were in the way: a few unfoldings often do.
  bool refuted_by_axioms(std::span<const SmtTerm> assumptions) const;

  struct Impl;
  Smt& smt_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whynot::solve
