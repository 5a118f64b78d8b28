// Memory along a run: cells that were written or looked at, by address; regions that were cleared, copied or written by
// somebody whose writing is not followed; and what a load finds where there is no cell.
#include <algorithm>

#include "analyse/paths/follow/code_run.h"
#include "analyse/paths/follow/library.h"

namespace whynot::analyse::paths {
namespace {

using OperandKind = CodeOperand::Kind;

// Numbers behind the first one say which field it is; without a key it may be any of that type.
std::string field_key(const std::string& type, const std::vector<std::string>& numbers) {
  std::string key = type;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i].empty()) return "";
    key += "." + numbers[i];
  }
  return numbers.size() < 2 || type.find('%') == type.npos ? "" : key;
}

// The address of memory that nobody had before.
bool is_new(const Term& term) {
  const std::string_view name = term.text;
  return term.kind == Term::Kind::Unknown && name.ends_with("()") &&
         library::makes_memory(name.substr(0, name.size() - 2));
}

}  // namespace

RestId CodeRun::places_of(TermId address, std::uint32_t type) {
  const std::uint64_t key = std::uint64_t(address) << 32 | type;
  if (const auto known = tables_->places_known.find(key); known != tables_->places_known.end()) return known->second;
  return tables_->places_known[key] = places_worked_out(address, type);
}

RestId CodeRun::places_worked_out(TermId address, std::uint32_t type) {
  const Terms& terms = tables_->terms;
  const PdsCode& code = image_->code();
  const TermId root = terms.root(address);
  RestId places = 0;
  const auto add = [&](PlaceId place) { places = tables_->rests.with(places, place); };
  const auto owner = tables_->owners.find(root);
  if (owner != tables_->owners.end()) {
    const ImageRegister& reg = image_->reg(owner->second);
    add(reg.variable);
    add(image_->function(reg.function).call);
  }
  const Term& at = terms[root];
  if (owner == tables_->owners.end() && at.kind == Term::Kind::Object) {
    add(image_->places().global(at.text));
    if (code.foreign.contains(at.text)) add(image_->places().foreign());
    if (!code.shared_globals.contains(at.text) && !terms.is_field(address)) return places;
  }
  std::vector<std::string> numbers;
  const Term& term = terms[address];
  for (std::size_t i = 1; terms.is_field(address) && i < term.args.size(); ++i)
    numbers.push_back(terms[term.args[i]].kind == Term::Kind::Number ? terms[term.args[i]].text : "");
  const std::string field = terms.is_field(address) ? field_key(term.text.substr(6), numbers) : "";
  add(image_->places().memory(field, image_->type(type)));
  return places;
}

CodeRun::Cell* CodeRun::find(TermId address) {
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), address,
                                   [](const auto& cell, TermId id) { return cell.first < id; });
  return at != memory_.end() && at->first == address ? &at->second : nullptr;
}

void CodeRun::keep(TermId address, Cell cell) {
  if (Cell* const known = find(address)) {
    *known = cell;
    return;
  }
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), address,
                                   [](const auto& other, TermId id) { return other.first < id; });
  memory_.insert(at, {address, cell});
}

template <class If>
void CodeRun::forget_if(If is_forgotten) {
  std::erase_if(memory_, [&](const auto& cell) { return is_forgotten(cell.first, cell.second); });
}

CodeValue CodeRun::load_own(const ImageOp& op) {
  const ImageRegister& reg = image_->reg(op.args[0].reg);
  Cell& cell = slot(op.args[0].reg);
  CodeValue value = cell.value;
  if (reg.counts && !options_.counters)
    value = unknown(reg.name);
  else if (!holds_word_of(cell, op.type)) {
    value = unknown(reg.name);
    cell = {value, op.type};
  }
  tables_->terms.bound(value.term, image_->width(op.type));
  rest(value, reg.variable);
  rest(value, image_->function(reg.function).call);
  return value;
}

CodeValue CodeRun::load(const ImageOp& op) {
  if (op.args[0].reg != none && image_->reg(op.args[0].reg).is_own) return load_own(op);
  const CodeValue address = place_at(value_of(op.args[0]), op.type);
  const auto owner = tables_->owners.find(address.term);
  const bool counts = owner != tables_->owners.end() && image_->reg(owner->second).counts;
  if (!counts || options_.counters) return load_from(address, op.type);
  CodeValue value = unknown(tables_->terms[address.term].text);
  join(value, address);
  value.rests_on = tables_->rests.joined(value.rests_on, places_of(address.term, op.type));
  return value;
}

void CodeRun::settle(TermId at, Cell& cell) {
  if (cell.lost_at == none) return;
  cell.value = unknown(tables_->terms.shown(at), true);
  cell.value.since = cell.value.made_at = cell.lost_at;
  tables_->births.of[cell.value.term] = {Birth::Is::Kept, cell.lost_at + 1};
  cell.lost_at = none;
}

