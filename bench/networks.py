#!/usr/bin/env python3
"""Questions about all headers of router tables, timed: networks.py WHYNOT CORPUS [HASSEL]

CORPUS/stanford are Stanford's tables; HASSEL/i2 those of Internet2 (the public Hassel release), if they are there; a
network of 1,000 routers and a million prefixes is generated.  Prints seconds and megabytes beside the bar of each, and
exits 1 if one is missed.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

WHYNOT, CORPUS = sys.argv[1:3]
HASSEL = sys.argv[3] if len(sys.argv) > 3 else ""
missed = False


def run(title, words, seconds, megabytes):
    global missed
    code = ("import resource, subprocess, sys\n"
            "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
            "use = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            "print(done.returncode, use.ru_utime + use.ru_stime, use.ru_maxrss // 1024)")
    told = subprocess.run([sys.executable, "-c", code, WHYNOT, *words], capture_output=True, text=True, check=True)
    exit_code, used, peak = told.stdout.split()
    bad = exit_code not in ("0", "10") or float(used) > seconds or int(peak) > megabytes
    missed = missed or bad
    print(f"{title:<44} {float(used):8.2f} s of {seconds:5}   {peak:>6} MB of {megabytes}   exit {exit_code}"
          f"{'   MISSED' if bad else ''}")


def one_rule_changed(source, target):
    """The tables with the first routing rule of a router, chosen at random, sent where the next one goes."""
    chance = random.Random(7)
    os.makedirs(target)
    for name in sorted(os.listdir(source)):
        if not name.endswith(".tf") or name == "topology.tf":
            if name.endswith((".tf", ".txt")):
                shutil.copy(os.path.join(source, name), target)
            continue
        with open(os.path.join(source, name)) as lines:
            text = lines.read().split("\n")
        routing = [i for i, l in enumerate(text) if l.startswith("rw$")]
        if len(routing) > 1:
            at = chance.randrange(len(routing) - 1)
            mine, other = text[routing[at]].split("$"), text[routing[at + 1]].split("$")
            for field in (0, 3, 4, 5, 6, 7):
                mine[field] = other[field]
            text[routing[at]] = "$".join(mine)
        with open(os.path.join(target, name), "w") as out:
            out.write("\n".join(text))


def pairs(folder, count):
    """Of a start, an end and a prefix that a table asks about, at random."""
    model = subprocess.run([WHYNOT, "net", "import", folder], capture_output=True, text=True, check=True).stdout
    names = lambda before: re.search(before + r" \{(.*?)\}", model, re.S).group(1).replace("\n", " ").split(", ")
    starts, chance = names(r"init\(location\) :="), random.Random(3)
    ends = [name for name in names("location:") if name not in starts and name != "drop"]
    prefixes = re.findall(r"ipdst(\d+) = 0uh32_([0-9a-f]{8})", model)
    words = []
    for _ in range(count):
        length, value = chance.choice(prefixes)
        words += ["--reach", f"{chance.choice(starts)},{chance.choice(ends)},{value}/{length}"]
    return words


def main():
    with tempfile.TemporaryDirectory() as folder:
        internet2, stanford = os.path.join(HASSEL, "i2"), os.path.join(CORPUS, "stanford")
        if HASSEL and os.path.isdir(internet2):
            run("Internet2: import", ["net", "import", internet2, "-o", folder + "/i2.smv"], 0.5, 300)
            # The bar is 0.2 s besides reading, which import is the measure of.
            run("Internet2: one pair", ["intervals", internet2, "--reach", "seat,atla_p31", "--over", "all"], 0.7, 300)
            run("Internet2: all pairs", ["intervals", internet2, "--reach", "any", "--over", "all", "--json", "--limit", "10"],
                10, 300)
            run("Internet2: all loops", ["intervals", internet2, "--loops"], 2, 300)
        else:
            print("no Internet2: name the folder with i2 in it")
        if os.path.isdir(stanford):
            changed = os.path.join(folder, "changed")
            one_rule_changed(stanford, changed)
            run("Stanford: a rule of each router changed", ["net", "diff", stanford, changed, "--reach", "any"], 5, 600)
            run("Stanford: all loops", ["intervals", stanford, "--loops"], 5, 600)
            # Twice what as many queries in the paper's sense took: intervals_bench.
            run("Stanford: 764 pairs, --over all", ["intervals", stanford, "--over", "all", "--json", *pairs(stanford, 764)],
                3.4, 300)
        large = os.path.join(folder, "large")
        subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "gen_network"), large], check=True)
        run("1,000 routers, 1 million prefixes: loops", ["intervals", large, "--loops"], 60, 4096)
    sys.exit(1 if missed else 0)


main()
