// The names of this room, for headers that only pass them on.
#pragma once

namespace whynot::session {

struct ModelName;

struct FrontEnd;
class Session;
class Workbench;

}  // namespace whynot::session
