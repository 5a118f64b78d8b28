// The members of a chain before the place where it changes; put back in front of its new rest.
#pragma once
#include <array>
#include <vector>

#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

class Prefix {
 public:
  void push(Word w) {
    if (size_ < few_.size())
      few_[size_] = w;
    else
      many_.push_back(w);
    ++size_;
  }
  Word onto(Cells& cells, Word rest) const {
    for (std::size_t i = size_; i-- > 0;) rest = cells.intern(at(i), rest);
    return rest;
  }
  Opened onto(Cells& cells, Opened rest) const {
    if (size_ == 0) return rest;
    Word closed = cells.close(rest);
    for (std::size_t i = size_; i-- > 1;) closed = cells.intern(at(i), closed);
    return {at(0), closed};
  }

 private:
  Word at(std::size_t i) const { return i < few_.size() ? few_[i] : many_[i - few_.size()]; }

  std::array<Word, 32> few_;
  std::vector<Word> many_;
  std::size_t size_ = 0;
};

}  // namespace whynot::engine::ots
