// whynot intervals DIR --over all, and --loops: the values of a header field for which some packet does not arrive, or
// goes in circles, read off the rules of the tables.  What else may be asked of a counterexample is asked of the model
// that is made of them, like everything about systems.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "command/about/intervals/finding.h"
#include "command/cells.h"
#include "command/other/network_report.h"
#include "report/json/trace.h"
#include "session/set_store.h"

namespace whynot::command {
namespace {

using analyse::intervals::ValueSet;
using analyse::network::Values;

constexpr const char* engine_name = "classes";

// Whether the tables themselves tell: about one field, over all runs.
bool is_for_tables(const Arguments& a, const session::ModelName& name) {
  if (name.front != "net" || name.files.size() != 1) return false;
  const bool over_all = a.text("over", a.has("loops") ? "all" : "run") == "all" || (a.has("loops") && !a.has("over"));
  const std::size_t properties = a.all("reach").size() + (a.has("loops") ? 1 : 0);
  if (!over_all || properties == 0 || a.list("variable").size() > 1) return false;
  const std::string variable = a.list("variable").empty() ? "packet.ipdst" : a.list("variable")[0];
  if (std::none_of(net::packet_fields.begin(), net::packet_fields.end(),
                   [&](const net::NamedField& f) { return variable == fmt::format("packet.{}", f.name); }))
    return false;
  for (const char* other : {"property", "formula", "base", "at-step", "free", "free-lasso", "before", "eval", "engine",
                            "ordered", "bound", "expect"})
    if (!a.given(other).empty()) return false;
  return true;
}

class TableIntervals {
 public:
  TableIntervals(Run& run, const session::ModelName& name)
      : run_(run), arguments_(run.arguments), name_(name), report_(run, name.files[0]) {
    const std::string variable =
        arguments_.list("variable").empty() ? "packet.ipdst" : arguments_.list("variable").front();
    for (const net::NamedField& f : net::packet_fields)
      if (variable == fmt::format("packet.{}", f.name)) field_ = f;
  }

  ExitCode execute() {
    const auto read = report_.read(name_);
    if (!read) return report_.fail();
    report_.paper().report().variables = fields_of(read->network).size() + 1;
    pairs_ = read->reach;
    if (read->any) add_all_pairs(read->network);
    many_ = pairs_.size() + (read->loops ? 1 : 0) > 1;
    bool whole = true;
    if (!pairs_.empty()) {
      const auto values = answers(read->network);
      whole = values.has_value();
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        describe_pair(read->network, pairs_[i], i + 1);
        if (const auto mistake = tell(read->network, values ? std::optional((*values)[i]) : std::nullopt))
          return usage_error(run_, *mistake);
      }
    }
    if (read->loops) {
      const auto values = analyse::network::looping(read->network, field_.field, run_.context);
      whole = whole && values;
      describe_loops();
      if (const auto mistake = tell(read->network, values)) return usage_error(run_, *mistake);
    }
    return finish(run_, report_.paper().report(), !whole);
  }

 private:
  void add_all_pairs(const net::Network& network) {
    for (std::size_t from = 0; from < network.first_end; ++from)
      for (std::size_t to = network.first_end; to < network.drop(); ++to)
        pairs_.push_back({network.locations[from].name, network.locations[to].name, {}});
  }

  std::optional<UsageError> tell(const net::Network& network, const std::optional<Values>& values) {
    trace_.clear();
    if (values && !values->blocks.empty()) trace_ = report_.cite(network, *values->example, result_.property.name);
    tell_verdict(network, values);
    if (auto mistake = values ? tell_values(network, *values) : std::nullopt) return mistake;
    report_.paper().report().properties.push_back(std::move(result_));
    return std::nullopt;
  }

  void describe_loops() {
    result_ = {};
    result_.property.kind = PropertyKind::Ltl;
    result_.engine = engine_name;
    result_.property.name = "loops";
    result_.property.text = "no packet goes in circles: F (location is an end, or drop)";
  }
  void describe_pair(const net::Network& network, const front::net::Reach& reach, std::size_t number) {
    result_ = {};
    result_.property.kind = PropertyKind::Ltl;
    result_.engine = engine_name;
    result_.property.name = fmt::format("ltl{}", number);
    const std::string inside =
        reach.destination ? fmt::format(" with a destination in {}/{}",
                                        address_text(reach.destination->on(width(network)).value, width(network)),
                                        reach.destination->length)
                          : "";
    result_.property.text = fmt::format("packets at {}{} arrive at {}", reach.from, inside, reach.to);
  }

