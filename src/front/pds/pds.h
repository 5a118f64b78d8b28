// The front end for pushdown systems: models, event maps and automata in our own text, in one file or
// several; models also in PDAAAL's JSON and WALi's XML.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pds/syntax.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::front::pds {

struct PushdownInput {
  Pds pds;
  std::vector<Efsa> properties;  // in the order of the files
};

// Makes a `pds` section of a model that is no pushdown system, given the events that its steps may have; nothing
// after errors.
using SystemModel = std::function<std::optional<PdsSection>(std::span<const WhenSyntax>)>;

// All files together are one model and its properties; what a file is, its first character tells: `{` JSON,
// `<` XML.  The properties of some of them may be left out.  Nothing if there were errors.
std::optional<PushdownInput> read_pushdown(Sources&, std::span<const FileId>, Diagnostics&, const SystemModel& = {},
                                           std::span<const FileId> without_properties = {});

// Whether the file has a program, or a part of one; what is wrong with it is not told.
bool holds_program(Sources&, FileId);

}  // namespace whynot::front::pds
