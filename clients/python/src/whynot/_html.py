"""Reports and traces as tables, for notebooks.  What changes from one step to the next is bold, as in the terminal."""
from html import escape
from typing import Any

_marks = {"holds": "✓", "violated": "✗", "undecided": "?"}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value)


def trace(t: Any, most_steps: int = 60) -> str:
    steps = list(range(min(len(t), most_steps)))
    head = "".join(f"<th>{'↻ ' if i == t.loop else ''}{i}</th>" for i in steps)
    rows = []
    for name in t.columns:
        cells, before = [], None
        for i in steps:
            value = _text(t[i].get(name, ""))
            changed = i > 0 and value != before
            cells.append(f"<td>{'<b>' if changed else ''}{escape(value)}{'</b>' if changed else ''}</td>")
            before = value
        rows.append(f"<tr><th style='text-align:left'>{escape(name)}</th>{''.join(cells)}</tr>")
    rest = f"<p>… {len(t) - most_steps} further steps</p>" if len(t) > most_steps else ""
    return f"<table><thead><tr><th>step</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{rest}"


def report(r: Any) -> str:
    parts = []
    for p in r.properties:
        shown = p.verdict or f"value {_text(p.value)}"
        said = p.why or p.reason
        parts.append(f"<p>{_marks.get(p.verdict, '=')} <b>{escape(p.name)}</b> {escape(shown)}"
                     f"{': ' + escape(said) if said else ''}<br><code>{escape(p.text)}</code></p>")
        if p.trace is not None:
            parts.append(trace(p.trace))
    return f"<div><p>{escape(r.file)}</p>{''.join(parts)}</div>"
