#!/usr/bin/env python3
"""The C front end on programs people use: inetutils' ftpd and tar, from their Debian source packages.

The sources come by `apt-get source` with a private list, made from the machine's own package sources by asking them for
source packages, into a folder outside of the repository (WHYNOT_BENCH_SOURCES, else one among the temporary files; it is
kept for the next run).  Each is configured and built once with a compiler that notes its command lines, which become the
compile_commands.json that whynot reads.  What cannot be had is said and left out.

Of `whynot paths --c` the time of clang is told apart: `clang` is that of the same translations by themselves, `rest` is
all that whynot does beside them.  Seconds are of processor time."""
import glob, json, os, re, resource, shutil, subprocess, sys, tempfile

WHYNOT = os.path.abspath("build/release/whynot")
FOLDER = os.environ.get("WHYNOT_BENCH_SOURCES", os.path.join(tempfile.gettempdir(), "whynot-bench-sources"))
PROGRAMS = {  # package: (folders to build, those whose files make up the program, a policy)
    "inetutils": (["lib", "libinetutils", "ftpd"], ["ftpd"], "ftp"),
    "tar": (["gnu", "lib", "src"], ["src"], "tar"),
}
EVENTS = {
    "ftp": """events ftp
map setuid(u) <- call seteuid(u) | call setuid(u)
map auth <- call getpwnam(_) | call getpwuid(_) | call fopen("/etc/passwd", ...)
property ftp
state start initial
state named
state bad final
start -> named on auth
start -> start else
named -> bad on setuid(u)
named -> named else
""",
    "tar": """events tar
map write <- call write(...) | call unlinkat(...) | call openat(...)
property tar
state start initial
state wrote
state bad final
start -> wrote on write
start -> start else
wrote -> bad on fork
wrote -> wrote else
""",
}
NOTER = """#!/usr/bin/env python3
import json, os, subprocess, sys
with open(os.environ["WHYNOT_COMPILE_LOG"], "a") as log:
    for word in sys.argv[1:]:
        if word.endswith(".c") and "-c" in sys.argv:
            log.write(json.dumps({"file": word, "directory": os.getcwd(), "arguments": ["cc"] + sys.argv[1:]}) + "\\n")
sys.exit(subprocess.call(["cc"] + sys.argv[1:]))
"""


class Missing(Exception):
    pass


def quietly(words, folder=None, env=None):
    done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Missing(f"`{' '.join(words[:2])}` failed: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else 'no message'}")


def private_lists(folder):
    """The machine's package sources, asked for source packages instead."""
    parts = os.path.join(folder, "sources.list.d")
    os.makedirs(parts, exist_ok=True)
    for path in glob.glob("/etc/apt/sources.list") + glob.glob("/etc/apt/sources.list.d/*.list"):
        text = "".join(re.sub(r"^deb ", "deb-src ", line) for line in open(path) if line.startswith("deb "))
        open(os.path.join(parts, os.path.basename(path).removesuffix(".list") + ".list"), "w").write(text)
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", open(path).read())
        open(os.path.join(parts, os.path.basename(path)), "w").write(text)
    for name in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    return ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={parts}", "-o", f"Dir::State::lists={folder}/lists",
            "-o", f"Dir::Cache={folder}/cache", "-o", "APT::Sandbox::User=root"]


def unpacked(package):
    found = [path for path in glob.glob(f"{FOLDER}/{package}-*") if os.path.isdir(path)]
    return found[0] if found else None


def fetch(package):
    if unpacked(package):
        return
    for tool in ("apt-get", "dpkg-source", "make", "cc"):
        if not shutil.which(tool):
            raise Missing(f"{tool} is not installed")
    os.makedirs(FOLDER, exist_ok=True)
    options = private_lists(FOLDER)
    if not glob.glob(f"{FOLDER}/lists/*Sources*"):
        quietly(["apt-get", "update", "-q", *options])
    quietly(["apt-get", "source", "-q", *options, package], FOLDER)
    if not unpacked(package):
        raise Missing(f"the source package {package} did not unpack")


def commands_of(package):
    """The path of a compile_commands.json with the program's own files."""
    build, own, _ = PROGRAMS[package]
    folder = unpacked(package)
    database = os.path.join(folder, "compile_commands.json")
    if os.path.exists(database):
        return database
    log, noter = os.path.join(folder, "compile.log"), os.path.join(folder, "noting-cc")
    open(noter, "w").write(NOTER)
    os.chmod(noter, 0o755)
    env = {**os.environ, "WHYNOT_COMPILE_LOG": log, "FORCE_UNSAFE_CONFIGURE": "1"}
    if not os.path.exists(os.path.join(folder, "config.status")):
        quietly(["./configure", "-q"], folder, env)
    generated = [f"{tool}=:" for tool in ("ACLOCAL", "AUTOCONF", "AUTOMAKE", "AUTOHEADER", "MAKEINFO")]  # is there already
    for part in build:  # whether it links is not of interest
        subprocess.run(["make", "-k", "-s", f"CC={noter}", *generated], cwd=os.path.join(folder, part), env=env, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    entries = {}
    for line in open(log) if os.path.exists(log) else ():
        entry = json.loads(line)
        if os.path.basename(entry["directory"]) in own:
            entries[entry["file"]] = entry
    entries = list(entries.values())
    if not entries:
        raise Missing("the build compiled none of its files")
    json.dump(entries, open(database, "w"))
    return database


def seconds(words, folder=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def measure(package):
    fetch(package)
    database = commands_of(package)
    policy = os.path.join(FOLDER, package + ".efsa")
    open(policy, "w").write(EVENTS[PROGRAMS[package][2]])
    clang = 0.0
    for entry in json.load(open(database)):
        flags = [w for w in entry["arguments"][1:] if w.startswith(("-I", "-D", "-U", "-std", "-f", "-m"))]
        clang += seconds(["clang-14", "-O0", "-g", "-S", "-emit-llvm", "-w", "-o", os.devnull, *flags, entry["file"]], entry["directory"])[0]
    saved = os.path.join(FOLDER, package + ".pds")
    total, done = seconds([WHYNOT, "paths", "--c", database, "-a", policy, "--limit", "20", "--json", "--save-pds", saved])
    if done.returncode not in (0, 10):
        raise Missing(f"whynot says {done.returncode}: {done.stderr.strip().splitlines()[0] if done.stderr.strip() else ''}")
    report = json.loads(done.stdout)
    text = open(saved).read()
    print(json.dumps({"program": os.path.basename(unpacked(package)), "files": len(json.load(open(database))),
                      "functions": len(re.findall(r"(?m)^proc ", text)), "rules": len(re.findall(r"(?m)^  .* -> ", text)),
                      "clang": round(clang, 2), "total": round(total, 2), "rest": round(total - clang, 2),
                      "verdict": report["findings"][0]["verdict"], "counterexamples": len(report["findings"][0]["counterexamples"])}))


if not shutil.which("clang-14"):
    sys.exit("bench c_sources: clang-14 is not installed; left out")
for name in PROGRAMS:
    try:
        measure(name)
    except Missing as why:
        print(f"bench c_sources: {name} is left out: {why}")
