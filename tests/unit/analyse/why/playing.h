// A counterexample of a small model with its sealed step and the nearest passing run.
#pragma once
#include <fmt/format.h>

#include "analyse/why/contrast/nearest.h"
#include "analyse/why/contrast/sealed.h"
#include "analyse/why/failure.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {

struct Playing {
  Playing(SmallModel& m, const Property& property, const Trace& t, std::size_t most = 2)
      : model(m), trace(t), formula(formula_on_run(m.pool, property)), owing(m.system(), formula) {
    question.system = &model.system();
    question.stepper = model.stepper.get();
    question.trace = &trace;
    question.formula = formula;
    question.most = most;
    const Failure told = failure(model.system(), property, trace);
    for (const AtomTold& atom : told.witnesses.at(0).atoms)
      if (atom.is_trigger) question.triggers.push_back({atom.atom, atom.step, atom.holds});
    seal = sealed(model.system(), *model.stepper, trace, owing, continuations, model.context);
    near = nearest(question, owing, continuations, model.context);
  }
  std::string text(const std::vector<Change>& changes) const {
    std::string out;
    for (const Change& c : changes)
      out += fmt::format("{}{}@{}{}: {} to {}", out.empty() ? "" : ", ",
                         model.pool.name_of(model.system().variables[c.place.variable].variable), c.place.step,
                         c.place.closing ? "'" : "", c.from.to_string(), c.to.to_string());
    return out;
  }

  SmallModel& model;
  const Trace& trace;
  Expr formula;
  Owing owing;
  Continuations continuations{owing, model.context, 1000};
  NearestQuestion question;
  Sealed seal;
  Nearest near;
};

}  // namespace whynot::analyse::why