  static std::size_t width(const net::Network& network) { return network.widths[net::index_of(net::Field::IpDst)]; }

  std::optional<std::vector<Values>> answers(const net::Network& network) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < network.locations.size(); ++i) places.emplace(network.locations[i].name, i);
    std::vector<analyse::network::ArrivalQuestion> asked;
    for (const front::net::Reach& reach : pairs_) {
      asked.push_back({{places.at(reach.from), places.at(reach.to)}});
      if (reach.destination)
        asked.back().when[net::index_of(net::Field::IpDst)] = reach.destination->on(width(network));
    }
    return analyse::network::not_arriving(network, field_.field, asked, run_.context);
  }

  void tell_verdict(const net::Network& network, const std::optional<Values>& values) {
    if (!values) {
      result_.verdict = Unknown{run_.context.stop_reason()};
    } else if (values->blocks.empty()) {
      result_.verdict = Holds{NoEvidence{"every class of headers was walked"}};
    } else {
      result_.verdict = Violated{report_.trace_of(network, *values->example)};
      result_.traces = {trace_};
    }
  }

  // What is said of the set is what is said of any other.
  std::optional<UsageError> tell_values(const net::Network& network, const Values& values) {
    const std::size_t bits = network.widths[net::index_of(field_.field)];
    const ValueSet set = set_of(values.blocks, bits);
    const bool as_text = !arguments_.has("json") && !arguments_.has("format");
    report::Intervals found;
    describe(set, arguments_.count("limit").value_or(as_text ? most_listed_as_text : most_listed), found);
    found.property = result_.property.name;
    found.variable = fmt::format("packet.{}", field_.name);
    found.as = arguments_.text("as", address_style(bits));
    found.over = "all";
    found.step = "0";
    found.method = engine_name;
    found.route_count = found.domain;
    found.route = {{{found.least, found.greatest}}, 1};
    if (values.example) {
      found.base = trace_;
      found.value = integer_of(values.example->header[net::index_of(field_.field)]);
      if (const auto around = set.around(*found.value)) found.around_base = {reported(*around)};
    }
    if (arguments_.has("contains")) {
      const auto asked = read_window(arguments_.text("contains"), report::number_style(found));
      if (!asked) return UsageError{fmt::format("`--contains {}`: {}", arguments_.text("contains"), window_shape), ""};
      found.contains =
          report::Contained{reported(*asked), set.contains(*asked), set.count_in(*asked), set.first_outside(*asked)};
    }
    if (arguments_.has("name")) keep(set, found);
    report_.paper().report().findings.push_back(std::move(found));
    return std::nullopt;
  }

  void keep(const ValueSet& set, report::Intervals& found) {
    const std::string path = session::session_file(arguments_.text("session"));
    session::SetStore store;
    PlainReport& paper = report_.paper();
    if (!store.read(path, paper.sources, paper.diagnostics)) return;
    found.name = arguments_.text("name") + (many_ ? "." + found.property : "");
    std::string base;
    if (!trace_.empty()) report::append_trace(base, *paper.report().trace(trace_), &paper.sources);
    store.put({.name = found.name,
               .set = set,
               .made_by = fmt::format("{} {} {}", name_.files[0], found.property, found.variable),
               .model = name_.files[0],
               .property = found.property,
               .variable = found.variable,
               .step = found.step,
               .free = {},
               .free_lasso = false,
               .symbols = {},
               .base = std::move(base),
               .value = found.value,
               .over = found.over,
               .as = found.as});
    std::string error;
    if (!store.write(error))
      paper.diagnostics.error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
  }

  Run& run_;
  const Arguments& arguments_;
  const session::ModelName& name_;
  NetworkReport report_;
  net::NamedField field_ = net::packet_fields[0];
  std::vector<front::net::Reach> pairs_;
  bool many_ = false;              // questions
  report::PropertyResult result_;  // of the question under way, and its trace
  std::string trace_;
};

}  // namespace

std::optional<ExitCode> intervals_of_tables(Run& run, const session::ModelName& name) {
  if (!is_for_tables(run.arguments, name)) return std::nullopt;
  return TableIntervals(run, name).execute();
}

}  // namespace whynot::command
