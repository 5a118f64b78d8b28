"""What the tests of the package share: a folder to work in, the program, a way to skip."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
failures = []


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def need(tool):
    return shutil.which(tool) or skip(f"there is no {tool}")


def expect(good, what):
    if not good:
        failures.append(what)


def end():
    print("\n".join(failures) or "all is well")
    sys.exit(1 if failures else 0)


def run(*words, **more):
    more = {"stdin": subprocess.DEVNULL, **more}
    return subprocess.run([str(w) for w in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


class Folder:
    """A directory of its own, which goes with the test."""

    def __enter__(self):
        self.path = Path(tempfile.mkdtemp(prefix="whynot-package-"))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def with_program(program, **more):
    """The environment in which `whynot` is this program."""
    return {**os.environ, "PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", **more}


def sockets(pid):
    """Those that a process and its children hold: what speaks on pipes and files alone has none."""
    found = []
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        links = [os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()]
        found = [link for link in links if link.startswith("socket:")]
    except OSError:
        return found  # it has ended
    return found + [link for child in children for link in sockets(child)]
