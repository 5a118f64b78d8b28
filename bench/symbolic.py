#!/usr/bin/env python3
"""The SMV corpus beside NuSMV: CPU seconds of both for each file, their ratio, and the geometric mean over the files
that take NuSMV more than 0.1 s.

   bench/symbolic.py [--engine E] [--limit SECONDS] [--only SUBSTRING] [--above SECONDS]

NuSMV is measured beside us, plain and with -dynamic -coi, the faster counts, if $NUSMV names it or it is on the PATH;
else its times are those recorded in the corpus.  --above leaves out the files that took it less.  The exit code is 1
when a file takes us more than twice NuSMV's time and more than 50 ms, or is left undecided."""
import argparse, math, os, resource, shutil, subprocess, sys

import smv

SLACK, FACTOR, COUNTS_FROM = 0.05, 2.0, 0.1


def peer_run(peer, path, limit):
    """The CPU seconds of the faster way, None if it finishes neither within the limit."""
    best = None
    for flags in ([], ["-dynamic", "-coi"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run([peer, *flags, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            continue
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if done.returncode == 0:
            best = seconds if best is None else min(best, seconds)
    return best


def undecided(report):
    return [p["name"] for p in report["properties"] if p.get("verdict") == "undecided"]


def judge(seconds, theirs, open_properties):
    if open_properties and theirs is not None:
        return f"undecided {', '.join(open_properties[:4])}"
    if theirs is not None and seconds > max(FACTOR * theirs, SLACK):
        return "slower"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--above", type=float, default=0.0)
    options = parser.parse_args()
    if not os.path.isdir(smv.CORPUS):
        print(f"symbolic: no corpus at {smv.CORPUS}: left out")
        return 0
    peer = os.environ.get("NUSMV") or shutil.which("NuSMV") or shutil.which("nusmv")
    print(f"NuSMV: {'measured beside us, ' + peer if peer else 'times recorded in the corpus'}")
    recorded, logs, outliers, unfinished, beyond = smv.peer_seconds(), [], [], 0, 0
    for name in sorted(os.listdir(os.path.join(smv.CORPUS, "models"))):
        model, path = name[:-4], os.path.join(smv.CORPUS, "models", name)
        if options.only not in model or (options.above and (recorded.get(model) or 0) < options.above):
            continue
        report, code, seconds = smv.run(path, options.engine, options.limit)
        theirs = peer_run(peer, path, options.limit) if peer else recorded.get(model)
        note = f"BROKEN exit {code}" if report is None else judge(seconds, theirs, undecided(report))
        finished = report is not None and not undecided(report)
        if theirs is None:
            unfinished += 1
            beyond += finished
        if note:
            outliers.append((seconds / theirs if theirs else 0.0, model, note))
        if theirs and theirs > COUNTS_FROM and finished:
            logs.append(math.log(max(seconds, 0.001) / theirs))
        ratio = f"{seconds / theirs:8.2f}" if theirs else "       -"
        print(f"{model:34} {seconds:8.3f} s  NuSMV {f'{theirs:.3f}' if theirs else '-':>8}  {ratio}  {note}", flush=True)
    if logs:
        mean = math.exp(sum(logs) / len(logs))
        print(f"\ngeometric mean over {len(logs)} files with NuSMV above {COUNTS_FROM} s: {mean:.3f} of its time, {1 / mean:.1f} times faster")
    print(f"{beyond} of {unfinished} files finished in {options.limit} s that NuSMV does not finish")
    print(f"{len(outliers)} files slower than twice NuSMV's time (and {SLACK} s), undecided or broken")
    for ratio, model, note in sorted(outliers, reverse=True):
        print(f"  {model:34} {ratio:8.2f}  {note}")
    return 1 if outliers else 0


if __name__ == "__main__":
    sys.exit(main())
