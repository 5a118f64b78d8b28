// Whether a run that has come to a moment can still pass: the engines are asked for a fair run from there that does
// what is owed.  Their "no" is a proof that every run from there fails.
#pragma once
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analyse/why/contrast/owed.h"
#include "base/context.h"
#include "model/property.h"

namespace whynot::analyse::why {

enum class Hope { Passes, Fails, Unknown };

struct Outlook {
  Hope hope = Hope::Unknown;
  Trace run = {};  // that passes, from the moment's state, over the model's own columns once it is whole
  // The system whose variables are not all in the run yet; null for a run that is whole.
  std::shared_ptr<const TransitionSystem> of = nullptr;
};

class Continuations {
 public:
  // At most so many questions; after that all is Unknown.
  // Each may take so many turns of the engines; the work of a turn is four times that of the one before.
  Continuations(Owing& owing, Context& context, std::size_t questions, std::size_t rounds = 4)
      : owing_(owing), context_(context), questions_(questions), rounds_(rounds) {}

  Outlook& from(const Moment&);
  // From the initial states that have these values; `kept` tells for each column whether it is fixed.
  Outlook from_start(const State&, const std::vector<bool>& kept);
  // Whether there is a run that can be shown: gives values to what it leaves open.
  bool has_run(Outlook&);
  std::size_t left() const { return questions_; }

 private:
  Outlook ask(std::shared_ptr<const TransitionSystem>, Expr owed);

  Owing& owing_;
  Context& context_;
  std::size_t questions_, rounds_;
  std::deque<std::pair<Moment, Outlook>> known_;               // which stay where they are
  std::unordered_multimap<std::uint64_t, std::size_t> index_;  // by a hash of the moment
};

}  // namespace whynot::analyse::why
