// A pushdown trace as a call tree: the stack's height is the depth; stretches without an event fold into one row.
import { spell, type Step, type Trace } from '../report';

export interface CallRow {
  step: number;
  depth: number;
  point: string;
  control: string;
  event: string;
  line: number | undefined;
  file: string | undefined; // of the line, where it is not the first
  kind: string;
  moved: boolean; // the automaton changed its state here
  loops: boolean; // what follows from here on goes on forever
}
export type CallItem = { row: CallRow } | { folded: CallRow[]; key: number };

const stack_of = (step: Step): string[] => (Array.isArray(step.state.stack) ? step.state.stack.map((s) => spell(s as never)) : []);

export function rows_of(trace: Trace): CallRow[] {
  return trace.steps.map((step, index) => {
    const stack = stack_of(step);
    const control = spell(step.state.control);
    const before = index > 0 ? spell(trace.steps[index - 1]!.state.control) : control;
    return {
      step: index,
      depth: Math.max(0, stack.length - 1),
      point: stack[0] ?? '(empty stack)',
      control,
      event: step.action?.event ?? '',
      line: step.action?.line,
      file: step.action?.file,
      kind: step.action?.kind ?? '',
      moved: control !== before,
      loops: trace.loop === index,
    };
  });
}

/** Interesting are the ends, events, where the automaton moves, and where a loop begins. */
export function fold(rows: CallRow[], unfolded: ReadonlySet<number>): CallItem[] {
  const items: CallItem[] = [];
  let quiet: CallRow[] = [];
  const flush = () => {
    const key = quiet[0]?.step;
    if (key !== undefined && (quiet.length < 3 || unfolded.has(key))) items.push(...quiet.map((row) => ({ row })));
    else if (key !== undefined) items.push({ folded: quiet, key });
    quiet = [];
  };
  rows.forEach((row, index) => {
    if (row.event || row.moved || row.loops || index === 0 || index === rows.length - 1) {
      flush();
      items.push({ row });
    } else quiet.push(row);
  });
  flush();
  return items;
}
