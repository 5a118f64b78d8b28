// Witness circuits: the design with another question, which one step of induction answers.  What must never be true
// there is that the property fails or that a clause of its invariant does; Certifaiger (Yu, Biere & Heljanko) checks
// such files.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "front/hardware/aiger.h"
#include "front/hardware/btor2.h"
#include "model/query.h"

namespace whynot::front::hardware {

// `bad`: the numbers of the properties; `clauses`: over the variables of the file's design.
std::string write_certificate(const AigerFile&, bool binary, const std::vector<std::size_t>& bad,
                              const std::vector<Invariant::Clause>& clauses);
// The text is that of the file.
std::string write_certificate(const Btor2File&, std::string_view text, const std::vector<std::size_t>& bad,
                              const std::vector<Invariant::Clause>& clauses);

}  // namespace whynot::front::hardware
