#!/usr/bin/env python3
"""Bounded checking beside NuSMV: the properties of the SMV corpus whose shortest counterexample is recorded, one run of
each program for a file, up to the longest of the recorded lengths; depths and CPU seconds are compared.

   bench/bounded.py [--only SUBSTRING]

NuSMV is $NUSMV or on the PATH; without it only our side is run.  The exit code is 1 when a depth differs or when our
total is above NuSMV's."""
import argparse, json, os, re, resource, shutil, subprocess, sys, tempfile

import smv

LIMIT = 120


def known_lengths():
    """For each model, the properties (NuSMV's index, kind, our name, length) whose shortest length is recorded."""
    known = {}
    for model, rows in smv.expected_verdicts().items():
        seen = {}
        for row in rows:
            kind = smv.KINDS.get(row["kind"])
            if kind is None or row["index"].startswith("d"):
                continue
            seen[kind] = seen.get(kind, 0) + 1
            if (row["bmc_shortest_k"] or "").isdigit():
                known.setdefault(model, []).append((int(row["index"]), kind, seen[kind], int(row["bmc_shortest_k"])))
    return known


def cpu(command, **rest):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, **rest).stdout
    except subprocess.TimeoutExpired:
        text = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(path, properties, bound):
    names = names_of(path)
    wanted = [names[kind][number - 1] for _, kind, number, _ in properties]
    options = [word for name in wanted for word in ("-p", name)]
    text, seconds = cpu([smv.WHYNOT, "check", path, "--json", "--engine", "bmc", "--bound", str(bound), *options])
    depths = {p["name"]: p.get("depth") for p in json.loads(text)["properties"]}
    return [depths[name] for name in wanted], seconds


def names_of(path):
    """The names of a file's properties by kind; this run is not counted."""
    text, _ = cpu([smv.WHYNOT, "check", path, "--json", "--engine", "bmc", "--bound", "0"])
    names = {}
    for p in json.loads(text)["properties"]:
        names.setdefault(p["kind"], []).append(p["name"])
    return names


def theirs(peer, path, properties, bound):
    checks = {"ltl": "check_ltlspec_bmc", "invar": "check_invar_bmc_inc -a falsification"}
    lines = ["read_model -i " + path, "flatten_hierarchy", "encode_variables", "build_boolean_model", "bmc_setup"]
    lines += [f"{checks[kind]} -n {index} -k {bound}" for index, kind, _, _ in properties] + ["quit"]
    with tempfile.NamedTemporaryFile("w", suffix=".cmd") as script:
        script.write("\n".join(lines) + "\n")
        script.flush()
        text, seconds = cpu([peer, "-source", script.name], stdin=subprocess.DEVNULL)
    return len(re.findall(r"^-- (?:specification|invariant) .* is false", text, re.M)), seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not os.path.isdir(smv.CORPUS):
        print(f"bounded: no corpus at {smv.CORPUS}: left out")
        return 0
    peer = os.environ.get("NUSMV") or shutil.which("NuSMV") or shutil.which("nusmv")
    total, peer_total, wrong = 0.0, 0.0, 0
    for model, properties in sorted(known_lengths().items()):
        if options.only not in model:
            continue
        path = os.path.join(smv.CORPUS, "models", model + ".smv")
        lengths = [length for *_, length in properties]
        depths, seconds = ours(path, properties, max(lengths))
        total += seconds
        note = "" if depths == lengths else f"DEPTHS {depths}, recorded {lengths}"
        wrong += depths != lengths
        beside = ""
        if peer:
            found, peer_seconds = theirs(peer, path, properties, max(lengths))
            peer_total += peer_seconds
            beside = f"NuSMV {peer_seconds:8.3f} s ({found} of {len(properties)} violated)"
        print(f"{model:34} bound {max(lengths):3}  {seconds:8.3f} s  {beside}  {note}", flush=True)
    print(f"\ntotal {total:.2f} s CPU" + (f"; NuSMV {peer_total:.2f} s: {peer_total / total:.1f} times ours" if peer else "; NuSMV is not installed"))
    return 1 if wrong or (peer and total > peer_total) else 0


if __name__ == "__main__":
    sys.exit(main())
