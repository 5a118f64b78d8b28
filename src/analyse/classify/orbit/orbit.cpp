// An instance is what variables with a common beginning make, `p1` of `p1.at` and `p1.lit`, or `a[0]`.  Two are alike
// when what follows is the same, type by type; a class is moved by taking each of its variables for the one that
// corresponds.
#include "analyse/classify/orbit/orbit.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "analyse/classify/facts/atoms.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_alike = 8, most_images = 60, most_permuted = 4;

// Where names of instances end within a variable's name, the outermost first.
std::vector<std::size_t> ends_of_instances(const std::string& name) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i < name.size(); ++i)
    if (name[i] == '.' || name[i - 1] == ']') ends.push_back(i);
  if (name.ends_with(']')) ends.push_back(name.size());
  return ends;
}

// What an instance is part of, so that only brothers are alike: `a` of `a.b`, and of `a[2]`.
std::string parent_of(const std::string& name) {
  const std::size_t at = name.find_last_of(name.ends_with(']') ? "[" : ".");
  return (name.ends_with(']') ? "[" : ".") + (at == std::string::npos ? "" : name.substr(0, at));
}

using Member = std::tuple<std::string, Type, VariableKind>;  // the rest of the name

bool same_members(const std::vector<std::pair<Member, Expr>>& a, const std::vector<std::pair<Member, Expr>>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) { return x.first == y.first; });
}

// The text with names taken for others, at the beginnings of words, the longest first.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  const auto is_inside = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    const std::pair<const std::string, std::string>* longest = nullptr;
    for (const auto& entry : names) {
      const bool begins = text.compare(i, entry.first.size(), entry.first) == 0 && (i == 0 || !is_inside(text[i - 1]));
      if (begins && (!longest || entry.first.size() > longest->first.size())) longest = &entry;
    }
    made += longest ? longest->second : std::string(1, text[i]);
    i += longest ? longest->first.size() : 1;
  }
  return made;
}

}  // namespace

Alike::Alike(const TransitionSystem& system) {
  std::map<std::string, std::vector<std::pair<Member, Expr>>> found;
  std::vector<std::string> order;
  for (const VariableDecl& v : system.variables) {
    const std::string& name = system.pool->name_of(v.variable);
    for (const std::size_t end : ends_of_instances(name)) {
      auto& members = found[name.substr(0, end)];
      if (members.empty()) order.push_back(name.substr(0, end));
      members.emplace_back(Member(name.substr(end), v.variable.type(), v.kind), v.variable);
    }
  }
  std::vector<std::size_t> sizes;
  for (const std::string& name : order) {
    const auto is_like = [&](const Instance& other) {
      return parent_of(other.name) == parent_of(name) && same_members(found.at(other.name), found.at(name));
    };
    const auto like = std::find_if(instances_.begin(), instances_.end(), is_like);
    const std::size_t group = like == instances_.end() ? sizes.size() : like->group;
    if (group == sizes.size()) sizes.push_back(0);
    ++sizes[group];
    Instance made{name, {}, group};
    for (const auto& [member, variable] : found.at(name)) made.variables.push_back(variable);
    instances_.push_back(std::move(made));
  }
  std::erase_if(instances_, [&](const Instance& i) { return sizes[i.group] < 2 || sizes[i.group] > most_alike; });
}

const Alike::Instance* Alike::instance_of(Expr variable) const {
  const Instance* outermost = nullptr;
  for (const Instance& i : instances_)
    if (std::find(i.variables.begin(), i.variables.end(), variable) != i.variables.end())
      if (!outermost || i.name.size() < outermost->name.size()) outermost = &i;
  return outermost;
}

std::vector<std::size_t> Alike::instances_in(const TraceClass& c, const Vocabulary& vocabulary) const {
  std::vector<std::size_t> found;
  for (const Fact& f : c.facts) {
    if (f.is_gap()) continue;
    if (f.predicate < vocabulary.given()) return {};
    for (const Expr variable : variables_read(vocabulary.predicate(f.predicate)))
      if (const Instance* i = instance_of(variable)) {
        const auto index = static_cast<std::size_t>(i - instances_.data());
        if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
      }
  }
  return found;
}

std::vector<std::string> Alike::mentioned(const TraceClass& c, const Vocabulary& vocabulary) const {
  std::vector<std::string> names;
  for (const std::size_t i : instances_in(c, vocabulary)) names.push_back(instances_[i].name);
  return names;
}

