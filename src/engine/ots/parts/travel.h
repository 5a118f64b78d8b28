// States on their way from one store to another.  Numbers of cells and terms mean nothing elsewhere, so a state travels
// as its values in canonical order; terms as numbers of a list that sender and receiver share, which grows by those
// that a state is the first to need.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ots/packing.h"
#include "engine/ots/program.h"
#include "engine/ots/store.h"

namespace whynot::engine::ots::parts {

class Travel {
 public:
  Travel(Store&, const Program&, const Packing&, unsigned ranks);

  // Whose state it is: the same in every process, and independent of where tables put it.
  unsigned owner_of(Root);

  // Writes a state into the letter to a rank.
  void add(Root, unsigned to);
  std::size_t size_of_letter(unsigned to) const { return out_[to].states.size(); }
  // The letter, which begins anew.
  std::string take_letter(unsigned to);

  // The states of a letter, in the order in which they were written; an Arrivals is used up before the next letter of
  // the same rank is opened.
  class Arrivals {
   public:
    Arrivals(Travel& travel, std::string_view letter, unsigned from);
    bool more() const { return at_ < letter_.size(); }
    Root next();  // throws TableFull, after which the same state is next

   private:
    friend class Travel;
    std::uint64_t number();
    Word word(whynot::ots::SortId);
    Word chain(whynot::ots::SortId element);
    void read_terms(std::size_t end);

    Travel& travel_;
    std::string_view letter_;
    std::size_t at_ = 0;
    std::vector<Word>& known_;
    std::vector<Word> cells_;
  };

 private:
  struct Out {
    std::string terms, states;
    std::vector<std::uint32_t> sent;  // by term: its place on the list plus one; 0: not on it
    std::uint32_t count = 0;
  };
  void write(std::string& into, Out&, whynot::ots::SortId, Word);
  void write_chain(std::string& into, Out&, const whynot::ots::Sort&, Opened);
  void write_map(std::string& into, Out&, const whynot::ots::Sort&, Opened);
  std::uint32_t place_of(Out&, Word term);
  std::uint64_t hash_of_opened(whynot::ots::SortId, Opened) const;

  Store& store_;
  const Program& program_;
  const Packing& packing_;
  std::vector<Out> out_;                  // by receiver
  std::vector<std::vector<Word>> known_;  // by sender: the terms on its list
  std::vector<Word> state_;
};

}  // namespace whynot::engine::ots::parts
