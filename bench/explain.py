#!/usr/bin/env python3
"""Evidence beside verdicts: for every CTL property of the SMV corpus that `check` decides within the limit in t CPU
seconds, `explain` should show a checked first screen within 5 t + 0.5 s.

   bench/explain.py [--only SUBSTRING] [--limit SECONDS]

The exit code is 1 when fewer than 95 % of them have one, or one of the named rows misses its bar."""
import argparse, json, os, resource, subprocess, sys

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "smv", "models")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
BARS = {"abp8": 0.5, "abp10": 0.5, "tcas": 3, "key10": 1, "guidance": 1, "prod-cons": 1}  # of ctl1


def cpu(command, limit):
    """What it printed, and its CPU seconds; nothing when it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=limit).stdout
    except subprocess.TimeoutExpired:
        text = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return {"properties": [], "findings": []}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=10)
    options = parser.parse_args()
    if not os.path.isdir(CORPUS):
        print(f"bench explain: no {CORPUS}; set CORPUS")
        return 0
    asked = shown = missed = 0
    for name in sorted(os.listdir(CORPUS)):
        model, ending = os.path.splitext(name)
        if ending != ".smv" or options.only not in model:
            continue
        path = os.path.join(CORPUS, name)
        text, _ = cpu([WHYNOT, "check", path, "--json", "--timeout", f"{options.limit:g}s"], 3 * options.limit)
        for row in report_of(text)["properties"]:
            if row["kind"] != "ctl" or row.get("verdict") not in ("holds", "violated"):
                continue
            _, t = cpu([WHYNOT, "check", path, "-p", row["name"]], 3 * options.limit)
            allowed = BARS.get(model, 5 * t + 0.5) if row["name"] == "ctl1" else 5 * t + 0.5
            text, seconds = cpu([WHYNOT, "explain", path, "-p", row["name"], "--json"], 4 * allowed + 5)
            found = report_of(text)["findings"]
            checked = bool(found) and all(f["checked"] for f in found)
            asked += 1
            shown += checked and seconds <= allowed
            if checked and seconds <= allowed and model not in BARS:
                continue
            missed += model in BARS and row["name"] == "ctl1" and not (checked and seconds <= allowed)
            what = "checked" if checked else "not checked" if found else "nothing shown"
            print(f"{model:28} {row['name']:12} check {t:6.2f}  explain {seconds:6.2f}  of {allowed:6.2f}  {what}")
    print(f"{shown} of {asked} have a checked first screen in time")
    return 1 if missed or shown < 0.95 * asked else 0


if __name__ == "__main__":
    sys.exit(main())
