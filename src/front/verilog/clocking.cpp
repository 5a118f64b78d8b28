// Nets are numbers in the JSON: two names of one wire have one number, and what is computed from a clock has another.
#include "front/verilog/clocking.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace whynot::front::verilog {
namespace {

using nlohmann::json;

// An edge of a net, or of what has no net: a constant.
struct Edge {
  json net;
  bool rising = true;
  friend auto operator<(const Edge& a, const Edge& b) { return a.net == b.net ? a.rising < b.rising : a.net < b.net; }
};

bool bit_is_set(const json& parameters, const std::string& name, std::size_t bit, bool otherwise) {
  const auto found = parameters.find(name);
  if (found == parameters.end() || !found->is_string()) return otherwise;
  const std::string& digits = found->get_ref<const std::string&>();
  return bit < digits.size() ? digits[digits.size() - 1 - bit] == '1' : otherwise;
}

class Analysis {
 public:
  explicit Analysis(const json& module) : module_(module) {}

  Clocking run() {
    for (const auto& [name, cell] : module_.at("cells").items()) treat(cell);
    Clocking made;
    std::set<json> nets;
    for (const Edge& edge : edges_) nets.insert(edge.net);
    for (const json& net : nets) made.clocks.push_back(name_of(net));
    std::sort(made.clocks.begin(), made.clocks.end());
    made.phases = reason(nets, made.clocks);
    return made;
  }

 private:
  void treat(const json& cell) {
    const std::string type = cell.at("type");
    const json& parameters = cell.at("parameters");
    latches_ |= type.find("latch") != std::string::npos || type == "$sr";
    global_ |= type == "$ff";
    for (const auto& [port, bits] : cell.at("connections").items()) {
      const bool is_clock =
          port == "CLK" || port == "RD_CLK" || port == "WR_CLK" || (type == "$check" && port == "TRG");
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!is_clock)
          (is_output(cell, port) ? driven_ : read_).insert(bits[i]);
        else if (bit_is_set(parameters, port + "_ENABLE", i, true))
          edges_.insert({bits[i], bit_is_set(parameters, port + "_POLARITY", i, true)});
      }
    }
  }

  static bool is_output(const json& cell, const std::string& port) {
    const auto found = cell.at("port_directions").find(port);
    return found != cell.at("port_directions").end() && *found == "output";
  }

  std::string reason(const std::set<json>& nets, const std::vector<std::string>& clocks) const {
    if (nets.empty()) return "";
    if (nets.size() > 1) return fmt::format("it has {} clocks ({})", nets.size(), fmt::join(clocks, ", "));
    const json& net = *nets.begin();
    const std::string& clock = clocks[0];
    if (edges_.size() > 1) return fmt::format("both edges of {} count", clock);
    if (latches_) return fmt::format("it has latches beside the clock {}", clock);
    if (global_) return fmt::format("it has a global clock beside {}", clock);
    if (driven_.contains(net)) return fmt::format("its clock {} is computed", clock);
    if (read_.contains(net)) return fmt::format("its clock {} is also read as a value", clock);
    return "";
  }

  std::string name_of(const json& net) const {
    std::string best;
    const auto is_better = [&](const std::string& name) {
      return best.empty() || std::pair(name.size(), name) < std::pair(best.size(), best);
    };
    for (const auto& [name, entry] : module_.at("netnames").items()) {
      const json& bits = entry.at("bits");
      if (std::find(bits.begin(), bits.end(), net) == bits.end()) continue;
      if (name[0] != '$' && is_better(name)) best = name;
    }
    return best.empty() ? "one without a name" : best;
  }

  const json& module_;
  std::set<Edge> edges_;
  std::set<json> driven_, read_;
  bool latches_ = false, global_ = false;
};

}  // namespace

std::optional<Clocking> clocking_of(std::string_view text) {
  try {
    const json design = json::parse(text);
    for (const auto& [name, module] : design.at("modules").items()) {
      if (!module.at("attributes").contains("top")) continue;
      Clocking made = Analysis(module).run();
      made.top = name;
      return made;
    }
  } catch (const json::exception&) {}
  return std::nullopt;
}

}  // namespace whynot::front::verilog
