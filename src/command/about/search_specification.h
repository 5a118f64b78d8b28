// What a search of the states within a scope says of all invariants at once: of `search`, and where `check` begins.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/fabric.h"
#include "command/about/shared_search.h"
#include "command/about/specification.h"
#include "engine/ots/search.h"

namespace whynot::command {

std::string_view outcome_word(const Verdict&);

class SearchSpecification : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  // What the words of shared and kept searches are worth is seen before anything is done.
  std::optional<UsageError> prepare(std::span<const Property>);

  bool speaks() const override { return !shared_.with_world() || world_fabric()->rank() == 0; }
  bool treats_at_once() const override { return true; }
  Answer treat(const Property&) override { return {}; }  // all at once
  // A violation is told when it is found: the search may go on for long because of the others.
  void treat_all(std::span<const Property>, Hearer&) override;

 protected:
  // Nobody said how far, and there may be no end …
  bool is_open_ended(const engine::ots::SearchOptions&);
  // … then so many states are looked at, the same on every machine; nothing: as many as there is memory for.
  virtual std::optional<std::uint64_t> most_states() const { return std::nullopt; }

  engine::ots::SearchOutcome searched(std::span<const ots::Predicate>, engine::ots::SearchOptions&);
  engine::ots::SearchOptions search_options(bool seeks) const;

 private:
  bool is_finite();
  Context& allowance(engine::ots::SearchOptions&);
  void keep_as_asked(engine::ots::SearchOptions&);
  std::string identity_of(const engine::ots::SearchOptions&);
  engine::ots::SearchOutcome told(engine::ots::SearchOutcome);
  std::vector<Answer> answers_of(std::span<const Property>, std::size_t number, engine::ots::SearchOptions&,
                                 const std::vector<bool>& told);
  std::vector<std::optional<std::string>> doubts_of(std::span<const ots::Predicate>, const engine::ots::SearchOutcome&);

  SharedSearch shared_{arguments()};
  std::vector<std::unique_ptr<Context>> parts_;
};

}  // namespace whynot::command
