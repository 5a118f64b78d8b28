// Where a class's constraint is met on a trace: steps for its positions, and the cells its facts speak of.
import { spell, type Fact, type Step, type Trace, type TraceClass, type Value } from '../report';

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

// A pushdown trace is classified by parts of its configurations, and by what happens on the way into them: where each of
// these stands in the table (the lane of actions has no column).
const parts: Record<string, { column: string; of: (step: Step) => Value | undefined }> = {
  top: { column: 'stack', of: ({ state: { stack } }) => (Array.isArray(stack) ? stack[0] : undefined) },
  height: { column: 'stack', of: ({ state: { stack } }) => (Array.isArray(stack) ? stack.length : undefined) },
  state: { column: 'control', of: ({ state }) => spell(state.control).replace(/\(.*$/, '') },
  event: { column: '', of: ({ action }) => action && (action.event?.replace(/\(.*$/, '') || 'none') },
  kind: { column: '', of: ({ action }) => action?.kind },
};
const part_of = (trace: Trace, name: string) => (trace.columns.includes(name) ? undefined : parts[name]);

function side(trace: Trace, steps: Record<string, number>, text: string): string | undefined {
  const cell = at.exec(text);
  if (!cell) return plain(text);
  const step = trace.steps[steps[cell[3]!] ?? -1];
  const part = part_of(trace, cell[2]!);
  return step && plain(spell(part ? part.of(step) : (step.state[cell[2]!] ?? step.inputs?.[cell[2]!])));
}

const compare: Record<string, (a: number, b: number) => boolean> = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b };

// Comparisons of numbers, and intervals; nothing when the fact is of another form.
function compares(trace: Trace, steps: Record<string, number>, { predicate, args }: Fact): boolean | null {
  if (!args.some((arg) => at.test(arg))) return null; // of positions
  const [first = NaN, second = NaN, third = NaN] = args.map((arg) => Number(side(trace, steps, arg)));
  if (predicate === 'in' && args.length === 3) return first >= second && first <= third;
  return predicate in compare && args.length === 2 ? compare[predicate]!(first, second) : null;
}

// Unknown forms (predicates of the user) say nothing against an assignment.
function holds(trace: Trace, steps: Record<string, number>, fact: Fact): boolean {
  const text = fact.text.trim();
  const compared = compares(trace, steps, fact);
  if (compared !== null) return compared;
  const apart_from = /^(.+?) != (.+)$/.exec(text);
  if (apart_from) return side(trace, steps, apart_from[1]!) !== side(trace, steps, apart_from[2]!);
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
  return trace_class.facts.flatMap((fact) => [...met_at(trace, steps, fact), ...for_ever(trace, steps, fact)]);
}

// The cells that a fact names with their positions.
function met_at(trace: Trace, steps: Record<string, number>, fact: Fact): Cell[] {
  return [...fact.args, ...fact.text.split(/ (?:=|!=|<=?|>=?) /)].flatMap((part) => {
    const cell = at.exec(part.trim());
    return cell && cell[3]! in steps ? [{ step: steps[cell[3]!]!, column: part_of(trace, cell[2]!)?.column ?? cell[2]! }] : [];
  });
}

// Of what is so forever, or again and again: the columns it names, in the loop; always: in all steps, or from one on.
function for_ever(trace: Trace, steps: Record<string, number>, fact: Fact): Cell[] {
  const since = /^(?:(from some step on|again and again|always)|from (\w+) on):/.exec(fact.text);
  if (!since || trace.loop === null) return [];
  const first = since[1] === 'always' ? 0 : Math.min(trace.loop, (since[2] ? steps[since[2]] : undefined) ?? trace.loop);
  const named = trace.columns.filter((column) => new RegExp(`(^|[^\\w.])${column.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.])`).test(fact.text));
  return named.flatMap((column) => trace.steps.map((_, step) => ({ step, column })).filter(({ step }) => step >= first));
}
