"""What can go wrong; a property that is violated or undecided is an answer, not an error."""
from typing import Any, List, Optional


class WhynotError(Exception):
    """`code` is the exit code of the program, `diagnostics` what the report says about the input."""

    def __init__(self, message: str, code: Optional[int] = None, diagnostics: Optional[List[Any]] = None):
        super().__init__(message)
        self.code = code
        self.diagnostics = diagnostics or []


class UsageError(WhynotError):
    """The question is none: an option that does not exist, or not for this model."""


class InputError(WhynotError):
    """The model, or a name in the question, is wrong."""


class IoError(WhynotError):
    """A file cannot be read or written."""


class InternalError(WhynotError):
    """A bug of the program."""


class WorkerDied(WhynotError):
    """The worker has ended in the middle of a question."""


_by_code = {2: UsageError, 3: InputError, 4: IoError, 70: InternalError}


def error_for(code: int, message: str, diagnostics: List[Any]) -> Optional[WhynotError]:
    kind = _by_code.get(code)
    return kind(message.strip() or f"whynot ended with {code}", code, diagnostics) if kind else None
