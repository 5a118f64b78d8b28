// Headers and ways of a network as traces of the model that would be made of it, and blocks of a field as sets.
#include "command/other/network_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "report/number_text.h"

namespace whynot::command {

using analyse::intervals::Scale;
using analyse::intervals::ValueSet;

std::optional<session::ReadNetwork> NetworkReport::read(const session::ModelName& name) {
  std::vector<session::Stamp> looked_at;
  session::Opening opening{name, paper_.sources, paper_.diagnostics, run_.context, run_.in, looked_at};
  auto network = session::read_network_of(opening);
  if (!network) return std::nullopt;
  for (const std::string& note : network->network.notes)
    paper_.diagnostics.add(
        {Severity::Note, "net.approximated", note, {paper_.sources.add(name.files[0], ""), 0, 0}, {}, {}});
  return network;
}

std::string NetworkReport::short_name(const Span& line) const {
  const std::string path(sources().name(line.file));
  return path.substr(path.rfind('/') + 1);
}

// The same for all traces of a network.
std::shared_ptr<const Signature> NetworkReport::signature_of(const net::Network& network) {
  auto& known = signatures_[&network];
  if (known) return known;
  auto signature = std::make_shared<Signature>();
  for (const auto& [field, name] : fields_of(network)) {
    const auto width = static_cast<std::uint32_t>(network.widths[net::index_of(field)]);
    signature->columns.push_back({fmt::format("packet.{}", name), pool_.word_type(width, false), {}, true});
  }
  std::vector<Value> names;
  for (const net::Location& l : network.locations) names.push_back(Value::symbol(l.name));
  signature->columns.push_back({"location", pool_.enum_type(std::move(names)), {}, false});
  return known = std::move(signature);
}

Trace NetworkReport::trace_of(const net::Network& network, const analyse::network::Example& example) {
  const auto signature = signature_of(network);
  State state;
  for (const auto& [field, name] : net::packet_fields) {
    const std::string column = fmt::format("packet.{}", name);
    if (std::none_of(signature->columns.begin(), signature->columns.end(),
                     [&](const auto& c) { return c.name == column; }))
      continue;
    const auto width = static_cast<std::uint32_t>(network.widths[net::index_of(field)]);
    state.push_back(Value::word(width, false, integer_of(example.header[net::index_of(field)])));
  }
  state.emplace_back();
  Trace trace{signature, {}, example.way.loop, {}, std::nullopt};
  SharedAction action;  // of the step before: the line that decides
  for (std::size_t at : example.way.locations) {
    state.back() = Value::symbol(network.locations[at].name);
    trace.steps.push_back({state, {}, action});
    action = deciding_line(network, at, example.header);
  }
  if (trace.loop) trace.closing_action = action;
  return trace;
}

// `seat.tf:12`.
SharedAction NetworkReport::deciding_line(const net::Network& network, std::size_t at,
                                          const net::Header& header) const {
  const auto rule = analyse::network::first_match(network.locations[at], header);
  if (!rule || network.locations[at].rules[*rule].line.file == 0) return std::nullopt;
  const Span line = network.locations[at].rules[*rule].line;
  const std::string path(sources().name(line.file));
  return Action{fmt::format("{}:{}", path.substr(path.rfind('/') + 1), sources().place(line).line), {}, line, "", ""};
}

std::string NetworkReport::cite(const net::Network& network, const analyse::network::Example& example,
                                const std::string& property) {
  std::optional<Refusal> refusal;
  if (!analyse::network::is_run(network, example.header, example.way))
    refusal = Refusal{0, "the network does not forward such a packet so"};
  return paper_.report().cite(trace_of(network, example), property, refusal).id;
}

std::vector<net::NamedField> fields_of(const net::Network& network) {
  std::array<bool, net::field_count> used = {};
  for (const net::Location& l : network.locations)
    for (const net::Rule& r : l.rules)
      for (std::size_t f = 0; f < net::field_count; ++f) used[f] = used[f] || r.when[f].mask != 0;
  std::vector<net::NamedField> fields;
  for (const net::NamedField& f : net::packet_fields)
    if (used[net::index_of(f.field)]) fields.push_back(f);
  if (fields.empty()) fields.push_back(net::packet_fields[0]);
  return fields;
}

namespace {

// The union of blocks, bit by bit from the most significant one.
solve::Bdd union_of(const std::vector<net::Ternary>& blocks, const ValueSet& place, std::size_t depth) {
  const std::size_t width = place.bits().size();
  if (blocks.empty()) return place.manager()->constant(false);
  const net::Bits below = net::low_bits(width - depth);
  for (const net::Ternary& b : blocks)
    if ((b.mask & below) == 0) return place.manager()->constant(true);
  const net::Bits bit = net::Bits{1} << (width - 1 - depth);
  std::vector<net::Ternary> zero, one;
  for (const net::Ternary& b : blocks) {
    if (!(b.mask & bit) || !(b.value & bit)) zero.push_back(b);
    if (!(b.mask & bit) || (b.value & bit)) one.push_back(b);
  }
  const solve::Bdd low = union_of(zero, place, depth + 1), high = union_of(one, place, depth + 1);
  return place.manager()->variable(place.bits()[depth]).ite(high, low);
}

}  // namespace

ValueSet set_of(const std::vector<net::Ternary>& blocks, std::size_t width) {
  const Integer size = power_of_two(width);
  const ValueSet none(
      Scale::plain(fmt::format("unsigned word[{}]", width), width, false, Scale::Line{0, size - 1, size}));
  return {none.scale(), none.manager(), none.bits(), union_of(blocks, none, 0)};
}

Integer integer_of(net::Bits n) {
  return (Integer(static_cast<std::uint64_t>(n >> 64)) << 64) | static_cast<std::uint64_t>(n);
}
net::Bits bits_of(const Integer& n) {
  const Integer low = n & (power_of_two(64) - 1);
  return net::Bits{static_cast<std::uint64_t>(Integer(n >> 64))} << 64 | static_cast<std::uint64_t>(low);
}

std::string address_style(std::size_t width) {
  if (width == 32) return "ipv4";
  return width == 128 ? "ipv6" : "";
}

std::string address_text(net::Bits address, std::size_t width) {
  return report::number_text(integer_of(address), {width, false, address_style(width), nullptr});
}

std::optional<net::Bits> read_address(const std::string& text, std::size_t width) {
  const auto n = report::read_number(text, {width, false, address_style(width), nullptr});
  if (!n || *n < 0 || *n >= power_of_two(width)) return std::nullopt;
  return bits_of(*n);
}

report::Destinations destinations_of(const std::vector<net::Ternary>& blocks, std::size_t width, std::uint64_t limit) {
  report::Destinations found;
  const ValueSet set = set_of(blocks, width);
  found.count = set.count();
  if (set.is_empty() || limit == 0) return found;
  set.for_each_block([&](const analyse::intervals::Block& b) {
    found.cidr.push_back(fmt::format("{}/{}", address_text(bits_of(b.first), width), b.prefix));
    return found.cidr.size() < limit;
  });
  return found;
}

std::vector<std::string> names_of(const net::Network& network, const analyse::network::Classes::Way& way) {
  std::vector<std::string> names;
  for (std::size_t l : way.locations) names.push_back(network.locations[l].name);
  const bool goes_round = way.loop && !network.is_end(way.locations[*way.loop]);
  if (goes_round) names.push_back(names[*way.loop]);
  return names;
}

std::size_t place_of(const net::Network& network, const std::string& name) {
  const auto& all = network.locations;
  return static_cast<std::size_t>(
      std::find_if(all.begin(), all.end(), [&](const net::Location& l) { return l.name == name; }) - all.begin());
}

}  // namespace whynot::command
