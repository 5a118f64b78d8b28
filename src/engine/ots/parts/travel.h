// States on their way from one store to another: whose they are, and the letters in which they are sent.  A letter has
// the terms that are new to its receiver, then states.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ots/parts/spelling.h"

namespace whynot::engine::ots::parts {

class Travel {
 public:
  Travel(Store&, const Program&, const Packing&, unsigned ranks);

  // Whose state it is: the same in every process, and independent of where tables put it.
  unsigned owner_of(Root);

  // Writes a state into the letter to a rank.
  void add(Root root, unsigned to) { speller_.append(out_[to].states, root); }
  std::size_t size_of_letter(unsigned to) const { return out_[to].states.size(); }
  // The letter, which begins anew.
  std::string take_letter(unsigned to);
  Speller& speller() { return speller_; }

  // The states of a letter, in the order in which they were written.  An Arrivals is used up before the next letter of
  // the same rank is opened.
  class Arrivals {
   public:
    Arrivals(Travel& travel, std::string_view letter, unsigned from);
    bool more() const { return at_ < letter_.size(); }
    Root next() { return spelled_.next(letter_, at_); }  // throws TableFull, after which the same state is next

   private:
    std::string_view letter_;
    std::size_t at_ = 0;
    Spelled& spelled_;
  };

 private:
  struct Out {
    std::string states;
    std::size_t told = 0;  // how much of the list of terms the receiver has
  };
  struct Summed {
    Word word = undefined_word;
    std::uint64_t hash = 0;
  };
  std::uint64_t hash_of_rest(Root);
  std::uint64_t hash_of_opened(whynot::ots::SortId, Opened);
  std::uint64_t sum_of(whynot::ots::SortId element, Word chain);

  Store& store_;
  const Program& program_;
  const Packing& packing_;
  Speller speller_;
  std::vector<Out> out_;     // by receiver
  std::vector<Spelled> in_;  // by sender
  std::vector<Summed> rests_, sums_;
  std::vector<Summed> walked_;  // the beginning of a chain
  std::vector<Word> state_;
};

}  // namespace whynot::engine::ots::parts
