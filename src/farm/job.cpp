// A line is an object; lists in it (`properties`, `engines`, `bounds`, `seeds`) are multiplied out, and `cubes` by the
// values that variables have at a step.  A run that ends before that step is in every cube, so that none is lost.
#include "farm/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/json/value.h"

namespace whynot::farm {
namespace {

using nlohmann::json;

constexpr std::size_t most_jobs_of_a_line = 100000, most_cubes = 4096;

struct Dimension {  // a list that is multiplied out, and the option that its items are values of
  const char* key;
  const char* option;
};
constexpr std::array dimensions = std::to_array<Dimension>(
    {{"properties", "-p"}, {"engines", "--engine"}, {"bounds", "--bound"}, {"seeds", "--seed"}});
constexpr std::array other_keys =
    std::to_array<std::string_view>({"id", "command", "model", "args", "limits", "mode", "cubes"});

// One of the jobs that a line stands for: what it is called, and the words that make it differ.
struct Variant {
  std::string label;
  std::vector<std::string> words;
};

std::string word_of(const json& item) { return item.is_string() ? item.get<std::string>() : item.dump(); }

std::vector<Variant> multiplied(const std::vector<Variant>& variants, const std::vector<Variant>& by) {
  std::vector<Variant> out;
  for (const Variant& one : variants)
    for (const Variant& more : by) {
      Variant both = one;
      both.label += (both.label.empty() ? "" : "-") + more.label;
      both.words.insert(both.words.end(), more.words.begin(), more.words.end());
      out.push_back(std::move(both));
    }
  return out;
}

class LineReader {
 public:
  LineReader(const json& line, Span where, const Tables& tables, Diagnostics& diagnostics, Jobs& jobs)
      : line_(line), where_(where), tables_(tables), diagnostics_(diagnostics), jobs_(jobs) {}

  void read() {
    if (!line_.is_object()) return fail("farm.type", "a job is an object, as {\"id\": \"a\", \"command\": \"check\"}");
    look_at_keys();
    Job job;
    job.id = text("id");
    job.command = text("command");
    job.model = text("model");
    job.args = words("args");
    job.where = where_;
    read_limits(job);
    const Mode mode = read_mode();
    const std::vector<Variant> variants = mode == Mode::Cubes ? cubes(job) : product();
    if (good_) add(job, mode, variants);
  }

 private:
  void fail(std::string code, std::string message, std::string help = "") {
    good_ = false;
    diagnostics_.error(std::move(code), std::move(message), where_).help = std::move(help);
  }

  void look_at_keys() {
    std::vector<std::string_view> known(other_keys.begin(), other_keys.end());
    for (const Dimension& d : dimensions) known.emplace_back(d.key);
    for (const auto& [key, value] : line_.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const std::string_view near = nearest_name(key, known);
      fail("farm.unknown-key", fmt::format("a job has no `{}`", key), near.empty() ? "" : fmt::format("`{}`?", near));
    }
  }

  std::string text(const char* key) {
    const json* found = report::member(line_, key);
    if (found && found->is_string() && !found->get<std::string>().empty()) return found->get<std::string>();
    fail("farm.missing", fmt::format("a job needs its `{}`, a text", key));
    return "";
  }

  std::vector<std::string> words(const char* key) {
    std::vector<std::string> out;
    const json* found = report::member(line_, key);
    if (!found) return out;
    const auto is_word = [](const json& item) { return item.is_string() || item.is_number_unsigned(); };
    if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_word)) {
      fail("farm.type", fmt::format("`{}` is a list of texts or numbers", key));
      return out;
    }
    for (const json& item : *found) out.push_back(word_of(item));
    return out;
  }

  void read_limits(Job& job) {
    const json* limits = report::member(line_, "limits");
    if (!limits) return;
    if (!limits->is_object()) return fail("farm.type", "`limits` is an object: {\"cpu_s\": 600, \"memory\": \"4G\"}");
    for (const auto& [key, value] : limits->items()) {
      if (key == "cpu_s" && value.is_number_unsigned() && value.get<std::uint64_t>() > 0)
        job.cpu_seconds = value.get<std::uint64_t>();
      else if (key == "memory" && value.is_string())
        job.args.insert(job.args.end(), {"--memory", value.get<std::string>()});
      else
        fail("farm.limit", fmt::format("`{}: {}` is not a limit", key, value.dump()),
             "limits are cpu_s, seconds from 1 on, and memory, as in \"4G\"");
    }
  }

  Mode read_mode() {
    const std::string word = report::string_member(line_, "mode");
    const bool given = report::member(line_, "mode") != nullptr;
    if (given && word != "all" && word != "first") fail("farm.mode", "`mode` is \"all\" or \"first\"");
    if (!report::member(line_, "cubes")) return word == "first" ? Mode::First : Mode::All;
    for (const Dimension& d : dimensions)
      if (given || report::member(line_, d.key)) {
        fail("farm.mode", "cubes are the parts of one question", "give each list or mode a line of its own");
        break;
      }
    return Mode::Cubes;
  }

