#!/usr/bin/env python3
"""mypyvy's specifications of the corpus: proved with the invariants that their authors give, decided from the safety
properties alone; our own protocols, decided; and modules of Maude, whose states are counted as Maude counts them.

   bench/falsify.py [--prove SECONDS] [--falsify SECONDS] [--only SUBSTRING] [--certify]
   bench/falsify.py --mutants [--depth 8] [--search SECONDS] [--only SUBSTRING]

With --mutants each guard of each transition is deleted in turn: what `search` refutes to that depth, `falsify` should refute
within three times its processor time and a second.  Of a specification in our own language the last guard of a transition
stays, as its end is not marked.

The exit code is 1 where a verdict is not the recorded one, or a mutant is missed: open is none."""
import argparse, csv, glob, json, os, re, resource, shutil, subprocess, sys, tempfile

CORPUS = os.path.join(os.environ.get("CORPUS", "../shared/corpus"), "pyv")
WHYNOT = os.environ.get("WHYNOT", "build/release/whynot")
ITEM = re.compile(r"^(sort|mutable|immutable|derived|axiom|init|transition|safety|invariant|zerostate|onestate|twostate|"
                  r"definition|theorem|sat|unsat)\b")
BESIDE = {"invariant", "theorem", "sat", "unsat", "zerostate", "onestate", "twostate"}


def safety_alone(text):
    """Without invariants, theorems and traces; definitions stay."""
    out, keep = [], True
    for line in text.splitlines(keepends=True):
        item = ITEM.match(line)
        if item:
            keep = item.group(1) not in BESIDE or "definition" in line
        if keep:
            out.append(line)
    return "".join(out)


