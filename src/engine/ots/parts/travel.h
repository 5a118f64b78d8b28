// States on their way from one store to another: whose they are, and the letters in which they are sent.  A letter has
// the terms that are new to its receiver, then states.
//
// Most successors add one element to the opened collection, and most of those are somebody else's.  They are never made
// here: whose they are is told by a sum over the elements, and they are spelled as their parent is, with one element
// more.  So this store has no cells of states that are not its own.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ots/parts/spelling.h"

namespace whynot::engine::ots::parts {

class Travel {
 public:
  Travel(Store&, const Program&, const Packing&, unsigned rank, unsigned ranks);

  // Whose state it is: the same in every process, and independent of where tables put it.
  unsigned owner_of(Root);

  // Writes a state into the letter to a rank.
  void add(Root root, unsigned to) { speller_.append(out_[to].states, root); }
  // The letter, which begins anew.
  std::string take_letter(unsigned to);
  Speller& speller() { return speller_; }

  // The state whose successors come next, unpacked.
  void open(std::span<const Word> state);
  // Writes a successor to its owner; false: it is ours.
  bool send(Root);
  // Where the opened collection is a bag or a set: the same for the one with this rest and this element more (or none),
  // which is made only if it is ours.
  bool adds_unmade() const { return adds_to_bag_or_set_; }
  bool send_unmade(Word rest, Word element);
  // What was sent since the last `open` is taken back.
  void take_back();
  std::uint64_t take_count() { return std::exchange(sent_, 0); }  // how many were sent

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
  // The opened collection of the state whose successors are sent.
  struct Parent {
    Word collection = nil;
    bool is_spelled = false;
    std::uint64_t sum = 0;
    std::vector<Word> items;
    std::string spelled;
    std::vector<std::size_t> ends;  // of the items in it
  };
  void spell_parent();
  std::size_t place_in_parent(Word element) const;  // where it stands or would stand
  unsigned owner_by(std::uint64_t hash) const;
  std::uint64_t hash_of_rest(Root);
  std::uint64_t hash_of_opened(whynot::ots::SortId, Opened);
  std::uint64_t sum_of(whynot::ots::SortId element, Word chain);

  unsigned rank_;
  Store& store_;
  const Program& program_;
  const Packing& packing_;
  Speller speller_;
  std::vector<Out> out_;     // by receiver
  std::vector<Spelled> in_;  // by sender
  std::vector<Summed> rests_, sums_;
  std::vector<Summed> walked_;  // the beginning of a chain
  std::vector<Word> state_;
  bool adds_to_bag_or_set_ = false;
  whynot::ots::SortId element_ = 0;  // of the opened bag or set
  bool is_set_ = false;
  Parent parent_;
  std::vector<std::size_t> before_;  // by receiver: the size of the letter at the last `open`
  std::uint64_t sent_ = 0, sent_before_ = 0;
};

}  // namespace whynot::engine::ots::parts
