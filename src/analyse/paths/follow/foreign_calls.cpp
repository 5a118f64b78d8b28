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
constexpr std::array pure{"strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "strlen",  "atoi",   "atol",
                          "atoll",  "strtol",  "strtoul",    "strtoll",     "strchr", "strrchr", "strstr", "strpbrk",
                          "strspn", "strcspn", "strcoll",    "memchr",      "index",  "rindex",  "strnlen"};
// So do these, and what they write.
constexpr std::array makers{"strcpy",   "strncpy",  "stpcpy",   "strcat",    "strncat",  "strlcpy", "strlcat",
                            "sprintf",  "snprintf", "vsprintf", "vsnprintf", "sscanf",   "strtok",  "qsort",
                            "bsearch",  "strdup",   "strndup",  "asprintf",  "basename", "dirname", "strftime",
                            "memset",   "memcpy",   "memmove",  "memccpy",   "swab",     "strsep",  "__isoc99_sscanf",
                            "strerror", "abs",      "labs",     "div",       "toupper",  "tolower", "htons",
                            "htonl",    "ntohs",    "ntohl",    "inet_addr", "atof",     "strtod"};
constexpr std::array stable{"getuid", "geteuid", "getgid", "getegid", "getpid", "getenv", "isatty"};
// What is stable no longer is after these.
constexpr std::array changers{"setuid",   "seteuid",   "setreuid", "setresuid", "setgid", "setegid",
                              "setregid", "setresgid", "fork",     "vfork",     "setenv", "unsetenv",
                              "putenv",   "clearenv",  "open",     "close",     "dup2",   "setsid"};

constexpr std::array never_negative{"getpid", "getppid", "umask", "isatty", "strftime", "fread", "fwrite"};

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

// Which arguments a function writes to: of functions that are known, the one that it is about.
bool writes_to(std::string_view callee, std::size_t argument) {
  if (is_one_of(readers, callee)) return false;
  if (callee.ends_with("sscanf")) return argument >= 2;
  if (is_one_of(pure, callee)) return callee.starts_with("strto") && argument == 1;  // where the number ends
  return !is_one_of(makers, callee) || argument == 0;
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
  const TermId at = beginning(arguments_[0].term);
  if (tables_->terms.is_truth(arguments_[1].term, false) && covers(at, arguments_[2]))
    clear(at);
  else
    lose(tables_->terms.root(at));
}

// The whole that `&buffer[0]` is the beginning of.
TermId CodeRun::beginning(TermId address) const {
  const Terms& terms = tables_->terms;
  const auto is_zero = [&](TermId id) { return terms.is_truth(id, false); };
  while (terms.is_field(address) && std::all_of(terms[address].args.begin() + 1, terms[address].args.end(), is_zero))
    address = terms[address].args[0];
  return address;
}

// A whole variable onto another one.
void CodeRun::copy_memory() {
  Terms& terms = tables_->terms;
  const TermId to = beginning(arguments_[0].term), from = beginning(arguments_[1].term);
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
  const std::string name = std::string(plain_name(callee)) + "()";
  if (is_one_of(stable, callee)) return same_again(callee);
  if (const auto compared = compared_texts(callee)) return *compared;
  if (const auto computed = arithmetic_result(callee)) return *computed;
  if (callee == "strlen" && arguments_.size() == 1) return *length_of_text();
  if ((callee == "strcpy" || callee == "strcat") && !arguments_.empty()) return arguments_[0];
  if (is_one_of(pure, callee)) return opaque_result(callee, false);
  const bool makes_memory = callee == "strdup" || callee == "strndup";
  return unknown(callee.empty() ? "?()" : name, is_one_of(makers, callee) && !makes_memory);
}

// By somebody outside: it holds what they say.
void CodeRun::forget(const std::vector<TermId>& roots) {
  const Terms& terms = tables_->terms;
  const auto is_theirs = [&](TermId root) { return std::find(roots.begin(), roots.end(), root) != roots.end(); };
  forget_if([&](TermId address, const Cell&) {
    const TermId root = terms.root(address);
    const Term& at = terms[root];
    return is_theirs(root) || (at.kind == Term::Kind::Object && image_->code().foreign.contains(at.text));
  });
  std::erase_if(regions_, [&](const Region& region) { return is_theirs(terms.root(region.whole)); });
  handed_.insert(handed_.end(), roots.begin(), roots.end());
}

void CodeRun::hand_over(const ImageStep& code) {
  const std::string_view callee = plain_name(code.is->callee);
  result_ = result_of(code);
  if (is_one_of(never_negative, callee)) tables_->terms.is_never_negative(result_->term);
  if (is_one_of(changers, callee)) stable_.clear();
  std::vector<TermId> written;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (writes_to(callee, i) && code.arguments[i].is->points)
      written.push_back(tables_->terms.root(arguments_[i].term));
  if (!written.empty()) ++changes_;
  if (callee == "memset" && arguments_.size() >= 3) {
    set_memory();
  } else if ((callee == "memcpy" || callee == "memmove") && arguments_.size() >= 3) {
    copy_memory();
  } else if (callee == "strcpy" && arguments_.size() == 2) {
    copy_text();
  } else if (is_one_of(makers, callee)) {
    for (const TermId root : written) lose(root);
  } else {
    forget(written);
  }
  if (callee == "calloc") clear(result_->term);
  if (callee == "strdup" || callee == "strndup") lose(result_->term);
  set(code.result, *result_);
}

}  // namespace whynot::analyse::paths
