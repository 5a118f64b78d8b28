// Functions that the program does not define, by what is known of them: whom they leave alone, what they write, whether
// what they bring back was there before.  Of any other it is known only what it was handed.
#pragma once
#include <cstddef>
#include <string_view>

namespace whynot::analyse::paths {
namespace library {

std::string_view plain_name(std::string_view callee);  // `llvm.memset.p0i8.i64`: memset

bool writes_to(std::string_view callee, std::size_t argument);
// Its result follows from what it is handed, and from what that points to.
bool is_pure(std::string_view callee);
// So does its result, and what it writes.
bool is_maker(std::string_view callee);
// The same until the program changes who it is, or its environment; `changes_process` does.
bool is_stable(std::string_view callee);
bool changes_process(std::string_view callee);
bool is_never_negative(std::string_view callee);
// Nothing of what it is handed is kept, and nothing of it comes back: not as its result, not in what it writes.
bool keeps_nothing(std::string_view callee);
// What it writes it has from elsewhere: it may be the bytes of anything.
bool writes_bytes(std::string_view callee);
// What comes back was not there before, or is none of the program's: memory, files, entries of tables.
bool brings_new(std::string_view callee);
bool makes_memory(std::string_view callee);  // new memory, which nothing else points to

}  // namespace library
}  // namespace whynot::analyse::paths
