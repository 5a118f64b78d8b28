"""Commands that take long, one for every command of the program and every phase of its work, and the models they need.

Each generator writes one model that keeps one phase busy for many seconds.
"""
import pathlib


def lines(*parts):
    return "\n".join(parts) + "\n"


def word(width, value):
    return f"0ud{width}_{value}"


def negations(n):  # one formula, n deep
    return lines("MODULE main", "VAR x : boolean;", "LTLSPEC G " + "!" * n + "x")


def conjunction(n):  # one formula, n wide
    return lines("MODULE main", "VAR c : 0..1000000;", "INVARSPEC " + " & ".join(f"c != {i}" for i in range(n)))


def next_chain(n):  # n steps ahead
    return lines("MODULE main", "VAR x : boolean;", "LTLSPEC " + "X " * n + "x")


def untils(n):
    names = [f"x{i}" for i in range(n)]
    formula = names[0]
    for name in names[1:]:
        formula = f"({name} U G F {formula})"
    return lines("MODULE main", "VAR", *[f"  {x} : boolean;" for x in names], f"LTLSPEC {formula}")


def array(n):
    return lines("MODULE main", f"VAR a : array 0..{n - 1} of boolean;", "  i : 0..7;",
                 "INVARSPEC a[i] | !a[i]", "INVARSPEC a[0]")


def arrays_of_arrays(n):
    return lines("MODULE main", f"VAR a : array 0..{n - 1} of array 0..{n - 1} of 0..3; i : 0..{n - 1}; j : 0..{n - 1};",
                 "INVARSPEC a[i][j] < 4")


def booleans(n):
    body = [f"  b{i} : boolean;" for i in range(n)]
    steps = [f"  next(b{i}) := b{(i + 1) % n} xor b{(i * 7 + 3) % n};" for i in range(n)]
    return lines("MODULE main", "VAR", *body, "ASSIGN", *steps, "INVARSPEC b0 | !b1", "LTLSPEC G F b0")


def defines(n):
    body = [f"  d{i} := d{i - 1} xor (x & d{i - 1});" for i in range(1, n)]
    return lines("MODULE main", "VAR x : boolean;", "DEFINE d0 := x;", *body, f"INVARSPEC d{n - 1} | TRUE",
                 f"INVARSPEC d{n - 1}")


def branches(n):
    cases = [f"    c = {i} : {(i * 7919 + 1) % n};" for i in range(n)]
    return lines("MODULE main", f"VAR c : 0..{n - 1};", "ASSIGN", "  init(c) := 0;", "  next(c) := case", *cases,
                 "    TRUE : 0;", "  esac;", f"INVARSPEC c != {n - 1}", "CTLSPEC AG EF c = 0")


def instances(depth):  # 2^depth of them
    out = ["MODULE leaf(x)", "VAR b : boolean;", "ASSIGN next(b) := x;"]
    for i in range(depth):
        below = "leaf" if i == 0 else f"m{i - 1}"
        out += [f"MODULE m{i}(x)", f"VAR l : {below}(x); r : {below}(x);"]
    return lines(*out, "MODULE main", f"VAR x : boolean; t : m{depth - 1}(x);", "INVARSPEC x | !x")


def properties(n):
    return lines("MODULE main", "VAR c : word[20];", f"ASSIGN init(c) := {word(20, 0)}; next(c) := c + {word(20, 1)};",
                 *[f"INVARSPEC c != {word(20, 1000000 - i)}" for i in range(n)])


def factors(bits):  # a product of two primes, to be found by a solver
    product = {16: 4294049777, 24: 281474309521441, 32: 9345208821757322069}[bits]
    wide = 2 * bits
    return lines("MODULE main", f"FROZENVAR a : word[{bits}]; b : word[{bits}];", "VAR t : boolean;",
                 f"INVARSPEC a <= {word(bits, 1)} | b <= {word(bits, 1)} | "
                 f"extend(a, {bits}) * extend(b, {bits}) != {word(wide, product)}",
                 f"LTLSPEC G (extend(a, {bits}) * extend(b, {bits}) != {word(wide, product)})",
                 "CTLSPEC AG EF t")


