// Where a class's constraint is met on a trace: steps for its positions, and the cells its facts speak of.
import { spell, type Fact, type Row, type Trace, type TraceClass, type Value } from './report';

export interface Cell {
  step: number;
  column: string;
}

const at = /^(!?)(.+)@(\w+)$/;

// The value that a fact's text names, in whatever way the trace writes it: 0ud3_4, 4, TRUE and true are compared as such.
function plain(text: string): string {
  const word = /^-?0[us]?[bodh]\d*_(-?[0-9a-f]+)$/i.exec(text);
  return (word ? word[1]! : text).toLowerCase();
}

// A pushdown trace is classified by parts of its configurations: where each of them stands in the table.
const parts: Record<string, { column: string; of: (state: Row) => Value | undefined }> = {
  top: { column: 'stack', of: ({ stack }) => (Array.isArray(stack) ? stack[0] : undefined) },
  height: { column: 'stack', of: ({ stack }) => (Array.isArray(stack) ? stack.length : undefined) },
  state: { column: 'control', of: ({ control }) => spell(control).replace(/\(.*$/, '') },
};
const part_of = (trace: Trace, name: string) => (trace.columns.includes(name) ? undefined : parts[name]);

function side(trace: Trace, steps: Record<string, number>, text: string): string | undefined {
  const cell = at.exec(text);
  if (!cell) return plain(text);
  const state = trace.steps[steps[cell[3]!] ?? -1]?.state;
  const part = part_of(trace, cell[2]!);
  return state && plain(spell(part ? part.of(state) : state[cell[2]!]));
}

// Unknown forms (predicates of the user) say nothing against an assignment.
function holds(trace: Trace, steps: Record<string, number>, fact: Fact): boolean {
  const text = fact.text.trim();
  const order = /^(\w+) < (\w+)$/.exec(text);
  if (order && order[1]! in steps && order[2]! in steps) return steps[order[1]!]! < steps[order[2]!]!;
  const next = /^(\w+) \+ 1 = (\w+)$/.exec(text);
  if (next && next[1]! in steps && next[2]! in steps) return steps[next[1]!]! + 1 === steps[next[2]!]!;
  const apart = /^(\w+) - (\w+) >= (\d+)$/.exec(text);
  if (apart && apart[1]! in steps && apart[2]! in steps) return steps[apart[1]!]! - steps[apart[2]!]! >= Number(apart[3]);
  const equal = /^(.+?) = (.+)$/.exec(text);
  if (equal) return side(trace, steps, equal[1]!) === side(trace, steps, equal[2]!);
  const alone = at.exec(text);
  if (alone) return side(trace, steps, text.replace(/^!/, '')) === (alone[1] ? 'false' : 'true');
  return true;
}

/** The cells, or none when no steps meet the constraint. */
export function cells_of(trace: Trace, trace_class: TraceClass): Cell[] {
  const positions = trace_class.positions;
  const steps: Record<string, number> = {};
  let tries = 20000;
  const search = (index: number): boolean => {
    const known = trace_class.facts.filter((fact) => {
      const used = positions.filter((p) => new RegExp(`(@|\\b)${p}\\b`).test(fact.text));
      return used.every((p) => p in steps);
    });
    if (--tries < 0 || !known.every((fact) => holds(trace, steps, fact))) return false;
    const position = positions[index];
    if (position === undefined) return true;
    for (let step = 0; step < trace.steps.length; step++) {
      steps[position] = step;
      if (search(index + 1)) return true;
    }
    delete steps[position];
    return false;
  };
  if (!search(0)) return [];
  const cells: Cell[] = [];
  for (const fact of trace_class.facts)
    for (const part of fact.text.split(' = ')) {
      const cell = at.exec(part.trim());
      if (cell && cell[3]! in steps) cells.push({ step: steps[cell[3]!]!, column: part_of(trace, cell[2]!)?.column ?? cell[2]! });
    }
  return cells;
}