// Of the same size, whatever it is called: an address is a number.
bool CodeRun::holds_word_of(const Cell& cell, std::uint32_t type) const {
  if (cell.type == none || cell.type == type) return cell.type == type;
  return image_->width(type) != 0 && image_->width(cell.type) == image_->width(type);
}

CodeValue CodeRun::load_from(const CodeValue& address, std::uint32_t type) {
  Cell* const cell = find(address.term);
  if (cell) settle(address.term, *cell);
  CodeValue value;
  if (cell && holds_word_of(*cell, type)) {
    value = cell->value;
    value.rests_on = tables_->rests.joined(value.rests_on, places_of(address.term, cell->type));
  } else {
    value = first_seen(address.term, type);
    keep(address.term, {value, type});
  }
  tables_->terms.bound(value.term, image_->width(type));
  join(value, address);
  value.rests_on = tables_->rests.joined(value.rests_on, places_of(address.term, type));
  return value;
}

// `*p` is the same place as `p[0]`.
CodeValue CodeRun::place_at(CodeValue pointer, std::uint32_t type) {
  Terms& terms = tables_->terms;
  const bool is_place = terms.is_field(pointer.term) || terms[pointer.term].kind == Term::Kind::Object;
  if (!is_place && image_->width(type) != 0)
    pointer.term = terms.computed("field " + image_->type(type), {pointer.term, terms.number("0")});
  return pointer;
}

bool CodeRun::may_be_same(TermId written, std::uint32_t type, TermId other, const Cell& cell) {
  if (written == other) return true;
  const Terms& terms = tables_->terms;
  const TermId root = terms.root(written), other_root = terms.root(other);
  const auto is_object = [&](TermId id) { return terms[id].kind == Term::Kind::Object; };
  const auto is_apart = [&](TermId id) { return is_object(id) || is_new(terms[id]); };
  if (root != other_root && is_apart(root) && is_apart(other_root)) return false;
  if (image_->width(type) == 8 && image_->puns() && (root == other_root || may_be_within(root, other_root)))
    return true;
  const RestId places = places_of(written, type), others = places_of(other, cell.type);
  return image_->places().changes(tables_->rests[places], tables_->rests[others]);
}

void CodeRun::store(const ImageOp& op) {
  Terms& terms = tables_->terms;
  CodeValue value = value_of(op.args[0]);
  terms.bound(value.term, image_->width(op.type));
  const bool is_own = op.args[1].reg != none && image_->reg(op.args[1].reg).is_own;
  const CodeValue address = is_own ? CodeValue{} : place_at(value_of(op.args[1]), op.type);
  const bool of_register = op.args[0].is->kind == OperandKind::Register;
  const bool is_parameter = of_register && value.made_at == CodeValue::never;
  const bool to_variable = is_own || tables_->owners.contains(address.term);
  if (!options_.copies && of_register && !is_parameter && to_variable &&
      terms[value.term].kind == Term::Kind::Unknown && !terms[value.term].text.ends_with("()"))
    value.term = born(is_own ? image_->reg(op.args[1].reg).name : terms[address.term].text, Birth::Is::Outside, 0).term;
  if (!is_own) join(value, address);
  value.since = std::min(value.since, now_);
  if (is_own) {
    slot(op.args[1].reg) = {value, op.type};
    return;
  }
  if (image_->width(op.type) == 0 && terms.is_truth(value.term, false)) return clear(address.term);
  // What may be written by another name is not known any more.
  for (auto& [at, cell] : memory_)
    if (at != address.term && !are_apart(at, address.term) && may_be_same(address.term, op.type, at, cell))
      cell.lost_at = now_;
  if (image_->width(op.type) == 8 || image_->width(op.type) == 0) ++changes_;
  if (!regions_.empty()) written_.push_back({address.term, op.type});
  keep(address.term, {value, op.type});
}

// ---- what was never written cell by cell

bool CodeRun::is_within(TermId part, TermId whole) const {
  const Terms& terms = tables_->terms;
  while (part != whole && terms.is_field(part)) part = terms[part].args[0];
  return part == whole;
}

// Whether what lies behind one lies behind the other, for all that is known.
bool CodeRun::may_be_within(TermId root, TermId other) const {
  const Terms& terms = tables_->terms;
  return !terms.is_constant(root) && !terms.is_constant(other) && identity().of(root, other) >= Likeness::ByOthers;
}

// Something was written behind that address, which may be another one's.
void CodeRun::blur(TermId root) {
  const Terms& terms = tables_->terms;
  const auto is_hit = [&](TermId other) { return other != root && may_be_within(root, other); };
  for (auto& [at, cell] : memory_)
    if (is_hit(terms.root(at))) cell.lost_at = now_;
  for (Region& region : regions_)
    if (region.is == Region::Is::Zero && is_hit(terms.root(region.whole))) region.is = Region::Is::Lost;
}

