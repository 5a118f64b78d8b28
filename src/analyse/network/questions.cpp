// Each question walks the blocks of the field, and in each block the classes of headers that are on the way.
#include "analyse/network/questions.h"

#include <algorithm>
#include <unordered_map>

#include "analyse/network/signatures.h"

namespace whynot::analyse::network {
namespace {

using Start = Classes::Start;

// A header of the block, as far as the condition tells; nothing where they contradict each other.
std::optional<Known> known_of(const net::Ternary& block, net::Field field, const net::Match& when) {
  Known known;
  for (std::size_t f = 0; f < net::field_count; ++f) {
    known.value[f] = when[f].value;
    known.mask[f] = when[f].mask;
  }
  const std::size_t at = net::index_of(field);
  if ((block.value ^ known.value[at]) & block.mask & known.mask[at]) return std::nullopt;
  known.value[at] |= block.value;
  known.mask[at] |= block.mask;
  return known;
}

// The values of the field that are meant: the block where the condition does not cut it.
net::Ternary meant(const Known& known, net::Field field) {
  return {known.value[net::index_of(field)], known.mask[net::index_of(field)]};
}

// A rule on the field itself cannot split a block: what is known of it stays as it was.  Halves of a block that come
// one after the other are put together.
void add(std::vector<net::Ternary>& blocks, const net::Ternary& block) {
  if (!blocks.empty() && (blocks.back().mask & ~block.mask) == 0 && blocks.back().matches(block.value)) return;
  blocks.push_back(block);
  while (blocks.size() > 1) {
    const net::Ternary &last = blocks.back(), &before = blocks[blocks.size() - 2];
    const net::Bits lowest = last.mask & (~last.mask + 1);
    if (last.mask != before.mask || lowest == 0 || (last.value ^ before.value) != lowest) return;
    const net::Ternary whole{last.value & ~lowest, last.mask & ~lowest};
    blocks.pop_back();
    blocks.back() = whole;
  }
}

void add(Values& values, const net::Ternary& block, const Known& known, Classes::Way way) {
  if (!values.example) values.example = Example{known.value, std::move(way)};
  add(values.blocks, block);
}

}  // namespace

std::optional<std::vector<Values>> not_arriving(const net::Network& network, net::Field field,
                                                std::span<const ArrivalQuestion> asked, Context& context) {
  Blocks blocks({&network}, field);
  Classes classes(blocks);
  std::vector<Values> found(asked.size());
  Signatures signatures(blocks);
  enum class Arrives : std::uint8_t { Open, Yes, No };
  std::unordered_map<std::size_t, std::vector<Arrives>> known_answers;  // by what blocks are alike in, and question
  const auto search = [&](const Known& known, std::size_t question) {
    const Pair& pair = asked[question].pair;
    const Start start{0, pair.from};
    return classes.for_each(known, {&start, 1}, [&](const Known& header) {
      Classes::Way way = classes.way(0, pair.from, pair.to);
      if (way.arrives) return true;
      add(found[question], meant(known, field), header, std::move(way));
      return false;
    });
  };
  const bool all = blocks.for_each(context, [&](const net::Ternary& block) {
    signatures.update();
    const auto number = signatures.block();
    std::vector<Arrives>* answers = nullptr;
    if (number) answers = &known_answers.try_emplace(*number, asked.size(), Arrives::Open).first->second;
    for (std::size_t q = 0; q < asked.size(); ++q) {
      const auto known = known_of(block, field, asked[q].when);
      if (!known) continue;
      if (!answers || (*answers)[q] == Arrives::Open) {
        const bool arrives = search(*known, q);
        if (answers) (*answers)[q] = arrives ? Arrives::Yes : Arrives::No;
      } else if ((*answers)[q] == Arrives::No) {
        add(found[q].blocks, meant(*known, field));
      }
    }
    return true;
  });
  return all ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Values> not_arriving(const net::Network& network, net::Field field, const Pair& pair,
                                   const net::Match& when, Context& context) {
  const ArrivalQuestion question{pair, when};
  auto found = not_arriving(network, field, {&question, 1}, context);
  return found ? std::optional(std::move(found->front())) : std::nullopt;
}

namespace {

// Loops from block to block: where the field alone decides at every location, only what has changed since the block
// before can have made one.
class LoopSearch {
 public:
  LoopSearch(const net::Network& network, net::Field field)
      : network_(network), blocks_({&network}, field), classes_(blocks_), signatures_(blocks_) {
    // Where no rule leads, nothing comes back to; what goes in circles from there does so from the next location on.
    std::vector<bool> is_led_to(network.locations.size(), false);
    for (const net::Location& l : network.locations)
      for (const net::Rule& r : l.rules)
        for (std::size_t to : r.to) is_led_to[to] = true;
    for (std::size_t from = 0; from < network.first_end; ++from) {
      if (!is_led_to[from]) continue;
      starts_.push_back({0, from});
      locations_.push_back(from);
    }
    others_.assign(network.locations.size(), false);
    seen_.assign(network.locations.size(), 0);
  }

  std::optional<Values> run(Context& context) {
    const bool all = blocks_.for_each(context, [&](const net::Ternary& block) {
      note_changes();
      signatures_.update();
      const bool plain = asking_others_ == 0;
      const bool may_loop = !plain || !was_clear_ || made_circle();
      was_clear_ = plain && (!may_loop || !search(block, starts_.size()));
      if (!plain) search_apart(block);
      return true;
    });
    return all ? std::optional(std::move(found_)) : std::nullopt;
  }

 private:
  // Whether the first rule of a location that may apply asks about other fields.
  void note_changes() {
    for (std::size_t l : blocks_.changed()) {
      const auto rules = blocks_.candidates(0, l);
      bool asks = false;
      if (!rules.empty()) {
        const net::Match& when = network_.locations[l].rules[rules[0]].when;
        for (std::size_t f = 0; f < net::field_count; ++f)
          asks = asks || (f != net::index_of(blocks_.field()) && when[f].mask != 0);
      }
      asking_others_ += static_cast<std::size_t>(asks) - static_cast<std::size_t>(others_[l]);
      others_[l] = asks;
    }
  }

  // REQUIRES that no location asks about other fields.
  bool made_circle() {
    for (std::size_t l : blocks_.changed())
      if (comes_back(l)) return true;
    return false;
  }
  bool comes_back(std::size_t start) {
    ++search_;
    std::vector<std::size_t> open = {start};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const auto rules = blocks_.candidates(0, at);
      if (network_.is_end(at) || rules.empty()) continue;
      for (std::size_t to : network_.locations[at].rules[rules[0]].to) {
        if (to == start) return true;
        if (seen_[to] != search_) open.push_back(to);
        seen_[to] = search_;
      }
    }
    return false;
  }

  // One start after the other, unless a block like this one was seen before.
  void search_apart(const net::Ternary& block) {
    const auto number = signatures_.block();
    const auto before = number ? looped_.find(*number) : looped_.end();
    if (before == looped_.end()) {
      const bool loops = search(block, 1);
      if (number) looped_.emplace(*number, loops);
    } else if (before->second) {
      add(found_.blocks, block);
    }
  }

  // So many starts together, until one is found that goes in circles.
  bool search(const net::Ternary& block, std::size_t together) {
    for (std::size_t from = 0; from < starts_.size(); from += together) {
      const bool none = classes_.for_each(
          *known_of(block, blocks_.field(), {}), {starts_.data() + from, together}, [&](const Known& header) {
            Classes::Way way = classes_.way(0, {locations_.data() + from, together}, std::nullopt);
            if (way.arrives) return true;
            add(found_, block, header, std::move(way));
            return false;
          });
      if (!none) return true;
    }
    return false;
  }

  const net::Network& network_;
  Blocks blocks_;
  Classes classes_;
  Signatures signatures_;
  std::unordered_map<std::size_t, bool> looped_;  // by what blocks are alike in
  std::vector<Start> starts_;
  std::vector<std::size_t> locations_;
  std::vector<bool> others_;       // by location
  std::size_t asking_others_ = 0;  // how many of them
  bool was_clear_ = false;         // the block before was plain, and had no loop
  std::vector<std::uint32_t> seen_;
  std::uint32_t search_ = 0;
  Values found_;
};

}  // namespace

std::optional<Values> looping(const net::Network& network, net::Field field, Context& context) {
  return LoopSearch(network, field).run(context);
}

std::optional<Arrivals> arrivals(const net::Network& network, net::Field field, Context& context) {
  Blocks blocks({&network}, field);
  Classes classes(blocks);
  Arrivals found;
  Signatures signatures(blocks);
  std::unordered_map<std::size_t, std::vector<Pair>> known_pairs;  // by what blocks are alike in
  const auto pairs_of = [&](const net::Ternary& block) {
    std::vector<Pair> pairs;
    for (std::size_t from = 0; from < network.first_end; ++from) {
      const Start start{0, from};
      classes.for_each(*known_of(block, field, {}), {&start, 1}, [&](const Known&) {
        const auto end = classes.end_of(0, from);
        if (end && (pairs.empty() || pairs.back() != Pair{from, *end})) pairs.push_back({from, *end});
        return true;
      });
    }
    return pairs;
  };
  const bool all = blocks.for_each(context, [&](const net::Ternary& block) {
    signatures.update();
    const auto number = signatures.block();
    const auto before = number ? known_pairs.find(*number) : known_pairs.end();
    const std::vector<Pair> pairs = before == known_pairs.end() ? pairs_of(block) : before->second;
    if (number && before == known_pairs.end()) known_pairs.emplace(*number, pairs);
    for (const Pair& p : pairs) add(found[p], block);
    return true;
  });
  return all ? std::optional(std::move(found)) : std::nullopt;
}

namespace {

// Both networks side by side: the same header in each.
class Comparison {
 public:
  Comparison(const net::Network& before, const net::Network& after, net::Field field, const DifferenceQuestion& asked)
      : networks_{&before, &after},
        field_(field),
        asked_(asked),
        blocks_(networks_, field),
        classes_(blocks_),
        signatures_(blocks_) {
    for (std::size_t n : {0, 1})
      for (std::size_t i = 0; i < networks_[n]->locations.size(); ++i)
        places_[n].emplace(networks_[n]->locations[i].name, i);
    for (std::size_t from = 0; from < before.first_end; ++from)
      if (const auto to = places_[1].find(before.locations[from].name);
          to != places_[1].end() && !after.is_end(to->second))
        starts_.push_back({from, to->second});
  }

