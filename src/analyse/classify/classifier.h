// The loop: a counterexample in no class yet, the smallest first; its facts; a minimal class; again.
#pragma once

#include "analyse/classify/classify.h"
#include "analyse/classify/minimise.h"
#include "analyse/classify/orbit/orbit.h"
#include "analyse/classify/space.h"

namespace whynot::analyse::classify {

class Classifier {
 public:
  // All must outlive this.
  Classifier(Space&, const Options&, Vocabulary&, Context&);

  // Classes of a smaller bound.  Those that are still sufficient need not be found again: fewer facts would not do
  // then, and do not now.
  void lift(const std::vector<Class>&);
  Classes run();

 private:
  using ClassId = ViolatingRuns::ClassId;
  struct Known {
    Class found;
    ClassId id = 0;  // among violating runs
  };

  void require_anchor();
  bool find_classes();
  std::vector<ClassId> all_but(std::size_t except) const;
  bool halt_if_stopped(Answer);
  bool treat(const Trace&, std::size_t size);
  Minimal minimal_class(const Trace&, std::size_t positions);
  Minimal minimal_of(const std::vector<Fact>&, std::size_t positions);
  Minimal without_one_of_last(const std::vector<Fact>&, std::size_t positions);
  std::optional<TraceClass> by_last_step(std::vector<Fact> facts, std::size_t positions);
  Minimal cheapest(const std::vector<Fact>&, std::size_t positions, const std::vector<Fact>& anchored,
                   TraceClass first);
  std::optional<TraceClass> with_end(const std::vector<Fact>&, std::size_t positions);
  std::optional<TraceClass> cheapest_of_changes(std::vector<Fact>, std::size_t positions,
                                                const std::vector<Fact>& anchored);
  std::vector<Fact> anchored_in(const std::vector<Fact>&) const;
  std::optional<TraceClass> more_general(TraceClass, TraceClass);
  bool add(TraceClass, const Trace&, bool explained);
  bool add_images(const TraceClass&);
  Answer is_minimal(const TraceClass&);  // Sat: it is
  void report_insufficiency(const Trace&, Insufficiency);
  bool remove_redundant();
  bool show_traces();
  std::optional<Trace> smallest(ClassId in, const std::vector<ClassId>& outside, std::size_t& size);
  bool is_decorated(TraceClass);
  bool certify_minimal(const TraceClass&);
  bool halt(std::string reason);

  Space& space_;
  ViolatingRuns& violating_;
  const Options& options_;
  Vocabulary& vocabulary_;
  Context& context_;
  Minimiser minimiser_;
  Alike alike_;
  std::vector<Known> known_;
  std::size_t smallest_size_ = 0;  // no counterexample is smaller
  Classes result_;
};

}  // namespace whynot::analyse::classify
