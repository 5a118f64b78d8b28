// States as bytes.  Numbers of cells and terms mean nothing elsewhere, so a state is spelled as its values in canonical
// order; terms as numbers of a list that writer and reader share, which grows by those that a state is the first to
// need.  By the same list, equal states are equal bytes.
//
// The collection that stands opened beside a state's root comes last; what comes before it is the same for many states,
// and is spelled, or read, once for all that follow each other closely.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ots/program.h"
#include "engine/ots/store/packing.h"
#include "engine/ots/store/store.h"

namespace whynot::engine::ots::parts {

// Seven bits a byte, the lowest first.
void write_number(std::string& into, std::uint64_t);
std::uint64_t read_number(std::string_view, std::size_t& at);  // REQUIRES one

class Speller {
 public:
  Speller(Store&, const Program&, const Packing&);

  void append(std::string& to, Root);
  // Parts of a state: all but its opened collection, which there must be; and a value in it.
  void append_rest(std::string& to, Root root) { to += rest_of(root); }
  void append(std::string& to, whynot::ots::SortId sort, Word value) { write(to, sort, value); }
  // The list, spelled: arguments stand before the terms that have them.
  const std::string& terms() const { return terms_; }
  // Goes on with the list of another, whose terms these are.  REQUIRES that nothing is spelled yet.
  void adopt(const std::string& terms, const std::vector<Word>& words);

 private:
  struct Known {
    Word rest = undefined_word;
    std::string spelled;
  };
  const std::string& rest_of(Root);
  void write(std::string& into, whynot::ots::SortId, Word);
  void write_opened(std::string& into, whynot::ots::SortId, Opened);
  void write_chain(std::string& into, const whynot::ots::Sort&, Opened);
  void write_map(std::string& into, const whynot::ots::Sort&, Opened);
  std::uint32_t place_of(Word term);

  Store& store_;
  const Program& program_;
  const Packing& packing_;
  std::string terms_;
  std::vector<std::uint32_t> places_;  // by term: its place on the list plus one; 0: not on it
  std::uint32_t count_ = 0;
  std::vector<Known> rests_;  // by a hash of the word
  std::vector<Word> state_;
};

class Spelled {  // what reads one writer's states
 public:
  Spelled(Store&, const Program&, const Packing&);

  // The next terms of the list, from `at`; throws TableFull, after which the rest is to be learnt again.
  void learn(std::string_view terms, std::size_t& at);
  const std::vector<Word>& words() const { return words_; }
  // The state at `at`; throws TableFull and then stays there.
  Root next(std::string_view bytes, std::size_t& at);

 private:
  struct Known {
    std::string spelled;
    Word rest = undefined_word;
  };
  std::uint64_t number() { return read_number(bytes_, at_); }
  Word word(whynot::ots::SortId);
  Opened opened(whynot::ots::SortId);
  Opened chain(whynot::ots::SortId element);
  Opened map(const whynot::ots::Sort&);
  Word rest();
  Word chained(std::size_t from);
  Word chained_like_last();

  Store& store_;
  const Program& program_;
  const Packing& packing_;
  std::vector<Word> words_;  // of the list
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool in_opened_ = false;
  std::vector<Word> items_, cells_;  // items_: of the collections that are being read, one upon the other
  std::vector<Known> rests_;         // by a hash of the bytes
  struct Link {
    Word item, chain;  // that begins with it
  };
  // The opened collection that was read last, without its first member, from its end.  The states of a letter often
  // have the same end.
  std::vector<Link> last_;
};

}  // namespace whynot::engine::ots::parts