  std::optional<Difference> run(Context& context) {
    for (const DifferenceQuestion::Asked& pair : asked_.pairs) found_.pairs[{pair.from, pair.to}];
    const bool all = blocks_.for_each(context, [&](const net::Ternary& block) {
      signatures_.update();
      if (signatures_.are_alike()) return true;
      const auto number = signatures_.block();
      const auto before = number ? known_.find(*number) : known_.end();
      noted_.clear();
      if (before == known_.end()) {
        search(block);
        if (number) known_.emplace(*number, noted_);
      } else {
        for (const Noted& n : before->second) add_again(block, n);
      }
      return true;
    });
    return all ? std::optional(std::move(found_)) : std::nullopt;
  }

 private:
  struct Noted {  // in a block
    Change* change;
    const DifferenceQuestion::Asked* pair;  // null: of the whole block
  };

  void search(const net::Ternary& block) {
    for (const DifferenceQuestion::Asked& pair : asked_.pairs) compare(block, pair);
    if (asked_.any || asked_.loops)
      for (const auto& [from, then] : starts_) compare_start(block, from, then);
  }
  // A block like one before: the same changes.
  void add_again(const net::Ternary& block, const Noted& noted) {
    const auto known = known_of(block, field_, noted.pair ? noted.pair->when : net::Match{});
    if (known) add(noted.change->blocks, meant(*known, field_));
  }

