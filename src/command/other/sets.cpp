// whynot sets: stored sets of counterexamples, and sets made of them.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/random.h"
#include "command/about/intervals/finding.h"
#include "command/cells.h"
#include "command/other/plain_report.h"
#include "report/number_text.h"
#include "session/set_store.h"

namespace whynot::command {
namespace {

using analyse::intervals::ValueSet;

class SetsCommand {
 public:
  explicit SetsCommand(Run& run)
      : run_(run),
        arguments_(run.arguments),
        path_(session::session_file(arguments_.text("session"))),
        paper_(path_, "sets") {}

  ExitCode execute() {
    const auto& words = arguments_.operands;
    verb_ = words.empty() ? "" : words[0];
    const auto [least, most] = operands_of(verb_);
    if (most == 0)
      return usage_error(run_,
                         "`whynot sets` needs one of list, show, delete, union, intersect, diff, contains, nth, sample",
                         "e.g. whynot sets list");
    if (arguments_.has("name") && arguments_.text("name").empty())
      return usage_error(run_, "`--name` needs a name for the set");
    if (words.size() - 1 < least || words.size() - 1 > most)
      return usage_error(run_, fmt::format("`whynot sets {}` takes {}", verb_, wanted(verb_)));
    if (!store_.read(path_, paper_.sources, paper_.diagnostics))
      return fail_with_diagnostics(run_, paper_.report(), exit_input);
    if (!names_are_known()) return fail_with_diagnostics(run_, paper_.report(), exit_input);
    const ExitCode code = answer();
    if (code != exit_ok || run_.arguments.has("quiet")) return code;
    return verb_ == "delete" && !wants_report() ? exit_ok : finish();
  }

 private:
  struct Counts {
    std::size_t least, most;
  };
  static Counts operands_of(const std::string& verb) {
    if (verb == "list") return {0, 1'000'000};
    if (verb == "show" || verb == "delete") return {1, 1'000'000};
    if (verb == "union" || verb == "intersect") return {2, 1'000'000};
    if (verb == "diff" || verb == "contains" || verb == "nth") return {2, 2};
    if (verb == "sample") return {1, 2};
    return {0, 0};
  }
  static std::string_view wanted(const std::string& verb) {
    if (verb == "show" || verb == "delete") return "the names of sets";
    if (verb == "contains") return "a set and an interval LO..HI";
    if (verb == "nth") return "a set and an index, from 0";
    if (verb == "sample") return "a set and how many values";
    return verb == "diff" ? "two sets" : "two or more sets";
  }
  // Operands after the verb that name sets.
  std::size_t named() const {
    const bool has_argument = verb_ == "contains" || verb_ == "nth" || verb_ == "sample";
    return has_argument ? 1 : arguments_.operands.size() - 1;
  }

  bool names_are_known() {
    std::vector<std::string_view> known;
    for (const session::StoredSet& s : store_.sets()) known.push_back(s.name);
    for (std::size_t i = 1; i <= named(); ++i) {
      const std::string& name = arguments_.operands[i];
      if (store_.find(name)) continue;
      auto& error =
          paper_.diagnostics.error("sets.unknown", fmt::format("there is no set `{}` in {}", name, path_), {});
      if (const auto near = nearest_name(name, known); !near.empty())
        error.help = fmt::format("did you mean `{}`?", near);
      else
        error.help = known.empty() ? "`whynot intervals … --name NAME` keeps one"
                                   : fmt::format("it has {}", fmt::join(known, ", "));
    }
    return paper_.diagnostics.ok();
  }

  const session::StoredSet& operand(std::size_t i) const { return *store_.find(arguments_.operands[i]); }

  ExitCode answer() {
    if (verb_ == "delete") return remove();
    if (verb_ == "union" || verb_ == "intersect" || verb_ == "diff") return combine();
    if (verb_ == "contains") return contains();
    if (verb_ == "nth") return nth();
    if (verb_ == "sample") return sample();
    for (const session::StoredSet& s : store_.sets())
      if (arguments_.operands.size() == 1 ||
          std::find(arguments_.operands.begin() + 1, arguments_.operands.end(), s.name) != arguments_.operands.end())
        show(s);
    return exit_ok;
  }

  ExitCode remove() {
    for (std::size_t i = 1; i < arguments_.operands.size(); ++i) store_.erase(arguments_.operands[i]);
    return save();
  }

  ExitCode save() {
    std::string error;
    if (store_.write(error)) return exit_ok;
    run_.err << "whynot: cannot write " << error << "\n";
    return exit_io;
  }

  ExitCode combine() {
    session::StoredSet result = operand(1);
    std::vector<std::string> words = {verb_, result.name};
    for (std::size_t i = 2; i < arguments_.operands.size(); ++i) {
      const session::StoredSet& other = operand(i);
      const bool same_values = other.set.scale() == result.set.scale() && other.symbols == result.symbols &&
                               other.set.scale().type_name() == result.set.scale().type_name();
      if (!same_values) {
        paper_.diagnostics.error("sets.different-types",
                                 fmt::format("`{}` has values of {}, `{}` of {}", result.name,
                                             result.set.scale().type_name(), other.name, other.set.scale().type_name()),
                                 {});
        return fail_with_diagnostics(run_, paper_.report(), exit_input);
      }
      if (verb_ == "union")
        result.set = result.set.united(other.set);
      else
        result.set = verb_ == "diff" ? result.set.without(other.set) : result.set.intersected(other.set);
      words.push_back(other.name);
      if (other.over != result.over) mix(result, other);
      if (other.variable != result.variable) result.variable.clear();
      if (other.property != result.property) result.property.clear();
      if (other.model != result.model) result.model.clear();
    }
    result.made_by = fmt::format("{}", fmt::join(words, " "));
    result.base.clear();
    result.value.reset();
    result.name = arguments_.text("name");
    if (!result.name.empty()) {
      store_.put(result);
      if (const ExitCode code = save(); code != exit_ok) return code;
    }
    show(result);
    return exit_ok;
  }

