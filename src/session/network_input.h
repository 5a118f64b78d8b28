// Folders of router tables as models: what `whynot net import` writes, and what every command about systems opens where
// it is given a folder instead of a file.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/exit_code.h"
#include "front/net/smv_text.h"

namespace whynot::session {

struct NetworkOptions {
  std::vector<front::net::Reach> reach;
  double probability = 0;  // with which a rule is moved
  std::optional<front::net::Prefix> toward;
  std::string toward_text;
  std::uint64_t seed = 0;
};

struct NetworkModel {
  std::string text;                // SMV
  std::string size;                // in words
  std::vector<std::string> notes;  // on what the text simplifies
};

// NAME.tf for each router, topology.tf for the links, port_map.txt for names.  Or the code to end with, after errors.
std::variant<NetworkModel, ExitCode> read_network(const std::string& folder, const NetworkOptions&, Sources&,
                                                  Diagnostics&);

}  // namespace whynot::session
