// A change of one line of the tables after which an address arrives.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command/other/net_repair.h"

namespace whynot::command {

class NetMender {
 public:
  struct Question {
    Run& run;
    NetworkReport& report;
    const session::ModelName& name;
    const session::ReadNetwork& read;
    std::size_t width;                                 // of the address
    std::function<bool(const net::Network&)> arrives;  // whether the packet does, by changed tables
  };
  explicit NetMender(Question question) : asked_(std::move(question)) {}

  // Of the tables by which this packet to the address does not arrive.  Nothing: none was found among those tried.
  std::optional<report::BlameRepair> repair(net::Bits address, const analyse::network::Example&);

 private:
  struct Place {
    std::size_t router, rule;
  };
  const session::ReadNetwork& read() const { return asked_.read; }
  const Sources& sources() const { return asked_.report.sources(); }
  std::size_t line_number(const Span& line) const { return sources().place(line).line; }

  std::vector<Span> lines_of_way(const analyse::network::Example&) const;
  std::optional<Place> find(const Span& line) const;
  void find_good(const analyse::network::Example&);
  bool leads_to_good(const net::Rule&, bool by_some_way) const;
  bool is_promising(const front::net::Router&, const std::vector<std::string>& action) const;
  bool removal_is_promising(const Span& line, const analyse::network::Example&) const;
  std::vector<std::vector<std::string>> actions(const front::net::Router&, const front::net::TransferRule& like) const;
  std::optional<front::net::TransferRule> rule_of(const std::vector<std::string>& fields, front::net::Tables&);
  bool mends(const front::net::Tables&);

  std::optional<report::BlameRepair> by_removing(const Span& line);
  std::optional<report::BlameRepair> by_text(const std::vector<TableChange>&);
  std::optional<report::BlameRepair> by_replacing(const Span& line);
  std::optional<report::BlameRepair> by_inserting(const std::string& location, net::Bits address);
  std::optional<report::BlameRepair> by_adding_route(const front::net::Router&, net::Bits address);

  Question asked_;
  std::vector<bool> good_;  // by location: packets with this header arrive from there already
  std::size_t tries_ = 0;
};

}  // namespace whynot::command
