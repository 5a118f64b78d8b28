// Names, texts and places as the pushdown language writes them.
#pragma once
#include <string>
#include <string_view>

#include "front/c/ir.h"

namespace whynot::front::c {

std::string in_quotes(std::string_view text);
// Quoted where it needs to be.
std::string name_text(const std::string& name);
// ` ! file.c:12`; empty if nobody knows it.
std::string place_text(const Place&);

}  // namespace whynot::front::c
