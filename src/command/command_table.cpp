// Every command, one row each: what it does with each kind of model, or which command does it.
#include <algorithm>
#include <array>

#include "command/cells.h"
#include "command/tables.h"

namespace whynot::command {
namespace {

constexpr std::array commands = std::to_array<CommandRow>({
    {.name = "check",
     .operands = "MODEL...",
     .summary = "check the properties; show the shortest counterexamples",
     .details =
         "Checks every property of the model (or those named by -p and -f).  For each violated property it shows a\n"
         "shortest counterexample and why it is one.  Every trace is replayed on the model before it is shown.\n"
         "If it is not known whether a shorter one exists, the depth is marked `perhaps not the least`.\n"
         "If several models are given, the report has a section for each, and the worst one determines the exit "
         "code.\n\n"
         "  whynot check lift.smv\n"
         "  whynot check lift.smv -p served3 -n 5 --different floor,doors\n"
         "  whynot check lift.smv -f 'G (call2.lit -> F floor = 2)' --json\n",
     .prepare = {check_system, check_specification, check_program},
     .group = Group::Check},
    {.name = "why",
     .operands = "MODEL",
     .summary = "show why a property fails, or why a variable has its value",
     .details =
         "Shows which values make the property false, as few as possible, and which choices they depend on, from\n"
         "which step on the property could no longer pass, and the nearest run where it does.\n\n"
         "With --cell it explains why a variable has its value at a step: the branch that fired, what made it fire,\n"
         "and so on back to initial values, inputs and picks from a set.  With --instead it explains why the variable\n"
         "does not have another value.  For a property that holds it says whether the property is vacuous, and shows\n"
         "a run that puts it to use.  For specifications and programs it names the rules that fired.\n\n"
         "  whynot why lift.smv -p served3\n"
         "  whynot why lift.smv -p served3 --cell floor@3\n"
         "  whynot why lift.smv -p served3 --cell floor@3 --instead 3 --history\n",
     .prepare = {why_system, why_specification, why_program},
     .group = Group::Check},
    {.name = "explain",
     .operands = "MODEL",
     .summary = "prove step by step why a CTL property holds or fails",
     .details =
         "Proves the property, or its negation, in the initial state, and shows the states that the proof uses,\n"
         "each with the part of the property that it settles.  Strategies choose between proofs, from left to right:\n"
         "  smallest  shortest  prefer(E)  avoid(E)  nearest(E; x, y)\n"
         "  farthest(E; x, y)  stay  within(N)  largest  explored  unexplored\n"
         "  alternate(E, E)  sequence(a: E -> b; b: E -> a)  shortest_loop\n"
         "  familiar_loop  random(SEED)  ask  FILE.lua\n"
         "`hard` before a strategy leaves a goal open if the strategy cannot be met.  Strategies choose rules and\n"
         "successors; over a set of states they also choose which part of it each side of a disjunction settles, and\n"
         "which set comes next.  For specifications (.ots) and pushdown systems (.pds) it shows the violation step by "
         "step.\n\n"
         "  whynot explain lift.smv -p can_serve3\n"
         "  whynot explain lift.smv -f 'AG AF floor = 3' --strategy 'avoid(floor = 1)'\n"
         "  whynot explain lift.smv -p can_serve3 -i\n",
     .prepare = {explain_system, explain_specification, explain_program},
     .group = Group::Check},
    {.name = "classify",
     .operands = "MODEL",
     .summary = "sort all counterexamples into a few classes",
     .details =
         "Finds the ways in which a property fails: trace constraints that together cover every counterexample,\n"
         "while no passing run satisfies any of them.  Specifications (.ots) are classified within a scope and a\n"
         "depth, pushdown systems (.pds) over the counterexamples that `whynot paths` lists.\n\n"
         "  whynot classify net.smv -p reach_b --bound 8\n"
         "  whynot classify net.smv -p reach_b --vocabulary packet.ipsrc --mode any\n"
         "  whynot classify nspk.ots -p SP --scope paper --depth 4\n"
         "  whynot classify tar.pds -a tar.efsa\n",
     .prepare = {classify_system, classify_specification, classify_program},
     .group = Group::Check},
    {.name = "intervals",
     .operands = "MODEL",
     .summary = "find all values of a variable that break the property",
     .details = "Takes a counterexample, keeps everything else as it is, and shows for which values of a variable the\n"
                "property is still violated: as intervals, prefixes and bit patterns.\n\n"
                "  whynot intervals net.smv -p reach_b -v packet.ipdst --as bin\n"
                "  whynot intervals net.smv -p reach_b -v packet.ipdst --over all\n"
                "  whynot intervals campus/ --reach edge_rtr,core_rtr --over all --as ipv4\n"
                "  whynot intervals campus/ --loops\n",
     .prepare = {intervals_of_system, nullptr, nullptr},
     .instead = {"", "check", "paths"},
     .group = Group::Check,
     .shortcut = intervals_of_tables},
    {.name = "sets",
     .operands = "list|show|delete|union|intersect|diff|contains ...",
     .summary = "list, show, combine and delete saved value sets",
     .details = "  whynot intervals net.smv -p reach_b -v packet.ipsrc --name from\n"
                "  whynot intervals net.smv -p reach_b -v packet.ipdst --name to\n"
                "  whynot sets list\n"
                "  whynot sets diff from to --name rest\n",
     .run = run_sets},
    {.name = "paths",
     .operands = "PROGRAM",
     .summary = "list all error paths of a pushdown system or C program",
     .details =
         "Decides whether a pushdown system violates a policy, and lists all counterexamples with no more recursion\n"
         "than needed, in groups, shortest first.\n\n"
         "  whynot paths tar.pds -a tar.efsa\n"
         "  whynot paths tar.pds -a tar.efsa --allow 'inputStream(\"TarEntry.class\")'\n"
         "  whynot paths tar.pds -a tar.efsa -p tarPolicyRefined --before tarPolicy\n",
     .prepare = {paths_of_program, nullptr, paths_of_program},
     .instead = {"", "check", ""},
     .front = "pds",
     .lists_systems = true,
     .group = Group::Check},
    {.name = "falsify",
     .operands = "SPEC",
     .summary = "alternate search and induction until one has an answer",
     .details =
         "Alternates search and induction until the invariant is falsified by a trace, verified, or left open with\n"
         "the lemmas that are still needed.  Without --depth, the searches of all scopes go deeper and deeper.\n\n"
         "  whynot falsify nspk.ots -p SP\n"
         "  whynot falsify nspk.ots -p SP --depth 3\n",
     .prepare = {nullptr, falsify_goals, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "search",
     .operands = "SPEC",
     .summary = "search up to a depth, or count states",
     .details = "  whynot search nspk.ots -p SP --depth 5\n"
                "  whynot search nspk.ots --count --depth 4\n",
     .prepare = {nullptr, search_states, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "prove",
     .operands = "SPEC",
     .summary = "prove by induction",
     .details = "Uses the lemmas named by `using` as hypotheses, and proves them as well.  A failing step is shown as "
                "a state\n"
                "that the concrete semantics confirms; what the solver does not know is reported as unknown.\n\n"
                "  whynot prove nspk.ots -p NL1\n",
     .prepare = {nullptr, prove_goals, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "simulate",
     .operands = "MODEL",
     .summary = "step through a model, at random or by hand",
     .details = "Takes random steps from a random initial state (--seed chooses it).  With -i it asks at each step.\n\n"
                "  whynot simulate lift.smv --steps 20 --seed 7\n"
                "  whynot simulate lift.smv --constraint 'floor != 3'\n",
     .prepare = {simulate_system, simulate_other, simulate_other}},
    {.name = "states",
     .operands = "MODEL",
     .summary = "draw the reachable states around a counterexample",
     .details =
         "Lists the reachable states and the steps between them: all of them if they are few, otherwise those near\n"
         "the initial states or around a counterexample (-p) or a run (--trace).  --by groups the states that agree\n"
         "in some variables.  --format svg or dot draws them.\n\n"
         "  whynot states lift.smv\n"
         "  whynot states lift.smv -p served3 --by floor,doors\n"
         "  whynot states lift.smv -p served3 --format svg=lift.svg\n",
     .prepare = {states_of_model, states_of_model, states_of_model}},
    {.name = "convert",
     .operands = "MODEL",
     .summary = "write a system as AIGER, BTOR2 or SMV",
     .details =
         "Writes the system and its properties to the file given by -o; its suffix chooses the language.  Circuits\n"
         "cannot express CTL: such properties are left out, with a warning.\n\n"
         "  whynot convert lift.smv -o lift.aag\n"
         "  whynot convert lift.smv -o lift.btor2\n",
     .prepare = {convert_system, nullptr, nullptr},
     .instead = {"", "check", "paths"}},
    {.name = "trace",
     .operands = "show|replay|convert|diff FILE...",
     .summary = "show, replay, convert or compare traces (also NuSMV, ITF)",
     .details = "Reads whynot's reports and the traces of NuSMV (text and XML) and of the TLA+ tools (ITF).\n\n"
                "  whynot check lift.smv -p served3 --format nusmv-xml=cex.xml\n"
                "  whynot check lift.smv -p served3 --json -o report.json\n"
                "  whynot trace show cex.xml\n"
                "  whynot trace replay cex.xml --model lift.smv -p served3\n"
                "  whynot trace convert report.json --format vcd=wave.vcd\n"
                "  whynot trace diff cex.xml report.json\n",
     .run = run_trace},
    {.name = "net",
     .operands = "import DIR | diff BEFORE AFTER | blame DIR ADDRESS",
     .summary = "convert router tables, compare them, blame a line",
     .details =
         "`diff` shows which destinations are lost, gained and rerouted between the pairs of --reach, or between any\n"
         "two locations (--reach any, the default).  With --loops it also shows which forwarding loops appear and\n"
         "disappear.  `blame` follows one address, names the lines that decide its way, and proposes a change of one\n"
         "line that would repair it.\n\n"
         "  whynot net diff campus/ campus/ --reach any --loops\n"
         "  whynot net blame campus/ --reach edge_rtr,core_rtr 10.1.2.3\n\n"
         "Commands about systems also take the directory itself, with --reach for its properties.\n\n"
         "  whynot net import campus/ -o campus.smv\n"
         "  whynot intervals campus/ --reach edge_rtr,core_rtr -v packet.ipdst --as ipv4\n",
     .run = run_net},
    {.name = "farm",
     .operands = "JOBS.jsonl | --expand MODEL...",
     .summary = "run many questions in parallel; resume after a kill",
     .details =
         "Each line of the file is a job, or several jobs if one of its values is a list.  Finished jobs are recorded\n"
         "in the journal; with --resume only the rest runs, and what has changed since.  No answer counts before it\n"
         "has been checked: traces are replayed, and what no trace shows is decided again.  The reports are stored\n"
         "beside the journal.\n\n"
         "  whynot farm --expand lift.smv net.smv -o jobs.jsonl\n"
         "  whynot farm jobs.jsonl --journal run.jsonl --workers 2\n"
         "  whynot farm jobs.jsonl --journal run.jsonl --resume --format html=run.html\n",
     .run = run_farm},
    {.name = "shell",
     .operands = "[MODEL]",
     .summary = "run commands at a prompt",
     .details =
         "Each line is a command line without `whynot` and without MODEL; `open`, `reload`, `help` and `quit` also\n"
         "work.  Input from a pipe is a script, which stops at its first error.\n\n"
         "  whynot shell lift.smv\n"
         "  printf 'check -p no_gap\\n"
         "check -p served3\\n"
         "' | whynot shell lift.smv --json\n",
     .group = Group::Sessions},
    {.name = "serve",
     .operands = "[MODEL|SESSION]",
     .summary = "open the explorer in your browser (local only)",
     .details = "Prints an address to open in a browser on this machine.  The page checks all properties, shows every\n"
                "finding, and answers further questions.  ^C ends it.\n\n"
                "  whynot serve lift.smv\n"
                "  whynot serve tar.pds -a tar.efsa\n"
                "  whynot serve login.c -a login-c.efsa\n"
                "  whynot serve campus/ --reach edge_rtr,core_rtr\n"
                "  whynot serve SESSION.json\n",
     .group = Group::Sessions},
    {.name = "worker",
     .operands = "[MODEL]",
     .summary = "answer questions of another program, as JSON lines",
     .details = "Reads one JSON object per line and answers each: {\"id\": 1, \"argv\": [\"check\", \"-p\", "
                "\"safe\"]}.  The model stays\n"
                "open between questions.  The protocol is in docs/worker.md; clients/python uses it.\n\n"
                "  printf '{\"id\":1,\"line\":\"check\"}\\n"
                "' | whynot worker lift.smv\n",
     .group = Group::Sessions},
    {.name = "lsp",
     .summary = "serve an editor: the language server protocol",
     .details =
         "Speaks the language server protocol over standard input and output: diagnostics while you type, verdicts\n"
         "when you save, hover, definition, references, rename, symbols, completion, code lenses.\n"
         "See docs/editors.md for Neovim and VS Code.\n",
     .group = Group::Sessions},
    {.name = "examples",
     .operands = "[NAME]",
     .summary = "list the examples, or copy one to this directory",
     .details = "  whynot examples net\n"
                "  whynot examples nspk\n",
     .run = run_examples,
     .group = Group::Sessions},
    {.name = "doctor",
     .summary = "show what this build supports on this machine",
     .run = run_doctor,
     .group = Group::Sessions},
    {.name = "completion",
     .operands = "bash|zsh|fish",
     .summary = "write the completion script for a shell",
     .details =
         "The script completes commands, options, their values, and the names of properties and variables of the\n"
         "model on the line.  The Debian package installs all three scripts.\n\n"
         "  whynot completion bash\n"
         "  whynot completion zsh\n"
         "  whynot completion fish\n",
     .run = run_completion,
     .group = Group::Sessions},
    {.name = "complete",
     .operands = "-- WORDS",
     .summary = "list completions of the last word",
     .run = run_complete,
     .group = Group::Hidden},
    {.name = "help",
     .operands = "[COMMAND]",
     .summary = "show this text, or the options of a command",
     .details = "  whynot help check\n"
                "  whynot help --all\n",
     .group = Group::Sessions},
});

}  // namespace

std::span<const CommandRow> command_table() { return commands; }

const CommandRow* command_named(std::string_view name) {
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const CommandRow& c) { return c.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

bool CommandRow::is_about_model() const {
  return std::any_of(prepare.begin(), prepare.end(), [](Prepare cell) { return cell != nullptr; });
}

}  // namespace whynot::command
