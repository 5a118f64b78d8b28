// One pass over the words of the text finds modules and who instantiates them; a second one looks up every reference
// (`a`, `left.lo.v`, `row[1]`) in each instance of the module that it stands in.  The text has been read by its front
// end already, so that words suffice here; what they do not tell has no value, and is left out.
#include "session/values_inline.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "session/source_words.h"

namespace whynot::session {
namespace {

constexpr FileId first_file = 1;  // what was named first
constexpr std::size_t most_instances = 200, most_values = 5000;

struct Instance {  // of a module; the first one is the model itself
  std::string path;
  std::size_t module = 0, parent = 0;
  std::vector<std::string> arguments = {};
};

struct Part {  // a variable that is an instance
  std::string name, module;
  std::vector<std::string> arguments = {};
};

struct Module {
  std::string name;
  std::size_t begin = 0, end = 0;  // its words
  std::vector<std::string> parameters = {};
  std::vector<Part> parts = {};
};

class Text {
 public:
  Text(std::string_view text, bool verilog)
      : text_(text), verilog_(verilog), words_(source_words(text, verilog ? "verilog" : "smv")) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (word(i) == (verilog_ ? "module" : "MODULE") && i + 1 < words_.size()) i = open_module(i + 1);
    for (Module& module : modules_) find_parts(module);
  }

  const std::vector<SourceWord>& words() const { return words_; }
  std::string_view word(std::size_t i) const {
    return i < words_.size() ? text_.substr(words_[i].begin, words_[i].end - words_[i].begin) : std::string_view();
  }
  const std::vector<Module>& modules() const { return modules_; }

  // Word i opens some; the word behind them.
  std::size_t behind_parentheses(std::size_t i) const {
    int depth = 0;
    for (; i < words_.size(); ++i) {
      if (word(i) == "(") ++depth;
      if (word(i) == ")" && --depth == 0) return i + 1;
    }
    return i;
  }

  // From the top, each below the one that has it.
  std::vector<Instance> instances() const {
    std::vector<Instance> all;
    const auto top = top_module();
    if (top) all.push_back({"", *top, 0});
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const Part& part : modules_[all[i].module].parts) {
        const auto module = module_named(part.module);
        if (!module || all.size() >= most_instances) continue;
        all.push_back({all[i].path + part.name + ".", *module, i, part.arguments});
      }
    return all;
  }

 private:
  // Word i is its name; the last word of its head.
  std::size_t open_module(std::size_t i) {
    if (!modules_.empty() && modules_.back().end == words_.size()) modules_.back().end = i - 1;
    modules_.push_back({std::string(word(i)), i + 1, words_.size()});
    if (verilog_ || word(i + 1) != "(") return i;
    for (i += 2; i < words_.size() && word(i) != ")"; ++i)
      if (words_[i].is_name) modules_.back().parameters.emplace_back(word(i));
    modules_.back().begin = i + 1;
    return i;
  }

  // `name : module(…)` in SMV, `module #(…) name (…)` in Verilog.
  void find_parts(Module& module) {
    for (std::size_t i = module.begin; i + 1 < module.end; ++i) {
      if (!verilog_ && words_[i].is_name && word(i + 1) == ":") {
        const std::size_t type = word(i + 2) == "process" ? i + 3 : i + 2;
        if (module_named(word(type)))
          module.parts.push_back({std::string(word(i)), std::string(word(type)), arguments_of(type + 1)});
      }
      if (verilog_ && module_named(word(i))) {
        std::size_t name = i + 1;
        if (word(name) == "#") name = behind_parentheses(name + 1);
        if (name < words_.size() && words_[name].is_name && word(name + 1) == "(")
          module.parts.push_back({std::string(word(name)), std::string(word(i))});
      }
    }
  }
  // The texts between parentheses and commas, if word i opens some.
  std::vector<std::string> arguments_of(std::size_t i) const {
    std::vector<std::string> all;
    if (word(i) != "(") return all;
    int depth = 1;
    std::size_t begin = words_[i].end;
    for (++i; i < words_.size() && depth > 0; ++i) {
      const std::string_view now = word(i);
      if (now == "(" || now == "{" || now == "[") ++depth;
      if (now == ")" || now == "}" || now == "]") --depth;
      if (depth > 1 || (depth == 1 && now != ",")) continue;
      std::string argument(text_.substr(begin, words_[i].begin - begin));
      std::erase_if(argument, [](unsigned char c) { return std::isspace(c); });
      all.push_back(std::move(argument));
      begin = words_[i].end;
    }
    return all;
  }

  std::optional<std::size_t> module_named(std::string_view name) const {
    const auto found = std::find_if(modules_.begin(), modules_.end(), [&](const Module& m) { return m.name == name; });
    if (found == modules_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - modules_.begin());
  }
  // `main`; of a design, the module that nobody has.
  std::optional<std::size_t> top_module() const {
    if (!verilog_) return module_named("main");
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      const auto has_it = [&](const Module& module) {
        return std::any_of(module.parts.begin(), module.parts.end(),
                           [&](const Part& part) { return part.module == modules_[i].name; });
      };
      if (std::none_of(modules_.begin(), modules_.end(), has_it)) return i;
    }
    return std::nullopt;
  }

  std::string_view text_;
  bool verilog_;
  std::vector<SourceWord> words_;
  std::vector<Module> modules_;
};

struct Known {
  Value now, after;
  bool ahead = false;  // it belongs to the transition that leaves the step
};

using Values = std::unordered_map<std::string, Known>;