TraceClass Alike::moved(const TraceClass& c, const std::vector<std::size_t>& from, const std::vector<std::size_t>& to,
                        Vocabulary& vocabulary) const {
  ExprPool& pool = *vocabulary.system().pool;
  std::map<std::string, std::string> names;
  std::unordered_map<Expr, Expr, ExprHash> others;
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t v = 0; v < instances_[from[i]].variables.size(); ++v) {
      const Expr old = instances_[from[i]].variables[v], other = instances_[to[i]].variables[v];
      others.emplace(old, other);
      names.emplace(pool.name_of(old), pool.name_of(other));
    }
  const auto taken = [&](Expr e) { return others.contains(e) ? others.at(e) : e; };
  const auto condition = [&](Expr e) { return e ? substitute(pool, e, taken) : e; };
  TraceClass made = c;
  for (Fact& f : made.facts) {
    if (f.is_gap()) continue;
    Predicate p = vocabulary.predicate(f.predicate);
    p.body = condition(p.body);
    for (Predicate::Span& s : p.spans) s.condition = condition(s.condition);
    if (p.variable) p.variable = taken(p.variable);
    p.text = renamed(p.text, names);
    p.sentence = renamed(p.sentence, names);
    for (std::string& arg : p.args) arg = renamed(arg, names);
    f.predicate = vocabulary.built_in(std::move(p));
  }
  return made;
}

std::vector<Alike::Image> Alike::images(const TraceClass& c, Vocabulary& vocabulary) const {
  const std::vector<std::size_t> from = instances_in(c, vocabulary);
  std::vector<Image> found;
  std::vector<std::size_t> to;
  std::vector<std::size_t> next(1, 0);  // by instance that is placed: the candidate that comes next
  while (!from.empty() && !next.empty() && found.size() < most_images) {
    if (to.size() == from.size()) {
      if (to != from) {
        Image image{moved(c, from, to, vocabulary), {}};
        for (const std::size_t i : to) image.names.push_back(instances_[i].name);
        found.push_back(std::move(image));
      }
      to.pop_back();
      next.pop_back();
      continue;
    }
    std::size_t& candidate = next.back();
    const auto fits = [&](std::size_t i) {
      return instances_[i].group == instances_[from[to.size()]].group && std::find(to.begin(), to.end(), i) == to.end();
    };
    while (candidate < instances_.size() && !fits(candidate)) ++candidate;
    if (candidate == instances_.size()) {
      if (!to.empty()) to.pop_back();
      next.pop_back();
      continue;
    }
    to.push_back(candidate++);
    next.push_back(0);
  }
  return found;
}

std::vector<Fact> in_normal_order(const TraceClass& c) {
  std::vector<PositionId> names;
  for (PositionId p = 0; p < c.positions; ++p) names.push_back(p);
  const auto less = [](const Fact& a, const Fact& b) {
    return std::tie(a.predicate, a.at, a.least, a.most) < std::tie(b.predicate, b.at, b.least, b.most);
  };
  std::vector<Fact> best;
  do {
    std::vector<Fact> facts = c.facts;
    for (Fact& f : facts)
      for (PositionId& p : f.at)
        if (!is_fixed(p)) p = names[p];
    std::sort(facts.begin(), facts.end(), less);
    if (best.empty() || std::lexicographical_compare(facts.begin(), facts.end(), best.begin(), best.end(), less))
      best = std::move(facts);
  } while (c.positions <= most_permuted && std::next_permutation(names.begin(), names.end()));
  return best;
}

void merge_orbits(Vocabulary& vocabulary, Classes& classes) {
  const Alike alike(vocabulary.system());
  std::vector<Class>& all = classes.classes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].explained || !all[i].below.empty()) continue;
    for (const Alike::Image& image : alike.images(all[i].constraint, vocabulary)) {
      const auto is_alike = [&](const Class& c) { return c.flags == all[i].flags && c.unbounded == all[i].unbounded; };
      std::optional<std::string> values;
      const auto same = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(), [&](const Class& c) {
        if (is_alike(c)) values = exchanged_values(alike, image.constraint, c.constraint, vocabulary);
        return values.has_value();
      });
      if (same == all.end()) continue;
      all[i].images.push_back(same->constraint);
      all[i].image_names.push_back(image.names);
      all[i].image_values.push_back(*values);
      all.erase(same);
    }
    if (!all[i].images.empty()) all[i].names = alike.mentioned(all[i].constraint, vocabulary);
  }
}

}  // namespace whynot::analyse::classify
