// The file is JSON.  Reading checks every member, since people may edit the file; members that are not ours are kept as
// text and written back.
#include "session/set_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/kept_file.h"
#include "report/json/value.h"

namespace whynot::session {
namespace {

using analyse::intervals::Scale;
using analyse::intervals::ValueSet;
using report::Json;

constexpr std::uint64_t widest = 65536;

std::vector<std::string> strings(const nlohmann::json& object, const char* key) {
  std::vector<std::string> out;
  const nlohmann::json* list = report::member(object, key);
  if (list && list->is_array())
    for (const auto& item : *list)
      if (item.is_string()) out.push_back(item.get<std::string>());
  return out;
}

bool flag(const nlohmann::json& object, const char* key) {
  const nlohmann::json* found = report::member(object, key);
  return found && found->is_boolean() && found->get<bool>();
}

// A decimal number, as text.
std::optional<Integer> number_of(const nlohmann::json& object, const char* key) {
  const std::string text = report::string_member(object, key);
  const bool negative = text.starts_with('-');
  const auto n = parse_digits(std::string_view(text).substr(negative), 10);
  if (!n || text.empty()) return std::nullopt;
  return negative ? Integer(-*n) : *n;
}

// Nothing in files of earlier versions, which do not have it.
std::optional<Scale::Line> line_of(const nlohmann::json& entry) {
  const auto least = number_of(entry, "least"), greatest = number_of(entry, "greatest"),
             values = number_of(entry, "domain");
  if (!least || !greatest || !values) return std::nullopt;
  return Scale::Line{*least, *greatest, *values};
}

std::optional<ValueSet> set_of(const nlohmann::json& entry, FileId file, Diagnostics& diagnostics) {
  const nlohmann::json* width = report::member(entry, "width");
  if (!width || !width->is_number_unsigned() || width->get<std::uint64_t>() < 1 || width->get<std::uint64_t>() > widest)
    return std::nullopt;
  const auto line = line_of(entry);
  const ValueSet empty(
      Scale::plain(report::string_member(entry, "type"), width->get<std::size_t>(), flag(entry, "signed"), line));
  const auto loaded = empty.manager()->load(report::string_member(entry, "set"), file, diagnostics);
  if (!loaded || loaded->size() != 1 || !loaded->front().valid()) return std::nullopt;
  const auto support = loaded->front().support();
  if (!support.empty() && support.back() >= empty.scale().width()) return std::nullopt;
  return ValueSet(empty.scale(), empty.manager(), empty.bits(), loaded->front());
}

std::optional<StoredSet> read_entry(const nlohmann::json& entry, FileId file, Diagnostics& diagnostics) {
  if (!entry.is_object()) return std::nullopt;
  auto set = set_of(entry, file, diagnostics);
  const std::string name = report::string_member(entry, "name");
  if (!set || name.empty()) return std::nullopt;
  const nlohmann::json* base = report::member(entry, "base");
  return StoredSet{.name = name,
                   .set = std::move(*set),
                   .made_by = report::string_member(entry, "made_by"),
                   .model = report::string_member(entry, "model"),
                   .property = report::string_member(entry, "property"),
                   .variable = report::string_member(entry, "variable"),
                   .step = report::string_member(entry, "step"),
                   .free = strings(entry, "free"),
                   .free_lasso = flag(entry, "free_lasso"),
                   .symbols = strings(entry, "symbols"),
                   .base = base && base->is_object() ? base->dump() : "",
                   .value = number_of(entry, "value"),
                   .over = report::member(entry, "over") ? report::string_member(entry, "over") : "run",
                   .as = report::string_member(entry, "as")};
}

Json entry_part(const StoredSet& s) {
  const ValueSet own(s.set.scale());
  const ValueSet moved = s.set.moved(own.manager(), own.bits());
  return {{"name", s.name},
          {"made_by", s.made_by},
          {"model", s.model},
          {"property", s.property},
          {"variable", s.variable},
          {"type", s.set.scale().type_name()},
          {"width", s.set.scale().width()},
          {"least", to_string(s.set.scale().line().least)},
          {"greatest", to_string(s.set.scale().line().greatest)},
          {"domain", to_string(s.set.scale().line().values)},
          {"signed", s.set.scale().is_signed()},
          {"symbols", s.symbols},
          {"step", s.step},
          {"free", s.free},
          {"free_lasso", s.free_lasso},
          {"over", s.over},
          {"as", s.as},
          {"value", s.value ? Json(to_string(*s.value)) : Json(nullptr)},
          {"base", s.base.empty() ? Json(nullptr) : Json::parse(s.base)},
          {"set", moved.manager()->save(std::array{moved.function()})}};
}

Keeper keeper;  // of the process

}  // namespace

void keep_session_by(Keeper other) { keeper = std::move(other); }

std::string session_file(const std::string& given) { return given.empty() ? ".whynot/sets.json" : given; }

bool SetStore::read(const std::string& path, Sources& sources, Diagnostics& diagnostics) {
  path_ = path;
  std::string error;
  const auto text = host::read_kept(path, error);
  const FileId file = sources.add(path, text.value_or(""));
  if (!error.empty()) diagnostics.error("app.cannot-read", error, {file, 0, 0});
  if (!text) return error.empty();
  auto document = report::parse_json(sources.text(file), {file}, diagnostics);
  if (!document) return false;
  const auto refuse = [&](const std::string& what) {
    diagnostics.error("sets.format", fmt::format("this is not a session file: {}", what), {file, 0, 0});
    return false;
  };
  if (!document->is_object()) return refuse("its outermost value is not an object");
  if (const std::string schema = report::string_member(*document, "schema");
      !schema.empty() && schema != "whynot-session/1")
    return refuse(fmt::format("its schema is `{}`, not whynot-session/1", schema));
  const nlohmann::json* sets = report::member(*document, "sets");
  if (sets && !sets->is_array()) return refuse("`sets` is not a list");
  for (std::size_t i = 0; sets && i < sets->size(); ++i) {
    auto stored = read_entry((*sets)[i], file, diagnostics);
    if (!stored) return refuse(fmt::format("set number {} cannot be read", i + 1));
    sets_.push_back(std::move(*stored));
  }
  document->erase("sets");
  document->erase("schema");
  rest_ = document->empty() ? "" : document->dump();
  return true;
}

bool SetStore::write(std::string& error) const {
  Json sets = Json::array();
  for (const StoredSet& s : sets_) sets.push_back(entry_part(s));
  Json document = {{"schema", "whynot-session/1"}, {"sets", std::move(sets)}};
  if (!rest_.empty())
    for (const auto& [key, value] : Json::parse(rest_).items()) document[key] = value;
  const std::string text = document.dump(1) + "\n";
  return keeper ? keeper(text, error) : host::write_kept(path_, text, error);
}

const StoredSet* SetStore::find(std::string_view name) const {
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const StoredSet& s) { return s.name == name; });
  return found == sets_.end() ? nullptr : &*found;
}

void SetStore::put(StoredSet set) {
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const StoredSet& s) { return s.name == set.name; });
  if (found == sets_.end())
    sets_.push_back(std::move(set));
  else
    *found = std::move(set);
}

bool SetStore::erase(std::string_view name) {
  return std::erase_if(sets_, [&](const StoredSet& s) { return s.name == name; }) > 0;
}

}  // namespace whynot::session
