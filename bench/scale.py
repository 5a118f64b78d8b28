#!/usr/bin/env python3
"""Many processes: what a farm costs per job, kills included; what a partitioned search sends, takes and costs; and what
that means for a cluster.

scale.py [farm|search|disk]... [JOBS]: some of it; so many jobs with ten kills (default: all of it, 10000)
"""
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WHYNOT = str(Path(os.environ.get("WHYNOT", "build/release/whynot")).resolve())
RANKED = WHYNOT + "-mpi"
NSPK = "examples/ots/nspk.ots"
missed, table = [], []
model = "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 8;\nINVARSPEC NAME low := x < 4;\nINVARSPEC NAME small := x < 8;\n"


def cpu(words, **more):
    """CPU seconds of a command and of what it has waited for, its result, and the largest of these processes in MB."""
    probe = "import resource,subprocess,sys\ndone=subprocess.run(sys.argv[1:])\nu=resource.getrusage(resource.RUSAGE_CHILDREN)\nprint(u.ru_utime+u.ru_stime,u.ru_maxrss//1024,file=sys.stderr)\nsys.exit(done.returncode)"
    done = subprocess.run([sys.executable, "-c", probe, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    seconds, megabytes = done.stderr.strip().splitlines()[-1].split()
    return float(seconds), int(megabytes), done


def bar(name, value, most, unit):
    good = value <= most
    table.append((name, f"{value:.2f} {unit}", f"{most:g} {unit}", "met" if good else "MISSED"))
    print(f"  {name:52} {value:10.2f} {unit:4} (bar {most:g}) {'' if good else 'MISSED'}")
    if not good:
        missed.append(name)


def farm(count):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "m.smv").write_text(model)
        jobs = [{"id": f"j{i}", "command": "check", "model": "m.smv", "args": ["-p", "low" if i % 2 else "small", "--seed", i]} for i in range(count)]
        (folder / "jobs.jsonl").write_text("".join(json.dumps(j) + "\n" for j in jobs))
        (folder / "some.jsonl").write_text("".join(json.dumps(j) + "\n" for j in jobs[:200]))
        bare = sum(cpu([WHYNOT, "check", "m.smv", "-p", "low" if i % 2 else "small", "--json", "--no-config", "--threads", "1"], cwd=folder)[0] for i in range(40)) / 40
        print(f"farm: a bare check takes {1000 * bare:.1f} ms CPU")
        for recheck in ("all", "violated", "none"):
            (folder / "some-run.jsonl").unlink(missing_ok=True)
            seconds, _, _ = cpu([WHYNOT, "farm", "some.jsonl", "--journal", "some-run.jsonl", "--recheck", recheck, "-q"], cwd=folder)
            bar(f"overhead of a job, --recheck {recheck}", 1000 * (seconds / 200 - bare), 30, "ms")
        kills(folder, count)


def kills(folder, count):
    """Ten kills, at moments that the journal's size tells."""
    words = [WHYNOT, "farm", "jobs.jsonl", "--journal", "run.jsonl", "--resume", "--recheck", "violated", "-q"]
    path, draw, begin = folder / "run.jsonl", random.Random(1), time.monotonic()
    size = lambda: path.stat().st_size if path.exists() else 0
    for _ in range(10):
        goal = size() + draw.randrange(1, 60 * count)
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while size() < goal and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        process.wait()
    subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done = [json.loads(line)["done"] for line in path.read_text().splitlines() if line.startswith('{"done"')]
    print(f"  {count} jobs, ten kills: {len(done)} done, {len(set(done))} different, {time.monotonic() - begin:.0f} s")
    bar(f"{count} jobs, ten kills: not done, or done again", abs(len(done) - count) + count - len(set(done)), 0, "")


def search(depth, ranks=None):
    words = [WHYNOT, "search", NSPK, "--count", "--depth", str(depth), "--json", "--no-timing", "--threads", "1", "--memory", "6G"]
    seconds, megabytes, done = cpu(words + (["--partition", str(ranks)] if ranks else []))
    return seconds, megabytes, json.loads(done.stdout)["findings"][0]["search"]


def partition():
    """Returns what the estimate for larger clusters starts from."""
    inputs = None
    for depth in (6, 7):
        alone = search(depth)
        shared = {ranks: search(depth, ranks) for ranks in (1, 2, 4)}
        states, edges = alone[2]["depths"][-1]["states"], alone[2]["depths"][-1]["transitions"]
        print(f"search nspk depth {depth}: {states} states, {edges} transitions, {alone[0]:.2f} s CPU, {alone[1]} MB alone")
        for ranks, (seconds, megabytes, found) in shared.items():
            told = found["partition"]
            if found["depths"] != alone[2]["depths"]:
                missed.append(f"the same counts with {ranks} ranks")
            size = told["cross_bytes"] / max(1, told["crossings"])
            print(f"  {ranks} ranks: {told['cross_bytes'] / states:.1f} bytes a state sent, {size:.1f} bytes each, largest rank {told['largest_rank_states'] / states:.1%}, {seconds:.2f} s CPU of all, {megabytes} MB of all")
            if ranks == 2:
                expected = edges / states * (ranks - 1) / ranks * size
                bar(f"depth {depth}: bytes sent, away from the formula", 100 * abs(told["cross_bytes"] / states / expected - 1), 5, "%")
                bar(f"depth {depth}: CPU of all ranks against the plain search", seconds / alone[0], 2, "x")
                inputs = {"states_per_s": states / (seconds / 1), "edges": edges / states, "bytes": size, "memory": alone[1] * 1e6 / states}
        of_world = two_processes(depth, *alone[:2])
        if of_world:
            inputs["states_per_s"] = states / of_world[0]
            inputs["memory"] = of_world[1] * 1e6 / shared[2][2]["partition"]["largest_rank_states"]
    return inputs


def two_processes(depth, seconds, megabytes):
    """Under mpirun, against the plain search: CPU seconds of both, megabytes of the larger one."""
    if not shutil.which("mpirun") or not Path(RANKED).exists():
        print("  no mpirun, or no whynot-mpi: ranks by mpirun left out")
        return None
    probe = ("import resource,subprocess,sys\ndone=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL)\n"
             "u=resource.getrusage(resource.RUSAGE_CHILDREN)\nprint('rank', u.ru_utime + u.ru_stime, u.ru_maxrss // 1024, file=sys.stderr)")
    words = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", sys.executable, "-c", probe, RANKED, "search", NSPK,
             "--count", "--depth", str(depth), "--threads", "1", "--memory", "6G", "--partition", "mpi"]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    told = [line.split() for line in done.stderr.splitlines() if line.startswith("rank ")]
    if len(told) != 2:
        missed.append("mpirun with two ranks")
        print(done.stderr[-400:])
        return None
    both, largest = sum(float(t[1]) for t in told), max(int(t[2]) for t in told)
    bar(f"depth {depth}: CPU of two ranks by mpirun against the plain search", both / seconds, 2, "x")
    bar(f"depth {depth}: largest of two ranks, of the plain search's memory", 100 * largest / megabytes, 60, "%")
    return both, largest


