// Calls of functions that the program does not define.  Of a few of them it is known what they do: copy, clear,
// compare, or leave alone what they are handed.  The others may write whatever they get a pointer to.
#include <algorithm>

#include "analyse/paths/follow/code_run.h"
#include "analyse/paths/follow/library.h"

namespace whynot::analyse::paths {

// In bytes; 0: nobody knows.
std::uint64_t CodeRun::size_of(TermId object) const {
  const Term& term = tables_->terms[object];
  if (const auto made = tables_->sizes.find(object); made != tables_->sizes.end()) return made->second;
  if (term.kind != Term::Kind::Object) return 0;
  const auto owner = tables_->owners.find(object);
  if (owner != tables_->owners.end()) return image_->reg(owner->second).size;
  const auto at = image_->code().sizes.find({"", term.text});
  return at == image_->code().sizes.end() ? 0 : at->second;
}

bool CodeRun::covers(TermId object, const CodeValue& count) const {
  const auto bytes = number_of(tables_->terms[count.term]);
  return bytes && *bytes > 0 && static_cast<std::uint64_t>(*bytes) == size_of(object);
}

void CodeRun::set_memory() {
  const TermId at = beginning(arguments_[0].term);
  if (tables_->terms.is_truth(arguments_[1].term, false) && covers(at, arguments_[2]))
    clear(at);
  else
    lose(tables_->terms.root(at));
}

// A whole variable onto another one.
void CodeRun::copy_memory() {
  const Terms& terms = tables_->terms;
  const TermId to = beginning(arguments_[0].term), from = beginning(arguments_[1].term);
  if (!covers(to, arguments_[2]) || !covers(from, arguments_[2])) return lose(terms.root(to));
  copy_cells(from, to);
}

void CodeRun::copy_cells(TermId from, TermId to) {
  Terms& terms = tables_->terms;
  forget_within(to);
  const auto moved = [&](TermId part) {
    std::vector<Term> steps;
    for (; part != from; part = terms[part].args[0]) steps.push_back(terms[part]);
    TermId made = to;
    for (std::size_t i = steps.size(); i-- > 0;) {
      steps[i].args[0] = made;
      made = terms.computed(steps[i].text, steps[i].args, steps[i].number);
    }
    return made;
  };
  // What it had for itself comes before what is not known of all.
  std::vector<Region> regions;
  for (const Region& region : regions_)
    if (is_within(region.whole, from) || is_within(from, region.whole)) {
      Region copy = region;
      copy.whole = is_within(region.whole, from) ? moved(region.whole) : to;
      regions.push_back(copy);
    }
  if (regions.empty()) regions.push_back({to, Region::Is::Lost, now_, static_cast<std::uint32_t>(written_.size())});
  std::vector<std::pair<TermId, Cell>> cells;
  for (const auto& [at, cell] : memory_)
    if (is_within(at, from)) cells.emplace_back(moved(at), cell);
  regions_.insert(regions_.end(), regions.begin(), regions.end());
  for (auto& [at, cell] : cells) {
    cell.value.rests_on = tables_->rests.joined(cell.value.rests_on, places_of(at, cell.type));
    rest(cell.value, image_->places().all_memory());
    cell.value.since = std::min(cell.value.since, now_);
    keep(at, cell);
  }
}

CodeValue CodeRun::result_of(const ImageStep& code) {
  const std::string& callee = code.is->callee;
  const std::string_view plain = library::plain_name(callee);
  const std::string name = callee.empty() ? "?()" : std::string(plain) + "()";
  if (library::is_stable(callee)) return same_again(callee);
  if (const auto compared = compared_texts(callee)) return *compared;
  if (const auto computed = arithmetic_result(callee)) return *computed;
  if (callee == "strlen" && arguments_.size() == 1) return *length_of_text();
  if ((callee == "strcpy" || callee == "strcat") && !arguments_.empty()) return arguments_[0];
  if (library::is_pure(callee)) return opaque_result(callee, false);
  if (library::brings_new(plain)) return born(name, Birth::Is::New, step_number());
  if (library::is_maker(callee)) return unknown(name, true);
  return born(name, Birth::Is::Outside, step_number());
}

// By somebody outside: it holds what they say.
void CodeRun::forget(const std::vector<TermId>& roots) {
  const Terms& terms = tables_->terms;
  const auto is_theirs = [&](TermId root) { return std::find(roots.begin(), roots.end(), root) != roots.end(); };
  for (const TermId root : roots) blur(root);
  forget_if([&](TermId address, const Cell&) { return is_theirs(terms.root(address)); });
  std::erase_if(regions_, [&](const Region& region) { return is_theirs(terms.root(region.whole)); });
}

// What lies behind these, and behind what lies there.
std::vector<TermId> CodeRun::reached_from(const std::vector<CodeValue>& values) const {
  const Identity identity = this->identity();
  std::vector<TermId> reached;
  const auto add = [&](TermId value) {
    for (const TermId origin : identity.origins(value))
      if (std::find(reached.begin(), reached.end(), origin) == reached.end()) reached.push_back(origin);
  };
  for (const CodeValue& value : values) add(value.term);
  std::unordered_map<TermId, std::vector<TermId>> held;  // by what the cell is in
  for (const auto& [at, cell] : memory_)
    for (const TermId root : identity.origins(at)) held[root].push_back(cell.value.term);
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (const auto cells = held.find(reached[i]); cells != held.end())
      for (const TermId value : cells->second) add(value);
  return reached;
}

// To others, who may keep it and bring it back.
void CodeRun::hand_out(const std::vector<CodeValue>& values) {
  for (const TermId root : reached_from(values)) handed_out_.add(root, step_number());
}

// `realloc`: what was there is there still, at a place that may be the same.
void CodeRun::move_memory(TermId result) {
  const TermId was = tables_->terms.root(arguments_[0].term);
  tables_->births.successors[result] = was;
  copy_cells(was, result);
}

// `asprintf` makes a text of its own, whose address it writes.
void CodeRun::make_text() {
  const CodeValue made = born("asprintf()", Birth::Is::New, step_number());
  lose(made.term);
  const std::uint32_t type = image_->text_type();
  const CodeValue at = place_at(arguments_[0], type);
  keep(at.term, {made, type});
}

void CodeRun::hand_over(const ImageStep& code) {
  const std::string_view callee = library::plain_name(code.is->callee);
  result_ = result_of(code);
  if (library::is_never_negative(callee)) tables_->terms.is_never_negative(result_->term);
  if (library::changes_process(callee)) stable_.clear();
  has_own_environment_ = has_own_environment_ || callee == "setenv" || callee == "putenv";
  std::vector<CodeValue> written;
  std::vector<TermId> roots;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (library::writes_to(callee, i) && code.arguments[i].is->points) {
      written.push_back(arguments_[i]);
      roots.push_back(tables_->terms.root(arguments_[i].term));
    }
  if (!roots.empty()) ++changes_;
  const bool is_known = library::keeps_nothing(callee);
  if (callee == "memset" && arguments_.size() >= 3) {
    set_memory();
  } else if ((callee == "memcpy" || callee == "memmove") && arguments_.size() >= 3) {
    copy_memory();
  } else if (callee == "strcpy" && arguments_.size() == 2) {
    copy_text();
  } else if (library::is_maker(callee)) {
    for (const TermId root : roots) lose(root);
  } else if (is_known) {
    forget(roots);
    const auto by = library::writes_bytes(callee) ? Filled::By::Bytes : Filled::By::New;
    for (const TermId root : roots) filled_.push_back({root, by});
  } else {
    leave_to_others(written);
  }
  if (callee.ends_with("asprintf") && !arguments_.empty()) make_text();
  if (library::makes_memory(callee)) note_memory(callee);
  if (callee == "pthread_create") start_thread(code);
  if (callee == "pthread_join") wait_for_thread();
  set(code.result, *result_);
}

// Of whom nothing is known: they keep what they are handed, and write to it and to what is theirs.
void CodeRun::leave_to_others(const std::vector<CodeValue>& written) {
  const Terms& terms = tables_->terms;
  std::vector<CodeValue> known = arguments_;
  const auto is_foreign = [&](TermId address) {
    const Term& at = terms[terms.root(address)];
    return at.kind == Term::Kind::Object && image_->code().foreign.contains(at.text);
  };
  for (const auto& [at, cell] : memory_)
    if (is_foreign(at)) known.push_back(cell.value);
  hand_out(known);
  const std::vector<TermId> reached = reached_from(written);
  forget(reached);
  forget_if([&](TermId address, const Cell&) { return is_foreign(address); });
  for (const TermId root : reached) filled_.push_back({root, Filled::By::Others});
}

void CodeRun::note_memory(std::string_view callee) {
  const Terms& terms = tables_->terms;
  const TermId made = result_->term;
  const std::size_t size_at = callee == "realloc" ? 1 : 0;
  const auto size = arguments_.size() > size_at ? number_of(terms[arguments_[size_at].term]) : std::nullopt;
  const auto count = callee == "calloc" && arguments_.size() > 1 ? number_of(terms[arguments_[1].term]) : std::nullopt;
  if (callee == "malloc" || callee == "realloc")
    if (size && *size > 0) tables_->sizes[made] = static_cast<std::uint64_t>(*size);
  if (count && size && *size > 0 && *count > 0 && *size < (1 << 30) && *count < (1 << 30))
    tables_->sizes[made] = static_cast<std::uint64_t>(*size * *count);
  if (callee == "calloc") clear(made);
  if (callee == "strdup" || callee == "strndup") lose(made);
  if (callee == "realloc" && !arguments_.empty()) move_memory(made);
}

}  // namespace whynot::analyse::paths
