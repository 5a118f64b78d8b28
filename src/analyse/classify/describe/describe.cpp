// A candidate says that at two steps a record is the same but for a few fields, perhaps with the value that one of
// these has then, or with the field that handed it over.  The counterexamples at hand rule most out; the solver
// confirms the others, or gives a counterexample more; and how many passing runs have one is counted.
#include "analyse/classify/describe/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyse/classify/count/count.h"
#include "analyse/classify/solver/solver_space.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t fewest_fields = 3, most_fields = 10, most_but = 3, most_asked = 80, most_confirmed = 16,
                      most_shown = 2;

struct Record {
  std::string name;
  std::vector<Expr> fields;
  std::vector<std::string> field_names;
};

// `m.sender` and `m_sender` are fields of m.  What is only true or false remembers something and carries nothing.
std::vector<Record> records_of(const TransitionSystem& system) {
  std::map<std::string, Record> found;
  for (const VariableDecl& v : system.variables) {
    const std::string& name = system.pool->name_of(v.variable);
    const std::size_t dot = name.rfind('.'), end = dot == std::string::npos ? name.find('_') : dot;
    if (v.kind != VariableKind::State || v.variable.type().is_boolean()) continue;
    if (end == std::string::npos || end == 0 || end + 1 == name.size()) continue;
    Record& record = found[name.substr(0, end)];
    record.name = name.substr(0, end);
    record.fields.push_back(v.variable);
    record.field_names.push_back(name.substr(end + 1));
  }
  std::vector<Record> records;
  for (auto& [name, record] : found)
    if (record.fields.size() >= fewest_fields && record.fields.size() <= most_fields) records.push_back(record);
  return records;
}

struct Candidate {
  std::vector<std::size_t> but;               // fields that may differ
  std::optional<std::size_t> field = {};      // one of these, at the later step …
  Value value = {};                           // … has this value, where there is one
  std::optional<std::size_t> handed_by = {};  // … is what this field was before

  // Few fields first; of the same fields what says more, so that what follows from it need not be asked.
  std::size_t turn() const { return 4 * but.size() + (value.defined() ? 0 : 2) + (handed_by ? 0 : 1); }

  bool follows_from(const Candidate& other) const {
    const bool has_fields = std::includes(but.begin(), but.end(), other.but.begin(), other.but.end());
    const bool has_value = !value.defined() || (field == other.field && value == other.value);
    const bool has_hand = !handed_by || (field == other.field && handed_by == other.handed_by);
    return has_fields && has_value && has_hand;
  }
};

class Describer {
 public:
  Describer(const Question& question, const Stepper& stepper, Vocabulary& vocabulary, Context& context)
      : question_(question),
        stepper_(stepper),
        vocabulary_(vocabulary),
        context_(context),
        pool_(*question.system->pool) {}

  std::vector<Descriptor> run(const Record& record, std::vector<Trace> samples) {
    std::vector<Descriptor> confirmed;
    std::vector<std::pair<Candidate, TraceClass>> open;
    for (const std::vector<std::size_t>& but : subsets(record.fields.size())) {
      if (context_.should_stop()) return confirmed;
      if (!has_all(constraint(record, {but}), samples)) continue;  // nor do those that say more
      for (Candidate& c : candidates(record, but)) {
        TraceClass made = constraint(record, c);
        if (has_all(made, samples)) open.emplace_back(std::move(c), std::move(made));
      }
    }
    std::stable_sort(open.begin(), open.end(),
                     [](const auto& a, const auto& b) { return a.first.turn() < b.first.turn(); });
    if (open.empty()) return confirmed;
    std::vector<Candidate> known;
    const auto space = make_solver_space(question_, stepper_, vocabulary_, context_);
    ViolatingRuns& runs = space->violating();
    for (std::size_t i = 0, asked = 0; i < open.size() && asked < most_asked && confirmed.size() < most_confirmed;
         ++i) {
      const auto is_known = [&](const Candidate& c) { return open[i].first.follows_from(c); };
      if (std::any_of(known.begin(), known.end(), is_known) || !has_all(open[i].second, samples)) continue;
      ++asked;
      const auto id = runs.know(open[i].second);
      if (!id) continue;
      const Answer answer = runs.find(runs.sizes() - 1, {}, std::span(&*id, 1));
      if (answer == Answer::Stopped) break;
      if (answer == Answer::Sat) {
        samples.push_back(runs.trace());
        continue;
      }
      confirmed.push_back(described(record, open[i].first, open[i].second));
      known.push_back(open[i].first);
    }
    return confirmed;
  }

