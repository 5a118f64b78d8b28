"""A model that stays open in a worker process."""
import json
import subprocess
import threading
from typing import Any, Callable, Dict, List, Optional

from . import _protocol
from .errors import WhynotError, WorkerDied
from .report import Report

OnEvent = Callable[[Dict[str, Any]], None]


class Model:
    """Every command of whynot is a method: `model.check()`, `model.classify("-p", "safe", bound=8)`.

    One question runs at a time; threads that ask wait for each other.  `cancel` may be called from any thread.
    """

    def __init__(self, path: Optional[str], text: Optional[str], lang: Optional[str], program: str,
                 sets: Optional[str], options: Dict[str, Any]):
        if (path is None) == (text is None):
            raise ValueError("a model is a path or a text")
        self._open = {"open": str(path) if path is not None else _with_line_end(text), "lang": lang or ""}
        self._command = [program, "worker", *_protocol.option_words({**options, "session": sets})]
        self._sets = sets
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._asking = threading.Lock()
        self._last_id = 0
        self._running: Optional[int] = None
        self.properties: List[str] = []
        self.columns: List[str] = []
        with self._asking:
            try:
                self._start()
            except BaseException:
                self.close()
                raise

    def ask(self, *argv: str, on_event: Optional[OnEvent] = None) -> Any:
        """The words of a command line, without the model; a Report, or a text where they name a --format."""
        with self._asking:
            if self._process is None:
                self._start()
            return _protocol.result_of(self._request({"argv": list(argv)}, on_event))

    def cancel(self) -> None:
        """Ends the question that runs; its answer has what was found so far."""
        running = self._running
        if running is not None:
            self._write({"cancel": running})

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                pipe.close()
            except OSError:  # what could not be written any more
                pass

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        command = name.rstrip("_")

        def method(*words: str, on_event: Optional[OnEvent] = None, **options: Any) -> Any:
            return self.ask(*_protocol.argv(command, words, options), on_event=on_event)

        method.__name__ = name
        return method

    def check(self, *words: str, on_event: Optional[OnEvent] = None, **options: Any) -> Report:
        return self.ask(*_protocol.argv("check", words, options), on_event=on_event)

    # The process ---------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise WhynotError(f"cannot start {self._command[0]}: {error}") from error
        _protocol.check_hello(self._read())
        answer = self._request(dict(self._open), None)
        _protocol.raise_if_error(answer)
        self.properties, self.columns = answer["properties"], answer["columns"]

    def _request(self, message: Dict[str, Any], on_event: Optional[OnEvent]) -> Dict[str, Any]:
        self._last_id += 1
        self._running = self._last_id
        try:
            self._write({"id": self._last_id, **message})
            while True:
                said = self._read()
                if said.get("event") == "answer" and said.get("id") == self._last_id:
                    return said
                if said.get("event") == "keep":
                    self._write(_protocol.kept(self._sets, said["text"]))
                elif on_event and said.get("event") != "answer":
                    on_event(said)
        finally:
            self._running = None

    def _write(self, message: Dict[str, Any]) -> None:
        process = self._process
        try:
            process.stdin.write(_protocol.line(message))
            process.stdin.flush()
        except (OSError, AttributeError, ValueError):
            self._died()

    def _read(self) -> Dict[str, Any]:
        line = self._process.stdout.readline() if self._process else b""
        if not line.endswith(b"\n"):
            self._died()
        return json.loads(line)

    def _died(self) -> None:
        process = self._process
        self.close()
        code = process.returncode if process else None
        raise WorkerDied(f"the worker ended with {code}", code)


def _with_line_end(text: Optional[str]) -> str:
    return text if text and "\n" in text else f"{text}\n"


def open(path: Any = None, *, text: Optional[str] = None, lang: Optional[str] = None, program: str = "whynot",
         sets: Optional[str] = None, **options: Any) -> Model:
    """Opens a model: a file, or a text.  Further keywords are options of every question, such as timeout=10."""
    return Model(path, text, lang, program, sets, options)
