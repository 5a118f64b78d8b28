#!/usr/bin/env python3
"""Classification of the paper's models against fixed bars: processor seconds of the whole command, counts included.
With `answers`: what `classify` says without any option, of the bundled examples and of the first 40 violated invariants
and LTL properties of the SMV corpus ($CORPUS), in the order of its list; with `answers table`, as rows for the docs."""
import collections, csv, json, os, resource, subprocess, sys

from peer import cpu_seconds, nusmv

CASES = [  # name, model, vocabulary, bounds, bar in seconds, further options
    ("symmetric", "ns_symmetric", "m", [8, 9, 10, 11], 0.3, []),
    ("public key", "ns_public", "m", [9, 10, 11, 12], 0.5, []),
    ("with stealing", "ns_public_steal", "m", [9, 10], 1.5, []),
    ("running", "running", None, [15, 30, 60], 0.5, []),
    ("running, any length", "running", None, [8], 5, ["--mode", "any"]),
    ("symmetric, any length", "ns_symmetric", "m", [8], 5, ["--mode", "any"]),
    ("public key, any length", "ns_public", "m", [9], 5, ["--mode", "any"]),
    ("stealing, any length", "ns_public_steal", "m", [9], 5, ["--mode", "any"]),
]


def run(model, vocabulary, bound, options):
    command = ["build/release/whynot", "classify", f"examples/classify/{model}.smv", "-p", "safe", "--bound", str(bound), "--json"]
    command += ["--vocabulary", vocabulary] if vocabulary else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command + options, capture_output=True, text=True, timeout=120).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(out), after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


EXAMPLES = ["counter", "lift", "mutex", "net", "classify/integer", "classify/ns_public", "classify/ns_public_steal",
            "classify/ns_symmetric", "classify/running", "classify/table1_public", "classify/table1_symmetric",
            "classify/tcp", "evidence/button", "evidence/elevator3", "evidence/elevator", "intervals/heater",
            "intervals/net"]
CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "smv")


def answered(path, name):
    """Verdict, classes, how many are flagged as restating, seconds: of one property without any option."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["build/release/whynot", "classify", path, "-p", name, "--json"]
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
        found = [f for f in json.loads(out)["findings"] if f["kind"] == "classification"]
    except (subprocess.TimeoutExpired, ValueError):
        found = []
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    if not found:
        return None, [], 0, seconds
    classes = found[0]["classes"]
    flags = [flag for c in classes for flag in c.get("flags", [])]
    restating = sum(flag.startswith(("restates", "follows")) for flag in flags)
    return found[0]["complete"], classes, restating, seconds


def violated_of(path):
    out = subprocess.run(["build/release/whynot", "check", path, "--json"], capture_output=True, text=True).stdout
    return [p["name"] for p in json.loads(out)["properties"] if p["verdict"] == "violated"]


def corpus_cases():
    """The first 40, by the names that whynot gives them: the n-th of a kind is the n-th of that kind in the list."""
    cases, names, seen = [], {}, collections.Counter()
    with open(os.path.join(CORPUS, "verdicts.tsv")) as listed:
        for row in csv.DictReader(listed, delimiter="\t", quoting=csv.QUOTE_NONE):
            kind = {"LTL": "ltl", "INVAR": "invar"}.get(row["kind"])
            if kind is None or row["index"].startswith("d"):
                continue
            model, nth = row["model"], seen[row["model"], kind]
            seen[model, kind] += 1
            if row["verdict"] != "false":
                continue
            path = os.path.join(CORPUS, "models", model + ".smv")
            if model not in names:
                command = ["build/release/whynot", "check", path, "--json", "--timeout", "1"]
                names[model] = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["properties"]
            cases.append((path, model, [p["name"] for p in names[model] if p["kind"] == kind][nth]))
            if len(cases) == 40:
                break
    return cases


def answers(as_table):
    examples = [(f"examples/{m}.smv", m, name) for m in EXAMPLES for name in violated_of(f"examples/{m}.smv")]
    corpus = corpus_cases() if os.path.exists(os.path.join(CORPUS, "verdicts.tsv")) else []
    if not corpus:
        print(f"no corpus at {CORPUS}: left out")
    failed = False
    for title, cases, bar in (("bundled examples", examples, 2), ("corpus", corpus, 10)):
        covered = total = flagged = many = slow = 0
        for path, model, name in cases:
            complete, classes, restating, seconds = answered(path, name)
            is_covered = bool(complete and classes)
            covered += is_covered
            total += len(classes) if is_covered else 0
            flagged += restating if is_covered else 0
            many += is_covered and len(classes) > 5
            slow += seconds > bar
            said = (len(classes) if is_covered else "\u2014", restating or "")
            if as_table:
                print(f"| {model} | {name} | {said[0]} | {said[1]} | {seconds:.2f} |")
            else:
                print(f"{model:32} {name:20} {said[0]:>3} classes {said[1] or '':>2} {seconds:7.2f} s", flush=True)
                for c in classes[:7] if is_covered else []:
                    print(f"      {c['constraint']}   {c.get('count') or ''} {' '.join(f.split(':')[0] for f in c.get('flags', []))}")
        print(f"{title}: {covered} of {len(cases)} covered; {total} classes, {flagged} restate; "
              f"{many} with more than 5; {slow} above {bar} s")
        failed = failed or (cases and (covered < 0.8 * len(cases) or flagged > 0.1 * total or many or slow))
    return 1 if failed else 0


if sys.argv[1:2] == ["answers"]:
    sys.exit(answers(sys.argv[2:] == ["table"]))

missed = 0
running = {}  # seconds by bound: at most cubic growth
print(f"{'case':24} {'bound':>5} {'classes':>7} {'total':>45} {'s':>7} {'bar':>5}")
for name, model, vocabulary, bounds, bar, options in CASES:
    for bound in bounds:
        report, seconds = run(model, vocabulary, bound, options)
        finding = report["findings"][0]
        late = seconds > bar
        if name == "running":
            running[bound] = seconds
        missed += late
        proved = sum(c["sufficient"] == "unbounded" for c in finding["classes"])
        total = f"{proved} proved" if options else (finding["total"] or "-")
        print(f"{name:24} {bound:5} {len(finding['classes']):7} {total:>45} {seconds:7.3f} {bar:5}{'  MISSED' if late else ''}")

# What the base counterexample alone costs, ours and NuSMV's.  Nobody else makes classes of them.
peer = nusmv()
print(f"\nthe first counterexample alone: {'NuSMV is ' + peer if peer else 'no NuSMV found ($NUSMV names it), left out'}")
for model in dict.fromkeys(case[1] for case in CASES if peer):
    path = f"examples/classify/{model}.smv"
    ours, _ = cpu_seconds(["build/release/whynot", "check", path, "-p", "safe", "--json"], 60)
    theirs, said = cpu_seconds([peer, path], 60)
    if ours is None or theirs is None or "is false" not in said:
        print(f"{model:24} not measured: {'we' if ours is None else 'NuSMV'} failed")
        continue
    print(f"{model:24} {ours:7.3f} s, NuSMV {theirs:7.3f} s: {theirs / max(ours, 0.001):.1f} times ours")

growth = running[60] / max(running[30], 0.01)  # below a hundredth nothing can be told
print(f"running example, from bound 30 to 60: {growth:.1f} times as long{'  MISSED' if growth > 8 else ''}")
sys.exit(1 if missed or growth > 8 else 0)
