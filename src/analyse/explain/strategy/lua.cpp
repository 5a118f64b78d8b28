// Passes goals, states and sets to the functions of a script as tables, and reads back what they choose.
#include "analyse/explain/strategy/lua.h"

#include <fmt/format.h>

#include <lua5.4/lua.hpp>
#include <map>
#include <sstream>

#include "analyse/explain/build/fence.h"
#include "analyse/explain/strategy/lua_interface.h"
#include "base/random.h"
#include "expr/print.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_states = 64;

// What a call hands over, made ready beforehand: inside Lua an error jumps past destructors.
struct Entry {
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;
  std::vector<std::pair<std::string, Value>> state,
      result;  // of the goal, and of the last one that it rests on, if any
  std::vector<std::string> goals;
};

struct Call {
  const char* function = "";
  std::vector<Entry> list;  // the first argument, if it is a list
  bool has_list = false;
  Entry node;  // the other one
};

void push_value(lua_State* L, const Value& v) {
  if (v.is_boolean())
    lua_pushboolean(L, v.is_true());
  else if (v.is_small_integer())
    lua_pushinteger(L, v.small_integer());
  else
    lua_pushstring(L, v.to_string().c_str());
}

// As a field of the table on the stack.
void push_state(lua_State* L, const char* name, const std::vector<std::pair<std::string, Value>>& state) {
  if (state.empty()) return;
  lua_newtable(L);
  for (const auto& [column, value] : state) {
    push_value(L, value);
    lua_setfield(L, -2, column.c_str());
  }
  lua_setfield(L, -2, name);
}

