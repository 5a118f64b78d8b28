// What a script may do: no files, no system, no debugger, and nothing that runs for long or takes much memory.  The
// library functions that take time of their own, where Lua counts no instructions, are limited or left out; so are
// metatables, whose functions would run at other times than a script's own.
#pragma once
#include <cstddef>
#include <lua5.4/lua.hpp>

namespace whynot::analyse::explain {

// For lua_newstate; `used` is a std::size_t.
void* limited_memory(void* used, void* block, std::size_t before, std::size_t after);
// To be called in protected mode, with a Random as light userdata, which must outlive the state.
int open_fenced_libraries(lua_State*);
// From now on so many instructions; then an error that a script cannot catch.
void limit_run(lua_State*);

}  // namespace whynot::analyse::explain
