#!/usr/bin/env python3
"""Every circuit of the hardware corpus against the recorded verdicts, AIGER and BTOR2, beside ABC's pdr and bmc3, and the
Verilog designs of the other corpus, property by property.

   bench/hw.py [--limit SECONDS] [--only SUBSTRING] [--forms aig,btor2,arrays,verilog] [--engine E]

Seconds and limits are of CPU time, so that other work on the machine changes nothing.  Witnesses are replayed, what holds is certified.  Without ABC in the PATH the recorded answers
of its pdr stand in the table; `ic3` is held against pdr alone.  The exit code is 1 when a verdict is not the recorded
one, or when fewer AIGER files are decided than ABC decides."""
import argparse, csv, json, os, resource, shutil, subprocess, sys, tempfile
from peer import cpu_seconds

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "hw")
VERILOG = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "verilog")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
WORDS = {"sat": "violated", "unsat": "holds"}


def rows_of(form):
    name = "index-arrays.tsv" if form == "arrays" else "index.tsv"
    with open(os.path.join(CORPUS, name)) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield row, os.path.join(CORPUS, row["aig" if form == "aig" else "btor2"])


def ours(path, limit, engine):
    """Verdict, engine, depth, seconds, and what the certificate or the replay of the witness says."""
    with tempfile.TemporaryDirectory() as folder:
        witness = os.path.join(folder, "witness")
        command = [WHYNOT, "check", path, "--json", "--no-why", "--certify", "--engine", engine, "--witness", witness]
        done = subprocess.run(["/usr/bin/env", "time", "-f", "%U", *command], capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
        if "terminated by signal" in done.stderr:
            return "undecided", "", "", float(limit), ""
        try:
            found = json.loads(done.stdout)["properties"][0]
        except (ValueError, IndexError, KeyError):
            return "failed", "", "", 0.0, done.stderr.strip()[-80:]
        seconds = float(done.stderr.strip().splitlines()[-1])
        checked = "certified" if found.get("certified") else ""
        if found["verdict"] == "violated":
            replay = [WHYNOT, "trace", "replay", witness, "--model", path, "-p", found["name"]]
            checked = "replayed" if subprocess.run(replay, capture_output=True).returncode == 0 else "REFUSED"
        return found["verdict"], found.get("engine", ""), found.get("depth", found.get("bound", "")), seconds, checked


def abc(path, limit, engines):
    """What its engines say together; None where ABC is not installed."""
    program = shutil.which("berkeley-abc") or shutil.which("abc")
    if not program:
        return None
    for engine in engines:
        script = f"read {path}; logic; undc; strash; zero; fold; {engine} -T {limit}"
        _, text = cpu_seconds([program, "-c", script], 2 * limit)
        if text and "was asserted" in text:
            return "violated"
        if text and "Property proved" in text:
            return "holds"
    return "undecided"


def designs():
    """Of each design of the index its words, and the verdict of each property by its label or the line it ends in."""
    found = {}
    with open(os.path.join(VERILOG, "index.tsv")) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            words = [os.path.join(VERILOG, name) for name in row["files"].split()] + ["--top", row["top"]]
            for part in row["read_options"].split(";"):
                option = part.split()
                if option[:1] == ["-D"]:
                    words += ["--define", option[1]]
                if option[:1] == ["-chparam"]:
                    words += ["--parameter", f"{option[1]}={option[2]}"]
            properties = found.setdefault(row["id"], (words, {}))[1]
            if row["verdict"] in ("holds", "fails"):
                line = row["property"].rsplit("-", 1)[-1].split(".")[0] if ":" in row["property"] else row["property"]
                properties[line] = "holds" if row["verdict"] == "holds" else "violated"
    return found


def verilog(options):
    """How many verdicts are not the recorded ones."""
    wrong = decided = count = 0
    for name, (words, expected) in designs().items():
        if options.only not in name:
            continue
        command = [WHYNOT, "check", *words, "--json", "--no-why", "--certify", "--engine", options.engine, "--timeout-each", f"{options.limit}s"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run(command, capture_output=True, text=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        try:
            properties = json.loads(done.stdout)["properties"]
        except (ValueError, KeyError):
            print(f"{name:16} failed: {done.stderr.strip()[-200:]}", flush=True)
            wrong += 1
            continue
        print(f"{name:16} {len(properties)} properties, {seconds:.1f} s", flush=True)
        for p in properties:
            recorded = expected.get(p["name"], expected.get(str(p["line"])))
            is_wrong = recorded and p["verdict"] in WORDS.values() and p["verdict"] != recorded
            wrong += bool(is_wrong)
            count += 1
            decided += p["verdict"] in WORDS.values()
            how = "certified" if p.get("certified") else p.get("certified_reason", "")
            if recorded or p["verdict"] not in WORDS.values() or how != "certified":
                print(f"  {p['name']:34} {p['kind']:6} {p['verdict']:10} {p.get('engine', ''):6} {p.get('depth', p.get('bound', ''))!s:4} recorded: {recorded or '-':9} {how}{'  WRONG' if is_wrong else ''}", flush=True)
    print(f"verilog: {decided} of {count} decided\n", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--forms", default="aig,btor2,arrays,verilog")
    parser.add_argument("--engine", default="auto")
    options = parser.parse_args()
    if not os.path.isdir(CORPUS):
        print(f"bench hw: no {CORPUS}; set CORPUS")
        return 0
    wrong = missed = 0
    engines = ("pdr",) if options.engine == "ic3" else ("pdr", "bmc3")
    for form in options.forms.split(","):
        if form == "verilog":
            wrong += verilog(options) if shutil.which("yosys") else 0
            continue
        decided = peers = count = 0
        for row, path in rows_of(form):
            if options.only not in row["name"]:
                continue
            verdict, engine, depth, seconds, checked = ours(path, options.limit, options.engine)
            peer = abc(path, options.limit, engines) if form == "aig" else None
            if peer is None:
                peer = WORDS.get(row.get("pdr_12s"), "undecided")
            expected = WORDS.get(row["verdict"])
            is_wrong = verdict in WORDS.values() and expected and verdict != expected
            wrong += bool(is_wrong)
            count += 1
            decided += verdict in WORDS.values()
            peers += peer in WORDS.values()
            print(f"{row['name'][:44]:44} {verdict:10} {engine:8} {depth!s:5} {seconds:7.1f} s  {checked:9} abc: {peer:10}{'  WRONG' if is_wrong else ''}", flush=True)
        bar = ""
        if form == "aig":
            missed += decided < peers
            bar = "; bar MISSED" if decided < peers else "; bar met"
        print(f"{form}: {decided} of {count} decided; abc ({', '.join(engines)}): {peers}{bar}\n", flush=True)
    return 1 if wrong or missed else 0


sys.exit(main())
