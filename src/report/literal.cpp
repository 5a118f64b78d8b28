// Tries the spellings in turn: booleans, words of NuSMV, numbers, symbols; then fits them to a type.
#include "report/literal.h"

#include <algorithm>
#include <string>

namespace whynot::report {
namespace {

constexpr std::size_t max_depth = 200;
constexpr std::size_t max_width = 65536, max_digits = 20000;
constexpr std::size_t max_bag = 100000;

std::optional<Integer> read_integer(std::string_view text, unsigned base = 10) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > max_digits || text.front() == '_') return std::nullopt;
  auto n = parse_digits(text, base);
  if (n && negative) *n = -*n;
  return n;
}

std::optional<unsigned> base_of(char letter) {
  switch (letter) {
    case 'b':
    case 'B': return 2;
    case 'o':
    case 'O': return 8;
    case 'd':
    case 'D': return 10;
    case 'h':
    case 'H': return 16;
    default: return std::nullopt;
  }
}

// Without a width the digits tell it, except in base 10.
std::optional<std::size_t> read_width(std::string_view text, unsigned base, std::string_view digits) {
  if (text.empty() && base != 10) {
    const auto written =
        static_cast<std::size_t>(std::count_if(digits.begin(), digits.end(), [](char c) { return c != '_'; }));
    if (base == 2) return written;
    return written * (base == 8 ? 3 : 4);
  }
  const auto n = text.size() <= 6 ? read_integer(text) : std::nullopt;
  if (!n || *n < 1 || *n > max_width) return std::nullopt;
  return static_cast<std::size_t>(*n);
}

std::optional<Value> read_word(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.size() < 4 || text[0] != '0') return std::nullopt;
  text.remove_prefix(1);
  const bool is_signed = text[0] == 's' || text[0] == 'S';
  if (is_signed || text[0] == 'u' || text[0] == 'U') text.remove_prefix(1);
  const auto base = base_of(text[0]);
  const std::size_t bar = text.find('_');
  if (!base || bar == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(bar + 1);
  const auto width = read_width(text.substr(1, bar - 1), *base, digits);
  auto n = read_integer(digits, *base);
  if (!width || *width < 1 || *width > max_width || !n) return std::nullopt;
  if (negative) *n = -*n;
  const Integer lowest = is_signed ? Integer(-power_of_two(*width - 1)) : Integer(0);
  if (*n < lowest || *n >= power_of_two(*width)) return std::nullopt;
  return Value::word(static_cast<std::uint32_t>(*width), is_signed, *n);
}

Value read_scalar(std::string_view text) {
  if (text == "TRUE") return Value::boolean(true);
  if (text == "FALSE") return Value::boolean(false);
  if (const auto n = read_integer(text)) return Value::integer(*n);
  if (const auto word = read_word(text)) return *word;
  return Value::symbol(std::string(text));
}

// The grammar of Value::to_string, by descent with a limit.
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : text_(text) {}

  std::optional<Value> whole() {
    auto v = value();
    skip_space();
    return v && at_ == text_.size() ? v : std::nullopt;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  std::string_view token() {
    skip_space();
    const std::size_t end = std::min(text_.find_first_of(" (){}[],|", at_), text_.size());
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end;
    return found;
  }

  std::optional<Value> value() {
    if (depth_ == max_depth) return std::nullopt;
    ++depth_;
    auto v = composite();
    --depth_;
    return v;
  }

  std::optional<Value> composite() {
    std::vector<Value> items;
    if (take("{|")) return list("|}", items) ? std::optional(Value::bag(std::move(items))) : std::nullopt;
    if (take("[")) return list("]", items) ? std::optional(Value::list(std::move(items))) : std::nullopt;
    if (take("{")) return braces();
    const std::string_view name = token();
    if (name.empty()) return std::nullopt;
    if (at_ >= text_.size() || text_[at_] != '(') return read_scalar(name);
    ++at_;
    return list(")", items) ? std::optional(Value::term(std::string(name), std::move(items))) : std::nullopt;
  }

  // A set, or a map: the first arrow tells.
  std::optional<Value> braces() {
    if (take("}")) return Value::set({});
    std::vector<Value> members;
    std::vector<std::pair<Value, Value>> entries;
    do {
      auto member = value();
      if (!member) return std::nullopt;
      if (take("-> ")) {
        auto image = value();
        if (!image) return std::nullopt;
        entries.emplace_back(std::move(*member), std::move(*image));
      } else {
        members.push_back(std::move(*member));
      }
    } while (take(","));
    if (!take("}") || (!members.empty() && !entries.empty())) return std::nullopt;
    return entries.empty() ? Value::set(std::move(members)) : Value::map(std::move(entries));
  }

  bool list(std::string_view close, std::vector<Value>& items) {
    if (take(close)) return true;
    do {
      auto item = value();
      if (!item) return false;
      items.push_back(std::move(*item));
    } while (take(","));
    return take(close);
  }

  std::string_view text_;
  std::size_t at_ = 0, depth_ = 0;
};

std::optional<Value> conform_boolean(const Value& v) {
  if (v.is_integer() && v.is_small_integer() && (v.small_integer() == 0 || v.small_integer() == 1))
    return Value::boolean(v.small_integer() == 1);
  if (v.is_word() && v.width() == 1) return Value::boolean(v.bits() == 1);
  if (v.is_symbol() && (v.op() == "true" || v.op() == "false")) return Value::boolean(v.op() == "true");
  return std::nullopt;
}

