// Writes a procedure for each function that is reached; its blocks become points, named by their lines.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

Writer::Writer(std::span<const Module> modules, const std::string& entry)
    : entry_(entry == follow_all ? "main" : entry), follows_(entry == follow_all) {
  // Functions that all files see have their names for themselves.
  for (const bool internal : {false, true})
    for (const Module& module : modules)
      for (const Function& function : module.functions)
        if (function.internal == internal) define(module, function);
  for (const Module& module : modules) {
    for (const auto& [alias, target] : module.aliases) aliases_.try_emplace(alias, resolve(module, target));
    for (const Function& function : module.declared) declared_.try_emplace(function.name, &function);
    throws_ = throws_ || module.exceptions;
    for (const std::string& name : module.constructed) constructed_.push_back(resolve(module, name));
    for (const std::string& name : module.destructed) destructed_.push_back(resolve(module, name));
    result_.code.foreign.insert(module.foreign.begin(), module.foreign.end());
  }
  for (const Module& module : modules) {
    for (const std::string& name : module.globals) result_.code.foreign.erase(name);
    global_sizes_.insert(module.sizes.begin(), module.sizes.end());
  }
  for (const Module& module : modules)
    for (const std::string& name : module.address_taken)
      if (const std::string unique = resolve(module, name); defined_.contains(unique) || declared_.contains(unique))
        taken_.insert(unique);
  note_initial(modules);
}

Pushdown Writer::write() {
  if (!defined_.contains(entry_)) return {};
  std::string body = bodies();
  if (!found_.plain()) {
    start_again();
    body = bodies();
  }
  settle_volatile();
  std::string head = "pds program\n";
  for (const std::string& name : modes_.names()) head += fmt::format("control {}\n", name_text(name));
  const std::string first = entry_point(has_frame() ? frame : entry_);
  head += modes_.plain() ? fmt::format("init <{}>\n", name_text(first))
                         : fmt::format("init <{}, {}>\n", name_text(modes_.name({})), name_text(first));
  result_.text = head + body;
  write_notes();
  for (const auto& [name, size] : global_sizes_) result_.code.sizes[{"", name}] = size;
  return std::move(result_);
}

std::string Writer::bodies() {
  std::string body;
  if (has_frame()) body += frame_text();
  reach(entry_);
  while (!todo_.empty()) {
    const std::string name = todo_.back();
    todo_.pop_back();
    body += function_text(name);
    ++result_.functions;
  }
  if (has_frame()) body += ending_text();
  return body + jumps_text();
}

void Writer::start_again() {
  modes_ = found_;
  std::set<std::string> foreign = std::move(result_.code.foreign);
  result_ = {};
  result_.code.foreign = std::move(foreign);
  used_.clear();
  reached_.clear();
  returns_.clear();
  landings_.clear();
  resolved_ = unresolved_ = 0;
}

void Writer::define(const Module& module, const Function& function) {
  const bool taken = function.internal && defined_.contains(function.name);
  const std::string unique = taken ? fmt::format("{}.{}", module.file, function.name) : function.name;
  names_[{&module, function.name}] = unique;
  const auto [first, fresh] = defined_.try_emplace(unique, Defined{&module, &function});
  if (!fresh && first->second.module->file != module.file) several_.insert(unique);
}

std::string Writer::resolve(const Module& module, const std::string& name) const {
  const auto own = names_.find({&module, name});
  if (own != names_.end()) return own->second;
  const auto alias = aliases_.find(name);
  return alias == aliases_.end() ? name : alias->second;
}

void Writer::reach(const std::string& name) {
  if (reached_.insert(name).second) todo_.push_back(name);
}

std::string Writer::fresh_point(const std::string& function, const Place& place) {
  const std::string base = place.line == 0 ? function + ":p" : fmt::format("{}:{}", function, place.line);
  const std::size_t count = ++used_[base];
  return count == 1 ? base : fmt::format("{}#{}", base, count);
}

std::string Writer::function_text(const std::string& name) {
  const Defined& at = defined_.at(name);
  std::map<std::string, std::string> points;  // by label
  for (const Block& block : at.function->blocks) {
    const bool first = &block == &at.function->blocks.front();
    const auto& place = block.calls.empty() ? block.place : block.calls.front().place;
    points[block.label] = first ? entry_point(name) : fresh_point(name, place);
  }
  std::string out = fmt::format("proc {} entry {}\n", name_text(name), name_text(entry_point(name)));
  note_code(name, *at.function);
  in_ = &at;
  function_ = name;
  for (const Block& block : at.function->blocks) {
    std::string point = points.at(block.label);
    bool goes_on = true;
    std::size_t done = 0;  // of its ops
    for (const Call& call : block.calls) {
      const std::string after = fresh_point(name, call.place);
      at_hand_ = step_of(name, block, done, call.before);
      done = call.before;
      out += interrupts(point, call.place);
      out += call_text(*at.module, call, point, after);
      point = after;
      if (!(goes_on = comes_back(*at.module, call))) break;
    }
    at_hand_ = step_of(name, block, done, block.ops.size());
    if (goes_on && may_stay(*at.function, block)) out += interrupts(point, block.place);
    if (goes_on && block.returns) out += return_text(block, point);
    for (const std::string& next : block.next)
      if (goes_on && points.contains(next)) out += branch_text(block, next, point, points.at(next));
    const bool ends = !goes_on || (!block.returns && block.next.empty());
    if (ends) out += stop_text(point);
  }
  return out;
}

std::string Writer::stop_text(const std::string& point) {
  if (modes_.jumps() == 0) return fmt::format("  stop {}\n", name_text(point));
  stops_.insert(point);
  return "";
}

bool Writer::may_stay(const Function& function, const Block& block) const {
  if (block.returns) return function_ == entry_;
  const auto place = [&](const std::string& label) {
    return std::find_if(function.blocks.begin(), function.blocks.end(),
                        [&](const Block& other) { return other.label == label; });
  };
  const auto here = place(block.label);
  const bool loops =
      std::any_of(block.next.begin(), block.next.end(), [&](const std::string& next) { return place(next) <= here; });
  return loops || (block.ways.size() == 2 && block.calls.empty());
}

Pushdown make_pushdown(std::span<const Module> modules, const std::string& entry) {
  return Writer(modules, entry).write();
}

}  // namespace whynot::front::c