Values values_at(const TransitionSystem& system, const Trace& trace, std::size_t step) {
  Values all;
  const auto next = trace.after(step);
  const Inputs* inputs = trace.inputs_out_of(step);
  const Signature& signature = *trace.signature;
  for (std::size_t c = 0; c < signature.columns.size(); ++c)
    all[signature.columns[c].name] = {trace.steps[step].state[c], next ? trace.steps[*next].state[c] : Value()};
  for (std::size_t c = 0; inputs && c < signature.inputs.size() && c < inputs->size(); ++c)
    all[signature.inputs[c].name] = {(*inputs)[c], {}, true};
  const Slots slots(system);
  const auto around = slots.around(trace, step);
  const auto later = next ? slots.around(trace, *next) : std::vector<Value>();
  for (const Define& define : system.defines) {
    const CompiledExpr value(*system.pool, define.value, [&](Expr leaf) { return slots.of(leaf); });
    all[define.name] = {value.run(around), next ? value.run(later) : Value()};
  }
  return all;
}

// Looks names up as they are meant in an instance.
class Lookup {
 public:
  Lookup(const Text& text, const Values& values) : text_(text), values_(values), instances_(text.instances()) {}

  const std::vector<Instance>& instances() const { return instances_; }

  // The name in the trace, with its values; nothing when it has none.
  const Values::value_type* find(std::size_t instance, std::string reference, std::size_t depth = 0) const {
    const Instance& here = instances_[instance];
    if (reference.starts_with("self.")) reference.erase(0, 5);
    const std::size_t end = std::min(reference.find_first_of(".["), reference.size());
    const auto& parameters = text_.modules()[here.module].parameters;
    const auto parameter = std::find(parameters.begin(), parameters.end(), reference.substr(0, end));
    if (parameter != parameters.end()) {
      const auto place = static_cast<std::size_t>(parameter - parameters.begin());
      if (place >= here.arguments.size() || depth > most_instances) return nullptr;
      return find(here.parent, here.arguments[place] + reference.substr(end), depth + 1);
    }
    if (const auto found = values_.find(here.path + reference); found != values_.end()) return &*found;
    const std::size_t bracket = reference.rfind('[');  // some bits of a word
    if (bracket == std::string::npos || reference.back() != ']') return nullptr;
    return find(instance, reference.substr(0, bracket), depth + 1);
  }

 private:
  const Text& text_;
  const Values& values_;
  std::vector<Instance> instances_;
};

// A reference that begins with word i; the last word of it.
std::size_t reference_at(const Text& text, std::size_t i, std::string& reference) {
  reference = text.word(i);
  const auto is_name = [&](std::size_t k) { return k < text.words().size() && text.words()[k].is_name; };
  const auto is_number = [&](std::size_t k) {
    return !text.word(k).empty() && std::isdigit(static_cast<unsigned char>(text.word(k)[0]));
  };
  while (true) {
    if (text.word(i + 1) == "." && is_name(i + 2)) {
      reference += "." + std::string(text.word(i + 2));
      i += 2;
    } else if (text.word(i + 1) == "[" && is_number(i + 2) && text.word(i + 3) == "]") {
      reference += "[" + std::string(text.word(i + 2)) + "]";
      i += 3;
    } else {
      return i;
    }
  }
}

// Goes through the words of each module, and says what they stand for.
class Annotations {
 public:
  Annotations(const Text& text, const Lookup& lookup, report::ValuesInline& all)
      : text_(text), lookup_(lookup), all_(all) {}

  void add() {
    for (std::size_t m = 0; m < text_.modules().size(); ++m) {
      const Module& module = text_.modules()[m];
      next_until_ = init_until_ = 0;
      for (std::size_t i = module.begin; i < module.end && all_.names.size() < most_values; ++i)
        if (text_.words()[i].is_name && text_.word(i - 1) != ".") i = add_word(m, i);
    }
  }

 private:
  // The last word that was read.
  std::size_t add_word(std::size_t module, std::size_t i) {
    const std::string_view word = text_.word(i);
    if (text_.word(i + 1) == "(" && (word == "next" || word == "init")) {
      (word == "next" ? next_until_ : init_until_) = text_.behind_parentheses(i + 1);
      return i;
    }
    std::string reference;
    const std::size_t last = reference_at(text_, i, reference);
    const bool in_next = i < next_until_;
    if (i < init_until_ && all_.step != 0) return last;  // it says nothing about this step
    for (std::size_t k = 0; k < lookup_.instances().size(); ++k) {
      const auto* found = lookup_.instances()[k].module == module ? lookup_.find(k, reference) : nullptr;
      if (!found) continue;
      const auto& [name, known] = *found;
      const Value& value = in_next ? known.after : known.now;
      const Span where{first_file, static_cast<std::uint32_t>(text_.words()[i].begin),
                       static_cast<std::uint32_t>(text_.words()[last].end)};
      if (value.defined()) all_.names.push_back({where, name, value, in_next || known.ahead});
    }
    return last;
  }

  const Text& text_;
  const Lookup& lookup_;
  report::ValuesInline& all_;
  std::size_t next_until_ = 0, init_until_ = 0;  // the words up to which `next(…)` and `init(…)` reach
};

}  // namespace

std::optional<report::ValuesInline> values_inline(const Model& model, const Sources& sources, const Trace& trace,
                                                  std::size_t step) {
  const bool verilog = model.front == "verilog";
  if (model.kind() != Kind::System || (model.front != "smv" && !verilog) || step >= trace.steps.size())
    return std::nullopt;
  const Text text(sources.text(first_file), verilog);
  const Values values = values_at(model.system(), trace, step);
  const Lookup lookup(text, values);
  report::ValuesInline all{step, {}};
  Annotations(text, lookup, all).add();
  return all;
}

}  // namespace whynot::session