def products(bits):  # diagrams of products are exponential
    return lines("MODULE main", f"VAR a : word[{bits}]; b : word[{bits}]; c : word[{bits}];",
                 f"ASSIGN init(c) := {word(bits, 0)}; next(c) := a * b + c;",
                 f"INVARSPEC c * c != {word(bits, 12345)}", f"CTLSPEC AG EF c = {word(bits, 7)}",
                 f"LTLSPEC G F c != {word(bits, 3)}", f"COMPUTE MIN [a = {word(bits, 1)}, c = {word(bits, 77)}]")


def wide_word(bits):
    return lines("MODULE main", f"VAR w : word[{bits}]; i : boolean;",
                 f"ASSIGN init(w) := {word(bits, 0)}; next(w) := i ? w + {word(bits, 1)} : (w << 1);",
                 f"INVARSPEC w != {word(bits, 77777)}")


def counter(bits):  # many states, one after the other
    return lines("MODULE main", f"VAR c : word[{bits}]; i : boolean;",
                 f"ASSIGN init(c) := {word(bits, 0)}; next(c) := i ? c + {word(bits, 1)} : c;",
                 f"INVARSPEC c != {word(bits, 2 ** bits - 1)}", f"CTLSPEC AG AF c = {word(bits, 5)}",
                 f"LTLSPEC G F i -> F c = {word(bits, 2 ** bits - 2)}",
                 f"COMPUTE MAX [c = {word(bits, 0)}, c = {word(bits, 9)}]")


def shuffle(n):  # states by the million for the explicit engine, no structure for diagrams
    body = [f"  x{i} : 0..{n - 1};" for i in range(n)]
    steps = [f"  init(x{i}) := {i}; next(x{i}) := case s = {i} : x{(i + 1) % n}; s = {(i - 1) % n} : x{(i - 1) % n};"
             f" TRUE : x{i}; esac;" for i in range(n)]
    return lines("MODULE main", "VAR", *body, f"  s : 0..{n - 1};", "ASSIGN", *steps,
                 "INVARSPEC !(" + " & ".join(f"x{i} = 0" for i in range(n)) + ")", "CTLSPEC AG EF x0 = 1",
                 "LTLSPEC G F x0 = 0 -> F x1 = 3")


def guessing(n):  # many counterexamples of many kinds
    return lines("MODULE main", "VAR", *[f"  v{i} : 0..15;" for i in range(n)], "  bad : boolean;", "ASSIGN",
                 "  init(bad) := FALSE;",
                 "  next(bad) := " + " | ".join(f"v{i} = v{i + 1}" for i in range(n - 1)) + ";", "INVARSPEC !bad")


def stack_program(procedures):
    out = ["pds p", "init <m0>", "proc main entry m0", "  m0 -> call P0 ret m1", "  m1 -> m1"]
    for i in range(procedures):
        callee, other = (i * 7 + 1) % procedures, (i * 13 + 5) % procedures
        out += [f"proc P{i} entry a{i}", f"  a{i} -> call P{callee} ret b{i}", f"  a{i} -> call P{other} ret b{i}",
                f"  a{i} -> c{i}", f"  b{i} -> c{i} @ e{i % 5}", f"  b{i} -> call P{other} ret c{i}",
                f"  c{i} -> return"]
    out += ["property few", "state q0 initial", "state q1", "state q2 final", "q0 -> q1 on e1", "q0 -> q0 else",
            "q1 -> q2 on e3", "q1 -> q1 else", "q2 -> q2 on any"]
    return lines(*out)


def c_program(functions):
    out = ["extern int choice(void);", "extern void e1(void);", "extern void e2(void);"]
    out += [f"void f{i}(void);" for i in range(functions)]
    for i in range(functions):
        calls = " ".join(f"case {k}: f{(i * (k + 3) + k) % functions}(); break;" for k in range(6))
        out.append(f"void f{i}(void) {{ switch (choice()) {{ {calls} case 7: e1(); break; default: e2(); }} }}")
    return lines(*out, "int main(void) { f0(); f1(); return 0; }")


C_POLICY = lines("property twice", "state q0 initial", "state q1", "state q2 final", "q0 -> q1 on e1", "q0 -> q0 else",
                 "q1 -> q2 on e2", "q1 -> q1 else", "q2 -> q2 on any")


