// Verilog and SystemVerilog, and files of SymbiYosys that name them: yosys makes a circuit, which is read with the
// names and places of the sources; formulas about it are written in SMV.
#include <fmt/format.h>

#include <algorithm>

#include "front/verilog/design.h"
#include "front/verilog/sby.h"
#include "host/files.h"
#include "session/helpers/yosys.h"
#include "session/open/smv.h"

namespace whynot::session {
namespace {

namespace verilog = front::verilog;

// What has to be read, whoever says so.
struct Wanted {
  std::vector<VerilogSource> sources;
  verilog::Request request;
  std::string mode;  // of an .sby file; empty: everything is asked
  std::optional<std::size_t> depth;
  bool multiclock = false;
};

void add_verilog(const std::string& path, Wanted& wanted, Opening& opening) {
  const bool from_input = path == "-";
  if (const auto file = opening.add(path))
    wanted.sources.push_back({*file, from_input ? "stdin.sv" : path, from_input});
}

verilog::Request request_of(const ModelName& name) {
  verilog::Request request;
  request.top = name.text("top");
  request.defines = name.all("define");
  for (const std::string& text : name.all("parameter")) {
    const std::size_t equals = text.find('=');
    request.parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return request;
}

std::string_view base_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Words of the file go into a script.
bool is_tame(const verilog::Request& request, FileId file, Diagnostics& diagnostics) {
  std::string wild;
  if (!request.top.empty() && !verilog::is_identifier(request.top)) wild = request.top;
  for (const std::string& define : request.defines)
    if (!verilog::is_define(define)) wild = define;
  for (const auto& [name, value] : request.parameters)
    if (!verilog::is_identifier(name) || !verilog::is_parameter_value(value)) wild = fmt::format("{} {}", name, value);
  if (!wild.empty()) diagnostics.error("verilog.sby", fmt::format("`{}` is not understood", wild), {file, 0, 0});
  return wild.empty();
}

std::optional<Wanted> wanted_by_sby(const std::string& path, Opening& opening) {
  const auto file = opening.add(path);
  if (!file) return std::nullopt;
  auto sby = verilog::read_sby(*file, opening.name.text("task"), opening.sources, opening.diagnostics);
  if (!sby || !is_tame(sby->request, *file, opening.diagnostics)) return std::nullopt;
  Wanted wanted;
  wanted.mode = sby->mode;
  wanted.depth = sby->depth;
  wanted.multiclock = sby->multiclock;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  for (const std::string& name : sby->request.files) {
    const auto of = std::find_if(sby->files.begin(), sby->files.end(), [&](const auto& f) { return f.name == name; });
    if (of->text)
      wanted.sources.push_back({opening.sources.add(name, *of->text), std::string(base_of(name)), true});
    else
      add_verilog(of->path.starts_with('/') ? of->path : folder + of->path, wanted, opening);
  }
  const verilog::Request words = request_of(opening.name);
  wanted.request = sby->request;
  wanted.request.files.clear();
  wanted.request.folders.clear();
  if (!words.top.empty()) wanted.request.top = words.top;
  for (const auto& define : words.defines) wanted.request.defines.push_back(define);
  for (const auto& parameter : words.parameters) wanted.request.parameters.push_back(parameter);
  return wanted;
}

std::optional<Wanted> wanted_by(Opening& opening) {
  const std::vector<std::string>& files = opening.name.files;
  if (files[0].ends_with(".sby")) return wanted_by_sby(files[0], opening);
  Wanted wanted;
  wanted.request = request_of(opening.name);
  for (const std::string& path : files) add_verilog(path, wanted, opening);
  return wanted;
}

// Headers and contents of memories are read by yosys, not by us.
bool reads_more(const Wanted& wanted, const Sources& sources) {
  return std::any_of(wanted.sources.begin(), wanted.sources.end(), [&](const VerilogSource& s) {
    const std::string_view text = sources.text(s.file);
    return text.find("`include") != std::string_view::npos || text.find("$readmem") != std::string_view::npos;
  });
}

// The texts that spans point into, for a thread of its own.
struct Copied {
  std::string name, text;
};

struct Circuit {
  VerilogDesign design;
  std::string mode;
  std::optional<std::size_t> depth;
  std::vector<Copied> files;  // from file 1 on
  FileId text = 0;            // the netlist's
};

bool is_asked(const Property& property, const std::string& mode) {
  if (mode == "cover") return property.kind == PropertyKind::Cover;
  if (mode == "live") return property.kind == PropertyKind::Ltl;
  return mode.empty() || property.kind == PropertyKind::Invariant;
}

std::unique_ptr<Model> model_of(const std::shared_ptr<const Circuit>& circuit, const Sources& sources,
                                Diagnostics& diagnostics) {
  System made;
  made.pool = std::make_unique<ExprPool>();
  const VerilogDesign& design = circuit->design;
  const verilog::FileOf file_of = [&](std::string_view name) {
    const auto found = design.files.find(std::string(name));
    return found == design.files.end() ? FileId{0} : found->second;
  };
  const bool cycles = design.clocking.phases.empty() && design.clocking.clocks.size() == 1;
  auto read = verilog::read_design(design.netlist, circuit->text, cycles ? design.clocking.clocks[0] : "", file_of,
                                   sources, *made.pool, diagnostics);
  if (!read) return nullptr;
  made.system = std::move(read->system);
  made.again = [circuit](Sources& own, Context&) {
    Diagnostics told_already;
    for (const Copied& file : circuit->files) own.add(file.name, file.text);
    return model_of(circuit, own, told_already);
  };
  auto model = std::make_unique<Model>();
  model->reader = read_formulas(front::smv::scope_of(made.system), *made.pool, sources);
  model->is = std::move(made);
  for (Property& p : read->properties)
    if (is_asked(p, circuit->mode)) model->properties.push_back(std::move(p));
  model->depth = circuit->depth;
  model->stepper = make_stepper(model->system());
  return model;
}

void tell_clocking(const VerilogDesign& design, Opening& opening) {
  const verilog::Clocking& clocking = design.clocking;
  if (!clocking.phases.empty())
    opening.diagnostics.add({Severity::Note,
                             "verilog.phases",
                             fmt::format("{}: a step is a phase, in which any clock may change", clocking.phases),
                             {1, 0, 0},
                             {},
                             {}});
}

}  // namespace

std::optional<Mistake> refuses_verilog(const ModelName& name) {
  if (name.has("top") && !verilog::is_identifier(name.text("top")))
    return Mistake{fmt::format("`--top {}`: expected the name of a module", name.text("top")), ""};
  for (const std::string& define : name.all("define"))
    if (!verilog::is_define(define))
      return Mistake{fmt::format("`--define {}`: expected NAME or NAME=VALUE", define), "e.g. --define WIDTH=8"};
  for (const std::string& text : name.all("parameter")) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const bool is_right = verilog::is_identifier(text.substr(0, equals)) && equals < text.size() &&
                          verilog::is_parameter_value(text.substr(equals + 1));
    if (!is_right)
      return Mistake{fmt::format("`--parameter {}`: expected NAME=VALUE", text), "e.g. --parameter DEPTH=4"};
  }
  const bool is_sby = name.files.size() == 1 && name.files[0].ends_with(".sby");
  if (name.has("parameter") && !name.has("top") && !is_sby)
    return Mistake{"`--parameter` is about the top: name it", "e.g. --top fifo --parameter DEPTH=4"};
  if (name.has("task") && !is_sby) return Mistake{"`--task` is for .sby files", "leave it out"};
  const bool several =
      std::any_of(name.files.begin(), name.files.end(), [](const auto& f) { return f.ends_with(".sby"); });
  if (several && !is_sby) return Mistake{"an .sby file names its sources: no further file is read", "give it alone"};
  return std::nullopt;
}

std::vector<std::unique_ptr<Model>> open_verilog(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  auto wanted = wanted_by(opening);
  if (!wanted || !opening.diagnostics.ok()) return models;
  if (reads_more(*wanted, opening.sources)) opening.reads_all_it_tells = false;
  auto design = run_yosys(wanted->sources, wanted->request, wanted->multiclock, opening);
  if (!design) return models;
  tell_clocking(*design, opening);
  auto circuit = std::make_shared<Circuit>();
  circuit->design = *std::move(design);
  circuit->mode = wanted->mode;
  circuit->depth = wanted->depth;
  circuit->text = opening.sources.add(opening.name.files[0] + " as BTOR2", circuit->design.netlist.btor2);
  for (FileId file = 1; file <= circuit->text; ++file)
    circuit->files.push_back({std::string(opening.sources.name(file)), std::string(opening.sources.text(file))});
  if (auto model = model_of(circuit, opening.sources, opening.diagnostics)) models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
