#!/usr/bin/env python3
"""mypyvy's specifications of the corpus: proved with the invariants that their authors give, decided from the safety
properties alone.

   bench/falsify.py [--prove SECONDS] [--falsify SECONDS] [--only SUBSTRING] [--certify]

The exit code is 1 where a verdict is not the recorded one: open is none."""
import argparse, csv, json, os, re, resource, subprocess, sys, tempfile

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "pyv")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
ITEM = re.compile(r"^(sort|mutable|immutable|derived|axiom|init|transition|safety|invariant|zerostate|onestate|twostate|"
                  r"definition|theorem|sat|unsat)\b")
BESIDE = {"invariant", "theorem", "sat", "unsat", "zerostate", "onestate", "twostate"}


def safety_alone(text):
    """Without invariants, theorems and traces; definitions stay."""
    out, keep = [], True
    for line in text.splitlines(keepends=True):
        item = ITEM.match(line)
        if item:
            keep = item.group(1) not in BESIDE or "definition" in line
        if keep:
            out.append(line)
    return "".join(out)


def run(command, limit):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([WHYNOT, *command, "--json", "--timeout", f"{limit}s"], capture_output=True,
                              timeout=2 * limit + 30)
        report = json.loads(done.stdout)
        verdicts = [p.get("verdict", "undecided") for p in report["properties"]]
    except (subprocess.TimeoutExpired, ValueError):
        report, verdicts = {"findings": []}, ["none"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return verdicts, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, report


def together(verdicts):
    for worst in ("none", "violated", "undecided"):
        if worst in verdicts:
            return worst
    return "holds"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prove", type=int, default=60)
    parser.add_argument("--falsify", type=int, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--certify", action="store_true")
    options = parser.parse_args()
    if not os.path.isdir(CORPUS):
        print(f"bench falsify: no {CORPUS}; set CORPUS")
        return 0
    with open(os.path.join(CORPUS, "index.tsv")) as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    extra = ["--certify"] if options.certify else []
    counts, wrong = {"proved": 0, "verified": 0, "falsified": 0}, []
    safe = sum(r["expected"] == "verified" for r in rows)
    print(f"{'file':48} {'prove':>10} {'s':>7} {'falsify':>10} {'s':>7} lemmas")
    for row in rows:
        if options.only not in row["file"]:
            continue
        path, expected = os.path.join(CORPUS, row["file"]), row["expected"]
        proved, prove_seconds = "-", 0.0
        if expected == "verified":
            verdicts, prove_seconds, _ = run(["prove", path, *extra], options.prove)
            proved = together(verdicts)
            counts["proved"] += proved == "holds"
        with tempfile.NamedTemporaryFile("w", suffix=".pyv") as alone:
            alone.write(safety_alone(open(path).read()))
            alone.flush()
            verdicts, seconds, report = run(["falsify", alone.name, *extra], options.falsify)
        found = together(verdicts)
        counts["verified"] += expected == "verified" and found == "holds"
        counts["falsified"] += expected == "falsified" and found == "violated"
        lemmas = sum(len(f.get("invariant", [])) for f in report["findings"])
        print(f"{row['file']:48} {proved:>10} {prove_seconds:7.1f} {found:>10} {seconds:7.1f} {lemmas}", flush=True)
        if (expected == "verified" and "violated" in (proved, found)) or (expected == "falsified" and found == "holds"):
            wrong.append(row["file"])
    print(f"\nproved with the file's invariants: {counts['proved']} of {safe}; from safety alone: {counts['verified']} of {safe}; "
          f"falsified: {counts['falsified']} of {len(rows) - safe}")
    for file in wrong:
        print(f"wrong: {file}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
