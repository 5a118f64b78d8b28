// A finding of intervals as JSON: the sets, their prefixes and patterns, and the counts.
#include "report/findings.h"

namespace whynot::report {
namespace {

Json interval_part(const Interval& i) { return {{"lo", to_string(i.lo)}, {"hi", to_string(i.hi)}}; }

Json list_part(const std::vector<Interval>& intervals) {
  Json all = Json::array();
  for (const Interval& i : intervals) all.push_back(interval_part(i));
  return all;
}

Json contains_part(const Contained& c) {
  Json part = interval_part(c.asked);
  part["holds"] = c.holds;
  part["count"] = to_string(c.count);
  part["first_outside"] = c.first_outside ? Json(to_string(*c.first_outside)) : Json(nullptr);
  return part;
}

Json compared_part(const Compared& c) {
  const auto part = [](const Integer& count, const IntervalList& list) {
    return Json{
        {"count", to_string(count)}, {"interval_count", to_string(list.total)}, {"intervals", list_part(list.items)}};
  };
  return {{"file", c.before}, {"new", part(c.new_count, c.fresh)}, {"gone", part(c.gone_count, c.gone)}};
}

Json boxes_part(const Intervals& found) {
  const Boxes& b = *found.boxes;
  Json boxes = Json::array(), around = Json::object();
  for (const auto& box : b.boxes) {
    Json sides = Json::object();
    for (std::size_t v = 0; v < b.variables.size(); ++v) sides[b.variables[v]] = list_part(box[v]);
    boxes.push_back(std::move(sides));
  }
  for (std::size_t v = 0; v < b.around_base.size(); ++v) around[b.variables[v]] = interval_part(b.around_base[v]);
  return {{"kind", "boxes"},
          {"property", found.property},
          {"variables", b.variables},
          {"base", found.base},
          {"count", to_string(found.count)},
          {"around_base", std::move(around)},
          {"boxes", std::move(boxes)},
          {"step", found.step},
          {"over", found.over},
          {"name", found.name.empty() ? Json(nullptr) : Json(found.name)},
          {"truncated", found.truncated}};
}

// What CONTRACT.md does not promise comes last.
void append_more(Json& out, const Intervals& found) {
  if (!found.over.empty()) out["over"] = found.over;
  if (!found.step.empty()) out["step"] = found.step;
  out["domain"] = to_string(found.domain);
  out["interval_count"] = to_string(found.interval_total);
  out["cidr_count"] = to_string(found.cidr_total);
  if (!found.method.empty()) {
    out["free"] = found.free;
    out["free_lasso"] = found.free_lasso;
    out["route"] = {{"count", to_string(found.route_count)},
                    {"interval_count", to_string(found.route.total)},
                    {"intervals", list_part(found.route.items)}};
    out["method"] = found.method;
  }
  Json table = Json::array();
  for (const PrefixLine& line : found.table) table.push_back({{"prefix", line.prefix}, {"in", line.in}});
  out["table"] = std::move(table);
  if (found.contains) out["contains"] = contains_part(*found.contains);
  if (!found.witness.empty()) out["witness"] = found.witness;
  if (found.compared) out["before"] = compared_part(*found.compared);
  if (!found.members.empty()) {
    out["members"] = Json::array();
    for (const Integer& n : found.members) out["members"].push_back(to_string(n));
  }
  if (!found.symbols.empty()) out["symbols"] = found.symbols;
  if (!found.name.empty()) out["name"] = found.name;
  if (found.made_by.empty()) return;
  out["model"] = found.model;
  out["made_by"] = found.made_by;
  out["free"] = found.free;
  out["free_lasso"] = found.free_lasso;
}

}  // namespace

Json json_of(const Intervals& found) {
  if (found.boxes) return boxes_part(found);
  Json longest = nullptr, around = nullptr;
  if (!found.longest.empty()) {
    longest = interval_part(found.longest.front());
    longest["length"] = to_string(Integer(found.longest.front().hi - found.longest.front().lo + 1));
  }
  if (!found.around_base.empty()) around = interval_part(found.around_base.front());
  Json out = {{"kind", "intervals"},
              {"property", found.property},
              {"variable", found.variable},
              {"type", found.type},
              {"base", found.base.empty() ? Json(nullptr) : Json(found.base)},
              {"value", found.value ? Json(to_string(*found.value)) : Json(nullptr)},
              {"count", to_string(found.count)},
              {"longest", std::move(longest)},
              {"around_base", std::move(around)},
              {"intervals", list_part(found.intervals)},
              {"cidr", found.cidr},
              {"patterns", found.patterns},
              {"truncated", found.truncated}};
  append_more(out, found);
  return out;
}

}  // namespace whynot::report
