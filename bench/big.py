#!/usr/bin/env python3
"""Reading speed: a generated model of a million lines, and the Stanford model of the corpus where it is."""
import os, resource, subprocess, sys, tempfile

WHYNOT = "build/release/whynot"


def measure(name, path, bar):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([WHYNOT, "check", path, "-f", "TRUE", "--engine", "explicit", "--timeout", "1ms", "--json"],
                          capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{name:30} {seconds:8.3f} s (bar {bar} s)   peak of all runs {after.ru_maxrss // 1024} MB   exit {done.returncode}")


def main():
    stanford = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "stanford", "stanford.smv")
    if os.path.exists(stanford):
        measure("stanford.smv", stanford, 0.15)
    else:
        print(f"no {stanford}: left out")
    with tempfile.NamedTemporaryFile("w", suffix=".smv") as big:
        subprocess.run([sys.executable, "bench/gen_big_smv"], stdout=big, check=True)
        big.flush()
        measure("1 million lines", big.name, 10)


main()