  const std::string& name(std::size_t network, std::size_t location) const {
    return networks_[network]->locations[location].name;
  }

  void compare(const net::Ternary& block, const DifferenceQuestion::Asked& pair) {
    const auto known = known_of(block, field_, pair.when);
    asked_pair_ = &pair;
    if (!known) return;
    const std::size_t from[2] = {places_[0].at(pair.from), places_[1].at(pair.from)},
                      to[2] = {places_[0].at(pair.to), places_[1].at(pair.to)};
    const Start starts[2] = {{0, from[0]}, {1, from[1]}};
    const net::Ternary values = meant(*known, field_);
    PairChange& change = found_.pairs[{pair.from, pair.to}];
    classes_.for_each(*known, starts, [&](const Known& header) {
      const bool was = classes_.arrives(0, from[0], to[0]), is = classes_.arrives(1, from[1], to[1]);
      if (was && !is) note(change.lost, values, header, from, to);
      if (!was && is) note(change.gained, values, header, from, to);
      if (was && is && steps(0, from[0], to[0]) != steps(1, from[1], to[1]))
        note(change.rerouted, values, header, from, to);
      return true;
    });
  }

  void compare_start(const net::Ternary& block, std::size_t from, std::size_t then) {
    asked_pair_ = nullptr;
    const Start starts[2] = {{0, from}, {1, then}};
    classes_.for_each(*known_of(block, field_, {}), starts, [&](const Known& header) {
      if (asked_.any) compare_ends(block, header, from, then);
      if (asked_.loops) compare_loops(block, header, from, then);
      return true;
    });
  }

