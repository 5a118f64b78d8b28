#!/usr/bin/env python3
"""NuSMV's bounded checking on the base counterexamples of the intervals bench.

   bench/intervals_peer.py MODEL.smv BASES

BASES has a line for each: our CPU seconds, a tab, the property.  Reading the model is not counted, neither here nor
there: NuSMV's time for it is measured once and taken off."""
import os, sys, tempfile

from peer import cpu_seconds, nusmv

BOUND, LIMIT = 10, 60


def timed(peer, model, commands):
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script")
        with open(script, "w") as file:
            file.write("\n".join(["set on_failure_script_quits", "go_bmc", *commands, "quit", ""]))
        return cpu_seconds([peer, "-source", script, model], LIMIT)


def main():
    model, bases = sys.argv[1:]
    peer = nusmv()
    if not peer:
        print("base counterexamples beside NuSMV: no NuSMV found ($NUSMV names it), left out")
        return
    with open(bases) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    reading = min((timed(peer, model, [])[0] for _ in range(3)), key=lambda s: s if s is not None else LIMIT)
    ours, theirs, failed = [], [], 0
    for seconds, formula in rows:
        took, said = timed(peer, model, [f'check_ltlspec_bmc -k {BOUND} -p "{formula}"'])
        if took is None or reading is None or "is false" not in said:
            failed += 1
            continue
        ours.append(float(seconds))
        theirs.append(max(took - reading, 0.0))
    if not theirs:
        print(f"base counterexamples beside NuSMV ({peer}): it answered none of {len(rows)}")
        return
    average = [sum(times) / len(times) for times in (ours, theirs)]
    print(f"base counterexamples beside NuSMV ({peer}), CPU seconds, reading ({reading:.2f} s for NuSMV) not counted:")
    print(f"  {len(theirs)} of {len(rows)} properties, {failed} without a counterexample up to {BOUND} or failed")
    print(f"  ours, by trying packets first, {average[0]:.4f} on average, {max(ours):.4f} at worst; NuSMV {average[1]:.4f}, from {min(theirs):.4f} to {max(theirs):.4f}: "
          f"{average[1] / max(average[0], 1e-6):.0f} times ours")


if __name__ == "__main__":
    main()
