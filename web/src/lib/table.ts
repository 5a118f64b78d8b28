// The rows of a trace's table: variables and what is inside their values, inputs, actions, parts of the formula.
import { parts_of, part_at } from './structure';
import { matcher, same, spell, type Step, type Trace, type Value } from './report';

export interface TableRow {
  key: string;
  name: string;
  column: string; // of the trace; '' for actions and formulas
  kind: 'state' | 'input' | 'action' | 'formula';
  path: string[]; // into the value
  part: number; // of a formula: its index
  folds: boolean; // its values have an inside
}

export const action_text = ({ action }: Step): string =>
  action ? `${action.name}${action.args?.length ? `(${action.args.map(spell).join(', ')})` : ''}` : '';

/** The value of a row at a step of the trace. */
export function value_at(trace: Trace, row: TableRow, step: number): Value | undefined {
  const at = trace.steps[step];
  if (!at) return undefined;
  if (row.kind === 'action') return action_text(at);
  if (row.kind === 'formula') return trace.subformulas?.[row.part]?.truth[step] ?? '?';
  const whole = row.kind === 'input' ? at.inputs?.[row.column] : at.state[row.column];
  return row.path.length ? part_at(whole, row.path) : whole;
}

/** Columns whose value is not always the same. */
export function changing_columns(trace: Trace): Set<string> {
  const set = new Set<string>();
  for (let i = 1; i < trace.steps.length && set.size < trace.columns.length; i++)
    for (const c of trace.columns) if (!set.has(c) && !same(trace.steps[i]!.state[c], trace.steps[i - 1]!.state[c])) set.add(c);
  return set;
}

const looked_at = 300, inside_shown = 60;

// A row, and below it those of its parts that were asked for.
function with_inside(trace: Trace, row: TableRow, unfolded: ReadonlySet<string>, rows: TableRow[]): void {
  const names = new Set<string>();
  for (let i = 0; i < Math.min(trace.steps.length, looked_at) && names.size < inside_shown; i++)
    for (const name of parts_of(value_at(trace, row, i)).keys()) names.add(name);
  row.folds = names.size > 0;
  rows.push(row);
  if (!unfolded.has(row.key)) return;
  for (const name of names)
    with_inside(trace, { ...row, key: `${row.key}\n${name}`, name, path: [...row.path, name], folds: false }, unfolded, rows);
}

export interface RowWish {
  filter: string;
  changing: boolean;
  unfolded: ReadonlySet<string>;
  watched: ReadonlySet<string>; // keys of rows that stand first, whatever the filter
}

export function rows_of(trace: Trace, wish: RowWish): TableRow[] {
  const fits = matcher(wish.filter);
  const changing = wish.changing ? changing_columns(trace) : null;
  const rows: TableRow[] = [];
  const row = (name: string, kind: TableRow['kind'], part = -1): TableRow =>
    ({ key: `${kind} ${part} ${name}`, name, column: kind === 'state' || kind === 'input' ? name : '', kind, path: [], part, folds: false });
  const all = [
    ...trace.columns.map((name) => row(name, 'state')),
    ...(trace.input_columns ?? []).map((name) => row(name, 'input')),
    ...(trace.steps.some((s) => s.action) ? [row('action', 'action')] : []),
    ...(trace.subformulas ?? []).map((part, i) => row(part.text, 'formula', i)),
  ];
  const wanted = ({ kind, name }: TableRow) => kind === 'action' || kind === 'formula' || (fits(name) && (kind === 'input' || !changing || changing.has(name)));
  const shown = [...all.filter((r) => wish.watched.has(r.key)), ...all.filter((r) => !wish.watched.has(r.key) && wanted(r))];
  for (const r of shown) {
    if (r.column) with_inside(trace, r, wish.unfolded, rows);
    else rows.push(r);
  }
  return rows;
}

/** The steps that the table shows, the loop unrolled; and which of these positions begin a column of their own. */
export function columns_of(trace: Trace, rounds: number, fold: boolean): { positions: number[]; columns: number[] } {
  const positions = trace.steps.map((_, i) => i);
  if (trace.loop !== null) for (let i = 1; i < rounds; i++) for (let s = trace.loop; s < trace.steps.length; s++) positions.push(s);
  const signs = fold ? trace.steps.map((step, i) => JSON.stringify([step.state, step.inputs, step.action, trace.subformulas?.map((part) => part.truth[i])])) : [];
  // A loop is never folded into what leads to it.
  const begins = (at: number) => !fold || at === 0 || positions[at] === trace.loop || signs[positions[at]!] !== signs[positions[at - 1]!];
  return { positions, columns: positions.map((_, at) => at).filter(begins) };
}

/** The column that a position is in. */
export function column_at(columns: number[], position: number): number {
  let low = 0, high = columns.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (columns[middle]! <= position) low = middle;
    else high = middle;
  }
  return low;
}

/** The steps at which two traces have different states. */
export function differing_steps(trace: Trace, other: Trace): number[] {
  const found: number[] = [];
  for (let i = 0; i < Math.max(trace.steps.length, other.steps.length); i++) {
    const one = trace.steps[i]?.state, two = other.steps[i]?.state;
    if (!one || !two || trace.columns.some((c) => !same(one[c], two[c]))) found.push(i);
  }
  return found;
}
