// The loop: a counterexample in no class yet, the smallest first; its facts; a minimal class; again.
#pragma once
#include <memory>

#include "analyse/classify/classify.h"
#include "analyse/classify/minimise.h"
#include "analyse/classify/occurrence.h"
#include "analyse/classify/runs.h"

namespace whynot::classify {

class Classifier {
 public:
  // All must outlive this.
  Classifier(const Question&, const Stepper&, const Options&, Vocabulary&, Context&);

  Classes run();

 private:
  struct Known {
    Class found;
    Lit member = Aig::constant(false);  // "the run is in this class", among violating runs
  };
  enum class Next { Found, None, Halted };

  void require_anchor();
  bool find_classes();
  Next find(std::size_t size, const std::vector<Lit>& also, std::size_t except, Trace&);
  bool treat(const Trace&, std::size_t size);
  Minimal minimal_class(const Trace&, std::size_t positions);
  std::vector<Fact> anchored_in(const std::vector<Fact>&) const;
  std::optional<TraceClass> more_general(TraceClass, TraceClass);
  bool none_in(Lit in, Lit not_in, bool& none);
  bool add(TraceClass, const Trace&, bool explained);
  void report_insufficiency(const Trace&, Insufficiency);
  bool remove_redundant();
  bool show_traces();
  std::optional<Trace> smallest(const std::vector<Lit>& also, std::size_t except, std::size_t& size);
  bool is_decorated(TraceClass);
  void confirm(const Trace&, Polarity) const;
  bool passes(const Trace&) const;
  bool halt(std::string reason);

  Question question_;
  const Stepper& stepper_;
  const Options& options_;
  Vocabulary& vocabulary_;
  Context& context_;
  RunBits bits_;
  std::unique_ptr<Runs> violating_, passing_;
  Minimiser minimiser_;
  Occurrence occurrence_;
  std::vector<Known> known_;
  std::size_t smallest_size_ = 0;  // no counterexample is smaller
  Classes result_;
};

}  // namespace whynot::classify
