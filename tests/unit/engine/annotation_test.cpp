// Annotations of the B-graph against brute force: the words of the regular expression, read by a matcher of our own,
// and the rests of the stacks that a search over whole configurations finds.
#include <gtest/gtest.h>

#include <deque>

#include "engine/pushdown/rule_graph.h"
#include "support/pushdown_oracle.h"

namespace whynot::engine::pushdown {
namespace {

using oracle::Configuration;
using oracle::Oracle;
using oracle::Word;

constexpr std::size_t word_length = 3, highest_rest = 11;

// `s3* (m1 | ε)` by recursive descent: the ends of all matches from a place of the word on.
class Matcher {
 public:
  Matcher(std::string text, const std::vector<std::string>& symbols) : text_(std::move(text)), symbols_(symbols) {}

  bool matches(const Word& word) {
    word_ = word;
    at_ = 0;
    const std::set<std::size_t> ends = alternatives({0});
    EXPECT_EQ(at_, text_.size()) << text_;
    return ends.contains(word.size());
  }

 private:
  using Places = std::set<std::size_t>;

  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(const std::string& token) {
    skip_space();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  Places alternatives(const Places& from) {
    Places ends = sequence(from);
    while (accept("|")) ends.merge(sequence(from));
    return ends;
  }
  Places sequence(Places from) {
    for (skip_space(); at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')'; skip_space()) from = starred(from);
    return from;
  }
  Places starred(const Places& from) {
    const std::size_t begin = at_;
    Places ends = item(from);
    if (at_ >= text_.size() || text_[at_] != '*') return ends;
    const std::size_t behind = at_ + 1;
    Places all = from;
    for (std::size_t before = 0; before != all.size();) {
      before = all.size();
      at_ = begin;
      all.merge(item(all));
    }
    at_ = behind;
    return all;
  }
  Places item(const Places& from) {
    if (accept("(")) {
      Places ends = alternatives(from);
      EXPECT_TRUE(accept(")")) << text_;
      return ends;
    }
    if (accept("ε")) return from;
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    Places ends;
    for (std::size_t place : from)
      if (place < word_.size() && symbols_[word_[place]] == text_.substr(begin, at_ - begin)) ends.insert(place + 1);
    return ends;
  }

  std::string text_;
  const std::vector<std::string>& symbols_;
  Word word_;
  std::size_t at_ = 0;
};

// All configurations with stacks within the bound; nothing if they are too many.
std::optional<std::set<Configuration>> all_configurations(const Oracle& oracle) {
  std::set<Configuration> seen;
  std::deque<Configuration> open;
  for (const PdsConfiguration& start : oracle.pds.initial)
    for (std::uint32_t c : oracle.initial_controls) open.push_back({c, start.stack});
  while (!open.empty()) {
    const Configuration at = std::move(open.front());
    open.pop_front();
    if (at.stack.size() > highest_rest || !seen.insert(at).second) continue;
    if (seen.size() > 20'000) return std::nullopt;
    if (at.stack.empty() || oracle.final[at.control]) continue;
    for (const Oracle::Rule& r : oracle.rules) {
      if (r.from != at.control || r.symbol != at.stack[0]) continue;
      Configuration to{r.to, r.push};
      to.stack.insert(to.stack.end(), at.stack.begin() + 1, at.stack.end());
      open.push_back(std::move(to));
    }
  }
  return seen;
}

std::vector<Word> all_words(std::size_t symbols) {
  std::vector<Word> words{{}};
  for (std::size_t i = 0; i < words.size() && words[i].size() < word_length; ++i)
    for (std::uint32_t s = 0; s < symbols; ++s) {
      Word longer = words[i];
      longer.push_back(s);
      words.push_back(std::move(longer));
    }
  return words;
}

TEST(PushdownAnnotation, IsTheLanguageOfTheRests) {
  Random random(3);
  std::size_t heads = 0, starred = 0;
  for (int i = 0; i < 80; ++i) {
    const oracle::Problem problem = oracle::random_problem(random);
    Oracle oracle(problem, false);
    const auto known = all_configurations(oracle);
    if (!known) continue;
    Context context;
    Product product(problem.pds, problem.efsa);
    Tabulation tabulation(product, false);
    tabulation.add_starts();
    ASSERT_TRUE(tabulation.run(context));
    const std::vector<Word> words = all_words(problem.pds.symbols.size());
    for (Head h = 0; h < product.heads(); ++h) {
      if (!tabulation.reached(h) || product.symbol_of(h) == product.bottom()) continue;
      const auto text = annotation(product, tabulation, h);
      ASSERT_TRUE(text);
      ++heads;
      starred += text->find('*') != std::string::npos;
      Matcher matcher(*text, problem.pds.symbols);
      const std::uint32_t control = oracle.control(product.efsa_location(product.control_of(h)));
      for (const Word& word : words) {
        Configuration whole{control, {product.symbol_of(h)}};
        whole.stack.insert(whole.stack.end(), word.begin(), word.end());
        ASSERT_EQ(matcher.matches(word), known->contains(whole)) << i << ": " << *text;
      }
    }
  }
  EXPECT_GE(heads, 200u);
  EXPECT_GE(starred, 25u);
}

}  // namespace
}  // namespace whynot::engine::pushdown
