"""Ask whynot, the counterexample workbench, from Python.

    >>> import whynot
    >>> with whynot.open("lift.smv") as model:
    ...     for p in model.check().properties:
    ...         print(p.name, p.verdict)
"""
from . import aio
from .errors import InputError, InternalError, IoError, UsageError, WhynotError, WorkerDied
from .model import Model, open
from .report import Diagnostic, Property, Report, Trace

__all__ = [
    "Diagnostic", "InputError", "InternalError", "IoError", "Model", "Property", "Report", "Trace", "UsageError",
    "WhynotError", "WorkerDied", "aio", "check", "open",
]


def check(path=None, *words, text=None, lang=None, program="whynot", **options) -> Report:
    """One question about a model that is not kept: the report of `whynot check`."""
    with open(path, text=text, lang=lang, program=program) as model:
        return model.check(*words, **options)
