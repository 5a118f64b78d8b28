// Declares names first, then rules; a rule that pushes more than two symbols is split by fresh symbols.
#include "front/pds/model_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "front/pds/event_map.h"
#include "front/pds/index_table.h"
#include "front/pds/suggest.h"

namespace whynot::front::pds {
namespace {

class Names {
 public:
  explicit Names(std::vector<std::string>& names) : names_(names) {}

  std::uint32_t add(const std::string& name) {
    const auto fresh = static_cast<std::uint32_t>(names_.size());
    const std::uint32_t found =
        index_.find_or_add(hash(name), fresh, [&](std::uint32_t i) { return names_[i] == name; });
    if (found != IndexTable::none) return found;
    names_.push_back(name);
    return fresh;
  }
  std::uint32_t find(const std::string& name) const {  // Pds::none if it is not there
    return index_.find(hash(name), [&](std::uint32_t i) { return names_[i] == name; });
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  static std::size_t hash(const std::string& name) { return std::hash<std::string>()(name); }
  static_assert(IndexTable::none == Pds::none);

  std::vector<std::string>& names_;
  IndexTable index_;
};

// `! file:line` becomes a span: the file joins the sources as a text of empty lines, so that its places
// print as the user wrote them whether or not the file is there to be read.
class ForeignLines {
 public:
  explicit ForeignLines(Sources& sources) : sources_(sources) {}

  void note(const RuleSyntax& rule) {
    if (!rule.file.empty()) last_line_[rule.file] = std::max(last_line_[rule.file], rule.line);
  }
  Span span(const RuleSyntax& rule) {
    auto [at, fresh] = files_.try_emplace(rule.file, 0);
    if (fresh) at->second = sources_.add(rule.file, std::string(last_line_[rule.file], '\n'));
    return {at->second, rule.line - 1, rule.line - 1};
  }

