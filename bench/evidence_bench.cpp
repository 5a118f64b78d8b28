// How long a person waits for evidence on the elevators of examples/evidence, in time of the processor: the
// model-checking run, the first screen, and then each goal that is expanded and checked.  The bar: a goal on the
// 9-floor elevator in under 50 ms.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>

#include "analyse/explain/check/checker.h"
#include "analyse/explain/walk/drive.h"
#include "encode/obligations.h"
#include "front/smv/smv.h"

namespace {

using namespace whynot;
using namespace whynot::analyse::explain;
// Of this process: what others do on the machine does not count.
double ms_since(std::clock_t begin) { return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void measure(int floors) {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  Context context;
  const std::string path = fmt::format("{}/evidence/elevator{}.smv", WHYNOT_EXAMPLES, floors);
  const auto program = front::smv::load(sources.add(path, text_of(path)), sources, pool, diagnostics);
  if (!program) return fmt::print("{}: cannot be read\n", path);
  const auto stepper = make_stepper(program->system);
  const auto begin = std::clock();
  const auto oracle = engine::make_oracle(program->system, nullptr, context);
  fmt::print("{:>2} floors: reachable states in {:.0f} ms\n", floors, ms_since(begin));
  for (const Property& property : program->properties) {
    auto at = std::clock();
    Builder builder(program->system, *oracle, context);
    if (!builder.start(property)) return;
    const double decided = ms_since(at);
    at = std::clock();
    Extent screen;
    expand_below(builder, builder.proof().root, screen);
    Checker checker(program->system, *stepper, context);
    bool passed = !checker.check(builder.proof(), property.formula);
    const double first = ms_since(at);
    const std::size_t open = builder.leaves().size();
    double longest = 0;
    std::size_t goals = 0;
    for (auto leaves = builder.leaves(); !leaves.empty() && goals < 300; leaves = builder.leaves())
      for (const NodeId id : leaves) {
        const auto one = std::clock();
        if (!builder.expand(id) || ++goals >= 300) break;
        passed = passed && !checker.check(builder.proof(), property.formula);
        longest = std::max(longest, ms_since(one));
      }
    fmt::print("   {:<16} decided {:7.1f} ms, first screen {:6.1f} ms ({} open), ", property.name, decided, first,
               open);
    fmt::print("longest of {} further goals {:5.1f} ms, checked {}\n", goals, longest, passed ? "ok" : "NO");
  }
}

}  // namespace

int main() {
  for (const int floors : {3, 5, 9}) measure(floors);
}
