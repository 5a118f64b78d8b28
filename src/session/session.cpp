#include "session/session.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <sstream>

#include "base/check.h"

namespace whynot::session {
namespace {

// What changes when a file does: the file itself, its size, the time of the last change.
std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return "missing";
  return fmt::format("{} {} {} {}.{}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

bool is_fresh(const Opened& opened) {
  return std::all_of(opened.stamps.begin(), opened.stamps.end(),
                     [](const auto& stamp) { return stamp_of(stamp.first) == stamp.second; });
}

// Text from standard input is there once: it is never the same again.
bool may_be_kept(const Opened& opened) {
  const auto& files = opened.name.files;
  return !opened.models.empty() && std::find(files.begin(), files.end(), "-") == files.end();
}

std::shared_ptr<Opened> opened_as(const ModelName& name, std::istream& in, Context& context) {
  const FrontEnd* front = front_end_named(name.front);
  WHYNOT_CHECK(front && !name.files.empty(), "a model's name should have a language and a file");
  auto opened = std::make_shared<Opened>();
  opened->name = name;
  Diagnostics diagnostics;
  std::vector<std::string> read;
  Opening opening{opened->name, opened->sources, diagnostics, context, in, read};
  std::vector<std::unique_ptr<Model>> models = front->open(opening);
  if (name.listed && !models.empty()) {
    auto listed = list_system(*models[0], opening);
    models.clear();
    if (listed) models.push_back(std::move(listed));
  }
  opened->said = diagnostics.all();
  for (const std::string& path : read) opened->stamps.emplace_back(path, stamp_of(path));
  if (!diagnostics.ok()) return opened;
  for (auto& model : models) {
    model->file = name.files[0];
    model->front = name.front;
    opened->models.push_back(std::make_unique<OpenModel>());
    opened->models.back()->model = std::move(model);
  }
  return opened;
}

}  // namespace

OpenModel& Opened::having(const std::vector<std::string>& names) const {
  WHYNOT_CHECK(!models.empty(), "a model should be open");
  for (const auto& one : models) {
    const auto& properties = one->model->properties;
    const auto is_there = [&](const std::string& name) {
      return std::any_of(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
    };
    if (std::all_of(names.begin(), names.end(), is_there)) return *one;
  }
  return *models.front();
}

std::shared_ptr<Opened> Session::open(const ModelName& name, std::istream& in, Context& context) {
  const auto kept = std::find_if(opened_.begin(), opened_.end(), [&](const auto& o) { return o->name == name; });
  if (kept != opened_.end() && is_fresh(**kept)) {
    opened_.splice(opened_.begin(), opened_, kept);
    return opened_.front();
  }
  if (kept != opened_.end()) opened_.erase(kept);
  auto opened = opened_as(name, in, context);
  if (!may_be_kept(*opened)) return opened;
  opened_.push_front(opened);
  if (opened_.size() > most_models) opened_.pop_back();
  return opened;
}

std::shared_ptr<Opened> read_again(const Opened& opened, Context& context) {
  std::string text;  // of the file "-"
  for (FileId file = 1; file < opened.sources.size(); ++file)
    if (opened.sources.name(file) == "-") text = opened.sources.text(file);
  std::istringstream in(text);
  return opened_as(opened.name, in, context);
}

}  // namespace whynot::session