def specification(n):  # a queue over many processes and a property that takes many lemmas
    elements = ", ".join(f"p{i}" for i in range(n))
    return lines("ots BIG {", "  sort Pid = loose", "  sort Label = enum { rs, ws, cs, done }",
                 "  observer pc(i: Pid) : Label = rs", "  observer queue : list Pid = []",
                 "  observer seen : set Pid = {}", "  observer n : Nat = 0",
                 "  transition want(k: Pid) { when pc(k) = rs  pc(k) := ws  queue := queue ++ [k]  n := n + 1 }",
                 "  transition try(k: Pid) { when pc(k) = ws, queue != [], head(queue) = k  pc(k) := cs }",
                 "  transition exit(k: Pid) { when pc(k) = cs  pc(k) := rs  queue := tail(queue)  seen := seen + {k} }",
                 "  invariant mutex(i: Pid, j: Pid) : pc(i) = cs and pc(j) = cs => i = j",
                 "  invariant once(i: Pid) : i in seen => n > 0",
                 f"  scope many {{ Pid = {{ {elements} }} }}", "}")


def router_tables(folder, rules):
    folder.mkdir(exist_ok=True)
    anything, kept = ",".join(["xxxxxxxx"] * 16), ",".join(["11111111"] * 14 + ["00000000"] * 2)

    def forward(here, there):
        return f"fwd$[{here}]${anything}$None$None$None$None$[{there}]$#$#$$$id$"

    rows = [forward(100001, 100000)]
    for i in range(rules):
        match = ",".join(["xxxxxxxx"] * 6 + [f"{i >> k & 255:08b}" for k in (16, 8, 0)] + ["xxxxxxxx"] * 7)
        new = ",".join(["00000000"] * 15 + [f"{7 + i % 2:08b}"])
        rows.append(f"rw$[100000]${match}${kept}${new}$None$None$[{110001 + i % 2}]$#$#$$$id$")
    rows += [forward(110001, 120001), forward(110002, 120002)]
    (folder / "edge_rtr.tf").write_text(lines(f"32$edge_rtr${len(rows)}$0$0$", "#", *rows))
    (folder / "port_map.txt").write_text(lines("$edge_rtr", "gi1/1:100001", "gi1/2:100002"))
    (folder / "topology.tf").write_text(lines("32$$1$0$0$", "#", "link$[120001]$None$None$None$None$None$[100002]$#$#$$$_1$"))


def long_trace(steps):
    import json
    states = [{"state": {"c": word_json(i % 256)}, "inputs": {}, "action": None} for i in range(steps)]
    return json.dumps({"schema": "whynot-report/1", "input": {"file": "m.smv", "front": "smv"}, "diagnostics": [],
                       "properties": [], "findings": [],
                       "traces": [{"id": "t1", "columns": ["c"], "steps": states, "loop": None, "replayed": True}]})


def word_json(value):
    return f"0ud8_{value}"


SMALL_COUNTER = lines("MODULE main", "VAR c : word[8];", "ASSIGN init(c) := 0ud8_0; next(c) := c + 0ud8_1;",
                      "INVARSPEC c != 0ud8_255")


def write_models(folder):
    folder = pathlib.Path(folder)
    models = {
        "negations.smv": negations(60_000), "conjunction.smv": conjunction(200_000), "next.smv": next_chain(20_000),
        "untils.smv": untils(400), "array.smv": array(1_000_000), "arrays.smv": arrays_of_arrays(300),
        "booleans.smv": booleans(60_000), "defines.smv": defines(100_000), "branches.smv": branches(30_000),
        "instances.smv": instances(16), "properties.smv": properties(400), "factors.smv": factors(32),
        "factors16.smv": factors(16), "products.smv": products(24), "word.smv": wide_word(70_000), "counter.smv": counter(40),
        "shuffle.smv": shuffle(9), "guessing.smv": guessing(12), "stack.pds": stack_program(3_000),
        "stacks.pds": stack_program(100_000), "few.pds": stack_program(40), "program.c": c_program(1_500),
        "large.c": c_program(20_000), "policy.efsa": C_POLICY, "big.ots": specification(9), "small.smv": SMALL_COUNTER,
        "long.json": long_trace(400_000),
        "script.txt": lines("check -p invar1 --engine bdd", "check -p invar1 --engine bmc"),
    }
    for name, text in models.items():
        (folder / name).write_text(text)
    router_tables(folder / "tables", 60_000)


