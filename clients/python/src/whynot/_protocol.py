"""The protocol whynot-worker/1, without any input or output: requests as lines, answers as reports or errors."""
import json
from typing import Any, Dict, Iterable, List, Optional, Union

from .errors import WhynotError, error_for
from .report import Report, diagnostics_of

PROTOCOL = "whynot-worker/1"

Value = Union[str, int, float, bool, None, Iterable[str]]


def option_words(options: Dict[str, Value]) -> List[str]:
    """bound=8 is --bound=8; True is a flag; a list gives the option several times; None and False leave it out."""
    words = []
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(name)
        elif key in ("timeout", "timeout_each") and isinstance(value, (int, float)):
            words.append(f"{name}={round(value * 1000)}ms")
        elif isinstance(value, (str, int, float)):
            words.append(f"{name}={value}")
        else:
            words.extend(f"{name}={item}" for item in value)
    return words


def argv(command: str, words: Iterable[str], options: Dict[str, Value]) -> List[str]:
    return [command, *option_words(options), *words]


def line(message: Dict[str, Any]) -> bytes:
    return (json.dumps(message) + "\n").encode()


def check_hello(message: Dict[str, Any]) -> None:
    if message.get("event") != "hello" or message.get("protocol") != PROTOCOL:
        raise WhynotError(f"this client speaks {PROTOCOL}, the program said {message}")


def raise_if_error(answer: Dict[str, Any]) -> None:
    error = error_for(answer["code"], answer.get("messages", ""), diagnostics_of(answer.get("report")))
    if error:
        raise error


def result_of(answer: Dict[str, Any]) -> Any:
    """A report; the text where the question named a format."""
    raise_if_error(answer)
    if answer.get("report") is not None:
        return Report(answer["report"], answer["code"], answer.get("messages", ""))
    return answer.get("text", "")


def kept(path: Optional[str], text: str) -> Dict[str, str]:
    """Writes the file of stored sets for the worker, which may not; {"kept": what went wrong}."""
    if path is None:
        return {"kept": "this client keeps no sets: pass sets=FILE to open()"}
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        return {"kept": str(error)}
    return {"kept": ""}