void push_entry(lua_State* L, const Entry& e) {
  lua_newtable(L);
  for (const auto& [key, text] : e.texts) {
    lua_pushlstring(L, text.data(), text.size());
    lua_setfield(L, -2, key.c_str());
  }
  for (const auto& [key, number] : e.numbers) {
    lua_pushinteger(L, static_cast<lua_Integer>(number));
    lua_setfield(L, -2, key.c_str());
  }
  push_state(L, "state", e.state);
  push_state(L, "result", e.result);
  lua_newtable(L);
  for (std::size_t i = 0; i < e.goals.size(); ++i) {
    lua_pushstring(L, e.goals[i].c_str());
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  lua_setfield(L, -2, "goals");
}

int protected_call(lua_State* L) {
  const Call& call = *static_cast<const Call*>(lua_touserdata(L, 1));
  lua_getglobal(L, call.function);
  if (!lua_isfunction(L, -1)) {
    lua_pushnil(L);
    return 1;
  }
  if (call.has_list) {
    lua_newtable(L);
    for (std::size_t i = 0; i < call.list.size(); ++i) {
      push_entry(L, call.list[i]);
      lua_pushinteger(L, static_cast<lua_Integer>(i) + 1);
      lua_setfield(L, -2, "number");
      lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
  }
  push_entry(L, call.node);
  lua_call(L, call.has_list ? 2 : 1, 1);
  return 1;
}

class LuaStrategy final : public Strategy {
 public:
  LuaStrategy(std::string file, const StrategyReader& reader)
      : file_(std::move(file)), reader_(reader), random_(0), state_(lua_newstate(limited_memory, &memory_)) {}
  ~LuaStrategy() override {
    if (state_) lua_close(state_);
  }
  LuaStrategy(const LuaStrategy&) = delete;
  LuaStrategy& operator=(const LuaStrategy&) = delete;

  bool load(const std::string& text, std::string& error) {
    if (!state_) return false;
    lua_pushcfunction(state_, open_fenced_libraries);
    lua_pushlightuserdata(state_, &random_);
    if (lua_pcall(state_, 1, 0, 0) != LUA_OK) return failed(error);
    return run(before_script, error) && run(text, error) && run(after_script, error);
  }

  std::string name() const override { return file_; }
  void init(const ProofView& view) override {
    random_ = Random(view.seed);
    call(Call{"init", {}, false, {}});
    lua_settop(state_, 0);
  }
  std::optional<NodeId> pick_leaf(const ProofView& view, const std::vector<NodeId>& leaves) override {
    Call c{"pick_leaf", {}, true, {}};
    for (const NodeId id : leaves) c.list.push_back(entry(view, id));
    const auto chosen = index(c, leaves.size());
    return chosen ? std::optional(leaves[*chosen]) : std::nullopt;
  }
  std::optional<std::size_t> pick_rule(const ProofView& view, NodeId id, const std::vector<Candidate>& all) override {
    Call c{"pick_rule", {}, true, entry(view, id)};
    for (const Candidate& candidate : all) {
      Entry e;
      e.texts["rule"] = rule_name(candidate.rule);
      e.numbers["size"] = static_cast<double>(candidate.temporal);
      if (candidate.rank) e.numbers["rank"] = static_cast<double>(*candidate.rank);
      for (const Expr g : candidate.goals) e.goals.push_back(to_string(view.proof.pool(), g));
      c.list.push_back(std::move(e));
    }
    return index(c, all.size());
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId id, const StateSet&, const StateSet& next) override {
    if (auto by_rule = by_added_rule(view, id, next)) return by_rule;
    if (!has("pick_state")) return std::nullopt;
    std::vector<State> states;
    StateSet left = next;
    Call c{"pick_state", {}, true, entry(view, id)};
    while (states.size() < most_states) {
      const auto s = view.oracle.pick(left);
      if (!s) break;
      left = view.oracle.subtract(left, view.oracle.only(*s));
      Entry e;
      e.state = columns(view, *s);
      c.list.push_back(std::move(e));
      states.push_back(*s);
    }
    const auto chosen = index(c, states.size());
    return chosen ? std::optional(view.oracle.only(states[*chosen])) : std::nullopt;
  }
  void rule_applied(const ProofView& view, NodeId id) override {
    call(Call{"rule_applied", {}, false, entry(view, id)});
    lua_settop(state_, 0);
  }
  std::optional<std::string> look(const ProofView& view, Look what) override {
    static constexpr const char* names[] = {"start", "stop", "show", "words"};
    return text(Call{names[static_cast<std::size_t>(what)], {}, false, entry(view, view.proof.root)});
  }
  std::optional<std::string> says(const ProofView& view, NodeId id, const std::string& prose) override {
    if (!has("say")) return std::nullopt;
    Call c{"say", {}, false, entry(view, id)};
    c.node.texts["summary"] = prose;
    return text(c);
  }
  Expr stronger(const ProofView& view, NodeId id, Expr f) override {
    if (!has("wish")) return {};
    const Expr wish = condition(Call{"wish", {}, false, id == no_node ? Entry() : entry(view, id)});
    return wish ? view.proof.pool().and_(f, wish) : Expr();
  }
  std::optional<StateSet> follow(const ProofView& view, NodeId id, const StateSet& next) override {
    if (!has("pick_set")) return std::nullopt;
    Call c{"pick_set", {}, false, entry(view, id)};
    c.node.texts["next"] = to_string(view.proof.pool(), view.oracle.describe(next));
    const Expr set = condition(c);
    return set ? std::optional(view.oracle.intersect(next, view.oracle.states_of(set))) : std::nullopt;
  }
  std::optional<Division> divide(const ProofView& view, NodeId id, const Sides& sides) override {
    if (!has("partition")) return std::nullopt;
    Call c{"partition", {}, false, entry(view, id)};
    for (const Expr side : {sides.left, sides.right}) c.node.goals.push_back(to_string(view.proof.pool(), side));
    c.node.texts["either"] = to_string(view.proof.pool(), view.oracle.describe(sides.either));
    const Expr left = condition(c);
    if (!left) return std::nullopt;
    const StateSet states = view.oracle.states_of(left);
    return Division{view.oracle.intersect(sides.either, states), view.oracle.subtract(sides.either, states)};
  }

 private:
  bool run(std::string_view text, std::string& error) {
    if (luaL_loadbufferx(state_, text.data(), text.size(), ("@" + file_).c_str(), "t") != LUA_OK) return failed(error);
    limit_run(state_);
    return lua_pcall(state_, 0, 0, 0) == LUA_OK || failed(error);
  }

  // EX_c (Figure 8): of the rules that the script has added those that fit come after the rule of the goal itself,
  // which leaves the choice open.
  std::optional<StateSet> by_added_rule(const ProofView& view, NodeId id, const StateSet& next) {
    if (!has("pick_rule")) return std::nullopt;
    std::istringstream lines(text(Call{"added_rules", {}, false, {}}).value_or(""));
    Call c{"pick_rule", {}, true, entry(view, id)};
    Entry plain;
    plain.texts["rule"] = "EX";
    c.list.push_back(std::move(plain));
    std::vector<StateSet> sets{next};
    for (std::string line; std::getline(lines, line);) {
      const std::size_t tab = line.find('\t');
      const Expr condition = predicate("add_rule", line.substr(tab + 1));
      if (!condition) return std::nullopt;
      StateSet fitting = view.oracle.intersect(next, view.oracle.states_of(condition));
      if (view.oracle.is_empty(fitting)) continue;
      Entry e;
      e.texts["rule"] = line.substr(0, tab);
      c.list.push_back(std::move(e));
      sets.push_back(std::move(fitting));
    }
    if (sets.size() == 1) return std::nullopt;
    const auto chosen = index(c, sets.size());
    return chosen && *chosen > 0 ? std::optional(sets[*chosen]) : std::nullopt;
  }

  // Lua says where, but not of a lack of memory.
  bool failed(std::string& error, const char* function = "") {
    const char* text = lua_tostring(state_, -1);
    error = text ? text : "the script failed";
    if (!error.starts_with(file_ + ":"))
      error = fmt::format("{}: {}{}{}", file_, function, *function ? ": " : "", error);
    lua_settop(state_, 0);
    return false;
  }

  bool has(const char* function) {
    if (!trouble.empty()) return false;
    const bool found = lua_getglobal(state_, function) == LUA_TFUNCTION;
    lua_settop(state_, 0);
    return found;
  }

  // The result is on the stack; after an error nothing is, and the script is not asked again.
  void call(const Call& c) {
    if (!trouble.empty()) return;
    limit_run(state_);
    lua_pushcfunction(state_, protected_call);
    lua_pushlightuserdata(state_, const_cast<Call*>(&c));
    if (lua_pcall(state_, 1, 1, 0) != LUA_OK) failed(trouble, c.function);
  }

  // Nothing for nil.
  std::optional<std::string> text(const Call& c) {
    call(c);
    if (lua_gettop(state_) == 0) return std::nullopt;
    std::optional<std::string> found;
    if (const char* words = lua_tostring(state_, -1)) found = words;
    if (!found && !lua_isnil(state_, -1)) trouble = fmt::format("{}: {} should give nil or a text", file_, c.function);
    lua_settop(state_, 0);
    return found;
  }

  // What a function gives, read as a condition on the model's variables.  Null for nil.
  Expr condition(const Call& c) {
    const std::string words = text(c).value_or("");
    return words.empty() ? Expr() : predicate(c.function, words);
  }

  Expr predicate(const char* function, const std::string& words) {
    auto [known, fresh] = conditions_.try_emplace(words);
    if (fresh) known->second = reader_.predicate(words);
    if (!known->second)
      trouble =
          fmt::format("{}: {} gave `{}`, which is not a condition on the model's variables", file_, function, words);
    return known->second;
  }

  std::optional<std::size_t> index(const Call& c, std::size_t size) {
    call(c);
    if (lua_gettop(state_) == 0) return std::nullopt;
    if (lua_istable(state_, -1)) lua_getfield(state_, -1, "number");  // one of the list itself
    int is_number = 0;
    const lua_Integer n = lua_tointegerx(state_, -1, &is_number);
    const bool nothing = lua_isnil(state_, -1);
    lua_settop(state_, 0);
    if (is_number && n >= 1 && static_cast<std::size_t>(n) <= size) return static_cast<std::size_t>(n) - 1;
    if (!nothing) trouble = fmt::format("{}: {} should give nil or a number from 1 to {}", file_, c.function, size);
    return std::nullopt;
  }

  static std::vector<std::pair<std::string, Value>> columns(const ProofView& view, const State& s) {
    std::vector<std::pair<std::string, Value>> out;
    std::size_t column = 0;
    for (const VariableDecl& v : view.proof.system->variables)
      if (v.kind != VariableKind::Input) out.emplace_back(view.proof.pool().name_of(v.variable), s[column++]);
    return out;
  }

  static Entry entry(const ProofView& view, NodeId id) {
    const Node& n = view.proof.at(id);
    Entry e;
    e.numbers["id"] = id;
    if (n.parent != no_node) e.numbers["parent"] = n.parent;
    e.texts["goal"] = to_string(view.proof.pool(), n.goal.formula);
    e.texts["rule"] = rule_name(n.rule);
    if (n.goal.state)
      e.state = columns(view, *n.goal.state);
    else
      e.texts["set"] = to_string(view.proof.pool(), n.goal.set);
    if (!n.premises.empty())
      if (const auto& last = view.proof.at(n.premises.back()).goal.state) e.result = columns(view, *last);
    for (const NodeId p : n.premises) e.goals.push_back(to_string(view.proof.pool(), view.proof.at(p).goal.formula));
    return e;
  }

  std::string file_;
  StrategyReader reader_;
  Random random_;
  std::size_t memory_ = 0;
  lua_State* state_;
  std::map<std::string, Expr> conditions_;
};

}  // namespace

std::unique_ptr<Strategy> lua_strategy(const std::string& file, const std::string& text, const StrategyReader& reader,
                                       std::string& error) {
  auto strategy = std::make_unique<LuaStrategy>(file, reader);
  if (!strategy->load(text, error)) return nullptr;
  return strategy;
}

}  // namespace whynot::analyse::explain
