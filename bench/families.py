#!/usr/bin/env python3
"""Models of growing size that engines give up on, and easy questions beside hard ones.

   bench/families.py [--limit SECONDS] [--only SUBSTRING]

A line for each: our CPU seconds, the peer's, their ratio.  NuSMV is measured where $NUSMV or the PATH has it; else its
time, and that of ABC's pdr, is the one that was recorded, and is marked so.  The families are written by
$CORPUS/families/gen.py.  The exit code is 1 when a line misses its bar: at most twice the peer's time (or 50 ms more),
within the limit, with the right verdict."""
import argparse, json, os, subprocess, sys, tempfile

from peer import cpu_seconds, nusmv

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "families")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
FACTOR, SLACK = 2.0, 0.05
# family, size, recorded seconds of the peer, who that was
FAMILIES = [
    ("mem", 8, None, ""), ("mem", 32, None, ""), ("fifo", 2, 0.06, "NuSMV"), ("mod4", 32, 0.03, "pdr"),
    ("phil", 16, 1.0, "NuSMV"), ("phil", 24, 13.3, "NuSMV"), ("phil", 32, None, ""), ("ctrl", 12, 27.7, "pdr, 16 bits"),
    ("ring", 200, 11.2, "NuSMV"), ("lossy", 128, 1.3, "NuSMV, size 64"),
]
PRODUCT = """MODULE main
VAR a : word[12]; b : word[12];
ASSIGN init(a) := 0ud12_7; next(a) := a * b;
INVARSPEC a != 0ud12_7
"""
HARD = """MODULE main
VAR a : word[24]; b : word[24]; x : boolean; n : 0..63;
ASSIGN init(x) := FALSE; init(n) := 0; next(n) := (n + 1) mod 64;
INVARSPEC (a * b) * (a + b) = a * a * b + b * b * a
"""


def family(name, size):
    return subprocess.run([sys.executable, os.path.join(CORPUS, "gen.py"), name, str(size)],
                          capture_output=True, text=True, check=True).stdout


class Bench:
    def __init__(self, options):
        self.limit, self.only, self.peer, self.missed = options.limit, options.only, nusmv(), []
        self.folder = tempfile.TemporaryDirectory()

    def write(self, name, text):
        path = os.path.join(self.folder.name, name + ".smv")
        with open(path, "w") as file:
            file.write(text)
        return path

    def ours(self, path, *options):
        """CPU seconds, and what is said of each property by its name."""
        seconds, text = cpu_seconds([WHYNOT, "check", path, "--json", *options], self.limit)
        if seconds is None:
            return None, {}
        return seconds, {p["name"]: p for p in json.loads(text)["properties"]}

    def line(self, name, seconds, peer, who, met, note=""):
        shown = f"{seconds:8.3f} s" if seconds is not None else "    none  "
        beside = f"{peer:8.3f} s ({who})" if peer else "-"
        ratio = f"{seconds / peer:6.2f}" if peer and seconds is not None else "     -"
        print(f"{name:28} {shown}  peer {beside:26} ratio {ratio}  {'met' if met else 'MISSED'} {note}", flush=True)
        if not met:
            self.missed.append(name)

    def beside_peer(self, name, text, wanted, recorded=None, who=""):
        if self.only not in name:
            return
        path = self.write(name.replace(" ", "_"), text)
        seconds, answers = self.ours(path)
        verdicts = [p["verdict"] for p in answers.values()]
        peer = cpu_seconds([self.peer, path], self.limit)[0] if self.peer else None
        peer, who = (peer, "NuSMV, measured") if peer else (recorded, who and who + ", recorded")
        right = verdicts == [wanted]
        fast = seconds is not None and (not peer or seconds <= max(FACTOR * peer, peer + SLACK))
        self.line(name, seconds, peer, who, right and fast, "" if right else f"verdicts {verdicts}")

    def easy_beside_hard(self, name, easy, timeout):
        """What is easy is answered though a hard question stands beside it, and in no more than twice its own time."""
        if self.only not in name:
            return
        lines = [f"INVARSPEC NAME easy{i} := n != {i}" for i in range(easy - 1)] + ["INVARSPEC NAME x := x"]
        _, alone = self.ours(self.write("easy", "\n".join(HARD.splitlines()[:3] + lines) + "\n"))
        _, both = self.ours(self.write("both", "\n".join(HARD.splitlines() + lines) + "\n"), "--timeout", timeout)
        answered = [n for n in alone if both.get(n, {}).get("verdict") in ("holds", "violated")]
        took, own = (sum(answers[n]["seconds"] for n in answered) for answers in (both, alone))
        met = len(answered) == easy and took <= max(FACTOR * own, own + SLACK)
        self.line(name, took, own, "the easy ones alone", met, f"{len(answered)} of {easy} easy ones answered")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    bench = Bench(parser.parse_args())
    bench.beside_peer("product of 12 bits", PRODUCT, "violated")
    bench.easy_beside_hard("one hard, one easy", 1, "8s")
    bench.easy_beside_hard("one hard, 49 easy", 49, "6s")
    if not os.path.isdir(CORPUS):
        print(f"families: no {CORPUS}: left out")
    else:
        for name, size, recorded, who in FAMILIES:
            bench.beside_peer(f"{name} {size}", family(name, size), "holds", recorded, who)
    print(f"\n{len(bench.missed)} missed" + "".join(f"\n  {m}" for m in bench.missed))
    return 1 if bench.missed else 0


if __name__ == "__main__":
    sys.exit(main())
