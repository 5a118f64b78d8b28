// Router tables in the text format of Hassel (Kazemian, Varghese & McKeown, "Header space analysis", NSDI
// 2012): one file of transfer rules for each router, one for the links, one that names ports.
//
// A rule is one line of fields separated by `$`: action (fwd, rw, link), ports in, match, mask, rewrite, two
// fields for inverses, ports out (none: the packet is dropped), then what other rules it is related to and
// where it came from.  The first rule of a port that matches applies.  Matches are bits, written byte by
// byte or without a break, with `x` for either bit.  Which fields lie in them is declared, or known by their number,
// which the first line tells in half bytes: 128 are Stanford's (ctrl 8, tp_dst 16, tp_src 16, proto 8, ip_dst 32,
// ip_src 32, vlan 16), 48 Internet2's (vlan 16, ip_dst 32), 32 a destination.  A port is router * 100000 + stage *
// 10000 + number; stage 0 receives, 1 lies between routing and sending, 2 sends; number 0 of stage 0 is the routing
// stage.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/net/filter/filter.h"
#include "model/net/network.h"

namespace whynot::front::net {

using whynot::net::Bits;
using whynot::net::Widths;

// How a header lies in the bits of a match, from left to right.
struct LayoutPart {
  std::optional<Field> field;  // nothing: bits that are not looked at
  std::size_t width = 0;
};
using Layout = std::vector<LayoutPart>;
// `vlan:16 dst:32`: ctrl, tp_dst, tp_src, proto, dst (ip_dst), src (ip_src), vlan, skip.  Nothing for what is none.
std::optional<Layout> read_layout(std::string_view);
constexpr std::string_view layout_shape =
    "fields with their bits, e.g. 'vlan:16 dst:32'; there are ctrl, tp_dst, "
    "tp_src, proto, dst, src, vlan and skip, up to 32 bits each, dst and src up to 128";

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
  Span line = {};
  bool any_of = false;       // several ports out: a packet takes one of them, not all
  InterfaceTests from = {};  // of the routing stage: it applies to packets that came in by such interfaces
};

struct Router {
  std::string name;
  std::vector<TransferRule> rules;
  std::vector<Filter> before = {}, after = {};  // that packets pass before and after routing; all of them must accept
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
  std::size_t skipped = 0;              // conditions on bits that are not looked at
  bool one_stage = false;               // ports had one number for both directions
  Layout layout;                        // declared, or that of the first match
  Widths widths = whynot::net::usual_widths;
};

// What one file holds is added; what is wrong is said: net.format (an error) for a line of rules or links that cannot
// be read, net.cut for a file that seems to end early, net.port-map for a line that names no port.
void read_rules(FileId, const Sources&, std::string name, Tables&, Diagnostics&);
// Another line for the same table; nothing, and a diagnostic, when it cannot be read.
std::optional<TransferRule> read_rule(FileId, const Sources&, Tables&, Diagnostics&);
// A match of one destination, whatever the other fields are, with commas where `like` has them.
std::string match_text(const Layout&, Bits destination, std::string_view like);
// Takes the layout for all tables.
void declare(const Layout&, Tables&);
void read_links(FileId, const Sources&, Tables&, Diagnostics&);
void read_port_names(FileId, const Sources&, Tables&, Diagnostics&);

}  // namespace whynot::front::net
