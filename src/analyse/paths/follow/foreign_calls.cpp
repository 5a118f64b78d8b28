// Calls of functions that the program does not define.  Of a few of them it is known what they do: copy, clear,
// compare, or leave alone what they are handed.  The others may write whatever they get a pointer to.
#include <algorithm>
#include <array>

#include "analyse/paths/follow/code_run.h"

namespace whynot::analyse::paths {
namespace {

constexpr std::array readers{
    "printf",     "fprintf",     "puts",   "fputs",   "perror", "syslog",  "strlen", "strcmp",  "strncmp",
    "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "memcmp",  "memchr", "write",   "fwrite",
    "open",       "creat",       "access", "unlink",  "remove", "rename",  "link",   "symlink", "mkdir",
    "rmdir",      "chdir",       "chroot", "chmod",   "chown",  "system",  "execl",  "execv",   "execvp",
    "execve",     "execlp",      "popen",  "fopen",   "atoi",   "atol",    "getenv", "strdup",  "putenv",
    "getpwnam",   "setenv",      "free",   "strndup", "send",   "strpbrk", "strspn", "strcspn"};
// Their results follow from what they are handed, and from what that points to.
constexpr std::array pure{"strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "strlen", "atoi", "atol"};

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// `llvm.memset.p0i8.i64`
std::string_view plain_name(std::string_view callee) {
  if (!callee.starts_with("llvm.")) return callee;
  callee.remove_prefix(5);
  return callee.substr(0, callee.find('.'));
}

}  // namespace

// In bytes; 0: nobody knows.
std::uint64_t CodeRun::size_of(TermId object) const {
  const Term& term = tables_->terms[object];
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
  const TermId at = arguments_[0].term;
  if (tables_->terms.is_truth(arguments_[1].term, false) && covers(at, arguments_[2]))
    clear(at);
  else
    lose(tables_->terms.root(at));
}

// A whole variable onto another one.
void CodeRun::copy_memory() {
  Terms& terms = tables_->terms;
  const TermId to = arguments_[0].term, from = arguments_[1].term;
  if (!covers(to, arguments_[2]) || !covers(from, arguments_[2])) return lose(terms.root(to));
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
  if (!is_one_of(pure, callee)) return unknown((callee.empty() ? "?" : callee) + "()");
  CodeValue result;
  std::vector<TermId> args;
  for (const CodeValue& argument : arguments_) {
    args.push_back(argument.term);
    join(result, argument);
  }
  args.push_back(tables_->terms.number(std::to_string(changes_)));
  result.term = tables_->terms.computed(callee + "()", std::move(args));
  rest(result, image_->places().all_memory());
  result.since = std::min(result.since, now_);
  return result;
}

void CodeRun::hand_over(const ImageStep& code) {
  const Terms& terms = tables_->terms;
  const std::string_view callee = plain_name(code.is->callee);
  result_ = result_of(code);
  const bool sets = callee == "memset" && arguments_.size() >= 3;
  const bool copies = (callee == "memcpy" || callee == "memmove") && arguments_.size() >= 3;
  if (sets) set_memory();
  if (copies) copy_memory();
  std::vector<TermId> handed;
  const bool follows = sets || copies || is_one_of(readers, callee);
  for (std::size_t i = 0; i < arguments_.size() && !follows; ++i)
    if (code.arguments[i].is->points) handed.push_back(terms.root(arguments_[i].term));
  if (sets || copies || !handed.empty()) ++changes_;
  forget_if([&](TermId address, const Cell&) {
    const TermId root = terms.root(address);
    const Term& at = terms[root];
    return std::find(handed.begin(), handed.end(), root) != handed.end() ||
           (at.kind == Term::Kind::Object && image_->code().foreign.contains(at.text));
  });
  std::erase_if(regions_, [&](const Region& region) {
    return std::find(handed.begin(), handed.end(), terms.root(region.whole)) != handed.end();
  });
  handed_.insert(handed_.end(), handed.begin(), handed.end());
  if (callee == "calloc") clear(result_->term);
  set(code.result, *result_);
}

}  // namespace whynot::analyse::paths
