// Models of other tools, as syntax of ours: PDAAAL's JSON instances and WALi's XML.
#pragma once
#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pds/syntax.h"

namespace whynot::front::pds {

// {"instance": [options, {"states": …}, initial automaton, final automaton]}.  The initial automaton must
// accept finitely many configurations, the final one is to accept a control location with every stack that
// has one of the given tops.  Rules into an accepted configuration carry the event `accept`, and the
// property `accept` waits for it.  Weights are not read: a trace is measured in rules.
void import_pdaaal(const Sources&, FileId, PdsDocument& into, Diagnostics&);

// <WPDS><Rule from fromStack to toStack1 toStack2/>…</WPDS>.  WALi keeps the initial configuration
// elsewhere: give it as `init <p, g>` in a `pds` section of a further file; the left side of the first rule
// stands in, with a note.  Events come from an `events` section.
void import_wali(const Sources&, FileId, PdsDocument& into, Diagnostics&);

}  // namespace whynot::front::pds