def run(command, limit):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([WHYNOT, *command, "--json", "--timeout", f"{limit}s"], capture_output=True,
                              timeout=2 * limit + 30)
        report = json.loads(done.stdout)
        verdicts = [p.get("verdict", "undecided") for p in report["properties"]]
    except (subprocess.TimeoutExpired, ValueError):
        report, verdicts = {"findings": []}, ["none"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return verdicts, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, report


def together(verdicts):
    for worst in ("none", "violated", "undecided"):
        if worst in verdicts:
            return worst
    return "holds"


def own():
    """Our own protocols that are known from elsewhere."""
    return sorted(glob.glob("tests/models/protocols/*.ots") + glob.glob("examples/pyv/*.pyv") + ["examples/ots/ricart.ots"])


def protocols(limit, extra):
    """These, by falsify alone."""
    for path in own():
        verdicts, seconds, _ = run(["falsify", path, *extra], limit)
        words = ", ".join(f"{verdicts.count(v)} {v}" for v in ("holds", "violated", "undecided", "none") if v in verdicts)
        print(f"{path:48} {words:>40} {seconds:7.1f}", flush=True)


# Where Maude's searches of the corpus begin, and how deep they go.
MODULES = [("qlock.maude", "QLOCK", "init(3)", "three", "Sys", 9), ("qlock.maude", "FLAWED", "init(3)", "FLAWED.three", "Sys", 9),
           ("nspk-nosteps.maude", "NSPK", "init", "", "Sys", 4)]


def count_here(path, scope, depth):
    command = [WHYNOT, "search", path, "--count", "--depth", str(depth), *(["--scope", scope] if scope else [])]
    rows = re.findall(r"^ +(\d+) +(\d+) +\d+$", subprocess.run(command, capture_output=True, text=True).stdout, re.M)
    return int(rows[-1][1]) if rows else None


def count_in_maude(path, module, term, sort, depth):
    script = f"load {os.path.abspath(path)}\nsearch [, {depth}] in {module} : {term} =>* S:{sort} .\nquit\n"
    with tempfile.NamedTemporaryFile("w", suffix=".maude") as file:
        file.write(script)
        file.flush()
        done = subprocess.run(["maude", "-no-banner", "-batch", file.name], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
    return len(re.findall(r"^Solution ", done.stdout, re.M))


def modules(folder):
    wrong = []
    for name, module, term, scope, sort, depth in MODULES:
        path = os.path.join(folder, name)
        ours = count_here(path, scope, depth)
        theirs = count_in_maude(path, module, term, sort, depth) if shutil.which("maude") else None
        print(f"{name + ' ' + module:48} depth {depth}: {ours} states, Maude {theirs}", flush=True)
        if theirs is not None and ours != theirs:
            wrong.append(f"{name} {module}")
    return wrong


def conjuncts(body):
    """Top-level parts of a conjunction, with where they begin and end."""
    parts, depth, begin, quantified = [], 0, 0, False
    for at, c in enumerate(body):
        depth += (c in "([{") - (c in ")]}")
        # What follows a quantifier, a disjunction or an implication outside of brackets reaches to the end.
        rest = body[at:]
        if depth == 0 and (re.match(r"\b(forall|exists)\b", rest) or rest.startswith(("|", "->", "<->"))):
            quantified = True
        if c == "&" and depth == 0 and not quantified:
            parts.append((begin, at))
            begin = at + 1
    return parts + [(begin, len(body))]


def without_old(text):
    while (at := text.find("old(")) >= 0:
        depth, end = 1, at + 4
        while end < len(text) and depth:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        text = text[:at] + text[end:]
    return text


def pyv_mutants(text):
    newer = "new(" in text
    for found in re.finditer(r"(?m)^transition\s+(\w+)(\([^)]*\))?\s*\n((?:[ \t]+.*\n|\s*\n)+)", text):
        body = found.group(3)
        plain = re.sub(r"#.*", lambda m: " " * len(m.group()), body)
        head = re.match(r"\s*modifies ([\w, ]+)\n", plain)
        if not head:
            continue
        modified = [name.strip() for name in head.group(1).split(",")]
        for number, (begin, end) in enumerate(conjuncts(plain[head.end():])):
            part = plain[head.end():][begin:end]
            after = part if newer else without_old(part)
            changes = "new(" in part if newer else any(re.search(rf"\b{name}\b", after) for name in modified)
            if changes or not part.strip():
                continue
            at = found.start(3) + head.end()
            yield f"{found.group(1)} {number}", text[:at + begin] + " true " + text[at + end:]


def ots_mutants(text):
    for found in re.finditer(r"transition (\w+)[^{]*\{\s*when ", text):
        begin, depth, at = found.end(), 0, found.end()
        while at < len(text) and depth >= 0:
            depth += (text[at] in "([{") - (text[at] in ")]}")
            if text[at] == "," and depth == 0:
                yield f"{found.group(1)} {at}", text[:begin] + text[at + 1:]
                begin = at + 1
            if text.startswith((":=", "+="), at):
                break
            at += 1


def mutants(files, depth, limit):
    refuted, missed = 0, []
    for path in files:
        text, pyv = open(path).read(), path.endswith(".pyv")
        for name, changed in pyv_mutants(safety_alone(text)) if pyv else ots_mutants(text):
            with tempfile.NamedTemporaryFile("w", suffix=".pyv" if pyv else ".ots") as file:
                file.write(changed)
                file.flush()
                verdicts, seconds, report = run(["search", file.name, "--depth", str(depth)], limit)
                if "violated" not in verdicts:
                    continue
                refuted += 1
                # Of the others of the file nobody has said that they can be decided at all.
                named = [w for p in report["properties"] if p["verdict"] == "violated" for w in ("-p", p["name"])]
                found, needed, _ = run(["falsify", file.name, *named], int(3 * seconds + 30))
            late = needed > 3 * seconds + 1
            if found.count("violated") < verdicts.count("violated") or late:
                missed.append(f"{os.path.basename(path)} {name}")
            print(f"{os.path.basename(path) + ' ' + name:56} search {seconds:6.2f} falsify {needed:6.2f} "
                  f"{together(found)}{' late' if late else ''}", flush=True)
    print(f"\nmutants that search refutes to depth {depth}: {refuted}; missed by falsify or late: {len(missed)}")
    return missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prove", type=int, default=60)
    parser.add_argument("--falsify", type=int, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--certify", action="store_true")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--search", type=int, default=20)
    options = parser.parse_args()
    if not os.path.isdir(CORPUS):
        print(f"bench falsify: no {CORPUS}; set CORPUS")
        return 0
    if options.mutants:
        files = own() + sorted(glob.glob(f"{CORPUS}/*.pyv"))
        return 1 if mutants([f for f in files if options.only in f], options.depth, options.search) else 0
    with open(os.path.join(CORPUS, "index.tsv")) as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    extra = ["--certify"] if options.certify else []
    counts, wrong = {"proved": 0, "verified": 0, "falsified": 0}, []
    safe = sum(r["expected"] == "verified" for r in rows)
    print(f"{'file':48} {'prove':>10} {'s':>7} {'falsify':>10} {'s':>7} lemmas")
    for row in rows:
        if options.only not in row["file"]:
            continue
        path, expected = os.path.join(CORPUS, row["file"]), row["expected"]
        proved, prove_seconds = "-", 0.0
        if expected == "verified":
            verdicts, prove_seconds, _ = run(["prove", path, *extra], options.prove)
            proved = together(verdicts)
            counts["proved"] += proved == "holds"
        with tempfile.NamedTemporaryFile("w", suffix=".pyv") as alone:
            alone.write(safety_alone(open(path).read()))
            alone.flush()
            verdicts, seconds, report = run(["falsify", alone.name, *extra], options.falsify)
        found = together(verdicts)
        counts["verified"] += expected == "verified" and found == "holds"
        counts["falsified"] += expected == "falsified" and found == "violated"
        lemmas = sum(len(f.get("invariant", [])) for f in report["findings"])
        print(f"{row['file']:48} {proved:>10} {prove_seconds:7.1f} {found:>10} {seconds:7.1f} {lemmas}", flush=True)
        if (expected == "verified" and "violated" in (proved, found)) or (expected == "falsified" and found == "holds"):
            wrong.append(row["file"])
    print(f"\nproved with the file's invariants: {counts['proved']} of {safe}; from safety alone: {counts['verified']} of {safe}; "
          f"falsified: {counts['falsified']} of {len(rows) - safe}")
    if not options.only:
        protocols(options.prove, extra)
        wrong += modules(os.path.join(os.path.dirname(CORPUS), "ots"))
    for file in wrong:
        print(f"wrong: {file}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
