#!/usr/bin/env python3
"""Classification of the paper's models against fixed bars: processor seconds of the whole command, counts included."""
import json, resource, subprocess, sys

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
