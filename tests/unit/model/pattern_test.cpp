// Regular expressions against two matchers that backtrack: a naive one over the expression's tree, and for the groups
// std::regex in the mode that we do not use.
#include "model/pds/pattern.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <regex>

#include "base/random.h"

namespace whynot {
namespace {

std::optional<Pattern> compiled(const std::string& text) {
  std::string error;
  return Pattern::compile(text, error);
}

struct Tree;
using Part = std::shared_ptr<const Tree>;
struct Tree {
  enum class Kind { Letter, Dot, Class, Start, End, Sequence, Choice, Repeat, Group } kind;
  std::string text;  // the letter, the class
  std::vector<Part> parts;
  std::size_t least = 0, most = 0;
  bool lazy = false;
};

using Then = std::function<bool(std::size_t)>;

bool match(const Tree& tree, const std::string& text, std::size_t at, const Then& then);

bool match_repeat(const Tree& tree, const std::string& text, std::size_t at, std::size_t done, const Then& then) {
  if (done >= tree.least && then(at)) return true;
  if (done >= tree.most) return false;
  return match(*tree.parts[0], text, at, [&](std::size_t next) {
    return (next > at || done < tree.least) && match_repeat(tree, text, next, done + 1, then);
  });
}

bool match_sequence(const Tree& tree, const std::string& text, std::size_t at, std::size_t part, const Then& then) {
  if (part == tree.parts.size()) return then(at);
  return match(*tree.parts[part], text, at,
               [&](std::size_t next) { return match_sequence(tree, text, next, part + 1, then); });
}

bool match(const Tree& tree, const std::string& text, std::size_t at, const Then& then) {
  const auto one = [&](bool fits) { return at < text.size() && fits && then(at + 1); };
  switch (tree.kind) {
    case Tree::Kind::Letter: return at < text.size() && one(text[at] == tree.text[0]);
    case Tree::Kind::Dot: return at < text.size() && one(text[at] != '\n');
    case Tree::Kind::Class: return at < text.size() && one(tree.text.find(text[at]) != tree.text.npos);
    case Tree::Kind::Start: return at == 0 && then(at);
    case Tree::Kind::End: return at == text.size() && then(at);
    case Tree::Kind::Sequence: return match_sequence(tree, text, at, 0, then);
    case Tree::Kind::Choice: return match(*tree.parts[0], text, at, then) || match(*tree.parts[1], text, at, then);
    case Tree::Kind::Repeat: return match_repeat(tree, text, at, 0, then);
    case Tree::Kind::Group: return match(*tree.parts[0], text, at, then);
  }
  return false;
}

bool found(const Tree& tree, const std::string& text) {
  for (std::size_t start = 0; start <= text.size(); ++start)
    if (match(tree, text, start, [](std::size_t) { return true; })) return true;
  return false;
}

std::string written(const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::Letter: return tree.text;
    case Tree::Kind::Dot: return ".";
    case Tree::Kind::Class: return "[" + tree.text + "]";
    case Tree::Kind::Start: return "^";
    case Tree::Kind::End: return "$";
    case Tree::Kind::Sequence: {
      std::string out;
      for (const Part& part : tree.parts) out += written(*part);
      return out;
    }
    case Tree::Kind::Choice: return fmt::format("(?:{}|{})", written(*tree.parts[0]), written(*tree.parts[1]));
    case Tree::Kind::Repeat:
      return fmt::format("(?:{}){{{},{}}}{}", written(*tree.parts[0]), tree.least, tree.most, tree.lazy ? "?" : "");
    case Tree::Kind::Group: return fmt::format("({})", written(*tree.parts[0]));
  }
  return "";
}

// Groups stand outside of repetitions: what is left in a group by an earlier round is another question.
Part random_tree(Random& random, std::size_t depth, bool repeated) {
  auto tree = std::make_shared<Tree>();
  const auto part = [&](bool again = false) { return random_tree(random, depth - 1, repeated || again); };
  const std::size_t kind = depth == 0 ? random.below(45) : random.below(100);
  if (kind < 25) {
    *tree = {Tree::Kind::Letter, std::string(1, "ab"[random.below(2)]), {}};
  } else if (kind < 35) {
    tree->kind = Tree::Kind::Dot;
  } else if (kind < 41) {
    *tree = {Tree::Kind::Class, random.chance(50) ? "ac" : "bc", {}};
  } else if (kind < 45) {
    tree->kind = random.chance(50) ? Tree::Kind::Start : Tree::Kind::End;
  } else if (kind < 65) {
    *tree = {Tree::Kind::Sequence, "", {part(), part()}};
  } else if (kind < 77) {
    *tree = {Tree::Kind::Choice, "", {part(), part()}};
  } else if (kind < 90 || repeated) {
    const std::size_t least = random.below(2);
    *tree = {Tree::Kind::Repeat, "", {part(true)}, least, least + random.below(3), random.chance(30)};
  } else {
    *tree = {Tree::Kind::Group, "", {part()}};
  }
  return tree;
}

TEST(Pattern, AgreesWithMatchersThatBacktrack) {
  Random random(3);
  std::size_t matched = 0, grouped = 0;
  for (int i = 0; i < 1500; ++i) {
    const Part tree = random_tree(random, 4, false);
    const std::string text = written(*tree);
    if (text.size() > 300) continue;
    const auto pattern = compiled(text);
    ASSERT_TRUE(pattern) << text;
    const std::regex other(text);
    for (int k = 0; k < 6; ++k) {
      std::string in;
      for (std::size_t n = random.below(8); n-- > 0;) in += "abc"[random.below(3)];
      ASSERT_EQ(pattern->found_in(in), found(*tree, in)) << text << " in " << in;
      std::smatch groups;
      const bool is_there = std::regex_search(in, groups, other);
      ASSERT_EQ(pattern->found_in(in), is_there) << text << " in " << in;
      if (!is_there) continue;
      ++matched;
      const auto found_groups = pattern->groups_in(in);
      ASSERT_EQ(found_groups->size(), groups.size() - 1);
      for (std::size_t g = 1; g < groups.size(); ++g, ++grouped)
        ASSERT_EQ((*found_groups)[g - 1], groups[g].str()) << text << " in " << in << ", group " << g;
    }
  }
  EXPECT_GE(matched, 2000u);
  EXPECT_GE(grouped, 500u);
}

TEST(Pattern, IsWhatItIsByItself) {
  for (const char* text : {"a)(b", "a(", "[", "a\\", "*", "a{2,1}", "(?:", "\\"}) EXPECT_FALSE(compiled(text)) << text;
  EXPECT_FALSE(compiled(std::string(401, 'a')));
  EXPECT_TRUE(compiled("a|b")->found_in("xb"));
  EXPECT_FALSE(compiled("^a|b$")->found_in("ba "));
  EXPECT_TRUE(compiled("")->found_in(""));
  EXPECT_TRUE(compiled("^$")->found_in(""));
  EXPECT_FALSE(compiled("^b")->found_in("a\nb"));
  EXPECT_TRUE(compiled("ß$")->found_in("Stra\nß"));
  EXPECT_TRUE(compiled("a(?=b)")->found_in("aab"));
  EXPECT_FALSE(compiled("a(?=b)")->found_in("aac"));
  EXPECT_TRUE(compiled("\\bfile\\b")->found_in("a file!"));
  EXPECT_EQ(compiled("read_(.*?)_(.*)")->groups_in("xread_a_b_c"), (std::vector<std::string>{"a", "b_c"}));
  EXPECT_EQ(compiled("(a|ab)(c)?")->groups_in("xabc"), (std::vector<std::string>{"a", ""}));
}

TEST(Pattern, LongTextsTakeLinearTime) {
  const std::string text(50'000, 'a');
  const auto begin = std::chrono::steady_clock::now();
  for (const char* pattern : {"a.*b", "(a|b)*c$", "(.*?)b", "((a*)*)*b", "a+a+a+b", "[0-9]+$"})
    EXPECT_FALSE(compiled(pattern)->found_in(text)) << pattern;
  EXPECT_EQ(compiled("a(.*)a")->groups_in(text)->at(0).size(), text.size() - 2);
  // Minutes if each character of the text were a start of its own.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace whynot
