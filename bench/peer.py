"""NuSMV beside us: where it is, and what commands cost in CPU seconds, which other work on the machine does not change."""
import os, resource, shutil, subprocess


def nusmv():
    """The program that $NUSMV names or the PATH has; None if there is none."""
    return os.environ.get("NUSMV") or shutil.which("NuSMV") or shutil.which("nusmv")


def cpu_seconds(command, limit):
    """The command's CPU seconds and its output; None for both when it fails or takes longer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=4 * limit)
    except subprocess.TimeoutExpired:
        return None, None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (seconds, done.stdout) if done.returncode in (0, 10) and seconds <= limit else (None, None)
