#!/usr/bin/env python3
"""What the reasons cost: the sentence beside the check, and the links of chains on a wide model.

   bench/why.py [--limit SECONDS] [--only SUBSTRING]

On each violated property of the corpus: CPU seconds of `check`, `check --no-why` and `why`.  Then a model of our own with
200 variables and a run of 100 steps: what the sentence adds to the check, and what a link of a chain costs.  The exit
code is 1 when a bar is missed."""
import argparse, json, os, sys, tempfile

import smv
from peer import cpu_seconds

WHYNOT = smv.WHYNOT
WIDE, LONG = 200, 100
SENTENCE_BAR, LINK_BAR, SHARE_BAR = 0.010, 0.005, 0.95


def wide_model():
    """A counter that fails at step LONG, and WIDE variables that hand a choice on to one another."""
    lines = ["MODULE main", f"VAR n : 0..{2 * LONG}; ok : boolean;", "IVAR push : boolean;"]
    lines += [f"VAR v{i} : boolean;" for i in range(WIDE)]
    lines += ["ASSIGN", "init(n) := 0;", f"next(n) := n < {2 * LONG} ? n + 1 : n;", "init(v0) := FALSE;", "next(v0) := push;"]
    for i in range(1, WIDE):
        lines += [f"init(v{i}) := FALSE;", f"next(v{i}) := case v{i - 1} : TRUE; n > {i} : v{i}; TRUE : FALSE; esac;"]
    lines += ["init(ok) := TRUE;", f"next(ok) := case n = {LONG - 1} & v{LONG // 2} : FALSE; TRUE : ok; esac;", "INVARSPEC NAME p := ok"]
    return "\n".join(lines) + "\n"


def median_cpu(command, limit, times=5):
    seconds = sorted(s for s, _ in (cpu_seconds(command, limit) for _ in range(times)) if s is not None)
    return seconds[len(seconds) // 2] if seconds else None


def wide(limit):
    """(met, sentence) for the bars on the wide model."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "wide.smv")
        with open(path, "w") as file:
            file.write(wide_model())
        bare = median_cpu([WHYNOT, "check", path, "--no-why"], limit)
        told = median_cpu([WHYNOT, "check", path], limit)
        link = median_cpu([WHYNOT, "why", path, "-p", "p", "--cell", f"ok@{LONG}"], limit)
    if None in (bare, told, link):
        yield False, f"{WIDE} variables over {LONG} steps: no answer within {limit} s"
        return
    yield told - bare <= SENTENCE_BAR, f"the sentence: {1000 * (told - bare):.1f} ms beside a check of {1000 * bare:.0f} ms (bar: 10 ms)"
    print(f"a chain from ok@{LONG}, with the check: {1000 * link:.0f} ms")


def corpus(options):
    """(met, sentence) for the corpus: `why` within the time of the check, or 50 ms."""
    models = sorted({m for m, rows in smv.expected_verdicts().items() if any(r["verdict"] == "false" for r in rows)})
    within = asked = 0
    for model in (m for m in models if options.only in m):
        path = os.path.join(smv.CORPUS, "models", model + ".smv")
        check, text = cpu_seconds([WHYNOT, "check", path, "--json", "--timeout", f"{options.limit}s"], options.limit)
        if check is None:
            continue
        for p in (p["name"] for p in json.loads(text)["properties"] if p.get("verdict") == "violated"):
            alone, _ = cpu_seconds([WHYNOT, "check", path, "-p", p, "--no-why"], options.limit)
            why, _ = cpu_seconds([WHYNOT, "why", path, "-p", p], options.limit)
            asked += 1
            ok = alone is not None and why is not None and why <= max(2 * alone, alone + 0.05)
            within += ok
            shown = ["none" if s is None else f"{s:.3f}" for s in (alone, why)]
            print(f"{model + ' ' + p:44} check {shown[0]:>8}  why {shown[1]:>8}  {'' if ok else 'slower'}", flush=True)
    if asked:
        yield within >= SHARE_BAR * asked, f"{within} of {asked} violated properties explained within the time of the check or 50 ms (bar: 95 %)"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    bars = list(wide(options.limit))
    if os.path.isdir(smv.CORPUS):
        bars += corpus(options)
    else:
        print(f"why: no corpus at {smv.CORPUS}: left out")
    print()
    for met, sentence in bars:
        print(f"bar {'met   ' if met else 'MISSED'}: {sentence}")
    return 0 if all(met for met, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
