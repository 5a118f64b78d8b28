// The data of a specification as CafeOBJ equations: constructors are free, sets and bags are known by their members,
// lists have heads and tails, functions are their bodies.
#pragma once
#include "encode/ots/cafeobj_terms.h"

namespace whynot::encode::ots {

class CafeData : protected CafeTerms {
 protected:
  using CafeTerms::CafeTerms;

  void write_sorts();
  void write_functions();

 private:
  void numbers();
  void loose(const whynot::ots::Sort&);
  std::string fields(std::uint32_t constructor, char letter) const;
  void free_sort(SortId);
  void parts(std::uint32_t constructor, const std::string& x);
  void collection(SortId);
  void counts(SortId);
  void map(SortId);
  void list(SortId);
  void recursive_function(std::size_t function, std::size_t parameter);
  void conditional_argument(std::size_t function, std::size_t parameter, Term condition, Term yes, Term no);
  std::string call_with(std::size_t function, std::size_t parameter, const std::string& argument) const;
  void unfolding(std::size_t function, std::size_t parameter, Term pattern);
};

}  // namespace whynot::encode::ots
