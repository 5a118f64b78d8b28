// Router tables in the text format of Hassel (Kazemian, Varghese & McKeown, "Header space analysis", NSDI
// 2012): one file of transfer rules for each router, one for the links, one that names ports.
//
// A rule is one line of fields separated by `$`: action (fwd, rw, link), ports in, match, mask, rewrite, two
// fields for inverses, ports out (none: the packet is dropped), then what other rules it is related to and
// where it came from.  The first rule of a port that matches applies.  Matches are 128 bits, written byte by
// byte with `x` for either bit: ctrl 8, tp_dst 16, tp_src 16, proto 8, ip_dst 32, ip_src 32, vlan 16.  A port
// is router * 100000 + stage * 10000 + number; stage 0 receives, 1 lies between routing and sending, 2 sends;
// number 0 of stage 0 is the routing stage.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace whynot::front::net {

enum class Field : std::uint8_t { Ctrl, TpDst, TpSrc, Proto, IpDst, IpSrc, Vlan };
constexpr std::size_t field_count = 7;
std::size_t width_of(Field);

struct Ternary {  // the bits of `mask` are those of `value`; value has no others
  std::uint32_t value = 0, mask = 0;

  bool matches(std::uint32_t n) const { return (n & mask) == value; }
  friend auto operator<=>(const Ternary&, const Ternary&) = default;
};
using Match = std::array<Ternary, field_count>;

using Port = std::uint32_t;
constexpr Port router_of(Port p) { return p / 100000; }
constexpr Port stage_of(Port p) { return p % 100000 / 10000; }
constexpr bool is_routing(Port p) { return p % 100000 == 0; }
// The receiving port of the same interface; port_map.txt names that one.
constexpr Port interface_of(Port p) { return p - stage_of(p) * 10000; }

struct VlanRewrite {  // the bits of `keep` stay, the others become those of `set`
  std::uint32_t keep = 0xffff, set = 0;

  std::uint32_t operator()(std::uint32_t vlan) const { return (vlan & keep) | set; }
};

struct TransferRule {
  std::vector<Port> in, out;
  Match match = {};
  VlanRewrite vlan = {};
  Span in_at = {}, out_at = {};  // the lists of ports
};

struct Router {
  std::string name;
  std::vector<TransferRule> rules;
};

struct Link {  // from a sending port to a receiving one
  Port from = 0, to = 0;
  Span from_at = {}, to_at = {};
};

struct PortName {
  std::string name;
  Span where = {};
};

struct Tables {
  std::vector<Router> routers;  // in the order of their files
  std::vector<Link> links;
  std::map<Port, PortName> port_names;  // by receiving port
  std::size_t rewrites = 0;             // of header fields other than the VLAN, which are dropped
};

// What one file holds is added; what is wrong is said: net.format (an error) for a line of rules or links that cannot
// be read, net.cut for a file that seems to end early, net.port-map for a line that names no port.
void read_rules(FileId, const Sources&, std::string name, Tables&, Diagnostics&);
void read_links(FileId, const Sources&, Tables&, Diagnostics&);
void read_port_names(FileId, const Sources&, Tables&, Diagnostics&);

}  // namespace whynot::front::net