  std::vector<Variant> product() {
    std::vector<Variant> variants(1);
    for (const Dimension& d : dimensions) {
      if (!report::member(line_, d.key)) continue;
      const std::vector<std::string> values = words(d.key);
      if (values.empty() && good_) fail("farm.type", fmt::format("`{}` is empty", d.key));
      if (variants.size() * values.size() > most_jobs_of_a_line) {
        fail("farm.too-many", fmt::format("a line stands for at most {} jobs", most_jobs_of_a_line));
        break;
      }
      std::vector<Variant> by;
      by.reserve(values.size());
      for (const std::string& value : values) by.push_back({value, {d.option, value}});
      variants = multiplied(variants, by);
    }
    return variants;
  }

  // {"split": ["x", "y"], "depth": 4}: by the values of x and y at step 4.
  std::vector<Variant> cubes(const Job& job) {
    const json& cubes = *report::member(line_, "cubes");
    const json *split = report::member(cubes, "split"), *depth = report::member(cubes, "depth");
    const bool told = split && split->is_array() && !split->empty() &&
                      std::all_of(split->begin(), split->end(), [](const json& name) { return name.is_string(); });
    if (!told || cubes.size() != 2 || !depth || !depth->is_number_unsigned()) {
      fail("farm.cubes", "`cubes` says which variables are looked at, and at which step",
           R"(e.g. {"split": ["x", "y"], "depth": 4})");
      return {};
    }
    const auto step = depth->get<std::uint64_t>();
    std::vector<Variant> variants(1);
    std::string cover;
    for (const json& name : *split) {
      const auto variable = name.get<std::string>();
      const auto values = good_ ? tables_.values(job.model, variable, diagnostics_, where_) : std::nullopt;
      if (!values || variants.size() * values->size() > most_cubes) {
        if (values) fail("farm.too-many", fmt::format("there are more than {} cubes", most_cubes));
        good_ = false;
        return {};
      }
      std::vector<Variant> by;
      std::string any;
      for (const std::string& value : *values) {
        by.push_back(
            {fmt::format("{}={}", variable, value), {"--except", fmt::format("{}@{} != {}", variable, step, value)}});
        any += fmt::format("{}{} = {}", any.empty() ? "" : " | ", variable, value);
      }
      cover += fmt::format("{}({})", cover.empty() ? "" : " & ", any);
      variants = multiplied(variants, by);
    }
    variants.push_back(
        {"cover", {"-f", cover, "--kind", "invar", "--engine", tables_.unrolls, "--bound", std::to_string(step)}});
    return variants;
  }

  void add(const Job& job, Mode mode, const std::vector<Variant>& variants) {
    const bool one = variants.size() == 1 && variants[0].label.empty();
    Group group{job.id, mode, {}};
    for (const Variant& variant : variants) {
      Job made = job;
      made.group = jobs_.groups.size();
      made.is_cover = mode == Mode::Cubes && &variant == &variants.back();
      if (!one) made.id = id_of(job.id, variant.label);
      if (made.is_cover) {
        made.command = "check";
        made.args.clear();
      }
      made.args.insert(made.args.end(), variant.words.begin(), variant.words.end());
      if (const auto mistake = tables_.refuses(made.words()))
        return fail("farm.option", fmt::format("job `{}`: {}", made.id, *mistake));
      group.jobs.push_back(jobs_.all.size());
      jobs_.all.push_back(std::move(made));
    }
    jobs_.groups.push_back(std::move(group));
  }

  static std::string id_of(std::string id, const std::string& label) {
    const std::size_t star = id.find('*');
    return star == std::string::npos ? id + "-" + label : id.replace(star, 1, label);
  }

  const json& line_;
  Span where_;
  const Tables& tables_;
  Diagnostics& diagnostics_;
  Jobs& jobs_;
  bool good_ = true;
};

void refuse_equal_ids(const Jobs& jobs, Diagnostics& diagnostics) {
  std::map<std::string_view, const Job*> seen;
  for (const Job& job : jobs.all) {
    const auto [at, is_new] = seen.emplace(job.id, &job);
    if (is_new) continue;
    Diagnostic& d = diagnostics.error("farm.duplicate-id", fmt::format("there are two jobs `{}`", job.id), job.where);
    d.labels.push_back({at->second->where, "the first one"});
    d.help = "give one another id; a `*` in it stands for what differs";
  }
}

}  // namespace

std::vector<std::string> Job::words() const {
  std::vector<std::string> out{command, model};
  out.insert(out.end(), args.begin(), args.end());
  out.insert(out.end(), {"--json", "--no-timing", "--no-config"});
  const auto threads = [](const std::string& word) { return word.starts_with("--threads"); };
  if (std::none_of(args.begin(), args.end(), threads)) out.insert(out.end(), {"--threads", "1"});
  return out;
}

Jobs read_jobs(FileId file, const Sources& sources, const Tables& tables, Diagnostics& diagnostics) {
  Jobs jobs;
  const std::string_view text = sources.text(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      const Span where{file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
      if (const auto object = report::parse_json(line, {file, begin, "farm"}, diagnostics))
        LineReader(*object, where, tables, diagnostics, jobs).read();
    }
    begin = end + 1;
  }
  if (diagnostics.ok() && jobs.all.empty())
    diagnostics.error("farm.empty", "there is no job in this file", {file, 0, 0});
  refuse_equal_ids(jobs, diagnostics);
  return jobs;
}

}  // namespace whynot::farm
