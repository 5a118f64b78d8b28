// Classes that are the same up to the names of values that nobody tells apart, such as the elements of a loose sort,
// shown as one.
#pragma once
#include <string>
#include <vector>

#include "analyse/classify/classify.h"

namespace whynot::analyse::classify {

// `alike`: names that may stand for one another, by kind.  Each class was checked by itself; nothing is taken for
// granted about the model.
void merge_by_values(const Vocabulary&, const std::vector<std::vector<std::string>>& alike, Classes&);

}  // namespace whynot::analyse::classify
