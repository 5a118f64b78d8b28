#!/usr/bin/env python3
"""What the reasons cost: the sentence beside the check, and the links of chains on a wide model.

   bench/why.py [--limit SECONDS] [--only SUBSTRING]

A model of our own with 200 variables and a run of 100 steps: what the sentence adds to the check, and what a link of a
chain costs.  Then each violated property of the corpus: CPU seconds of `check --no-why`, of `why` and of `why --contrast
off`; what the last two differ by is the price of the sealed step and the nearest passing run, which should be within the
time of the check (or 50 ms), unless they were given up, and say so.  The exit code is 1 when a bar is missed."""
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
        asked = [WHYNOT, "why", path, "-p", "p", "--cell", f"ok@{LONG}"]
        link = median_cpu(asked, limit)
        _, text = cpu_seconds(asked + ["--json"], limit)
    if None in (bare, told, link):
        yield False, f"{WIDE} variables over {LONG} steps: no answer within {limit} s"
        return
    yield told - bare <= SENTENCE_BAR, f"the sentence: {1000 * (told - bare):.1f} ms beside a check of {1000 * bare:.0f} ms (bar: 10 ms)"
    links = sum(len(f["chain"]) for f in json.loads(text)["findings"] if f["kind"] == "why")
    each = max(link - bare, 0) / max(links, 1)
    yield each <= LINK_BAR, f"a link: {1000 * each:.2f} ms, of {links} in a chain from ok@{LONG} (bar: 5 ms)"


def given_up(text):
    """Whether the report says that the sealed step was not computed."""
    found = [f for f in json.loads(text)["findings"] if f["kind"] == "why"]
    return any(f.get("sealed") and not f["sealed"]["complete"] for f in found)


def corpus(options):
    """(met, sentence) for the corpus: sealed step and contrast within the time of the check, or 50 ms, or given up."""
    models = sorted({m for m, rows in smv.expected_verdicts().items() if any(r["verdict"] == "false" for r in rows)})
    within = asked = 0
    for model in (m for m in models if options.only in m):
        path = os.path.join(smv.CORPUS, "models", model + ".smv")
        check, text = cpu_seconds([WHYNOT, "check", path, "--json", "--timeout", f"{options.limit}s"], options.limit)
        if check is None:
            continue
        for p in (p["name"] for p in json.loads(text)["properties"] if p.get("verdict") == "violated"):
            alone, _ = cpu_seconds([WHYNOT, "check", path, "-p", p, "--no-why"], options.limit)
            why, text = cpu_seconds([WHYNOT, "why", path, "-p", p, "--json"], options.limit)
            off, _ = cpu_seconds([WHYNOT, "why", path, "-p", p, "--contrast", "off"], options.limit)
            asked += 1
            known = None not in (alone, why, off)
            ok = known and (why - off <= max(alone, 0.05) or given_up(text))
            within += ok
            shown = ["none" if s is None else f"{s:.3f}" for s in (alone, why, off)]
            print(f"{model + ' ' + p:44} check {shown[0]:>8}  why {shown[1]:>8}  without contrast {shown[2]:>8}  "
                  f"{'' if ok else 'slower'}", flush=True)
    if asked:
        yield within >= SHARE_BAR * asked, \
            f"{within} of {asked} sealed steps and contrasts within the time of the check, or 50 ms, or given up (bar: 95 %)"


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
