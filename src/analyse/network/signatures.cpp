// Lists are numbered by what they say; a block's numbers are kept up to date where something changed.
#include "analyse/network/signatures.h"

#include <algorithm>

namespace whynot::analyse::network {
namespace {

std::uint64_t mixed(std::uint64_t place, std::uint64_t list) {
  std::uint64_t x = place * 0x9e3779b97f4a7c15u + list + 1;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

Signatures::Signatures(const Blocks& blocks) : blocks_(blocks) {
  std::map<std::string_view, std::vector<std::size_t>> places;  // by name
  for (std::size_t n = 0; n < blocks.networks().size(); ++n) {
    first_.push_back(names_.size());
    for (const net::Location& l : blocks.networks()[n]->locations) {
      places[l.name].push_back(names_.size());
      names_.push_back(0);
      network_of_.push_back(n);
      rests_.emplace_back(l.rules.size(), ~std::uint32_t{0});
    }
  }
  partner_.resize(names_.size());
  std::size_t name = 0;
  for (const auto& [text, list] : places) {
    for (std::size_t p : list) names_[p] = name;
    if (list.size() == 2) {
      partner_[list[0]] = list[1];
      partner_[list[1]] = list[0];
    }
    ++name;
  }
  plain_rests_.assign(name, ~std::uint32_t{0});
  lists_.assign(names_.size(), ~std::uint32_t{0});
  for (std::size_t p = 0; p < names_.size(); ++p) hash_ += mixed(p, lists_[p]);
}

// What a rule asks of the other fields, and where it leads.
std::uint32_t Signatures::rest_of(std::size_t network, std::size_t location, std::uint32_t rule) {
  std::uint32_t& known = rests_[first_[network] + location][rule];
  if (known != ~std::uint32_t{0}) return known;
  const net::Rule& r = blocks_.networks()[network]->locations[location].rules[rule];
  const bool is_plain = r.to.size() == 1 && !asks_for_others(r, blocks_.field());
  std::uint32_t* const plain = is_plain ? &plain_rests_[name(network, r.to[0])] : nullptr;
  if (plain && *plain != ~std::uint32_t{0}) return known = *plain;
  std::vector<std::uint64_t> words;
  for (std::size_t f = 0; f < net::field_count; ++f)
    if (f != net::index_of(blocks_.field()))
      for (const net::Bits n : {r.when[f].value, r.when[f].mask}) {
        words.push_back(static_cast<std::uint64_t>(n >> 64));
        words.push_back(static_cast<std::uint64_t>(n));
      }
  const std::size_t conditions = words.size();
  for (std::size_t to : r.to) words.push_back(name(network, to));
  std::sort(words.begin() + static_cast<std::ptrdiff_t>(conditions), words.end());
  known = known_rests_.emplace(std::move(words), static_cast<std::uint32_t>(known_rests_.size())).first->second;
  if (plain) *plain = known;
  return known;
}

std::uint32_t Signatures::list_of(std::size_t place) {
  const std::size_t network = network_of_[place], location = place - first_[network];
  std::vector<std::uint32_t> rests;
  if (blocks_.networks()[network]->is_end(location)) rests.push_back(~std::uint32_t{0});  // it stays, where others drop
  for (std::uint32_t rule : blocks_.candidates(network, location)) rests.push_back(rest_of(network, location, rule));
  return known_lists_.emplace(std::move(rests), static_cast<std::uint32_t>(known_lists_.size())).first->second;
}

void Signatures::update() {
  const auto differs = [&](std::size_t p) { return partner_[p] && lists_[p] != lists_[*partner_[p]]; };
  for (std::size_t p : blocks_.changed()) {
    const bool did = differs(p);
    hash_ -= mixed(p, lists_[p]);
    lists_[p] = list_of(p);
    hash_ += mixed(p, lists_[p]);
    unlike_ += static_cast<std::size_t>(differs(p)) - static_cast<std::size_t>(did);
  }
}

std::optional<std::size_t> Signatures::block() {
  const auto [begin, end] = seen_.equal_range(hash_);
  for (auto entry = begin; entry != end; ++entry)
    if (entry->second.second == lists_) return entry->second.first;
  if ((kept_ += lists_.size()) > most_kept) return std::nullopt;
  const std::size_t number = seen_.size();
  seen_.emplace(hash_, std::pair(number, lists_));
  return number;
}

}  // namespace whynot::analyse::network