# Phase, then words.  EX/ is the folder of the examples.
COMMANDS = [
    ("reading", "check negations.smv"), ("reading", "check conjunction.smv"), ("reading", "check array.smv"),
    ("reading", "check arrays.smv"), ("reading", "check booleans.smv"), ("flattening", "check defines.smv"),
    ("flattening", "check branches.smv"), ("flattening", "check instances.smv"), ("flattening", "simulate instances.smv"),
    ("reading", "explain branches.smv -p ctl1"), ("reading", "intervals array.smv -p invar2 -v i"),
    ("reading", "classify array.smv -p invar2"), ("reading", "paths stacks.pds"), ("reading", "paths --c large.c -a policy.efsa"),
    ("reading", "net import tables -o out.smv"), ("reading", "check tables --reach edge_rtr,edge_rtr"),
    ("reading", "trace show long.json"), ("writing", "trace convert long.json --format vcd -o out.vcd"),
    ("reading", "trace replay long.json --model small.smv"), ("reading", "trace diff long.json long.json"),
    ("encoding", "check word.smv"), ("encoding", "check word.smv --engine bmc"), ("encoding", "check word.smv --engine bdd"),
    ("encoding", "check next.smv"), ("encoding", "check untils.smv"), ("encoding", "check untils.smv --engine explicit"),
    ("encoding", "check booleans.smv --engine bmc"), ("encoding", "check array.smv -p invar1 --engine bdd"),
    ("solving", "check factors.smv --engine bmc"), ("solving", "check factors.smv --engine kind"),
    ("solving", "check factors.smv"), ("solving", "check factors.smv --race"), ("solving", "check factors.smv --certify"),
    ("solving", "check properties.smv"), ("solving", "check counter.smv --bound 100000 --engine bmc"),
    ("diagrams", "check products.smv --engine bdd"), ("diagrams", "check products.smv -p compute1"),
    ("diagrams", "check counter.smv --engine bdd"), ("diagrams", "explain products.smv -p ctl1"),
    ("diagrams", "check factors16.smv --engine bdd"), ("states", "check shuffle.smv --engine explicit"),
    ("states", "check counter.smv --engine explicit"), ("states", "check shuffle.smv"),
    ("counting", "classify guessing.smv -p invar1 --mode upto --bound 9"),
    ("counting", "classify EX/classify/ns_public.smv --bound 14 --mode upto"),
    ("counting", "search big.ots --count --depth 100 --scope many"), ("counting", "search EX/ots/nspk.ots --count --depth 40"),
    ("sets", "intervals guessing.smv -p invar1 -v v0 -v v1 -v v2 -v v3"), ("sets", "check guessing.smv -n 100000"),
    ("solving", "falsify EX/ots/nspk.ots"), ("solving", "falsify EX/ots/suzuki.ots"), ("solving", "falsify big.ots"),
    ("solving", "falsify EX/../tests/models/protocols/ring.ots -p passed"),
    ("solving", "falsify EX/../tests/models/protocols/handover.ots -p ahead"),
    ("solving", "prove EX/../tests/models/protocols/handover.ots"),
    ("solving", "prove EX/ots/nslpk.ots --k 4"), ("solving", "prove EX/ots/suzuki.ots --k 5"),
    ("solving", "search EX/ots/nspk.ots --scope any --depth 30"), ("states", "search EX/ots/suzuki.ots --depth 60"),
    ("states", "check EX/ots/2pc.ots"), ("encoding", "falsify EX/ots/suzuki.ots --export out.maude"),
    ("runs", "paths stack.pds --mode distinct"), ("runs", "paths few.pds --mode complete"),
    ("runs", "paths stack.pds --mode paper"), ("runs", "paths --c program.c -a policy.efsa --mode distinct"),
    ("drawing", "paths stack.pds --graph out.svg"), ("runs", "simulate counter.smv --steps 3000000"),
    ("drawing", "simulate small.smv --steps 60000 --format svg -o out.svg"),
    ("writing", "simulate small.smv --steps 400000 --format html -o out.html"),
    ("script", "shell factors.smv"),
]
