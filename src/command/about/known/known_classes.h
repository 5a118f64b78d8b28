// Classes that are known from before: a report of `whynot classify` in JSON, a file of predicates, or a class as text.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "command/about/classes/classes.h"

namespace whynot::command {

struct KnownClass {
  std::string text;  // for the reader
  whynot::Predicate predicate;
  // How many counterexamples it had, over which runs; where that was told.
  std::optional<Integer> count = {};
  std::string mode = {};
  std::size_t bound = 0;
};

// Those of the property that a file or a text (`exists i: x@i = 1`) tells; nothing after errors.
std::optional<std::vector<KnownClass>> read_known(const ClassesOf&, const std::string& file_or_text,
                                                  const std::string& property);
std::vector<whynot::Predicate> predicates_of(const std::vector<KnownClass>&);

// Says in the answer which classes are new, grown or gone since --baseline; only new ones are a violation then.
void add_baseline(const ClassesOf&, const Property&, const analyse::classify::Options&, analyse::classify::Outcome&,
                  Answer&);

}  // namespace whynot::command
