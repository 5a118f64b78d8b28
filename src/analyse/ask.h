// What an analysis may do with the model that is open, whatever its kind.  It names no engine and no face.  `cite` is
// the only door by which a trace enters a report: it replays, so that `replayed` is a result and never a promise.
// session::Workbench implements this; tests hand in a small one of their own.
#pragma once
#include <optional>
#include <string>

#include "base/context.h"
#include "base/diagnostic.h"
#include "base/keep.h"
#include "engine/turns/portfolio.h"
#include "model/model.h"
#include "model/query.h"
#include "model/replay.h"

namespace whynot::analyse {

class Ask {
 public:
  virtual ~Ask() = default;
  virtual const Model& model() const = 0;
  virtual Sources& sources() = 0;
  virtual Diagnostics& diagnostics() = 0;
  virtual Context& context() = 0;
  virtual Keep& keep() = 0;  // lives as long as the model is open

  // The engines that the command line allows, in turns.  REQUIRES a system.
  virtual engine::Answer decide(const Property&) = 0;
  // Replays the trace on the model as it was read (or on `of`, a variant of it) and adds it to the report, as one about
  // the property `about`; its id.  A trace that does not show what is claimed is our bug: exit code 70.
  virtual std::string cite(Trace, const std::string& about, const Claim& = {}, const Model* of = nullptr) = 0;
};

}  // namespace whynot::analyse
