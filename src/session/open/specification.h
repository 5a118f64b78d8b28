// What the languages of specifications share once a file is read.
#pragma once
#include <memory>
#include <string>

#include "session/front_end.h"

namespace whynot::session {

Property property_of(std::string name, std::string text, Span where, Goal);

// The specification within a scope of that name, the first where there is none, or one made; without a reader.
std::unique_ptr<Model> model_of(std::shared_ptr<ots::Ots>, const std::string& scope);

bool has_scope(const ots::Ots&, const std::string& name);
// Whether the scope that the words name is one; else it is told.
bool has_scope_named(const ots::Ots&, Opening&, FileId);

}  // namespace whynot::session