  void compare_ends(const net::Ternary& block, const Known& header, std::size_t from, std::size_t then) {
    const auto was = classes_.end_of(0, from), is = classes_.end_of(1, then);
    const bool same = was && is && name(0, *was) == name(1, *is);
    if (!was && !is) return;
    if (same && steps(0, from, *was) == steps(1, then, *is)) return;
    const std::size_t froms[2] = {from, then};
    const auto change = [&](std::size_t network, std::size_t end) -> PairChange& {
      return found_.pairs[{name(0, from), name(network, end)}];
    };
    // The other network may not have the end at all: then no way leads there.
    const auto ends = [&](std::size_t network, std::size_t end) {
      const auto other = places_[1 - network].find(name(network, end));
      const std::size_t there = other == places_[1 - network].end() ? networks_[1 - network]->drop() : other->second;
      return network == 0 ? std::array{end, there} : std::array{there, end};
    };
    if (same) return note(change(0, *was).rerouted, block, header, froms, ends(0, *was).data());
    if (was) note(change(0, *was).lost, block, header, froms, ends(0, *was).data());
    if (is) note(change(1, *is).gained, block, header, froms, ends(1, *is).data());
  }

  void compare_loops(const net::Ternary& block, const Known& header, std::size_t from, std::size_t then) {
    const bool was = classes_.goes_in_circles(0, from), is = classes_.goes_in_circles(1, then);
    if (was == is) return;
    Change& change = is ? found_.made : found_.mended;
    noted_.push_back({&change, asked_pair_});
    add(change.blocks, block);
    if (change.before) return;
    change.before = Example{header.value, classes_.way(0, from, std::nullopt)};
    change.after = Example{header.value, classes_.way(1, then, std::nullopt)};
  }

  std::vector<std::pair<std::size_t, std::size_t>> steps(std::size_t network, std::size_t from, std::size_t to) {
    auto all = classes_.steps(network, from, to);
    for (auto& [a, b] : all) {
      a = signatures_.name(network, a);
      b = signatures_.name(network, b);
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  void note(Change& change, const net::Ternary& values, const Known& header, const std::size_t* from,
            const std::size_t* to) {
    if (noted_.empty() || noted_.back().change != &change) noted_.push_back({&change, asked_pair_});
    add(change.blocks, values);
    if (change.before) return;
    change.before = Example{header.value, classes_.way(0, from[0], to[0])};
    change.after = Example{header.value, classes_.way(1, from[1], to[1])};
  }

  Networks networks_;
  net::Field field_;
  const DifferenceQuestion& asked_;
  Blocks blocks_;
  Classes classes_;
  Signatures signatures_;
  std::unordered_map<std::size_t, std::vector<Noted>> known_;  // by what blocks are alike in
  std::vector<Noted> noted_;                                   // in the block under way
  const DifferenceQuestion::Asked* asked_pair_ = nullptr;
  std::map<std::string, std::size_t> places_[2];
  std::vector<std::pair<std::size_t, std::size_t>> starts_;  // locations of the same name
  Difference found_;
};

}  // namespace

std::optional<Difference> difference(const net::Network& before, const net::Network& after, net::Field field,
                                     const DifferenceQuestion& asked, Context& context) {
  return Comparison(before, after, field, asked).run(context);
}

std::optional<std::size_t> first_match(const net::Location& location, const net::Header& header) {
  for (std::size_t i = 0; i < location.rules.size(); ++i)
    if (net::matches(location.rules[i].when, header)) return i;
  return std::nullopt;
}

bool is_run(const net::Network& network, const net::Header& header, const Classes::Way& way) {
  const auto leads = [&](std::size_t from, std::size_t to) {
    if (network.is_end(from)) return from == to;
    const auto rule = first_match(network.locations[from], header);
    if (!rule) return to == network.drop();
    const auto& targets = network.locations[from].rules[*rule].to;
    return std::find(targets.begin(), targets.end(), to) != targets.end();
  };
  for (std::size_t i = 0; i + 1 < way.locations.size(); ++i)
    if (!leads(way.locations[i], way.locations[i + 1])) return false;
  return !way.loop || leads(way.locations.back(), way.locations[*way.loop]);
}

}  // namespace whynot::analyse::network
