// Reads the text line by line: globals and metadata, then functions with their blocks and calls.
#include "front/c/ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "front/c/ir_ops.h"
#include "front/c/ir_text.h"
#include "front/c/layout.h"

namespace whynot::front::c {
namespace {

// `!12` in a line, behind `!dbg`.
std::string_view debug_node(std::string_view line) {
  const std::size_t at = line.rfind("!dbg !");
  if (at == std::string_view::npos) return {};
  std::size_t end = at + 6;
  while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
  return line.substr(at + 5, end - at - 5);
}

bool starts_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ' || text[word.size()] == ',');
}

constexpr std::size_t most_elements = 16;  // of a list that globals begin with

class Reader {
 public:
  Reader(std::string_view text, std::string_view folder)
      : folder_(folder.empty() || folder.ends_with('/') ? folder : std::string(folder) + "/") {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Module read() {
    read_globals();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].starts_with("define "))
        read_function(i);
      else if (lines_[i].starts_with("declare "))
        module_.declared.push_back(signature(lines_[i], 8));
    }
    module_.address_taken.assign(taken_.begin(), taken_.end());
    module_.file = shown(module_.file);
    return std::move(module_);
  }

 private:
  void read_globals() {
    for (const std::string_view line : lines_) {
      if (line.starts_with("source_filename = \"")) module_.file = line.substr(19, line.rfind('"') - 19);
      if (line.starts_with("!")) read_metadata(line);
      if (line.starts_with("%")) layout_.define(line);
      if (line.starts_with("@")) read_global(line);
      if (line.starts_with("define ") || line.starts_with("declare ")) functions_.insert(name_in(line));
    }
    for (const std::string_view line : lines_)
      if (line.starts_with("@")) read_initial(line);
    for (const std::string_view line : lines_)
      if (line.starts_with("@"))
        note_taken(line.substr(line.find('=') == std::string_view::npos ? 0 : line.find('=')), "");
  }

  static std::string name_in(std::string_view line) {
    std::size_t at = line.find('@');
    return at == std::string_view::npos ? "" : read_name(line, at);
  }

  void read_metadata(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (equals != std::string_view::npos) metadata_[std::string(line.substr(0, equals))] = line.substr(equals + 3);
  }

  void read_global(std::string_view line) {
    std::size_t at = 0;
    const std::string name = read_name(line, at);
    module_.constructors = module_.constructors || name == "llvm.global_ctors";
    if (name == "llvm.global_ctors" || name == "llvm.global_dtors")
      add_functions(line, name == "llvm.global_ctors" ? module_.constructed : module_.destructed);
    const std::string_view kind = trimmed(line.substr(std::min(line.find('=') + 1, line.size())));
    if (kind.starts_with("internal ") || kind.starts_with("private ")) own_globals_.insert(name);
    const bool is_foreign = kind.starts_with("external ");
    (is_foreign ? module_.foreign : module_.globals).push_back(name);
    if (line.find(" alias ") != std::string_view::npos) {
      if (std::size_t of = line.rfind('@'); of > at) module_.aliases[name] = read_name(line, of);
      return;
    }
    const std::size_t constant = line.find(" constant [");
    if (constant != std::string_view::npos) read_text(name, line.substr(constant + 11));
  }

  // `@n = internal global i32 3, align 4`: numbers, pointers, and lists of a few of them.
  void read_initial(std::string_view line) {
    const std::string name = name_in(line);
    std::size_t begin = line.find(" global ");
    if (begin == std::string_view::npos) begin = line.find(" constant ");
    if (begin == std::string_view::npos) return;
    begin = line.find(' ', begin + 1) + 1;
    const auto parts = split_commas(line.substr(begin));
    if (parts.empty()) return;
    const std::string_view type = leading_type(parts[0]), value = trimmed(parts[0].substr(type.size()));
    const std::string unique = own_globals_.contains(name) ? module_.file + ":" + name : name;
    if (const auto size = layout_.size(type)) module_.sizes[unique] = *size;
    if (value.empty()) return;
    if (value == "zeroinitializer" || !(value.starts_with('[') || value.starts_with('{')))
      return store_initial(type, parts[0], {CodeOperand::Kind::Global, unique, "", true});
    const auto elements = split_commas(value.substr(1, value.size() - 2));
    if (elements.size() > most_elements) return;
    for (std::size_t i = 0; i < elements.size(); ++i)
      store_initial(leading_type(elements[i]), elements[i],
                    {CodeOperand::Kind::Global, unique, fmt::format("{}|0|{}", type, i), true});
  }

  void store_initial(std::string_view type, std::string_view typed, CodeOperand at) {
    CodeOp store;
    store.op = CodeOp::Op::Store;
    store.type = type;
    store.args = {operand(typed), std::move(at)};
    const bool known = store.args[0].kind != CodeOperand::Kind::Unknown &&
                       store.args[0].kind != CodeOperand::Kind::Register && type != "double" && type != "float";
    if (known) module_.initial.push_back(std::move(store));
  }

  // `{ i32, void ()*, i8* } { i32 65535, void ()* @f, i8* null }`
  static void add_functions(std::string_view line, std::vector<std::string>& to) {
    for (std::size_t at = line.find('@', 1); at != std::string_view::npos; at = line.find('@', at))
      to.push_back(read_name(line, at));
  }

  // `8 x i8] c"text\00"`: an array of characters, not of arrays.
  void read_text(const std::string& name, std::string_view array) {
    const std::size_t size = array.find_first_not_of("0123456789");
    if (size == std::string_view::npos || !array.substr(size).starts_with(" x i8] ")) return;
    const std::string_view value = array.substr(size + 7);
    if (value.starts_with("zeroinitializer")) texts_[name] = "";
    if (value.starts_with("c\"")) texts_[name] = decoded_string(value.substr(2, value.find('"', 2) - 2));
  }

  // Functions named in a line other than as what is called.
  void note_taken(std::string_view line, std::string_view called) {
    bool skipped = called.empty();
    for (std::size_t at = line.find('@'); at != std::string_view::npos; at = line.find('@', at)) {
      const bool label = line.substr(0, at).ends_with("blockaddress(");
      const std::string name = read_name(line, at);
      if (label) continue;
      if (!skipped && name == called)
        skipped = true;
      else if (functions_.contains(name))
        taken_.insert(name);
    }
  }

  void read_function(std::size_t& i) {
    Function function = signature(lines_[i], 7);
    function.place = place_of(debug_node(lines_[i]));
    read_blocks(i, function);
    if (!function.name.empty()) module_.functions.push_back(std::move(function));
  }

  // All of a function but its body, from the line that defines or declares it; without a name if that makes no sense.
  static Function signature(std::string_view head, std::size_t behind_keyword) {
    Function function;
    std::size_t at = head.find('@');
    if (at == std::string_view::npos) return function;
    const std::string_view before = trimmed(head.substr(behind_keyword, at - behind_keyword));
    function.name = read_name(head, at);
    function.internal = before.starts_with("internal ") || before.starts_with("private ");
    function.types.push_back(std::string(result_type(before)));
    const std::size_t end = behind_bracket(head, at);
    for (const std::string_view part : split_commas(head.substr(at + 1, end - at - 2))) {
      if (part == "...")
        function.variadic = true;
      else if (!part.empty()) {
        function.types.push_back(std::string(leading_type(part)));
        std::size_t name = part.rfind('%');
        function.parameters.push_back(
            name == std::string_view::npos || name < function.types.back().size() ? "" : read_name(part, name));
      }
    }
    return function;
  }

  // Linkage and attributes stand before the type, which is the last thing before the name.
  static std::string_view result_type(std::string_view before) {
    std::string_view rest = before;
    while (true) {
      const std::string_view type = leading_type(rest);
      const std::string_view further = trimmed(rest.substr(type.size()));
      if (further.empty() || type.empty()) return type;
      rest = further;
    }
  }

  void read_blocks(std::size_t& i, Function& function) {
    function.blocks.push_back({"", {}, {}, false, function.place});
    if (function.blocks[0].label.empty()) function.blocks[0].label = std::to_string(function.types.size() - 1);
    bool fresh = true;
    for (++i; i < lines_.size() && !lines_[i].starts_with("}"); ++i) {
      std::string_view line = lines_[i];
      if (line.empty() || line[0] == ';') continue;
      if (line[0] != ' ' && line[0] != '\t') {
        start_block(line, function, fresh);
        continue;
      }
      fresh = false;
      note_size(trimmed(line), function);
      std::string whole(line);
      if (line.ends_with('['))
        while (i + 1 < lines_.size() && whole.find(']') == std::string::npos) whole += lines_[++i];
      // Where `invoke` and `callbr` go on to stands on a line of its own.
      if (i + 1 < lines_.size() && trimmed(lines_[i + 1]).starts_with("to label %")) whole += lines_[++i];
      instruction(trimmed(whole), function.blocks.back());
    }
  }

  // `%3 = alloca %struct.s, align 8`; those of as many as a number says are left alone.
  void note_size(std::string_view line, Function& function) const {
    const std::size_t at = line.find(" = alloca ");
    if (!line.starts_with('%') || at == std::string_view::npos) return;
    const auto parts = split_commas(without_metadata(line.substr(at + 10)));
    const auto size = parts.size() == 1 ? layout_.size(parts[0]) : std::nullopt;
    if (size) function.sizes[result_of(line)] = *size;
  }

  // The first block may have no label of its own; other blocks never name it then.
  static void start_block(std::string_view line, Function& function, bool fresh) {
    std::string label(line.substr(0, line.rfind(':', line.find("; preds"))));
    if (label.size() > 1 && label.front() == '"') label = label.substr(1, label.size() - 2);
    if (fresh && function.blocks.size() == 1)
      function.blocks[0].label = label;
    else
      function.blocks.push_back({label, {}, {}, false, {}});
  }

  void instruction(std::string_view line, Block& block) {
    std::string_view body = line;
    if (body.starts_with("%"))
      if (const std::size_t equals = body.find(" = "); equals != std::string_view::npos) body = body.substr(equals + 3);
    const Place place = place_of(debug_node(line));
    for (const std::string_view prefix : {"tail ", "musttail ", "notail "})
      if (body.starts_with(prefix)) body = body.substr(prefix.size());
    const std::string result = result_of(line);
    if (starts_with_word(body, "call") || starts_with_word(body, "invoke"))
      return call(body, line, place, block, result);
    note_taken(body, "");
    module_.exceptions = module_.exceptions || starts_with_word(body, "resume");
    if (starts_with_word(body, "ret"))
      block.returns = true;
    else if (!starts_with_word(body, "br") && !starts_with_word(body, "switch") &&
             !starts_with_word(body, "indirectbr") && !starts_with_word(body, "callbr") &&
             !starts_with_word(body, "unreachable"))
      return operation(body, result, block);
    block.place = place;
    add_labels(body, block);
    read_end(body, block);
  }

  static void add_labels(std::string_view body, Block& block) {
    for (std::size_t at = body.find("label %"); at != std::string_view::npos; at = body.find("label %", at)) {
      at += 6;
      const std::string label = read_name(body, at);
      if (std::find(block.next.begin(), block.next.end(), label) == block.next.end()) block.next.push_back(label);
    }
  }

  static std::string result_of(std::string_view line) {
    if (!line.starts_with("%") || line.find(" = ") == std::string_view::npos) return "";
    std::size_t at = 0;
    return read_name(line, at);
  }

  void operation(std::string_view body, const std::string& result, Block& block) {
    CodeOp op = OpReader(body, [this](std::string_view text) { return operand(text); }).read();
    op.result = result;
    if (op.op != CodeOp::Op::Other || !result.empty()) block.ops.push_back(std::move(op));
  }

  // What a branch, a switch or a return looks at.
  void read_end(std::string_view body, Block& block) {
    const std::size_t word = body.find(' ');
    if (word == std::string_view::npos) return;
    const auto parts = split_commas(without_metadata(body.substr(word + 1)));
    const bool returns = body.starts_with("ret"), chooses = body.starts_with("switch");
    if (parts.empty() || (!returns && parts.size() < (chooses ? 2 : 3))) return;
    block.value = operand(parts[0]);
    if (returns) return;
    if (chooses) return read_switch(body, block);
    for (std::size_t i = 1; i < 3; ++i) add_way(parts[i], i == 1 ? "1" : "0", block);
  }

  // `label %3` with the number that leads there.
  static void add_way(std::string_view label, std::string_view number, Block& block) {
    std::size_t at = label.find('%');
    if (at == std::string_view::npos) return;
    const std::string name = read_name(label, at);
    auto way = std::find_if(block.ways.begin(), block.ways.end(), [&](const BranchTo& w) { return w.label == name; });
    if (way == block.ways.end()) way = block.ways.insert(way, {name, {}, false});
    if (number.empty())
      way->otherwise = true;
    else
      way->equals.emplace_back(number);
  }

  // `switch i32 %5, label %9 [ i32 1, label %7 i32 2, label %8 ]`
  static void read_switch(std::string_view body, Block& block) {
    const std::size_t open = body.find('['), first = body.find("label %");
    if (open == std::string_view::npos || first == std::string_view::npos) return;
    add_way(body.substr(first, open - first), "", block);
    std::string_view rest = body.substr(open + 1);
    for (std::size_t comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
      const std::string_view left = trimmed(rest.substr(0, comma));
      add_way(rest.substr(comma), left.substr(left.rfind(' ') + 1), block);
      const std::size_t label = rest.find('%', comma);
      if (label == std::string_view::npos) return;
      std::size_t at = label;
      read_name(rest, at);
      rest = rest.substr(at);
    }
  }

  // `i32 noundef %5`, `i8* null`, `i32* @g`, `i8* getelementptr inbounds (…)`
  CodeOperand operand(std::string_view text) const {
    CodeOperand result = plain_operand(text);
    const std::string_view type = leading_type(text);
    result.points = type.ends_with('*') || type == "ptr";
    return result;
  }

  CodeOperand plain_operand(std::string_view text) const {
    const std::string_view type = leading_type(text);
    std::string_view value = trimmed(text.substr(type.size()));
    if (value.empty()) value = text;
    const std::size_t last = value.rfind(' ');
    const std::string_view word =
        value.ends_with(')') || last == std::string_view::npos ? value : value.substr(last + 1);
    std::size_t at = 0;
    if (word.starts_with('%')) return {CodeOperand::Kind::Register, read_name(word, at), ""};
    const Argument constant = argument(text.substr(value.data() == text.data() ? 0 : type.size()), type);
    switch (constant.kind) {
      case Argument::Kind::Number: return {CodeOperand::Kind::Number, constant.text, ""};
      case Argument::Kind::Text: return {CodeOperand::Kind::Text, constant.text, ""};
      case Argument::Kind::Function: return {CodeOperand::Kind::Function, constant.text, ""};
      case Argument::Kind::Unknown: break;
    }
    at = value.find('@');
    if (at == std::string_view::npos) return {};
    const std::string name = read_name(value, at);
    const std::string path = path_in(value, at);
    return {CodeOperand::Kind::Global, own_globals_.contains(name) ? module_.file + ":" + name : name, path};
  }

  // `getelementptr inbounds (%struct.s, %struct.s* @g, i32 0, i32 1)` is `%struct.s|0|1`; attributes may stand before.
  static std::string path_in(std::string_view value, std::size_t behind_name) {
    std::string raw(behind_name < value.size() ? value.substr(behind_name) : "");
    value = value.substr(std::min({value.find("bitcast ("), value.find("getelementptr "), value.size()}));
    if (value.starts_with("bitcast (") && raw.starts_with(" to ")) return "";
    const std::size_t open = value.find('(');
    if (!value.starts_with("getelementptr ") || open == value.npos || behind_bracket(value, open) != value.size())
      return raw;
    const auto parts = split_commas(value.substr(open + 1, value.size() - open - 2));
    if (parts.size() < 3 || parts[1].find('(') != parts[1].npos) return raw;
    std::string path(parts[0]);
    for (std::size_t i = 2; i < parts.size(); ++i) {
      const std::string_view digits = parts[i].substr(parts[i].rfind(' ') + 1);
      if (digits.find_first_not_of("0123456789") != digits.npos) return raw;
      path += "|" + std::string(digits);
    }
    return path;
  }

  void call(std::string_view body, std::string_view line, const Place& place, Block& block, const std::string& result) {
    const bool invoke = body.starts_with("invoke");
    body.remove_prefix(invoke ? 7 : 5);
    Call made;
    made.place = place;
    const std::size_t open = find_callee(body, made);
    if (open == std::string_view::npos) return;  // inline assembly
    const std::size_t close = behind_bracket(body, open);
    for (const std::string_view part : split_commas(body.substr(open + 1, close - open - 2))) {
      if (part.empty()) continue;
      made.types.push_back(std::string(leading_type(part)));
      made.arguments.push_back(argument(part.substr(made.types.back().size()), made.types.back()));
      made.operands.push_back(operand(part));
    }
    note_taken(line, made.callee);
    made.before = block.ops.size();
    made.result = result;
    if (!is_annotation(made.callee)) block.calls.push_back(std::move(made));
    if (invoke) add_labels(body.substr(close), block);
  }

  static bool is_annotation(std::string_view callee) {
    for (const std::string_view prefix :
         {"llvm.dbg.", "llvm.lifetime.", "llvm.va_", "llvm.stack", "llvm.expect", "llvm.assume", "llvm.experimental."})
      if (callee.starts_with(prefix)) return true;
    return false;
  }

  // Where the arguments begin; the callee and the result's type on the way.
  static std::size_t find_callee(std::string_view body, Call& made) {
    std::size_t at = 0;
    std::string_view last_word;
    while (at < body.size()) {
      const char c = body[at];
      if (c == ' ') {
        ++at;
      } else if ((c == '@' || c == '%')) {
        const std::size_t begin = at;
        const std::string name = read_name(body, at);
        if (at < body.size() && body[at] == '(') {
          made.callee = c == '@' ? name : "";
          if (c == '%') made.pointer = {CodeOperand::Kind::Register, name, ""};
          made.types.insert(made.types.begin(), std::string(last_word));
          return at;
        }
        while (at < body.size() && body[at] == '*') ++at;
        last_word = body.substr(begin, at - begin);
      } else if (body.substr(at).starts_with("asm ")) {
        return std::string_view::npos;
      } else if (body.substr(at).starts_with("bitcast (")) {
        at += 8;
        const std::size_t end = behind_bracket(body, at);
        std::size_t name = body.find('@', at);
        if (name < end) made.callee = read_name(body, name);
        made.types.insert(made.types.begin(), std::string(last_word));
        return end < body.size() && body[end] == '(' ? end : std::string_view::npos;
      } else if (c == '(') {  // the parameters in the type of a variadic function
        at = behind_bracket(body, at);
      } else {
        const std::string_view type = leading_type(body.substr(at));
        last_word = type.substr(0, type.find(" ("));
        at += std::max<std::size_t>(last_word.size(), 1);
      }
    }
    return std::string_view::npos;
  }

  Argument argument(std::string_view text, std::string_view type) const {
    if (text.find('%') != std::string_view::npos) return {};
    if (std::size_t at = text.find('@'); at != std::string_view::npos) {
      const std::string name = read_name(text, at);
      if (const auto found = texts_.find(name); found != texts_.end()) return text_from(found->second, text.substr(at));
      if (functions_.contains(name)) return {Argument::Kind::Function, name};
      return {};
    }
    // SIG_IGN is `inttoptr (i64 1 to void (i32)*)`.
    if (const std::size_t cast = text.find("inttoptr ("); cast != std::string_view::npos)
      text = text.substr(cast + 10, text.find(" to ", cast) - cast - 10);
    const std::string_view last = trimmed(text.substr(text.rfind(' ') == std::string_view::npos ? 0 : text.rfind(' ')));
    if (last == "null" || last == "false" || last == "zeroinitializer") return {Argument::Kind::Number, "0"};
    if (last == "true") return {Argument::Kind::Number, "1"};
    const std::string_view digits = last.starts_with("-") ? last.substr(1) : last;
    const bool number =
        !digits.empty() && std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!number) return {};
    // Numbers are written as signed ones; of the short ones an attribute tells that they are not.
    if (last.starts_with("-") && text.find(" zeroext ") != std::string_view::npos)
      for (const auto& [name, values] : {std::pair("i8", 1 << 8), std::pair("i16", 1 << 16)})
        if (type == name && digits.size() < 6)
          return {Argument::Kind::Number, std::to_string(values - std::stoi(std::string(digits)))};
    return {Argument::Kind::Number, std::string(last)};
  }

  // A text from the place on that the indices behind its name say: `, i64 0, i64 3)`.
  static Argument text_from(std::string_view whole, std::string_view indices) {
    std::size_t offset = 0;
    for (std::string_view part : split_commas(indices.substr(0, indices.find(')')))) {
      const std::string_view digits = trimmed(part.substr(std::min(part.find(' '), part.size())));
      if (part.empty() || part.starts_with("to ")) continue;
      if (digits.empty() || digits.size() > 9 ||
          !std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); }))
        return {};
      if (offset != 0) return {};  // beyond the text itself
      offset = std::stoul(std::string(digits));
    }
    if (offset > whole.size()) return {};
    return {Argument::Kind::Text, std::string(whole.substr(offset))};
  }

  std::string_view node(std::string_view name) const {
    const auto found = metadata_.find(name);
    return found == metadata_.end() ? std::string_view{} : found->second;
  }

  Place place_of(std::string_view reference) const {
    const std::string_view location = node(reference);
    const std::string_view line = metadata_field(location, "line");
    if (line.empty() || line.size() > 9) return {shown(module_.file), 0};
    return {shown(file_of(location)), static_cast<std::uint32_t>(std::stoul(std::string(line)))};
  }

  // Without the directory that the reader of the report stands in.
  std::string shown(const std::string& file) const {
    return !folder_.empty() && file.starts_with(folder_) ? file.substr(folder_.size()) : file;
  }

  static std::string unquoted(std::string_view text) {
    return text.size() < 2 ? "" : std::string(text.substr(1, text.size() - 2));
  }

  // The file stands at the nearest scope that tells it.
  std::string file_of(std::string_view at) const {
    for (int depth = 0; depth < 100 && !at.empty(); ++depth) {
      if (const std::string_view file = metadata_field(at, "file"); !file.empty()) {
        std::string name = unquoted(metadata_field(node(file), "filename")),
                    folder = unquoted(metadata_field(node(file), "directory"));
        // What absolute paths have in common with the working directory is told apart from the rest.
        const bool is_cut = module_.file.starts_with('/') && !name.starts_with('/') && !folder.empty();
        if (is_cut && !name.empty()) return fmt::format("{}{}{}", folder, folder.ends_with('/') ? "" : "/", name);
        if (!name.empty()) return name;
      }
      at = node(metadata_field(at, "scope"));
    }
    return module_.file;
  }

  std::string folder_;
  std::vector<std::string_view> lines_;
  std::map<std::string, std::string_view, std::less<>> metadata_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::set<std::string, std::less<>> functions_, taken_;
  std::set<std::string, std::less<>> own_globals_;  // that only this file sees
  Layout layout_;
  Module module_;
};

}  // namespace

Module read_ir(std::string_view text, std::string_view folder) { return Reader(text, folder).read(); }

}  // namespace whynot::front::c
