// Which modules are systems, where their runs begin, and what searches look for.
#include "front/algebra/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/algebra/hidden.h"
#include "front/algebra/soup.h"
#include "front/ots/load.h"

namespace whynot::front::algebra {
namespace {

class Loader {
 public:
  Loader(const Sources& sources, Dialect dialect, Diagnostics& diagnostics)
      : sources_(sources), dialect_(dialect), diagnostics_(diagnostics) {}

  std::vector<std::unique_ptr<whynot::ots::Ots>> load(const FileSyntax& file) {
    if (!diagnostics_.ok()) return {};
    std::vector<std::pair<const ModuleSyntax*, std::vector<const ModuleSyntax*>>> systems;
    for (const ModuleSyntax& m : file.modules) {
      const auto all = with_imports(file, m, diagnostics_);
      if (!diagnostics_.ok()) return {};
      if (std::any_of(all.begin(), all.end(), [&](const ModuleSyntax* part) { return is_system(*part); }))
        systems.emplace_back(&m, all);
    }
    const auto is_imported = [&](const ModuleSyntax* m) {
      return std::any_of(systems.begin(), systems.end(), [&](const auto& other) {
        return other.first != m && std::find(other.second.begin(), other.second.end(), m) != other.second.end();
      });
    };
    const auto is_searched = [&](const ModuleSyntax* m) {
      return std::any_of(file.searches.begin(), file.searches.end(),
                         [&](const SearchSyntax& s) { return s.module == m->name.text; });
    };
    for (const auto& [m, all] : systems)
      if (!is_imported(m) || is_searched(m)) system(file, *m, all);
    if (diagnostics_.ok() && systems.empty() && !file.modules.empty()) no_system(file.modules.back().name.where);
    return std::move(out_);
  }

 private:
  void no_system(Span where) {
    const bool maude = dialect_ == Dialect::Maude;
    Diagnostic& d = diagnostics_.error(
        "algebra.no-system",
        fmt::format("no module of this file has {}: there is nothing that runs", maude ? "rules" : "a hidden sort"),
        where);
    d.help = maude ? "rules are `rl` and `crl`" : "a hidden sort is declared by `*[ Sys ]*`";
  }

  bool is_system(const ModuleSyntax& m) const {
    if (dialect_ == Dialect::Cafe) return !m.hidden.empty();
    return std::any_of(m.statements.begin(), m.statements.end(),
                       [](const StatementSyntax& s) { return s.kind == StatementSyntax::Kind::Rule; });
  }

  void system(const FileSyntax& file, const ModuleSyntax& m, const std::vector<const ModuleSyntax*>& all) {
    const Theory theory = read_theory(all, dialect_, diagnostics_);
    if (!diagnostics_.ok()) return;
    if (dialect_ == Dialect::Cafe) return add(read_hidden(theory, diagnostics_), m);
    std::vector<std::pair<std::string, std::pair<std::vector<Start>, std::vector<Sought>>>> begun;
    for (const SearchSyntax& s : file.searches) {
      if (s.module != m.name.text) continue;
      const Tree from = read_term(theory.signature, s.from, nullptr, diagnostics_);
      const Tree pattern = from ? read_term(theory.signature, s.pattern, &from->sort, diagnostics_) : nullptr;
      if (!pattern) return;
      auto at = std::find_if(begun.begin(), begun.end(), [&](const auto& b) { return b.first == to_text(*from); });
      if (at == begun.end()) at = begun.insert(begun.end(), {to_text(*from), {{{"start", from}}, {}}});
      at->second.second.push_back({pattern, read_conditions(theory.signature, s.condition, diagnostics_), s.where});
    }
    if (begun.empty()) {
      const std::vector<Start> starts = usual_starts(theory, m);
      if (!starts.empty()) begun.push_back({"", {starts, {}}});
    }
    if (!diagnostics_.ok()) return;
    for (const auto& [text, what] : begun) add(read_soup(theory, what.first, what.second, diagnostics_), m);
  }

  std::vector<Start> usual_starts(const Theory& theory, const ModuleSyntax& m) {
    std::set<SortId> kinds;
    for (const Rule& r : theory.rules) {
      const SortId kind = theory.signature.kinds[r.left->sort];
      if (!kinds.insert(kind).second) continue;
      if (std::vector<Start> starts = starts_of(theory, kind); !starts.empty()) return starts;
    }
    diagnostics_
        .error("algebra.initial", fmt::format("nothing says where runs of `{}` begin", m.name.text), m.name.where)
        .help = "write an operator `init` with its equation, or a command `search TERM =>* PATTERN .`";
    return {};
  }

  // init, or init(3), init(2), init(1); or the only constant that an equation says more of.
  static std::vector<Start> starts_of(const Theory& theory, SortId state) {
    const Signature& s = theory.signature;
    const Operator *constant = nullptr, *family = nullptr;
    std::size_t constants = 0;
    for (const Operator& op : s.operators) {
      if (s.kinds[op.result] != state || !theory.is_defined(op) || op.associative) continue;
      if (op.sorts.empty() && (op.name == "init" || !constant || constant->name != "init")) constant = &op;
      if (op.sorts.empty()) ++constants;
      if (op.name == "init" && op.sorts.size() == 1 && s.is_numeric(op.sorts[0])) family = &op;
    }
    if (constant && (constant->name == "init" || constants == 1))
      return {{"start", make_apply(*constant, {}, constant->where)}};
    std::vector<Start> starts;
    if (family)
      for (const auto& [name, number] : {std::pair("three", 3), {"two", 2}, {"one", 1}})
        starts.push_back({name, make_apply(*family, {make_number(number, family->where)}, family->where)});
    return starts;
  }

  void add(std::optional<front::ots::SystemSyntax> system, const ModuleSyntax& m) {
    if (!system || !diagnostics_.ok()) return;
    system->name = {std::string(m.name.text), m.name.where};
    for (auto& i : system->invariants)
      while (std::any_of(out_.begin(), out_.end(), [&](const auto& o) { return o->invariant(i.name.text); }))
        i.name.text += '_';
    if (!out_.empty()) name_scopes(*system);
    out_.push_back(front::ots::load_system(*system, sources_, diagnostics_));
  }

  // A scope says which of several systems is meant: those of the first are called as they are.
  static void name_scopes(front::ots::SystemSyntax& system) {
    for (front::ots::ScopeSyntax& scope : system.scopes)
      scope.name.text = fmt::format("{}.{}", system.name.text, scope.name.text);
    if (!system.scopes.empty()) return;
    system.scopes.emplace_back();
    system.scopes.back().name = system.name;
  }

  const Sources& sources_;
  Dialect dialect_;
  Diagnostics& diagnostics_;
  std::vector<std::unique_ptr<whynot::ots::Ots>> out_;
};

}  // namespace

std::vector<std::unique_ptr<whynot::ots::Ots>> load(const Sources& sources, FileId file, Dialect dialect,
                                                    const LoadFile& load_file, Diagnostics& diagnostics) {
  const FileSyntax syntax = parse_file(sources, file, dialect, load_file, diagnostics);
  if (diagnostics.ok() && syntax.modules.empty())
    diagnostics.error("algebra.no-system", "this file has no module", {file, 0, 0});
  return Loader(sources, dialect, diagnostics).load(syntax);
}

}  // namespace whynot::front::algebra
