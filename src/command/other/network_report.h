// The report of questions about router tables: no model is opened, traces are replayed on the tables' rules.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/intervals/value_set.h"
#include "analyse/network/questions.h"
#include "command/command.h"
#include "command/other/plain_report.h"
#include "report/finding/network.h"
#include "session/open/net.h"

namespace whynot::command {

class NetworkReport {
 public:
  NetworkReport(Run& run, std::string folder) : run_(run), paper_(std::move(folder), "smv") {}

  PlainReport& paper() { return paper_; }
  const Sources& sources() const { return paper_.sources; }
  // The file that a line is in, without its folder.
  std::string short_name(const Span& line) const;
  // Nothing after errors, which are in the diagnostics.
  std::optional<session::ReadNetwork> read(const session::ModelName&);
  ExitCode fail() {
    return fail_with_diagnostics(run_, paper_.report(), session::failure_of(paper_.diagnostics.all(), run_.context));
  }

  // Replays where a header goes and adds it as a trace; its id.  One that is no run is our bug.
  std::string cite(const net::Network&, const analyse::network::Example&, const std::string& property);
  // Each step with the line of the tables that leads there.
  Trace trace_of(const net::Network&, const analyse::network::Example&);

 private:
  SharedAction deciding_line(const net::Network&, std::size_t location, const net::Header&) const;
  std::shared_ptr<const Signature> signature_of(const net::Network&);

  Run& run_;
  PlainReport paper_;
  ExprPool pool_;
  std::map<const net::Network*, std::shared_ptr<const Signature>> signatures_;
};

// The header fields of a packet in the model: those that rules ask about, or the destination.
std::vector<net::NamedField> fields_of(const net::Network&);
analyse::intervals::ValueSet set_of(const std::vector<net::Ternary>&, std::size_t width);
// A list of prefixes as addresses (numbers, where they are not of 32 or 128 bits), and how many values they have.
report::Destinations destinations_of(const std::vector<net::Ternary>&, std::size_t width, std::uint64_t limit);
std::string address_style(std::size_t width);  // for --as; empty: a number
std::string address_text(net::Bits, std::size_t width);
std::optional<net::Bits> read_address(const std::string&, std::size_t width);
Integer integer_of(net::Bits);
// Where the location of this name is among all; their number when there is none.
std::size_t place_of(const net::Network&, const std::string& name);
// The locations of a way, up to where it comes back to one of them.
std::vector<std::string> names_of(const net::Network&, const analyse::network::Classes::Way&);

// whynot net diff, whynot net blame.
ExitCode run_net_diff(Run&);
ExitCode run_net_blame(Run&);

}  // namespace whynot::command