  // Sets over different runs may be put together, but not without a word.
  void mix(session::StoredSet& result, const session::StoredSet& other) {
    paper_.diagnostics
        .warning("sets.different-runs",
                 fmt::format("`{}` is over {}, `{}` over {}: the result is about neither", arguments_.operands[1],
                             over_words(result.over), other.name, over_words(other.over)),
                 {})
        .help = "make both with the same --over";
    result.over = "mixed";
  }
  static std::string_view over_words(std::string_view over) {
    if (over == "run") return "one run";
    if (over == "mixed") return "different runs";
    return over == "all" ? "all runs" : "all runs of one length";
  }

  report::Intervals finding_of(const session::StoredSet& s) const {
    report::Intervals found;
    describe(s.set, arguments_.count("limit").value_or(most_listed), found);
    found.property = s.property;
    found.variable = s.variable.empty() ? s.made_by : s.variable;
    found.name = s.name;
    found.symbols = s.symbols;
    found.step = s.step;
    found.free = s.free;
    found.free_lasso = s.free_lasso;
    found.model = s.model;
    found.made_by = s.made_by;
    found.as = arguments_.text("as", s.as);
    found.over = s.over;
    if (s.value) {
      found.value = s.value;
      if (const auto around = s.set.around(*s.value)) found.around_base = {reported(*around)};
    }
    return found;
  }

  void show(const session::StoredSet& s) { findings_.push_back(finding_of(s)); }

  ExitCode contains() {
    report::Intervals found = finding_of(operand(1));
    const std::string text = arguments_.operands[2];
    const auto asked = read_window(text, report::number_style(found));
    if (!asked) return usage_error(run_, fmt::format("`{}`: {}", text, window_shape));
    const ValueSet& set = operand(1).set;
    found.contains =
        report::Contained{reported(*asked), set.contains(*asked), set.count_in(*asked), set.first_outside(*asked)};
    findings_.push_back(std::move(found));
    return exit_ok;
  }

  bool wants_report() const { return arguments_.has("json") || arguments_.has("format"); }

  ExitCode values(std::vector<Integer> numbers) {
    report::Intervals found = finding_of(operand(1));
    if (wants_report()) {
      found.members = std::move(numbers);
      findings_.push_back(std::move(found));
      return exit_ok;
    }
    for (const Integer& n : numbers) run_.out << report::number_text(n, report::number_style(found)) << "\n";
    printed_ = true;
    return exit_ok;
  }

  ExitCode nth() {
    const auto index = parse_digits(arguments_.operands[2], 10);
    if (!index) return usage_error(run_, fmt::format("`{}`: expected an index, from 0", arguments_.operands[2]));
    const auto n = operand(1).set.member(*index);
    if (n) return values({*n});
    paper_.diagnostics.error("sets.index",
                             fmt::format("`{}` has {} values", operand(1).name, to_string(operand(1).set.count())), {});
    return fail_with_diagnostics(run_, paper_.report(), exit_input);
  }

  // Members drawn one by one, each as likely as any other.
  ExitCode sample() {
    const auto wanted = arguments_.operands.size() > 2 ? parse_digits(arguments_.operands[2], 10) : Integer(1);
    if (!wanted || *wanted > most_listed)
      return usage_error(run_, fmt::format("`{}`: expected a number", arguments_.operands[2]));
    const ValueSet& set = operand(1).set;
    const Integer count = set.count();
    Random random(run_.context.seed());
    std::vector<Integer> numbers;
    for (Integer i = 0; i < *wanted && count > 0; ++i) {
      Integer index = 0;
      for (std::size_t bits = 0; bits < set.scale().width() + 64; bits += 64) index = (index << 64) + random.next();
      numbers.push_back(*set.member(index % count));
    }
    return values(numbers);
  }

  ExitCode finish() {
    if (printed_) return exit_ok;
    report::Report& report = paper_.report();
    tell_diagnostics(run_, report);
    if (verb_ == "list" && !wants_report()) return list();
    for (report::Intervals& f : findings_) report.findings.push_back(std::move(f));
    return write_report(run_, report);
  }

  ExitCode list() {
    if (findings_.empty()) run_.out << "no sets in " << path_ << "\n";
    for (const report::Intervals& f : findings_) {
      const session::StoredSet* stored = store_.find(f.name);
      run_.out << fmt::format("{:<16} {:>16} {:<8} {:>8} {:<11} {}   {}\n", f.name, report::grouped(f.count),
                              f.count == 1 ? "value" : "values", report::grouped(f.interval_total),
                              f.interval_total == 1 ? "interval" : "intervals", f.type, stored->made_by);
    }
    return exit_ok;
  }

  Run& run_;
  const Arguments& arguments_;
  std::string path_, verb_;
  PlainReport paper_;
  session::SetStore store_;
  std::vector<report::Intervals> findings_;
  bool printed_ = false;
};

}  // namespace

ExitCode run_sets(Run& run) { return SetsCommand(run).execute(); }

}  // namespace whynot::command
