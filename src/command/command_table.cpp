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
         "Checks every property of the model (or those named by -p and -f) and shows, for each that is violated,\n"
         "a shortest counterexample and why it is one.  Every trace is replayed on the model before it is shown.\n"
         "Where nobody found out whether there is a shorter one, its depth is `perhaps not the least`.\n"
         "Several models may be given: one report has a section for each, and the exit code is that of the worst.\n\n"
         "  whynot check lift.smv\n"
         "  whynot check lift.smv -p served3 -n 5 --different floor,doors\n"
         "  whynot check lift.smv -f 'G (call2.lit -> F floor = 2)' --json\n",
     .prepare = {check_system, check_specification, check_program},
     .group = Group::Check},
    {.name = "why",
     .operands = "MODEL",
     .summary = "show why a property fails, and why a cell has its value",
     .details =
         "Tells which values make the property false, as few as possible, and on which choices they rest.  With "
         "--cell,\n"
         "why a variable has its value at a step: the branch that fired, what made it fire, and so on back to initial\n"
         "values, inputs and picks from a set; with --instead, why it does not have another one.  Without --cell, "
         "also\n"
         "from which step on the property could not pass any more, and the nearest run where it does.  Of a property\n"
         "that holds: whether it says anything, and a run that puts it to use.  Of specifications and programs the "
         "rules\n"
         "that were fired are told.\n\n"
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
         "each with the piece of the property that it settles.  Strategies choose between proofs, from left to right:\n"
         "  smallest  shortest  prefer(E)  avoid(E)  nearest(E; x, y)\n"
         "  farthest(E; x, y)  stay  within(N)  largest  explored  unexplored\n"
         "  alternate(E, E)  sequence(a: E -> b; b: E -> a)  shortest_loop\n"
         "  familiar_loop  random(SEED)  ask  FILE.lua\n"
         "`hard` before one leaves open what it cannot have.  Strategies choose rules and successors; over a set, "
         "they\n"
         "also choose what each side of a disjunction settles of it and which set comes next.\n"
         "For specifications (.ots) and pushdown systems (.pds) it shows the violation step by step.\n\n"
         "  whynot explain lift.smv -p can_serve3\n"
         "  whynot explain lift.smv -f 'AG AF floor = 3' --strategy 'avoid(floor = 1)'\n"
         "  whynot explain lift.smv -p can_serve3 -i\n",
     .prepare = {explain_system, explain_specification, explain_program},
     .group = Group::Check},
    {.name = "classify",
     .operands = "MODEL",
     .summary = "sort all counterexamples into a few classes",
     .details =
         "Finds trace constraints that together cover every counterexample, each of which makes sure that the\n"
         "property is violated: the ways in which it fails.  Specifications (.ots) are treated within a scope and a\n"
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
     .details = "Takes a counterexample, holds everything else as it is, and tells for which values of a variable the\n"
                "property is still violated: intervals, prefixes, bit patterns.\n\n"
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
                "  whynot sets list\n  whynot sets diff from to --name rest\n",
     .run = run_sets},
    {.name = "paths",
     .operands = "PROGRAM",
     .summary = "list all error paths of a pushdown system or C program",
     .details =
         "Decides whether a pushdown system violates a policy, and gives all counterexamples with no more recursion\n"
         "than needed, shortest first, in groups.\n\n"
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
         "Alternates search and induction until the invariant is falsified by a trace, verified, or open with the\n"
         "lemmas that are still needed.  Without --depth the searches of all scopes go deeper and deeper.\n\n"
         "  whynot falsify nspk.ots -p SP\n  whynot falsify nspk.ots -p SP --depth 3\n",
     .prepare = {nullptr, falsify_goals, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "search",
     .operands = "SPEC",
     .summary = "search up to a depth, or count states",
     .details = "  whynot search nspk.ots -p SP --depth 5\n  whynot search nspk.ots --count --depth 4\n",
     .prepare = {nullptr, search_states, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "prove",
     .operands = "SPEC",
     .summary = "prove by induction",
     .details = "Takes the lemmas named by `using` as hypotheses and proves them, too.  A step that fails is shown as "
                "a state\n"
                "that the concrete semantics confirms; what the solver does not know is called so.\n\n"
                "  whynot prove nspk.ots -p NL1\n",
     .prepare = {nullptr, prove_goals, nullptr},
     .instead = {"check", "", "paths"},
     .front = "ots",
     .group = Group::Protocols},
    {.name = "simulate",
     .operands = "MODEL",
     .summary = "step through a model, at random or by hand",
     .details = "Takes random steps from a random initial state (--seed picks which), or asks at each step with -i.\n\n"
                "  whynot simulate lift.smv --steps 20 --seed 7\n"
                "  whynot simulate lift.smv --constraint 'floor != 3'\n",
     .prepare = {simulate_system, simulate_other, simulate_other}},
    {.name = "states",
     .operands = "MODEL",
     .summary = "draw the reachable states, with a counterexample among them",
     .details =
         "Lists the states that can be reached, and the steps between them: all where they are few, else those near\n"
         "the beginning or, with a counterexample (-p) or a run (--trace), around it.  --by takes states together "
         "that\n"
         "agree in some variables.  --format svg or dot draws them.\n\n"
         "  whynot states lift.smv\n"
         "  whynot states lift.smv -p served3 --by floor,doors\n"
         "  whynot states lift.smv -p served3 --format svg=lift.svg\n",
     .prepare = {states_of_model, states_of_model, states_of_model}},
    {.name = "convert",
     .operands = "MODEL",
     .summary = "write a system as AIGER, BTOR2 or SMV",
     .details =
         "Writes the system and its properties to the file of -o, whose name says in which language.  Circuits have\n"
         "a step for each state; what is no question about single runs (CTL) is left out of them, and told.\n\n"
         "  whynot convert lift.smv -o lift.aag\n"
         "  whynot convert lift.smv -o lift.btor2\n",
     .prepare = {convert_system, nullptr, nullptr},
     .instead = {"", "check", "paths"}},
    {.name = "trace",
     .operands = "show|replay|convert|diff FILE...",
     .summary = "show, replay, convert or compare traces (also NuSMV, ITF)",
     .details = "Reads our reports and the traces of NuSMV (text and XML) and of the TLA+ tools (ITF).\n\n"
                "  whynot check lift.smv -p served3 --format nusmv-xml=cex.xml\n"
                "  whynot check lift.smv -p served3 --json -o report.json\n"
                "  whynot trace show cex.xml\n"
                "  whynot trace replay cex.xml --model lift.smv -p served3\n"
                "  whynot trace convert report.json --format vcd=wave.vcd\n"
                "  whynot trace diff cex.xml report.json\n",
     .run = run_trace},
    {.name = "net",
     .operands = "import DIR | diff BEFORE AFTER | blame DIR ADDRESS",
     .summary = "turn router tables into a model, compare them, blame a line",
     .details =
         "`diff` tells which destinations are lost, gained and rerouted between the pairs of --reach, or of any\n"
         "locations (--reach any, the default), and with --loops which loops are made and mended.  `blame` walks\n"
         "one address and names the lines that decide, and a change of one line that would mend it.\n\n"
         "  whynot net diff campus/ campus/ --reach any --loops\n"
         "  whynot net blame campus/ --reach edge_rtr,core_rtr 10.1.2.3\n\n"
         "Commands about systems also take the directory itself, with --reach for its properties.\n\n"
         "  whynot net import campus/ -o campus.smv\n"
         "  whynot intervals campus/ --reach edge_rtr,core_rtr -v packet.ipdst --as ipv4\n",
     .run = run_net},
    {.name = "farm",
     .operands = "JOBS.jsonl | --expand MODEL...",
     .summary = "run many questions by many processes, and go on after a kill",
     .details =
         "A line of the file is a job, or several that differ in what a list has.  What is done is written to the\n"
         "journal; with --resume only the rest runs, and what has changed since.  No answer counts before it has been\n"
         "checked: traces are replayed, what no trace shows is decided again.  Reports lie beside the journal.\n\n"
         "  whynot farm --expand lift.smv net.smv -o jobs.jsonl\n"
         "  whynot farm jobs.jsonl --journal run.jsonl --workers 2\n"
         "  whynot farm jobs.jsonl --journal run.jsonl --resume --format html=run.html\n",
     .run = run_farm},
    {.name = "shell",
     .operands = "[MODEL]",
     .summary = "run commands at a prompt",
     .details =
         "Lines are command lines without `whynot` and without MODEL; there are also `open`, `reload`, `help` and\n"
         "`quit`.  From a pipe it is a script, which stops at its first error.\n\n"
         "  whynot shell lift.smv\n"
         "  printf 'check -p no_gap\\ncheck -p served3\\n' | whynot shell lift.smv --json\n",
     .group = Group::Sessions},
    {.name = "serve",
     .operands = "[MODEL|SESSION]",
     .summary = "open the explorer in your browser (local only)",
     .details = "Prints an address to open.  The page checks all properties, shows every finding, and asks further "
                "questions.\n"
                "^C ends it.\n\n"
                "  whynot serve lift.smv\n"
                "  whynot serve tar.pds -a tar.efsa\n"
                "  whynot serve login.c -a login-c.efsa\n"
                "  whynot serve campus/ --reach edge_rtr,core_rtr\n"
                "  whynot serve SESSION.json\n",
     .group = Group::Sessions},
    {.name = "worker",
     .operands = "[MODEL]",
     .summary = "answer questions of another program, as JSON lines",
     .details = "Reads one JSON object a line and answers each: {\"id\": 1, \"argv\": [\"check\", \"-p\", \"safe\"]}.  "
                "The model "
                "stays\nopen between questions.  docs/worker.md has the protocol; clients/python uses it.\n\n"
                "  printf '{\"id\":1,\"line\":\"check\"}\\n' | whynot worker lift.smv\n",
     .group = Group::Sessions},
    {.name = "lsp",
     .summary = "serve an editor: the language server protocol",
     .details =
         "Speaks the language server protocol over standard input and output: diagnostics while you type, verdicts\n"
         "when you save, hover, definition, references, rename, symbols, completion, code lenses.\n"
         "docs/editors.md has the set-up of Neovim and VS Code.\n",
     .group = Group::Sessions},
    {.name = "examples",
     .operands = "[NAME]",
     .summary = "list the examples, or copy one to this directory",
     .details = "  whynot examples net\n  whynot examples nspk\n",
     .run = run_examples,
     .group = Group::Sessions},
    {.name = "doctor",
     .summary = "show what this build supports on this machine",
     .run = run_doctor,
     .group = Group::Sessions},
    {.name = "completion",
     .operands = "bash|zsh|fish",
     .summary = "write the completion script of a shell",
     .details =
         "The script asks the program itself: commands, options, their values, and the names of the properties and\n"
         "variables of the model on the line.  The package installs all three.\n\n"
         "  whynot completion bash\n  whynot completion zsh\n  whynot completion fish\n",
     .run = run_completion,
     .group = Group::Sessions},
    {.name = "complete",
     .operands = "-- WORDS",
     .summary = "list what may stand in place of the last word",
     .run = run_complete,
     .group = Group::Hidden},
    {.name = "help",
     .operands = "[COMMAND]",
     .summary = "show this text, or the options of a command",
     .details = "  whynot help check\n  whynot help --all\n",
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
