// Every option and every command, one row each; the parser, `--help` and completion read these tables.
#include <array>

#include "command/options.h"
#include "engine/engine.h"
#include "report/formats.h"

namespace whynot::command {
namespace {

using enum OptionKind;

constexpr std::string_view of_networks = "net check explain classify intervals simulate shell serve";

// "human, json or csv"
const std::string& formats_listed() {
  static const std::string text = [] {
    std::string all;
    for (const report::Format& format : report::formats()) {
      const bool is_last = &format == &report::formats().back();
      if (!all.empty()) all += is_last ? " or " : ", ";
      all += format.name;
    }
    return all;
  }();
  return text;
}

const std::array options = std::to_array<OptionSpec>({
    {"property", 'p', Text, "NAME", "check explain classify intervals paths falsify search prove trace",
     "treat this property (default: all of them)", true},
    {"formula", 'f', Text, "FORMULA", "check explain classify intervals search",
     "treat this formula as a further property"},
    {"kind", 0, Choice, "invar|ltl|ctl", "check explain classify intervals",
     "what -f is (default: guessed from its operators)"},
    {"number", 'n', Count, "N", "check", "give up to N counterexamples that differ"},
    {"different", 0, Text, "x,y", "check", "with -n: they differ in what these columns do (default: any column)"},
    {"subformulas", 0, Flag, "", "check", "with each trace also the truth of every part of the formula, in JSON"},
    {"engine", 0, Choice, engine::engine_words(), "*", "how to decide (default: auto, all of them in turns)"},
    {"bound", 0, Count, "K", "*", "bounded engines look at runs of up to K transitions (default: 50)"},
    {"full", 0, Flag, "", "check trace simulate", "show every value of every step, not only what changes"},
    {"vars", 0, Text, "GLOB", "check trace simulate", "show only columns that match", true},
    {"hide", 0, Text, "GLOB", "check trace simulate", "do not show columns that match", true},
    {"eval", 0, Text, "EXPR", "check explain classify intervals simulate trace",
     "a further row of each trace: the value of EXPR, e.g. 'a + b > 3'", true},
    {"steps", 0, Count, "N", "simulate", "how many steps to take (default: 10)"},
    {"interactive", 'i', Flag, "", "simulate explain", "choose each step by hand"},
    {"constraint", 0, Text, "EXPR", "simulate", "only states where this holds"},
    {"choose", 0, Text, "2,1,3", "simulate",
     "take these of the states that may come next, with --json also list those that follow (0: the initial ones)"},
    {"model", 0, Text, "MODEL", "trace",
     "the model that the trace is about; a pushdown system's automaton is a further one"},
    {"unroll", 0, Count, "N", "trace check", "rounds of a loop that formats without loops write (default: 2)"},

    {"strategy", 0, Text, "WORDS|FILE", "explain",
     "which evidence to prefer: 'avoid(E), nearest(S), …', or a Lua script"},
    {"start", 0, Text, "F", "explain", "show the evidence from where the subformula F is settled"},
    {"stop", 0, Text, "F", "explain", "… up to where the subformula F is settled"},
    {"backward", 0, Flag, "", "explain", "from the last state back to the first"},
    {"depth", 0, Text, "N|all", "explain", "how far the proof is expanded"},
    {"budget", 0, Count, "N", "explain", "expand at most N nodes of the proof"},
    {"show", 0, Text, "all|changed|names:x,y", "explain", "which variables of a state are shown"},
    {"all-different", 0, Flag, "", "explain", "all counterexamples that differ in what they prove"},
    {"observe", 0, Text, "x,y", "explain", "with --all-different: loops differ if they differ in these columns"},
    {"abstract", 0, Flag, "", "explain", "one witness whose steps are formulas, for all shortest ones"},
    {"choose", 0, Text, "GOAL:N", "explain",
     "at this goal (root, 0, 0.1: premises counted from the root) take the N-th alternative", true},
    {"alternatives", 0, Text, "GOAL", "explain", "also list what could be chosen at this goal"},
    {"script", 0, Text, "FILE", "explain", "commands of the interactive exploration, one a line"},

    {"predicates", 0, Text, "FILE", "classify", "the predicates that classes may speak of"},
    {"predicate", 0, Text, "'name(i,j) := …'", "classify", "a further predicate", true},
    {"vocabulary", 0, Text, "x,y", "classify", "the variables that built-in facts speak of, exactly"},
    {"hide", 0, Text, "x,y", "classify", "variables that no built-in fact speaks of"},
    {"anchor", 0, Text, "P", "classify", "classify the counterexamples that satisfy the predicate P"},
    {"mode", 0, Choice, "exact|upto|any", "classify", "lengths: exactly K, up to K (default), or all"},
    {"constants", 0, Flag, "", "classify", "facts about fixed positions too: `x@2 = 13`"},
    {"smallest", 0, Flag, "", "classify", "classes with as few facts as possible, not only none to spare"},
    {"chart", 0, Text, "FROM,TO[,x…]", "check classify trace",
     "traces as message sequence charts: the columns of sender, receiver and what is sent (text and SVG)"},
    {"keep-going", 0, Flag, "", "classify", "what the predicates cannot explain becomes a class of its own"},

    {"variable", 'v', Text, "VAR", "intervals", "the variable whose values are sought", true},
    {"base", 0, Text, "FILE|N", "intervals", "the counterexample to start from: a file, or the N-th one found"},
    {"at-step", 0, Text, "K|every", "intervals", "the step at which values are looked at (default: the first)"},
    {"free", 0, Text, "x,y", "intervals", "variables that need not keep their values"},
    {"free-lasso", 0, Flag, "", "intervals", "the loop may change its shape"},
    {"as", 0, Choice, "ipv4|ipv6|hex|dec|bin", "intervals sets", "how values are written in the text"},
    {"ordered", 0, Flag, "", "intervals", "take the symbols of an enumeration in the order of their declaration"},
    {"contains", 0, Text, "LO..HI", "intervals", "is this interval within the set?"},
    {"name", 0, Text, "NAME", "intervals sets", "keep the set under this name"},

    {"automaton", 'a', Text, "AUTOMATON", "check paths classify explain serve",
     "the policy: a file with a property automaton"},
    {"c", 0, Flag, "", "paths",
     "the operands are C sources, or a compile_commands.json, whatever their names are (needs clang)"},
    {"entry", 0, Text, "NAME", "paths check explain classify shell serve",
     "of C sources: the function that runs start with (default: main)"},
    {"save-pds", 0, Text, "FILE", "paths", "of C sources: write the pushdown system there"},
    {"mode", 0, Choice, "paper|distinct|complete", "paths", "which recursion is cut (default: complete)"},
    {"all-final", 0, Flag, "", "paths", "also what goes on after the first violation"},
    {"group", 0, Flag, "", "paths", "by final point and events, one representative each (default)"},
    {"no-group", 0, Flag, "", "paths", "every counterexample on its own"},
    {"unfold", 0, Text, "all|N", "paths", "show the folded stretches, all or of the N-th counterexample"},
    {"select", 0, Count, "N", "paths", "show the N-th counterexample; several are merged into one tree", true},
    {"only", 0, Text, "EVENT", "paths", "group and fold by this event, not by what changes the automaton", true},
    {"allow", 0, Text, "EVENT", "paths", "as if the policy allowed this event, and what that changes", true},
    {"before", 0, Text, "OLD", "paths",
     "compare with the policy as it was, a file or another property: what is gone, what remains, what is new"},
    {"graph", 0, Text, "FILE", "paths",
     "write the rule graph with the counterexamples on it (DOT or SVG); `report`: into the JSON"},
    {"max-stack", 0, Count, "N", "paths", "no deeper stacks"},
    {"no-traces", 0, Flag, "", "paths", "verdict, groups and counts only"},
    {"limit", 0, Count, "N", "paths classify intervals sets", "at most N of them"},

    {"depth", 0, Count, "N", "falsify search prove classify", "search up to this depth"},
    {"scope", 0, Text, "S", "check falsify search prove classify explain simulate",
     "the scope of the specification to search in; `search --scope any`: any number of elements"},
    {"symmetry", 0, Choice, "on|off", "falsify search", "take states that differ in loose constants as one"},
    {"count", 0, Flag, "", "search", "count states and transitions of each depth"},
    {"from", 0, Text, "TRACE[@STEP]", "falsify search classify", "begin in this state of a trace"},
    {"lemma-form", 0, Choice, "paper|wp", "falsify prove", "necessary lemmas with P(s), or as weakest preconditions"},
    {"generalise", 0, Choice, "on|off", "falsify prove", "generalise lemmas, so that properties can be verified"},
    {"k", 0, Count, "N", "falsify prove", "induction over N steps"},
    {"export", 0, Text, "FILE", "falsify search prove",
     "write the specification for another tool: .maude, .smt2 or .cafe"},

    {"modify", 0, Text, "0.3", of_networks, "router tables: move each destination rule with this probability"},
    {"toward", 0, Text, "PREFIX", of_networks, "with --modify: into this range of addresses"},
    {"reach", 0, Text, "A,B[,PREFIX]", of_networks,
     "router tables: a property, packets at A (with a destination in PREFIX) arrive at B", true},
    {"port", 0, Count, "N", "serve", "listen there (default: a free port)"},
    {"open", 0, Flag, "", "serve", "show the page in the browser at once"},

    {"lang", 0, Choice, "smv|ots|pds", "*", "the model's language (default: by its suffix)"},
    {"format", 0, Format, "FORMAT[=FILE]", "*", formats_listed(), true},
    {"json", 0, Flag, "", "*", "the same as --format json"},
    {"output", 'o', Text, "FILE", "*", "write the result there"},
    {"timeout", 0, Duration, "30s", "*", "stop after this time (ms, s, m, h): what is open is undecided"},
    {"memory", 0, Size, "4G", "*", "stop at this much memory (K, M, G): what is open is undecided"},
    {"threads", 0, Count, "N", "*", "use at most N threads (default: one for each core)"},
    {"race", 0, Flag, "", "*", "check: engines race on threads; which one answers may vary"},
    {"seed", 0, Count, "N", "*", "for everything that is random (default: 0)"},
    {"certify", 0, Flag, "", "*", "check the solvers' claims again by independent code"},
    {"session", 0, Text, "FILE", "*", "the file that keeps sets and explorations"},
    {"expect", 0, Text, "FILE", "*",
     "exit 0 if the verdicts are those of FILE (lines `NAME VERDICT` or `NAME VALUE`), else 10"},
    {"exit-zero", 0, Flag, "", "*", "exit 0 whatever the verdicts are"},
    {"no-timing", 0, Flag, "", "*", "leave times out, so that equal runs give equal bytes"},
    {"color", 0, Choice, "auto|always|never", "*", "colours in the text (NO_COLOR is honoured)"},
    {"width", 0, Count, "N", "*", "columns of the text (default: the terminal's, or 100)"},
    {"quiet", 'q', Flag, "", "*", "verdicts only"},
    {"verbose", 'v', Flag, "", "*", "DEFINEs in traces, statistics"},
    {"help", 'h', Flag, "", "*", "this text"},
    {"version", 0, Flag, "", "*", "the version"},
});

constexpr std::array commands = std::to_array<CommandSpec>({
    {"check", "MODEL", "decide properties, one counterexample each",
     "Decides every property of the model (or those named by -p and -f) and shows, for each that is violated,\n"
     "a shortest counterexample and why it is one.  Every trace is replayed on the model before it is shown.\n\n"
     "  whynot check lift.smv\n"
     "  whynot check lift.smv -p served3 -n 5 --different floor,doors\n"
     "  whynot check lift.smv -f 'G (call2.lit -> F floor = 2)' --json\n"},
    {"explain", "MODEL", "the evidence for a CTL property, as a proof to walk through",
     "Proves the property, or its negation, in the initial state, and shows the states that the proof uses,\n"
     "each with the piece of the property that it settles.  Strategies choose between proofs, from left to right:\n"
     "  smallest  shortest  prefer(E)  avoid(E)  nearest(E; x, y)  farthest(E; x, y)  stay  within(N)  largest\n"
     "  explored  unexplored  alternate(E, E)  sequence(a: E -> b; b: E -> a)  shortest_loop  familiar_loop\n"
     "  random(SEED)  ask, and FILE.lua; `hard` before one leaves open what it cannot have.  They choose rules and\n"
     "successors; over a set, also what each side of a disjunction settles of it and which set comes next.\n"
     "Of specifications (.ots) and pushdown systems (.pds) a violation is shown, step by step.\n\n"
     "  whynot explain lift.smv -p can_serve3\n"
     "  whynot explain lift.smv -f 'AG AF floor = 3' --strategy 'avoid(floor = 1)'\n"
     "  whynot explain lift.smv -p can_serve3 -i\n"},
    {"classify", "MODEL", "all counterexamples, in a few classes",
     "Finds trace constraints that together cover every counterexample, each of which makes sure that the\n"
     "property is violated: the ways in which it fails.  Specifications (.ots) are treated within a scope and a\n"
     "depth, pushdown systems (.pds) over the counterexamples that `whynot paths` lists.\n\n"
     "  whynot classify net.smv -p reach_b --bound 8\n"
     "  whynot classify net.smv -p reach_b --vocabulary packet.ipsrc,packet.ipdst --mode any\n"
     "  whynot classify nspk.ots -p SP --scope paper --depth 4\n"
     "  whynot classify tar.pds -a tar.efsa\n"},
    {"intervals", "MODEL", "the values for which a counterexample stays one",
     "Takes a counterexample, holds everything else as it is, and tells for which values of a variable the\n"
     "property is still violated: intervals, prefixes, bit patterns.\n\n"
     "  whynot intervals net.smv -p reach_b -v packet.ipdst --as bin\n"},
    {"sets", "list|show|delete|union|intersect|diff|contains ...", "the stored sets of counterexamples",
     "  whynot intervals net.smv -p reach_b -v packet.ipsrc --name from\n"
     "  whynot intervals net.smv -p reach_b -v packet.ipdst --name to\n"
     "  whynot sets list\n  whynot sets diff from to --name rest\n"},
    {"paths", "PROGRAM", "all counterexamples of a recursive program",
     "Decides whether a pushdown system violates a policy, and gives all counterexamples with no more recursion\n"
     "than needed, shortest first, in groups.\n\n"
     "  whynot paths tar.pds -a tar.efsa\n"
     "  whynot paths tar.pds -a tar.efsa --allow 'inputStream(\"TarEntry.class\")'\n"
     "  whynot paths tar.pds -a tar.efsa -p tarPolicyRefined --before tarPolicy\n"},
    {"falsify", "SPEC", "induction-guided falsification of an infinite-state protocol",
     "Alternates search and induction until the invariant is falsified by a trace, verified, or open with the\n"
     "lemmas that are still needed.\n\n"
     "  whynot falsify nspk.ots -p SP --depth 3\n"},
    {"search", "SPEC", "bounded search alone: shortest counterexample, or counts",
     "  whynot search nspk.ots -p SP --depth 5\n  whynot search nspk.ots --count --depth 4\n"},
    {"prove", "SPEC", "induction alone", "  whynot prove nspk.ots -p NL1\n"},
    {"simulate", "MODEL", "walk through the model, at random or by hand",
     "Takes random steps from a random initial state (--seed picks which), or asks at each step with -i.\n\n"
     "  whynot simulate lift.smv --steps 20 --seed 7\n"
     "  whynot simulate lift.smv --constraint 'floor != 3'\n"},
    {"trace", "show|replay|convert|diff FILE...", "show, replay, convert and compare traces, ours and other tools'",
     "Reads our reports and the traces of NuSMV (text and XML) and of the TLA+ tools (ITF).\n\n"
     "  whynot check lift.smv -p served3 --format nusmv-xml=cex.xml --json -o report.json\n"
     "  whynot trace show cex.xml\n"
     "  whynot trace replay cex.xml --model lift.smv -p served3\n"
     "  whynot trace convert report.json --format vcd=wave.vcd\n"
     "  whynot trace diff cex.xml report.json\n"},
    {"net", "import DIR", "router tables to a model",
     "Commands about systems also take the folder itself, with --reach for its properties.\n\n"
     "  whynot net import campus/ -o campus.smv\n"
     "  whynot intervals campus/ --reach edge_rtr,core_rtr,10.1.0.0/16 -v packet.ipdst --as ipv4\n"},
    {"shell", "[MODEL]", "the commands at a prompt, on one open model",
     "Lines are command lines without `whynot` and without MODEL; `open`, `reload`, `help` and `quit` besides.  From "
     "a\n"
     "pipe it is a script, which stops at its first error.\n\n"
     "  whynot shell lift.smv\n"
     "  printf 'check -p no_gap\\ncheck -p served3\\n' | whynot shell lift.smv --json\n"},
    {"serve", "[MODEL|SESSION]", "the same in the browser, on this machine only",
     "Prints an address to open.  The page checks all properties, shows every finding, and asks further questions.\n"
     "^C ends it.\n\n"
     "  whynot serve lift.smv\n"
     "  whynot serve tar.pds -a tar.efsa\n"
     "  whynot serve login.c -a login-c.efsa\n"
     "  whynot serve campus/ --reach edge_rtr,core_rtr\n"
     "  whynot serve SESSION.json\n"},
    {"examples", "[NAME]", "list the examples, or write one into this folder", "  whynot examples net\n"},
    {"doctor", "", "what this build can do on this machine", ""},
    {"help", "[COMMAND]", "this text, or that of a command", ""},
});

}  // namespace

std::span<const OptionSpec> option_table() { return options; }
std::span<const CommandSpec> command_table() { return commands; }

}  // namespace whynot::command
