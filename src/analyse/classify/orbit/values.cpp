// Two classes are alike when some renaming of values makes the facts of one those of the other, word by word: a value
// stands in a fact (`arg1@i = a`) as well as in the name of an observer (`pc(a)@i = cs`).
#include "analyse/classify/orbit/values.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "analyse/classify/wording.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_renamed = 4;  // values of one kind in a class
using Names = std::vector<std::string>;

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\''; }

// Calls `word` for each word of the text and `between` for each other character.
template <class Word, class Between>
void for_each_word(const std::string& text, const Word& word, const Between& between) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end == i)
      between(text[i++]);
    else
      word(text.substr(i, end - i));
    i = std::max(i, end);
  }
}

Names texts_of(const Vocabulary& vocabulary, const TraceClass& c) {
  Names texts;
  for (const Fact& f : c.facts) texts.push_back(fact_text(vocabulary, f).text);
  return texts;
}

// The names of one kind that the facts mention, in the order in which they do.
Names mentioned(const Names& texts, const Names& kind) {
  Names found;
  for (const std::string& text : texts)
    for_each_word(
        text,
        [&](const std::string& w) {
          const bool is_name = std::find(kind.begin(), kind.end(), w) != kind.end();
          if (is_name && std::find(found.begin(), found.end(), w) == found.end()) found.push_back(w);
        },
        [](char) {});
  return found;
}

Names renamed(const Names& texts, const std::map<std::string, std::string>& names) {
  Names made;
  for (const std::string& text : texts) {
    std::string other;
    for_each_word(
        text, [&](const std::string& w) { other += names.contains(w) ? names.at(w) : w; }, [&](char c) { other += c; });
    made.push_back(std::move(other));
  }
  std::sort(made.begin(), made.end());
  return made;
}

class Renaming {
 public:
  Renaming(Names from, Names to, const std::vector<Names>& alike)
      : from_(std::move(from)), to_(std::move(to)), alike_(alike) {
    std::sort(to_.begin(), to_.end());
  }

  // The names that those of the first class become; nothing when the classes are not alike.
  std::optional<Names> find() { return from_.size() == to_.size() ? find(0) : std::nullopt; }

 private:
  std::optional<Names> find(std::size_t kind) {
    if (kind == alike_.size()) return renamed(from_, names_) == to_ ? std::optional(targets_) : std::nullopt;
    const Names here = mentioned(from_, alike_[kind]);
    Names there = mentioned(to_, alike_[kind]);
    if (here.size() != there.size() || here.size() > most_renamed) return std::nullopt;
    std::sort(there.begin(), there.end());
    do {
      for (std::size_t i = 0; i < here.size(); ++i) names_[here[i]] = there[i];
      targets_.insert(targets_.end(), there.begin(), there.end());
      if (auto found = find(kind + 1)) return found;
      targets_.resize(targets_.size() - there.size());
    } while (std::next_permutation(there.begin(), there.end()));
    return std::nullopt;
  }

  Names from_, to_;
  const std::vector<Names>& alike_;
  std::map<std::string, std::string> names_;
  Names targets_;
};

}  // namespace

void merge_by_values(const Vocabulary& vocabulary, const std::vector<Names>& alike, Classes& classes) {
  std::vector<Class>& all = classes.classes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].explained || !all[i].below.empty()) continue;
    const Names texts = texts_of(vocabulary, all[i].constraint);
    for (std::size_t j = i + 1; j < all.size();) {
      const bool may_be = all[j].flags == all[i].flags && all[j].unbounded == all[i].unbounded &&
                          all[j].constraint.positions == all[i].constraint.positions;
      const auto names = may_be ? Renaming(texts, texts_of(vocabulary, all[j].constraint), alike).find() : std::nullopt;
      if (!names || names->empty()) {
        ++j;
        continue;
      }
      all[i].images.push_back(all[j].constraint);
      all[i].image_names.push_back(*names);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
    }
    if (all[i].images.empty()) continue;
    for (const Names& kind : alike)
      for (const std::string& name : mentioned(texts, kind)) all[i].names.push_back(name);
  }
}

}  // namespace whynot::analyse::classify
