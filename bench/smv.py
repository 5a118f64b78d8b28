#!/usr/bin/env python3
"""Every model of the SMV corpus against the recorded verdicts, with the time beside NuSMV's recorded CPU time.

   bench/smv.py [--engine E] [--limit SECONDS] [--only SUBSTRING]

Differences are listed with their reason where one is known; the exit code is 1 when one is unexplained."""
import argparse, collections, csv, json, os, resource, subprocess, sys, time

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "smv")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
KINDS = {"CTL": "ctl", "LTL": "ltl", "INVAR": "invar", "COMPUTE": "compute", "PSL": "psl"}
WORDS = {"true": "holds", "false": "violated"}


def expected_verdicts():
    rows = collections.defaultdict(list)
    with open(os.path.join(CORPUS, "verdicts.tsv")) as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            rows[row["model"]].append(row)
    return rows


def peer_seconds():
    times = {}
    with open(os.path.join(CORPUS, "times.tsv")) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            known = [float(row[c]) for c in ("plain_cpu_s", "dyncoi_cpu_s") if row[c]]
            times[row["model"]] = min(known) if known else None
    return times


def run(path, engine, limit):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [WHYNOT, "check", path, "--json", "--timeout", f"{limit}s", "--engine", engine]
    try:
        done = subprocess.run(command, capture_output=True, timeout=4 * limit + 30)
        text, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired:
        text, code = b"", "hang"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        return json.loads(text), code, seconds
    except ValueError:
        return None, code, seconds


def compare(model, rows, report):
    """Yields (what, property, ours, theirs) for each property that has a recorded verdict."""
    ours = collections.defaultdict(list)
    for p in report["properties"]:
        ours[p["kind"]].append(p)
    theirs = collections.defaultdict(list)
    for row in rows:
        if row["kind"] in KINDS and not row["index"].startswith("d"):
            theirs[KINDS[row["kind"]]].append(row)
    for kind, expected in theirs.items():
        if len(ours[kind]) != len(expected):
            yield "count", kind, len(ours[kind]), len(expected)
            continue
        for row, p in zip(expected, ours[kind]):
            got = str(p.get("value", p.get("verdict")))
            want = WORDS.get(row["verdict"], row["verdict"].lower())
            if got == "undecided":
                yield "undecided", p["name"], p.get("reason", ""), want
            elif got != want:
                yield "verdict", p["name"], got, want
            else:
                yield "same", p["name"], got, want
            k = row["bmc_shortest_k"] or ""
            if k.isdigit() and got == "violated" and p.get("depth") != int(k):
                yield "depth", p["name"], p.get("depth"), int(k)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not os.path.isdir(CORPUS):
        print(f"smv: no corpus at {CORPUS}: left out")
        return 0
    expected, peers = expected_verdicts(), peer_seconds()
    counts, wrong, total, peer_total = collections.Counter(), [], 0.0, 0.0
    for name in sorted(os.listdir(os.path.join(CORPUS, "models"))):
        model = name[:-4]
        if options.only not in model:
            continue
        report, code, seconds = run(os.path.join(CORPUS, "models", name), options.engine, options.limit)
        total += seconds
        peer = peers.get(model)
        peer_total += peer or 0.0
        notes = []
        if report is None or code in (70, "hang") or (isinstance(code, int) and code < 0):
            notes.append(f"BROKEN exit {code}")
            wrong.append((model, "broken", code))
        elif code == 3:
            first = report["diagnostics"][0] if report["diagnostics"] else {}
            notes.append(f"refused {first.get('code')} line {first.get('line')}: {first.get('message', '')[:60]}")
            counts["refused"] += 1
        else:
            for what, prop, got, want in compare(model, expected.get(model, []), report):
                counts[what] += 1
                if what in ("verdict", "depth", "count"):
                    notes.append(f"{what.upper()} {prop}: {got}, recorded {want}")
                    wrong.append((model, what, prop))
                elif what == "undecided":
                    notes.append(f"undecided {prop} ({want})")
        print(f"{model:34} {seconds:8.3f} s  NuSMV {f'{peer:.3f}' if peer else '-':>8}  {'; '.join(notes)[:200]}", flush=True)
    print(f"\nproperties: {dict(counts)}\ntotal {total:.1f} s CPU; NuSMV's recorded total {peer_total:.1f} s (files it finished)")
    print(f"{len(wrong)} differences" + "".join(f"\n  {w}" for w in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
