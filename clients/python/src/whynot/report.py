"""The report of the program as objects; `raw` is always the JSON itself."""
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional

from . import _html


@dataclass(frozen=True)
class Diagnostic:
    severity: str
    code: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    end_line: Optional[int] = None
    end_column: Optional[int] = None
    help: Optional[str] = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Trace:
    raw: Dict[str, Any] = field(repr=False)

    @property
    def id(self) -> str:
        return self.raw["id"]

    @property
    def columns(self) -> List[str]:
        return self.raw["columns"]

    @property
    def loop(self) -> Optional[int]:
        """The step that the last one returns to; None: the trace ends."""
        return self.raw.get("loop")

    @property
    def replayed(self) -> bool:
        return bool(self.raw.get("replayed"))

    @property
    def states(self) -> List[Dict[str, Any]]:
        return [step["state"] for step in self.raw["steps"]]

    def column(self, name: str) -> List[Any]:
        """The values of a column, step by step."""
        return [state[name] for state in self.states]

    def __len__(self) -> int:
        return len(self.raw["steps"])

    def __getitem__(self, step: int) -> Dict[str, Any]:
        return self.raw["steps"][step]["state"]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.states)

    def __repr__(self) -> str:
        loop = "" if self.loop is None else f", loop to {self.loop}"
        return f"<Trace {self.id}: {len(self)} steps{loop}>"

    def _repr_html_(self) -> str:
        return _html.trace(self)


@dataclass(frozen=True)
class Property:
    raw: Dict[str, Any] = field(repr=False)
    report: "Report" = field(repr=False)

    @property
    def name(self) -> str:
        return self.raw["name"]

    @property
    def kind(self) -> str:
        return self.raw["kind"]

    @property
    def text(self) -> str:
        return self.raw.get("text", "")

    @property
    def verdict(self) -> Optional[str]:
        """"holds", "violated" or "undecided"; None for COMPUTE, which has a value."""
        return self.raw.get("verdict")

    @property
    def value(self) -> Any:
        return self.raw.get("value")

    @property
    def reason(self) -> str:
        """Why it is undecided."""
        return self.raw.get("reason", "")

    @property
    def depth(self) -> Optional[int]:
        return self.raw.get("depth")

    @property
    def why(self) -> str:
        return self.raw.get("why", "")

    @property
    def traces(self) -> List[Trace]:
        return [self.report.trace(name) for name in self.raw.get("traces", [])]

    @property
    def trace(self) -> Optional[Trace]:
        """The first one, if there is any."""
        traces = self.traces
        return traces[0] if traces else None

    def __repr__(self) -> str:
        return f"<Property {self.name}: {self.verdict or self.value}>"


@dataclass(frozen=True)
class Report:
    raw: Dict[str, Any] = field(repr=False)
    code: int = 0
    messages: str = field(default="", repr=False)

    @property
    def file(self) -> str:
        return self.raw["input"]["file"]

    @property
    def properties(self) -> List[Property]:
        return [Property(p, self) for p in self.raw["properties"]]

    @property
    def traces(self) -> List[Trace]:
        return [Trace(t) for t in self.raw["traces"]]

    @property
    def findings(self) -> List[Dict[str, Any]]:
        return self.raw["findings"]

    @property
    def diagnostics(self) -> List[Diagnostic]:
        return diagnostics_of(self.raw)

    @property
    def ok(self) -> bool:
        """Nothing is violated and nothing is open."""
        return self.code == 0

    def trace(self, name: str) -> Trace:
        return next(t for t in self.traces if t.id == name)

    def __getitem__(self, name: str) -> Property:
        for p in self.properties:
            if p.name == name:
                return p
        raise KeyError(name)

    def __repr__(self) -> str:
        return f"<Report {self.file}: {', '.join(f'{p.name} {p.verdict or p.value}' for p in self.properties)}>"

    def _repr_html_(self) -> str:
        return _html.report(self)


def diagnostics_of(raw: Optional[Dict[str, Any]]) -> List[Diagnostic]:
    known = Diagnostic.__dataclass_fields__
    return [Diagnostic(**{k: v for k, v in d.items() if k in known}) for d in (raw or {}).get("diagnostics", [])]
