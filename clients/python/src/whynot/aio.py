"""The same for asyncio: `async with await whynot.aio.open("lift.smv") as model: await model.check()`."""
import asyncio
import json
from typing import Any, Callable, Dict, List, Optional

from . import _protocol
from .errors import WhynotError, WorkerDied
from .model import OnEvent, _with_line_end
from .report import Report

# An answer is one line: a report may be large.
LONGEST_LINE = 1 << 30


class Model:
    def __init__(self, path: Optional[str], text: Optional[str], lang: Optional[str], program: str,
                 sets: Optional[str], options: Dict[str, Any]):
        if (path is None) == (text is None):
            raise ValueError("a model is a path or a text")
        self._open = {"open": str(path) if path is not None else _with_line_end(text), "lang": lang or ""}
        self._command = [program, "worker", *_protocol.option_words({**options, "session": sets})]
        self._sets = sets
        self._process: Optional[asyncio.subprocess.Process] = None
        self._asking = asyncio.Lock()
        self._last_id = 0
        self._running: Optional[int] = None
        self.properties: List[str] = []
        self.columns: List[str] = []

    async def ask(self, *argv: str, on_event: Optional[OnEvent] = None) -> Any:
        async with self._asking:
            if self._process is None:
                await self._start()
            return _protocol.result_of(await self._request({"argv": list(argv)}, on_event))

    def cancel(self) -> None:
        """Ends the question that runs; its answer has what was found so far."""
        if self._running is not None and self._process is not None:
            self._process.stdin.write(_protocol.line({"cancel": self._running}))

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def __aenter__(self) -> "Model":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        command = name.rstrip("_")

        async def method(*words: str, on_event: Optional[OnEvent] = None, **options: Any) -> Any:
            return await self.ask(*_protocol.argv(command, words, options), on_event=on_event)

        return method

    async def check(self, *words: str, on_event: Optional[OnEvent] = None, **options: Any) -> Report:
        return await self.ask(*_protocol.argv("check", words, options), on_event=on_event)

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe,
                                                                 limit=LONGEST_LINE)
        except OSError as error:
            raise WhynotError(f"cannot start {self._command[0]}: {error}") from error
        _protocol.check_hello(await self._read())
        answer = await self._request(dict(self._open), None)
        _protocol.raise_if_error(answer)
        self.properties, self.columns = answer["properties"], answer["columns"]

    async def _request(self, message: Dict[str, Any], on_event: Optional[OnEvent]) -> Dict[str, Any]:
        self._last_id += 1
        number = self._running = self._last_id
        try:
            await self._write({"id": number, **message})
            while True:
                said = await self._read()
                if said.get("event") == "answer" and said.get("id") == number:
                    return said
                if said.get("event") == "keep":
                    await self._write(_protocol.kept(self._sets, said["text"]))
                elif on_event and said.get("event") != "answer":
                    on_event(said)
        except asyncio.CancelledError:  # the answer would come later, to nobody
            await self.close()
            raise
        finally:
            self._running = None

    async def _write(self, message: Dict[str, Any]) -> None:
        try:
            self._process.stdin.write(_protocol.line(message))
            await self._process.stdin.drain()
        except (OSError, AttributeError):
            await self._died()

    async def _read(self) -> Dict[str, Any]:
        line = await self._process.stdout.readline() if self._process else b""
        if not line.endswith(b"\n"):
            await self._died()
        return json.loads(line)

    async def _died(self) -> None:
        process = self._process
        await self.close()
        code = process.returncode if process else None
        raise WorkerDied(f"the worker ended with {code}", code)


async def open(path: Any = None, *, text: Optional[str] = None, lang: Optional[str] = None, program: str = "whynot",
               sets: Optional[str] = None, **options: Any) -> Model:
    model = Model(path, text, lang, program, sets, options)
    try:
        async with model._asking:
            await model._start()
    except BaseException:
        await model.close()
        raise
    return model