 private:
  Sources& sources_;
  std::map<std::string, std::uint32_t> last_line_;
  std::map<std::string, FileId> files_;
};

// All of a rule but its place.
std::array<std::uint32_t, 7> contents(const PdsRule& r) {
  return {r.control, r.symbol, r.to, r.size, r.push[0], r.push[1], r.events};
}

std::uint64_t hash_of(const PdsRule& rule) {
  std::uint64_t h = 0;
  for (std::uint32_t word : contents(rule)) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

class ModelBuilder {
 public:
  ModelBuilder(const PdsDocument& document, Sources& sources, Diagnostics& diagnostics)
      : document_(document), diagnostics_(diagnostics), foreign_(sources), map_(document, pds_, diagnostics) {}

  Pds build() {
    if (document_.models.empty()) {
      diagnostics_.error("pds.no-model", "there is no `pds` section", {});
      return std::move(pds_);
    }
    pds_.name = document_.models.front().name.text;
    declare();
    for (const PdsSection& section : document_.models)
      for (const RuleSyntax& rule : section.rules) foreign_.note(rule);
    for (const PdsSection& section : document_.models) {
      section_ = &section;
      for (const RuleSyntax& rule : section.rules) add_rule(rule);
    }
    for (const PdsSection& section : document_.models)
      for (const ConfigurationSyntax& initial : section.initial) add_initial(initial);
    if (pds_.initial.empty() && document_.stand_in && diagnostics_.ok()) {
      add_initial(*document_.stand_in);
      diagnostics_.add({Severity::Note,
                        "pds.assumed-init",
                        "no `init` was given: runs start at the left side of the first rule",
                        document_.stand_in->where,
                        {},
                        {}});
    }
    if (pds_.initial.empty() && diagnostics_.ok())
      diagnostics_.error("pds.no-init", fmt::format("model `{}` has no `init` configuration", pds_.name),
                         document_.models.front().name.where);
    map_.check_points(symbols_.all());
    map_.check_calls();
    check_ends();
    pds_.procedure_of.resize(pds_.symbols.size(), Pds::none);
    return std::move(pds_);
  }

 private:
  void declare() {
    for (const PdsSection& section : document_.models) {
      for (const NameSyntax& control : section.controls) controls_.add(control.text);
      for (const NameSyntax& symbol : section.symbols) symbols_.add(symbol.text);
      for (const ProcedureSyntax& procedure : section.procedures) declare(procedure);
    }
    closed_ = !pds_.symbols.empty() && !document_.imported;
    if (pds_.controls.empty()) controls_.add("");
    // Entry points last: a closed alphabet must name them, too.
    for (const PdsSection& section : document_.models)
      for (const ProcedureSyntax& procedure : section.procedures)
        entry_[procedure.name.text] = symbol(procedure.entry, true);
    for (const PdsSection& section : document_.models)
      for (const NameSyntax& stop : section.stops) symbol(stop, true);
  }

  void declare(const ProcedureSyntax& procedure) {
    const auto [at, fresh] = procedures_.try_emplace(procedure.name.text, &procedure);
    if (fresh) return void(procedure_names_.add(procedure.name.text));
    diagnostics_
        .error("pds.duplicate-procedure", fmt::format("procedure `{}` is declared twice", procedure.name.text),
               procedure.name.where)
        .labels.push_back({at->second->name.where, "first here"});
  }

  std::uint32_t control(const std::optional<NameSyntax>& name, const Span& where) {
    if (!name) {
      if (pds_.controls.size() > 1 || !pds_.controls[0].empty())
        diagnostics_.error("pds.missing-control", "this model has control locations: write `<p, symbols>`", where);
      return 0;
    }
    const std::uint32_t found = controls_.find(name->text);
    if (found != Pds::none) return found;
    unknown(diagnostics_, "pds.unknown-control", "control location", *name, controls_.all(),
            "declare control locations with `control p0 p1`");
    return 0;
  }

  std::uint32_t symbol(const NameSyntax& name, bool may_be_new) {
    const std::uint32_t found = symbols_.find(name.text);
    if (found != Pds::none) return found;
    if (may_be_new && !closed_) return symbols_.add(name.text);
    unknown(diagnostics_, "pds.unknown-symbol", "stack symbol", name, symbols_.all(),
            closed_ ? "the `symbols` line does not have it" : "no rule has it");
    return symbols_.add(name.text);
  }

  void add_rule(const RuleSyntax& syntax) {
    if (syntax.left.stack.size() != 1) {
      diagnostics_.error(syntax.left.stack.empty() ? "pds.pops-empty-stack" : "pds.left-side",
                         syntax.left.stack.empty() ? "this rule pops an empty stack: its left side needs one symbol"
                                                   : "the left side of a rule has one symbol",
                         syntax.left.where);
      return;
    }
    PdsRule rule;
    rule.symbol = symbol(syntax.left.stack[0], true);
    rule.where = syntax.file.empty() ? join(syntax.left.where, syntax.right.where) : foreign_.span(syntax);
    if (syntax.procedure != Pds::none) place_in_procedure(rule.symbol, syntax.procedure);
    const std::vector<std::uint32_t> right = right_side(syntax);
    rule.events = map_.events_of(syntax, pds_.symbols[rule.symbol]);
    if (!syntax.any_control) {
      rule.control = control(syntax.left.control, syntax.left.where);
      rule.to = syntax.right.control ? control(syntax.right.control, syntax.right.where) : rule.control;
      return split(rule, right, syntax);
    }
    for (std::uint32_t c = 0; c < pds_.controls.size(); ++c) {
      rule.control = rule.to = c;
      split(rule, right, syntax);
    }
  }

  std::vector<std::uint32_t> right_side(const RuleSyntax& syntax) {
    std::vector<std::uint32_t> right;
    if (syntax.callee) {
      const auto entry = entry_.find(syntax.callee->text);
      if (entry == entry_.end())
        unknown(diagnostics_, "pds.unknown-procedure", "procedure", *syntax.callee, procedure_names_.all(),
                "declare it with `proc NAME entry POINT`");
      else
        right.push_back(entry->second);
    }
    for (const NameSyntax& name : syntax.right.stack) {
      right.push_back(symbol(name, true));
      if (used_.size() <= right.back()) used_.resize(right.back() + 1);
      if (!used_[right.back()]) used_[right.back()] = &name;
    }
    return right;
  }

  void place_in_procedure(std::uint32_t point, std::uint32_t procedure) {
    if (pds_.procedure_of.size() <= point) pds_.procedure_of.resize(point + 1, Pds::none);
    if (pds_.procedure_of[point] == Pds::none)
      pds_.procedure_of[point] = procedure_names_.find(section_->procedures[procedure].name.text);
  }

  // <g> -> <a b c> is <g> -> <t c>, <t> -> <a b> with a fresh t; the events stay on the first.
  void split(PdsRule rule, const std::vector<std::uint32_t>& right, const RuleSyntax& syntax) {
    std::size_t rest = right.size();
    const std::string& origin = syntax.left.stack[0].text;
    while (rest > 2) {
      const std::uint32_t fresh = symbols_.add(fmt::format("{}~{}", origin, ++fresh_));
      rule.size = 2;
      rule.push = {fresh, right[--rest]};
      finish(rule, syntax);
      rule.control = rule.to;
      rule.symbol = fresh;
      rule.events = 0;
    }
    if (right.size() > 2)
      diagnostics_.add({Severity::Note,
                        "pds.split-rule",
                        "a rule that pushes more than two symbols becomes several steps",
                        syntax.right.where,
                        {},
                        {}});
    rule.size = static_cast<std::uint32_t>(rest);
    for (std::size_t i = 0; i < rest; ++i) rule.push[i] = right[i];
    finish(rule, syntax);
  }

  void finish(const PdsRule& rule, const RuleSyntax& syntax) {
    const auto fresh = static_cast<std::uint32_t>(pds_.rules.size());
    const auto same = [&](std::uint32_t i) { return contents(pds_.rules[i]) == contents(rule); };
    if (seen_.find_or_add(hash_of(rule), fresh, same) == IndexTable::none) {
      pds_.rules.push_back(rule);
      if (rule.events != 0)
        for (const auto& [event, origins] : map_.origins()) pds_.origins[{fresh, event}] = origins;
    } else
      diagnostics_.warning("pds.duplicate-rule", "this rule stands here a second time", syntax.left.where);
  }

  void add_initial(const ConfigurationSyntax& syntax) {
    if (syntax.stack.empty()) {
      diagnostics_.error("pds.empty-init", "an initial configuration needs at least one symbol", syntax.where);
      return;
    }
    PdsConfiguration initial{control(syntax.control, syntax.where), {}, syntax.where};
    for (const NameSyntax& name : syntax.stack) initial.stack.push_back(symbol(name, false));
    pds_.initial.push_back(std::move(initial));
  }

  // A point that no rule leaves is most likely a mistake, unless it is said to be one where runs stop.
  void check_ends() {
    std::vector<const PdsRule*> leaving(pds_.symbols.size());
    for (const PdsRule& rule : pds_.rules) leaving[rule.symbol] = &rule;
    std::vector<bool> stops(pds_.symbols.size());
    for (const PdsSection& section : document_.models)
      for (const NameSyntax& name : section.stops) {
        const std::uint32_t at = symbols_.find(name.text);
        stops[at] = true;
        if (leaving[at])
          diagnostics_
              .error("pds.stop-goes-on", fmt::format("runs should stop at `{}`, but a rule leaves it", name.text),
                     name.where)
              .labels.push_back({leaving[at]->where, "this rule"});
      }
    if (document_.imported || closed_) return;
    for (std::size_t symbol = 0; symbol < used_.size(); ++symbol)
      if (const NameSyntax* name = used_[symbol]; name && !leaving[symbol] && !stops[symbol])
        diagnostics_
            .warning("pds.dead-end", fmt::format("no rule leaves `{}`: runs end there", name->text), name->where)
            .help = fmt::format("if that is meant, say `stop {}`", name->text);
  }

  const PdsDocument& document_;
  Diagnostics& diagnostics_;
  Pds pds_;
  ForeignLines foreign_;
  EventMap map_;
  Names controls_{pds_.controls}, symbols_{pds_.symbols}, procedure_names_{pds_.procedures};
  std::unordered_map<std::string, const ProcedureSyntax*> procedures_;
  std::unordered_map<std::string, std::uint32_t> entry_;
  std::vector<const NameSyntax*> used_;  // by symbol: where it first stands on a right-hand side
  IndexTable seen_;                      // of rules
  const PdsSection* section_ = nullptr;
  bool closed_ = false;  // the alphabet is declared
  std::size_t fresh_ = 0;
};

}  // namespace

Pds build_model(const PdsDocument& document, Sources& sources, Diagnostics& diagnostics) {
  return ModelBuilder(document, sources, diagnostics).build();
}

}  // namespace whynot::front::pds
