#!/usr/bin/env python3
"""The symbolic engine's bars on the SMV corpus, with NuSMV beside it.

   bench/symbolic.py [--engine E] [--limit SECONDS] [--cut-limit SECONDS] [--only SUBSTRING] [--above SECONDS]

First every file that NuSMV finished when the corpus was recorded: CPU seconds of both, their ratio, and our answers
against the recorded ones.  Then the files that the corpus lists as cut, with the longer limit.  At the end a line
for each bar, `met` or `MISSED` (the exit code is then 1), and what stands in its way.

NuSMV is measured, plain and with -dynamic -coi, the faster counts, if $NUSMV names it or it is on the PATH; else its
times are those recorded in the corpus.  Limits are CPU seconds, so that other work on the machine does not count;
--above leaves out the files that took NuSMV less, and the cut ones."""
import argparse, math, os, re, sys

import smv
from peer import cpu_seconds, nusmv

PEER_WAYS = ([], ["-dynamic", "-coi"])
SLACK, FACTOR, COUNTS_FROM, FASTER = 0.05, 2.0, 0.1, 8.0
CUT_SHARE = 16 / 19  # of the files that NuSMV was cut at, to be finished


def peer_run(peer, path, limit):
    """The CPU seconds of the faster way, None if it finishes neither within the limit."""
    best = None
    for flags in PEER_WAYS:
        seconds, _ = cpu_seconds([peer, *flags, path], limit)
        if seconds is not None:
            best = seconds if best is None else min(best, seconds)
    return best


def cut_files():
    """The models that the corpus lists as those at which NuSMV was cut."""
    with open(os.path.join(smv.CORPUS, "README.md")) as file:
        listed = re.search(r"NuSMV was cut at 60.*?: (.*?)\.\n", file.read())
    return listed.group(1).split(", ") if listed else []


def same_text(a, b):
    bare = [re.sub(r"[\s()]", "", text) for text in (a, b)]
    return bare[0] == bare[1]


def compare_cut(rows, report):
    """A cut run's verdicts are recorded with their text, not with their place."""
    for row in rows:
        for p in report["properties"]:
            if row["index"].startswith("d") and same_text(row["property"], p["text"]) and p.get("verdict") != "undecided":
                yield ("same" if p["verdict"] == smv.WORDS[row["verdict"]] else "verdict"), p["name"], p["verdict"], row["verdict"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.peer = nusmv()
        self.recorded, self.expected = smv.peer_seconds(), smv.expected_verdicts()
        self.logs, self.slow, self.wrong, self.cut_open = [], [], [], []
        self.answers = self.files = self.cut_done = 0

    def ours(self, model, limit):
        """Seconds, the names of what was left open (None: nothing came out), a note."""
        path = os.path.join(smv.CORPUS, "models", model + ".smv")
        report, code, seconds = smv.run(path, self.options.engine, 4 * limit)
        if report is None or code == 70:
            self.wrong.append(f"{model}: exit {code}")
            return seconds, None, f"BROKEN exit {code}"
        rows = self.expected.get(model, [])
        for what, name, got, want in [*smv.compare(model, rows, report), *compare_cut(rows, report)]:
            self.answers += what == "same"
            if what in ("verdict", "count", "depth"):
                self.wrong.append(f"{model} {what} {name}: {got}, recorded {want}")
        late = ["all, over the limit"] if seconds > limit else []
        return seconds, late + [p["name"] for p in report["properties"] if p.get("verdict") == "undecided"], ""

    def beside_peer(self, model):
        path = os.path.join(smv.CORPUS, "models", model + ".smv")
        seconds, left, note = self.ours(model, self.options.limit)
        theirs = peer_run(self.peer, path, self.options.limit) if self.peer else self.recorded.get(model)
        self.files += 1
        if theirs and left:
            note = f"undecided: {', '.join(left[:4])}"
        elif theirs and seconds > max(FACTOR * theirs, theirs + SLACK):
            note = "slower"
        if theirs and note:
            self.slow.append(f"{model}: {seconds:.3f} s, NuSMV {theirs:.3f} s, {note}")
        if theirs and theirs > COUNTS_FROM:
            self.logs.append(math.log(max(seconds, 0.001) / theirs))
        ratio = f"{seconds / theirs:8.2f}" if theirs else "       -"
        print(f"{model:34} {seconds:8.3f} s  NuSMV {f'{theirs:.3f}' if theirs else '-':>8}  {ratio}  {note}", flush=True)

    def cut(self, model):
        seconds, left, note = self.ours(model, self.options.cut_limit)
        if left == []:
            self.cut_done += 1
        else:
            self.cut_open.append(model)
            note = note or f"undecided: {', '.join(left[:4])}"
        print(f"{model:34} {seconds:8.3f} s  {note}", flush=True)

    def bars(self, cut_count):
        """(met, sentence, what stands in the way) for each bar that was measured."""
        yield not self.wrong, f"{self.answers} recorded answers the same, {len(self.wrong)} different", self.wrong
        yield not self.slow, f"{self.files - len(self.slow)} of {self.files} files in at most twice NuSMV's time, or {SLACK} s more", self.slow
        if self.logs:
            faster = math.exp(-sum(self.logs) / len(self.logs))
            yield (faster >= FASTER, f"{faster:.1f} times faster in the geometric mean over {len(self.logs)} files with NuSMV above {COUNTS_FROM} s "
                   f"(bar: {FASTER:.0f})", [])
        if cut_count:
            least = math.ceil(CUT_SHARE * cut_count)
            yield (self.cut_done >= least, f"{self.cut_done} of {cut_count} cut files finished in {self.options.cut_limit} s (bar: {least})",
                   self.cut_open)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument("--cut-limit", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--above", type=float, default=0.0)
    options = parser.parse_args()
    if not os.path.isdir(smv.CORPUS):
        print(f"symbolic: no corpus at {smv.CORPUS}: left out")
        return 0
    bench, cut = Bench(options), cut_files()
    print(f"NuSMV: {'measured beside us, ' + bench.peer if bench.peer else 'times recorded in the corpus'}; CPU seconds")
    models = [name[:-4] for name in sorted(os.listdir(os.path.join(smv.CORPUS, "models"))) if options.only in name]
    for model in models:
        if model not in cut and (bench.recorded.get(model) or 0) >= options.above:
            bench.beside_peer(model)
    cut = [model for model in models if model in cut and not options.above]
    if cut:
        print(f"\nfiles at which NuSMV was cut, {options.cut_limit} s")
    for model in cut:
        bench.cut(model)
    print()
    missed = False
    for met, sentence, obstacles in bench.bars(len(cut)):
        missed = missed or not met
        print(f"bar {'met   ' if met else 'MISSED'}: {sentence}")
        for line in obstacles:
            print(f"  {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
