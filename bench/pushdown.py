#!/usr/bin/env python3
"""`whynot paths` from the command line, reading and writing included: one JSON line per run, seconds of processor time and
the peak of memory in megabytes.  The family is that of pushdown_bench; CORPUS may hold an FTP server as PDAAAL's instance.
Where PDAAAL names that program, it gets the smaller members of the family, and its shortest trace must be as long as ours."""
import json, os, re, subprocess, sys, tempfile
from peer import cpu_seconds

PDAAAL = os.environ.get("PDAAAL")
PEER_LIMIT = 100  # CPU seconds

WHYNOT = os.path.abspath(os.environ.get("WHYNOT", "build/release/whynot"))
SERVER = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "pushdown", "ftpd.json")
POLICY = """property p
state a initial
state b
state bad final
a -> b on tog
b -> a on tog
b -> bad on bad
a -> a else
b -> b else
bad -> bad else
"""


def family(n, d):
    """n procedures in a row, each with d diamonds, calls of the next two, self recursion in every fifth."""
    toggles = {f"p{i}_2" for i in range(3, n, 7)}
    lines = ["pds family", "init <m0>"]

    def rule(left, right):
        event = " @ bad" if left == "err" else " @ tog" if left in toggles else ""
        lines.append(f"<{left}> -> <{right}>{event}")

    rule("m0", "p0_0 m1")
    rule("m1", "m1")
    for i in range(n):
        for j in range(d):
            at, after = f"p{i}_{j}", f"p{i}_{j + 1}"
            rule(at, at + "a")
            rule(at, at + "b")
            rule(at + "b", after)
            if j % 4 == 1 and i + 1 < n:
                rule(at + "a", f"p{i + 1}_0 {after}")
            elif j % 4 == 3 and i + 2 < n:
                rule(at + "a", f"p{i + 2}_0 {after}")
            elif i % 5 == 0 and j % 4 == 2:
                rule(at + "a", f"p{i}_0 {after}")
            else:
                rule(at + "a", after)
        rule(f"p{i}_{d}", "")
    rule(f"p{n - 1}_1b", "err")
    rule("err", f"p{n - 1}_2")
    return "\n".join(lines) + "\n" + POLICY


def instance(text):
    """The family's member and its policy as one of PDAAAL's instances, in which a call is a swap of weight 1 in a state of its
    own, then a push of weight 0: the weight of a trace is the number of our steps."""
    states, symbols = {}, set()

    def add(state, symbol, rule):
        states.setdefault(state, {}).setdefault(symbol, []).append(rule)
        symbols.update([symbol, *(rule[k] for k in ("swap", "push") if k in rule)])

    for left, right, event in re.findall(r"(?m)^<(\S+)> -> <(.*?)>(?: @ (\w+))?$", text):
        for state in "ab":
            to = {"tog": {"a": "b", "b": "a"}, "bad": {"a": "a", "b": "bad"}}.get(event, {}).get(state, state)
            words = right.split()
            if not words:
                add(state, left, {"to": to, "pop": "", "weight": 1})
            elif len(words) == 1:
                add(state, left, {"to": to, "swap": words[0], "weight": 1})
            else:
                add(state, left, {"to": f"{to} {words[0]}", "swap": words[1], "weight": 1})
                rule = {"to": to, "push": words[0], "weight": 0}
                if rule not in states.get(f"{to} {words[0]}", {}).get(words[1], []):
                    add(f"{to} {words[0]}", words[1], rule)
    states.setdefault("bad", {})
    end = len(states)
    final = [[at, symbol, end] for at in ("bad", end) for symbol in sorted(symbols)]
    return {"instance": [{"state-names": True, "weight-type": "uint"}, {"states": states},
                         {"accepting": [end], "edges": [["a", "m0", end]]}, {"accepting": [end], "edges": final}]}


def beside_peer(folder):
    for n in (20, 100, 300):
        ours, theirs = os.path.join(folder, "peer.pds"), os.path.join(folder, "peer.json")
        text = family(n, 8)
        open(ours, "w").write(text)
        json.dump(instance(text), open(theirs, "w"))
        what = f"{len(re.findall(r'(?m)^<', text))} rules, shortest trace"
        seconds, out = cpu_seconds([WHYNOT, "paths", ours, "--limit", "1", "--json"], PEER_LIMIT)
        depth = json.loads(out)["properties"][0]["depth"]
        peer, said = cpu_seconds([PDAAAL, "--input", theirs, "-e", "1", "-t", "2"], PEER_LIMIT)
        if peer is None:
            print(json.dumps({"run": what, "seconds": round(seconds, 3), "pdaaal": f"failed, or more than {PEER_LIMIT} s"}), flush=True)
            continue
        weight = re.search(r'"weight"\s*:\s*"?(\d+)', said)
        if not weight or int(weight[1]) != depth:
            sys.exit(f"bench pushdown: the shortest trace has {depth} steps here, and in PDAAAL's answer {weight and weight[1]}")
        print(json.dumps({"run": what, "steps": depth, "seconds": round(seconds, 3), "pdaaal": round(peer, 3)}), flush=True)


def measure(what, words):
    """In a process of its own, for the peak of memory."""
    child = ("import resource, subprocess, sys; r = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode;"
             "u = resource.getrusage(resource.RUSAGE_CHILDREN); print(r, u.ru_utime + u.ru_stime, u.ru_maxrss // 1024)")
    code, seconds, megabytes = subprocess.run([sys.executable, "-c", child, WHYNOT, "paths", *words], capture_output=True, text=True).stdout.split()
    print(json.dumps({"run": what, "exit": int(code), "seconds": round(float(seconds), 3), "megabytes": int(megabytes)}), flush=True)


with tempfile.TemporaryDirectory() as folder:
    for n in (1000, 2500, 5000):
        path = os.path.join(folder, f"family{n}.pds")
        text = family(n, 8)
        open(path, "w").write(text)
        rules = len(re.findall(r"(?m)^<", text))
        measure(f"{rules} rules, verdict and shortest trace", [path, "--limit", "1", "--json"])
        measure(f"{rules} rules, verdict and groups of 20 traces", [path, "--limit", "20", "--no-traces", "--json"])
        if n == 2500:
            measure(f"{rules} rules, 20 traces", [path, "--limit", "20", "--json"])
    if PDAAAL:
        beside_peer(folder)
    else:
        print("bench pushdown: PDAAAL names no program to run beside")
if os.path.exists(SERVER):
    for limit in ("1", "5000"):
        measure(f"FTP server, {limit} traces", [SERVER, "--limit", limit, "--json"])
    measure("FTP server, groups of 5000 traces", [SERVER, "--limit", "5000", "--no-traces", "--json"])
else:
    print(f"bench pushdown: no {SERVER}; set CORPUS")
