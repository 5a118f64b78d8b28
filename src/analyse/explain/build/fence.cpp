// A Lua state with limits: an allocator that counts, a hook that counts, and a library without what could escape
// them.
#include "analyse/explain/build/fence.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "base/random.h"

namespace whynot::analyse::explain {
namespace {

constexpr int most_instructions = 5'000'000;
constexpr std::size_t most_memory = 64u << 20;
constexpr lua_Integer most_repetitions = 1'000'000;

// Again at each further instruction, so that a pcall around it ends, too.
void stop_long_runs(lua_State* L, lua_Debug* at) {
  lua_sethook(L, stop_long_runs, LUA_MASKCOUNT, 1);
  lua_getinfo(L, "Sl", at);
  luaL_error(L, "%s:%d: the script runs too long", at->short_src, at->currentline);
}

int random_below(lua_State* L) {
  auto* random = static_cast<Random*>(lua_touserdata(L, lua_upvalueindex(1)));
  const lua_Integer n = luaL_checkinteger(L, 1);
  luaL_argcheck(L, n > 0, 1, "a positive number is needed");
  lua_pushinteger(L, static_cast<lua_Integer>(random->below(static_cast<std::size_t>(n))) + 1);
  return 1;
}

int call_original(lua_State* L) {
  const int given = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, given, LUA_MULTRET);
  return lua_gettop(L);
}

// A pattern is tried at every place, and each of its repetitions at every length: that many ways at most.
int match_within_limits(lua_State* L) {
  std::size_t length = 0, size = 0;
  luaL_checklstring(L, 1, &length);
  const char* pattern = luaL_checklstring(L, 2, &size);
  double ways = static_cast<double>(length) + 1;
  for (std::size_t i = 0; i < size; ++i) {
    if (std::strchr("*+-", pattern[i])) ways *= static_cast<double>(length) + 1;
    if (pattern[i] == '?') ways *= 2;
  }
  if (ways > most_instructions) return luaL_error(L, "the pattern could take too long");
  return call_original(L);
}

int repeat_within_limits(lua_State* L) {
  luaL_argcheck(L, luaL_checkinteger(L, 2) <= most_repetitions, 2, "too many repetitions");
  return call_original(L);
}

void replace_in(lua_State* L, const char* library, const char* name, lua_CFunction by) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, by, 1);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void leave_out(lua_State* L, const char* library, std::initializer_list<const char*> names) {
  lua_getglobal(L, library);
  for (const char* name : names) {
    lua_pushnil(L);
    lua_setfield(L, -2, name);
  }
  lua_pop(L, 1);
}

}  // namespace

void* limited_memory(void* used, void* block, std::size_t before, std::size_t after) {
  auto& total = *static_cast<std::size_t*>(used);
  if (!block) before = 0;
  if (after == 0) {
    std::free(block);
    total -= before;
    return nullptr;
  }
  if (total - before + after > most_memory) return nullptr;
  void* moved = std::realloc(block, after);
  if (moved) total = total - before + after;
  return moved;
}

int open_fenced_libraries(lua_State* L) {
  void* random = lua_touserdata(L, 1);
  luaL_requiref(L, "_G", luaopen_base, 1);
  luaL_requiref(L, "string", luaopen_string, 1);
  luaL_requiref(L, "table", luaopen_table, 1);
  luaL_requiref(L, "math", luaopen_math, 1);
  leave_out(L, "_G", {"dofile", "loadfile", "load", "require", "collectgarbage", "print", "warn", "setmetatable"});
  leave_out(L, "table", {"move"});
  leave_out(L, "math", {"random", "randomseed"});  // ours has the seed of the session
  for (const char* name : {"find", "match", "gmatch", "gsub"}) replace_in(L, "string", name, match_within_limits);
  replace_in(L, "string", "rep", repeat_within_limits);
  lua_pushlightuserdata(L, random);
  lua_pushcclosure(L, random_below, 1);
  lua_setglobal(L, "random");
  return 0;
}

void limit_run(lua_State* L) { lua_sethook(L, stop_long_runs, LUA_MASKCOUNT, most_instructions); }

}  // namespace whynot::analyse::explain