 private:
  bool has(const TraceClass& c, const Trace& trace) const { return vocabulary_.satisfied(c, trace).has_value(); }
  bool has_all(const TraceClass& c, const std::vector<Trace>& traces) const {
    return std::all_of(traces.begin(), traces.end(), [&](const Trace& t) { return has(c, t); });
  }

  std::optional<Value> initial_of(Expr variable) const {
    for (const Assignment& a : question_.system->init_assignments)
      if (a.variable == variable && a.value.is(Op::Constant)) return pool_.value_of(a.value);
    return std::nullopt;
  }

  static std::vector<std::vector<std::size_t>> subsets(std::size_t fields) {
    std::vector<std::vector<std::size_t>> all;
    for (std::size_t bits = 1; bits < (std::size_t{1} << fields); ++bits) {
      std::vector<std::size_t> one;
      for (std::size_t f = 0; f < fields; ++f)
        if (bits >> f & 1) one.push_back(f);
      if (one.size() <= most_but && one.size() < fields) all.push_back(std::move(one));
    }
    return all;
  }

  std::vector<Candidate> candidates(const Record& record, const std::vector<std::size_t>& but) const {
    std::vector<Candidate> all = {{but}};
    for (const std::size_t field : but) {
      add_values(record, but, field, all);
      for (std::size_t by = 0; by < record.fields.size(); ++by) {
        if (by == field || record.fields[by].type() != record.fields[field].type()) continue;
        all.push_back({but, field, {}, by});
        const std::size_t before = all.size();
        add_values(record, but, field, all);
        for (std::size_t i = before; i < all.size(); ++i) all[i].handed_by = by;
      }
    }
    return all;
  }

  void add_values(const Record& record, const std::vector<std::size_t>& but, std::size_t field,
                  std::vector<Candidate>& all) const {
    const Type type = record.fields[field].type();
    if (!type.is(TypeKind::Enum)) return;
    for (const Value& value : type.values())
      if (value != initial_of(record.fields[field])) all.push_back({but, field, value, {}});
  }

  Expr at(Expr variable, std::size_t argument) const {
    return pool_.make(Op::At, variable.type(), {variable}, argument);
  }

  // Not of a record that is empty: some field that is the same has another value than at the start.
  Expr body_of(const Record& record, const Candidate& c) const {
    std::vector<Expr> all = {
        pool_.make(Op::Lt, pool_.boolean_type(), {place_of_argument(pool_, 0), place_of_argument(pool_, 1)})};
    std::vector<Expr> filled;
    for (std::size_t f = 0; f < record.fields.size(); ++f) {
      const Expr x = record.fields[f];
      if (std::find(c.but.begin(), c.but.end(), f) != c.but.end()) continue;
      all.push_back(pool_.eq(at(x, 0), at(x, 1)));
      if (const auto initial = initial_of(x))
        filled.push_back(pool_.not_(pool_.eq(at(x, 0), pool_.constant(*initial, x.type()))));
    }
    if (!filled.empty()) all.push_back(pool_.any(filled));
    if (c.field) all.push_back(pool_.not_(pool_.eq(at(record.fields[*c.field], 0), at(record.fields[*c.field], 1))));
    if (c.value.defined())
      all.push_back(pool_.eq(at(record.fields[*c.field], 1), pool_.constant(c.value, record.fields[*c.field].type())));
    if (c.handed_by) all.push_back(pool_.eq(at(record.fields[*c.handed_by], 0), at(record.fields[*c.field], 1)));
    return pool_.all(all);
  }

