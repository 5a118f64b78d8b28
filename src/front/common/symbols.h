// Interned names.  A Symbol is a small number; equal symbols mean equal spellings.  The reserved words of the
// SMV family are interned first, so that a word is told from a name by comparing numbers.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace whynot::front {

using Symbol = std::uint32_t;
constexpr Symbol no_symbol = ~Symbol{0};

class Symbols {
 public:
  Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  Symbol intern(std::string_view);
  // The symbol of a spelling that was met before, or no_symbol.
  Symbol find(std::string_view) const;
  const std::string& text(Symbol s) const { return texts_[s]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Symbol> index_;
};

}  // namespace whynot::front