void CodeRun::forget_within(TermId whole) {
  blur(tables_->terms.root(whole));
  forget_if([&](TermId at, const Cell&) { return is_within(at, whole); });
  std::erase_if(regions_, [&](const Region& region) { return is_within(region.whole, whole); });
}

void CodeRun::clear(TermId whole) {
  forget_within(whole);
  regions_.push_back({whole, Region::Is::Zero, now_, static_cast<std::uint32_t>(written_.size())});
}

void CodeRun::lose(TermId whole) {
  forget_within(whole);
  regions_.push_back({whole, Region::Is::Lost, now_, static_cast<std::uint32_t>(written_.size())});
}

// `s[2]`: the pointer, and 2.
std::optional<std::pair<TermId, std::int64_t>> CodeRun::byte_behind(TermId address) const {
  const Terms& terms = tables_->terms;
  if (!terms.is_field(address)) return std::pair(address, std::int64_t{0});
  const Term& at = terms[address];
  const auto index = at.args.size() == 2 ? number_of(terms[at.args[1]]) : std::nullopt;
  if (at.text != "field i8" || !index) return std::nullopt;
  return std::pair(at.args[0], *index);
}

// The bytes of a text.
std::optional<TermId> CodeRun::letter_at(TermId address) const {
  Terms& terms = tables_->terms;
  const auto place = byte_behind(address);
  if (!place || terms[place->first].kind != Term::Kind::Text) return std::nullopt;
  const std::string text = terms[place->first].text;
  const std::int64_t offset = place->second;
  if (offset < 0 || static_cast<std::size_t>(offset) > text.size()) return std::nullopt;
  const char letter = static_cast<std::size_t>(offset) == text.size() ? '\0' : text[static_cast<std::size_t>(offset)];
  return terms.number(std::to_string(static_cast<signed char>(letter)));
}

// What is loaded from a place that nothing is known of: zeros, what the program was handed from outside, or something
// that it has and its follower has not.
CodeValue CodeRun::first_seen(TermId address, std::uint32_t type) {
  Terms& terms = tables_->terms;
  if (image_->width(type) == 8)
    if (const auto letter = letter_at(address)) return {*letter};
  std::string name = terms.shown(address);
  if (name.starts_with('&')) name.erase(0, 1);
  for (std::size_t i = regions_.size(); i-- > 0;) {
    const Region& region = regions_[i];
    if (!is_within(address, region.whole)) continue;
    bool zero = region.is == Region::Is::Zero && image_->width(type) != 0;
    for (std::size_t w = region.written; zero && w < written_.size(); ++w)
      zero = are_apart(written_[w].address, address) ||
             !may_be_same(written_[w].address, written_[w].type, address, {{}, type});
    CodeValue value = zero ? CodeValue{terms.number("0")} : unknown(name, true);
    value.since = region.since;
    return value;
  }
  const TermId root = terms.root(address);
  const bool overlaps = std::any_of(memory_.begin(), memory_.end(), [&](const auto& cell) {
    return terms.root(cell.first) == root && !are_apart(cell.first, address);
  });
  const bool own = terms[root].kind == Term::Kind::Object && !tables_->owners.contains(root) &&
                   !image_->code().foreign.contains(terms[root].text) && image_->code().from_start;
  const bool seen_by_others =
      std::any_of(filled_.begin(), filled_.end(), [&](const Filled& filled) { return filled.root == root; });
  const bool is_table = name.starts_with("__ctype_");  // of what letters are
  const bool is_worked_out = terms[root].kind == Term::Kind::Computed && !terms.is_result(root);
  const bool lost = overlaps || (own && !seen_by_others) || terms[root].lost || is_worked_out || is_table;
  const CodeValue value = lost ? unknown(name, true) : from_others(name, root);
  if (image_->width(type) != 8) return value;
  const auto byte = byte_behind(address);
  if (byte)
    terms.observe(value.term, byte->first, {byte->second, byte->second});
  else
    terms.observe(value.term, root, {});
  return value;
}

// Out of memory that others have written: at the beginning, or since then.
CodeValue CodeRun::from_others(const std::string& name, TermId root) {
  const Term& whole = tables_->terms[root];
  const auto last =
      std::find_if(filled_.rbegin(), filled_.rend(), [&](const Filled& filled) { return filled.root == root; });
  if (last != filled_.rend()) {
    if (last->by == Filled::By::Bytes) return unknown(name);
    return born(name, last->by == Filled::By::New ? Birth::Is::New : Birth::Is::Outside, step_number());
  }
  if (tables_->owners.contains(root)) return unknown(name);  // nobody has written it, as far as is followed
  if (whole.kind == Term::Kind::Object)
    return born(name, Birth::Is::Outside, image_->code().foreign.contains(whole.text) ? step_number() : 0);
  const auto known = tables_->births.of.find(root);
  if (known == tables_->births.of.end()) return unknown(name);
  return born(name, Birth::Is::Outside, known->second.step);
}

}  // namespace whynot::analyse::paths
