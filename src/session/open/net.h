// Folders of router tables as models: what `whynot net import` writes, and what every command about systems opens where
// it is given a folder instead of a file.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "front/net/smv_text.h"
#include "session/front_end.h"

namespace whynot::session {

// A change of one file's text, to be read instead of what it has: what is from `begin` up to `end` becomes `text`.
struct TableEdit {
  std::string path;
  std::size_t begin = 0, end = 0;
  std::string text;
};

// A folder of tables, read: what questions about all headers are asked of.
struct ReadNetwork {
  front::net::Tables tables;
  net::Network network;
  std::vector<front::net::Reach> reach;
  bool any = false;    // `--reach any`: every location where packets start, every end
  bool loops = false;  // they are asked for
  std::string size;    // in words
};
// Nothing after errors.  REQUIRES a name that refuses_net does not refuse.
std::optional<ReadNetwork> read_network_of(Opening&, const TableEdit* = nullptr);

struct NetworkText {
  std::string text;                // SMV
  std::string size;                // in words
  std::vector<std::string> notes;  // on what the text simplifies
};

// NAME.tf for each router, topology.tf for the links, port_map.txt for names.  Nothing after errors.  REQUIRES a name
// that refuses_net does not refuse.
std::optional<NetworkText> read_network(Opening&);
// What is wrong with the options that a name has for router tables.
std::optional<Mistake> refuses_net(const ModelName&);

}  // namespace whynot::session