std::optional<Value> conform_word(const Value& v, Type type) {
  const auto made = [&](const Integer& bits) { return Value::word(type.width(), type.is_signed(), bits); };
  if (v.is_boolean() && type.width() == 1) return made(v.as_boolean() ? 1 : 0);
  if (v.is_word() && v.width() == type.width()) return made(v.bits());
  if (!v.is_integer()) return std::nullopt;
  const Integer n = v.as_integer();
  const Integer lowest = type.is_signed() ? Integer(-power_of_two(type.width() - 1)) : Integer(0);
  if (n < lowest || n >= power_of_two(type.width())) return std::nullopt;
  return made(n);
}

std::optional<std::vector<Value>> conform_all(const std::vector<Value>& values, Type type) {
  std::vector<Value> out;
  for (const Value& v : values) {
    auto good = conform(v, type);
    if (!good) return std::nullopt;
    out.push_back(std::move(*good));
  }
  return out;
}

// Multisets travel as maps from member to count where a format has no bags.
std::optional<Value> bag_of_counts(const Value& map, Type element) {
  std::vector<Value> members;
  for (std::size_t i = 0; i + 1 < map.args().size(); i += 2) {
    const auto member = conform(map.args()[i], element);
    const auto count = conform(map.args()[i + 1], Type());
    if (!member || !count || !count->is_small_integer() || count->small_integer() < 0) return std::nullopt;
    if (static_cast<std::uint64_t>(count->small_integer()) > max_bag - members.size()) return std::nullopt;
    members.insert(members.end(), static_cast<std::size_t>(count->small_integer()), *member);
  }
  return Value::bag(std::move(members));
}

std::optional<Value> conform_map(const Value& v, Type key, Type element) {
  std::vector<std::pair<Value, Value>> entries;
  for (std::size_t i = 0; i + 1 < v.args().size(); i += 2) {
    auto k = conform(v.args()[i], key), image = conform(v.args()[i + 1], element);
    if (!k || !image) return std::nullopt;
    entries.emplace_back(std::move(*k), std::move(*image));
  }
  return Value::map(std::move(entries));
}

std::optional<Value> conform_composite(const Value& v, Type type) {
  using Kind = Value::Kind;
  const bool plain = v.kind() == Kind::Set || v.kind() == Kind::Bag || v.kind() == Kind::List;
  const bool empty = (plain || v.kind() == Kind::Map) && v.args().empty();
  if (type.is(TypeKind::Map) || type.is(TypeKind::Array)) {
    if (empty || v.kind() == Kind::Map) return conform_map(v, type.key(), type.element());
    if (!type.is(TypeKind::Array) || v.kind() != Kind::List) return std::nullopt;
  }
  if (type.is(TypeKind::Bag) && v.kind() == Kind::Map) return bag_of_counts(v, type.element());
  if (!plain && !empty) return std::nullopt;
  auto items = conform_all(v.args(), type.element());
  if (!items) return std::nullopt;
  if (type.is(TypeKind::Set) && (v.kind() == Kind::Set || empty)) return Value::set(std::move(*items));
  if (type.is(TypeKind::Bag) && (v.kind() == Kind::Bag || empty)) return Value::bag(std::move(*items));
  const bool listed = type.is(TypeKind::List) || type.is(TypeKind::Array);
  if (listed && (v.kind() == Kind::List || empty)) return Value::list(std::move(*items));
  return std::nullopt;
}

// `v` is no text any more that could be read further.
std::optional<Value> conform_read(const Value& v, Type type) {
  switch (type.kind()) {
    case TypeKind::Boolean:
      if (v.is_boolean()) return v;
      return conform_boolean(v);
    case TypeKind::Word: return conform_word(v, type);
    case TypeKind::Integer:
    case TypeKind::Range:
    case TypeKind::Enum:
      if (type.contains(v)) return v;
      return std::nullopt;
    case TypeKind::Sort: return by_looks(v);
    default: return conform_composite(v, type);
  }
}

}  // namespace

Value read_literal(std::string_view text) {
  if (auto v = LiteralReader(text).whole()) return std::move(*v);
  return Value::symbol(std::string(text));
}

std::optional<Value> conform(const Value& found, Type type) {
  if (!found.defined()) return std::nullopt;
  if (!type) return by_looks(found);
  if (type.is(TypeKind::Enum) && type.contains(found)) return found;
  return conform_read(found.is_symbol() ? read_literal(found.op()) : found, type);
}

Value by_looks(const Value& found) {
  if (found.is_symbol()) return read_literal(found.op());
  std::vector<Value> args;
  args.reserve(found.args().size());
  for (const Value& arg : found.args()) args.push_back(by_looks(arg));
  switch (found.kind()) {
    case Value::Kind::Term: return Value::term(found.op(), std::move(args));
    case Value::Kind::Set: return Value::set(std::move(args));
    case Value::Kind::Bag: return Value::bag(std::move(args));
    case Value::Kind::List: return Value::list(std::move(args));
    case Value::Kind::Map: {
      std::vector<std::pair<Value, Value>> entries;
      for (std::size_t i = 0; i + 1 < args.size(); i += 2) entries.emplace_back(args[i], args[i + 1]);
      return Value::map(std::move(entries));
    }
    default: return found;
  }
}

}  // namespace whynot::report