  TraceClass constraint(const Record& record, const Candidate& c) {
    Predicate p;
    p.name = "again";
    p.arity = 2;
    p.body = body_of(record, c);
    return instance_of(vocabulary_, vocabulary_.built_in(std::move(p)));
  }

  Descriptor described(const Record& record, const Candidate& c, const TraceClass& made) const {
    std::vector<std::string> names;
    for (const std::size_t f : c.but) names.push_back(record.field_names[f]);
    Descriptor found;
    found.constraint = made;
    found.text = fmt::format("again {} but {} (i, j)", record.name, fmt::join(names, ", "));
    found.sentence = fmt::format("the same {} comes again but for {}", record.name, fmt::join(names, ", "));
    if (c.value.defined()) {
      found.text += fmt::format(" & {}@j = {}", pool_.name_of(record.fields[*c.field]), c.value.to_string());
      found.sentence += fmt::format("; {} is {} then", record.field_names[*c.field], c.value.to_string());
    }
    if (c.handed_by) {
      found.text += fmt::format(" & {}@i = {}@j", pool_.name_of(record.fields[*c.handed_by]),
                                pool_.name_of(record.fields[*c.field]));
      found.sentence +=
          fmt::format("; its {} before is the {} then", record.field_names[*c.handed_by], record.field_names[*c.field]);
    }
    found.fields = c.but.size();
    found.is_handed_over = c.handed_by.has_value();
    return found;
  }

  const Question& question_;
  const Stepper& stepper_;
  Vocabulary& vocabulary_;
  Context& context_;
  ExprPool& pool_;
};

// Whether it says what a field is then: "m.sender@j = Eve".
bool names_value(const Descriptor& d) { return d.text.find("@j = ") != std::string::npos; }

// Bits that a reader gains by knowing that a run has it, less what it costs to say; who it is, is worth saying.
double worth(const Descriptor& d) {
  const double passing = d.passing->convert_to<double>(), all = d.all_passing->convert_to<double>();
  const double told = (d.is_handed_over ? 0.6 : 0) + (names_value(d) ? 0.6 : 0);
  return std::log2((all + 1) / (passing + 1)) - 0.5 * static_cast<double>(d.fields) + told;
}

}  // namespace

std::vector<Descriptor> describe(const Question& question, const Stepper& stepper, Vocabulary& vocabulary,
                                 const Classes& classes, Context& context) {
  std::vector<Trace> samples;
  for (const Class& c : classes.classes) {
    if (!c.representative.steps.empty()) samples.push_back(c.representative);
    if (c.canonical) samples.push_back(*c.canonical);
  }
  std::vector<Descriptor> found;
  if (samples.empty() || !classes.total) return found;
  for (const Record& record : records_of(*question.system))
    for (Descriptor& d : Describer(question, stepper, vocabulary, context).run(record, samples))
      found.push_back(std::move(d));
  CountedClasses counted{{TraceClass{}}, {}, {0}};
  for (const Descriptor& d : found) {
    counted.classes.push_back(d.constraint);
    counted.entry.push_back(counted.entry.size());
  }
  const auto counts = count_runs(question, vocabulary, counted, context);
  if (!std::holds_alternative<Counts>(counts)) return {};
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].count = std::get<Counts>(counts).in[i + 1];
    found[i].passing = std::get<Counts>(counts).passing[i + 1];
    found[i].all_passing = std::get<Counts>(counts).passing[0];
  }
  std::erase_if(found, [](const Descriptor& d) { return *d.passing == *d.all_passing; });
  std::stable_sort(found.begin(), found.end(), [](const Descriptor& a, const Descriptor& b) {
    // That something is handed on says how the later one came about.
    return std::pair(a.is_handed_over, worth(a)) > std::pair(b.is_handed_over, worth(b));
  });
  if (found.size() > most_shown) found.resize(most_shown);
  return found;
}

}  // namespace whynot::analyse::classify
