// Sampled states as small numbers, with formulas evaluated on them quickly.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analyse/falsify/samples/candidates.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

class SampledStates {
 public:
  // The specification must outlive it.
  SampledStates(const whynot::ots::Ots&, const Samples&);

  bool readable() const { return readable_; }  // else some observer shows values that are not numbered
  std::size_t size() const { return states_.size(); }
  std::size_t values(whynot::ots::SortId s) const { return domains_[s].size(); }

  // Variables keep their values until they are bound again.
  void bind(whynot::ots::VarId v, std::uint8_t value) const;
  // The number of the value; of a formula 1 where it is true.
  std::uint8_t evaluate(whynot::ots::Term, std::size_t state) const;

 private:
  struct Place {
    std::size_t begin = 0;
    std::vector<std::size_t> sizes;
  };
  bool quantified(whynot::ots::Term, std::size_t at, std::size_t state) const;

  const whynot::ots::Ots& ots_;
  bool readable_ = true;
  std::vector<std::vector<Value>> domains_;                    // by sort
  std::unordered_map<std::uint32_t, std::uint8_t> constants_;  // by the term's id
  std::vector<Place> places_;                                  // by observer
  std::vector<std::vector<std::uint8_t>> states_;
  mutable std::vector<std::uint8_t> bound_;  // by variable
};

}  // namespace whynot::analyse::falsify