def disk():
    """Depth 7 within 600 MB, the states in files."""
    words = [WHYNOT, "search", NSPK, "--count", "--depth", "7", "--json", "--no-timing", "--threads", "1"]
    plain, _, here = cpu(words + ["--memory", "6G"])
    with tempfile.TemporaryDirectory() as folder:
        seconds, megabytes, there = cpu(words + ["--memory", "600M", "--spill", folder])
    print(f"search nspk depth 7 on disk: {seconds:.1f} s CPU, {megabytes} MB; in memory {plain:.1f} s")
    bar("depth 7 on disk: CPU against memory", seconds / plain, 4, "x")
    bar("depth 7 on disk: memory", megabytes, 600, "MB")
    bar("depth 7 on disk: differences", 0 if here.stdout == there.stdout else 1, 0, "")


def simulate(inputs):
    """Level by level: a rank expands its share, sends what is not its own, waits for the slowest, and for the latency of
    an exchange per batch.  Levels of 20 times the one before, as in nspk."""
    print("estimate from these figures (20 ranks a machine share its network; 50 us an exchange of 8192 states)")
    print(f"  {'ranks':>6} {'1 Gbit/s: M states/s':>22} {'10 Gbit/s':>10} {'100 Gbit/s':>10} {'states in 4 GB a rank':>22}")
    draw = random.Random(1)
    for ranks in (64, 128, 256, 512, 1024):
        row = []
        for gigabits in (1, 10, 100):
            level, total, seconds = 20_000_000.0, 0.0, 0.0
            for _ in range(3):
                mine = level / ranks
                uneven = 1 + max(draw.gauss(0, 1) for _ in range(ranks)) / mine ** 0.5
                compute = mine * uneven / inputs["states_per_s"]
                wire = mine * inputs["edges"] * (ranks - 1) / ranks * inputs["bytes"] * 20 / (gigabits * 1e9 / 8)
                waits = mine / 8192 * 3 * 50e-6 * max(1, ranks.bit_length() - 1)
                seconds += max(compute, wire) + waits
                total += level
                level *= 20
            row.append(total / seconds / 1e6)
        print(f"  {ranks:6} {row[0]:22.1f} {row[1]:10.1f} {row[2]:10.1f} {ranks * 4e9 / inputs['memory'] / 1e9:19.1f} G")


words = sys.argv[1:]
parts = [w for w in words if not w.isdigit()] or ["farm", "search", "disk"]
if "farm" in parts:
    farm(next((int(w) for w in words if w.isdigit()), 10000))
if "search" in parts:
    simulate(partition())
if "disk" in parts:
    disk()
print(f"\n{'':60} {'measured':>12} {'bar':>10}")
for name, value, most, verdict in table:
    print(f"{name:60} {value:>12} {most:>10}  {verdict}")
print("missed: " + ", ".join(missed) if missed else "all bars are met")
sys.exit(1 if missed else 0)
