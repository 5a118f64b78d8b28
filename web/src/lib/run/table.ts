// The lanes of a trace: variables and what is inside their values, inputs, actions, parts of the formula; in groups, by
// what the property reads.
import { parts_of, part_at } from './structure';
import { matcher, same, spell, type Cell, type Step, type Trace, type Value } from '../report';

export interface TableRow {
  key: string;
  name: string;
  column: string; // of the trace; '' for actions and formulas
  kind: 'state' | 'input' | 'action' | 'formula' | 'group' | 'fold';
  ghost?: boolean; // of the run that this one is compared with
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
  for (let i = 0; i < Math.min(trace.steps.length, looked_at) && names.size < inside_shown; i++) {
    const value = value_at(trace, row, i);
    if (typeof value === 'object' && value !== null) for (const name of parts_of(value).keys()) names.add(name);
  }
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
  relevant: string[]; // columns that matter, nearest first; none: nobody knows
  rest: boolean; // the others are shown too
}

const plain = (name: string, kind: TableRow['kind'], part = -1): TableRow =>
  ({ key: `${kind} ${part} ${name}`, name, column: kind === 'state' || kind === 'input' ? name : '', kind, path: [], part, folds: false });

/** The columns that atoms of the property speak of. */
export function read_columns(trace: Trace, causes: Pick<Cell, 'column'>[]): Set<string> {
  return new Set([...(trace.subformulas ?? []).flatMap((part) => (part.places ?? []).map((place) => place.column)), ...causes.map((cause) => cause.column)]);
}

export function rows_of(trace: Trace, wish: RowWish, reads: ReadonlySet<string>): TableRow[] {
  const fits = matcher(wish.filter);
  const changing = wish.changing ? changing_columns(trace) : null;
  const lanes = [...trace.columns.map((name) => plain(name, 'state')), ...(trace.input_columns ?? []).map((name) => plain(name, 'input'))];
  const wanted = lanes.filter(({ kind, name, key }) => !wish.watched.has(key) && fits(name) && (kind === 'input' || !changing || changing.has(name)));
  const rank = new Map(wish.relevant.map((name, i) => [name, i]));
  const groups = [
    { title: '', rows: lanes.filter((r) => wish.watched.has(r.key)) },
    { title: 'the property reads', rows: wanted.filter((r) => reads.has(r.name)) },
    { title: wanted.some((r) => reads.has(r.name)) ? 'these depend on' : 'what the failure depends on', rows: wanted.filter((r) => !reads.has(r.name) && rank.has(r.name)).sort((a, b) => rank.get(a.name)! - rank.get(b.name)!) },
  ];
  const others = wanted.filter((r) => !reads.has(r.name) && !rank.has(r.name));
  const grouped = reads.size > 0 && (others.length > 0 || groups[2]!.rows.length > 0 || Boolean(trace.subformulas?.length));
  const rows: TableRow[] = [];
  const add = (list: TableRow[]) => list.forEach((r) => with_inside(trace, r, wish.unfolded, rows));
  if (trace.steps.some((s) => s.action)) rows.push(plain('action', 'action'));
  for (const { title, rows: list } of groups) {
    if (grouped && title && list.length) rows.push(plain(title, 'group'));
    add(list);
  }
  // Where it is known what matters, the rest is one row until somebody wants it.
  const folds = rank.size > 0 && grouped && !wish.filter && others.length > 0;
  if (folds) rows.push({ ...plain(`${others.length} more ${others.length === 1 ? 'variable' : 'variables'}`, 'fold'), folds: true });
  else if (grouped && others.length) rows.push(plain('other variables', 'group'));
  if (!folds || wish.rest) add(others);
  if (trace.subformulas?.length) rows.push(plain('parts of the property', 'group'));
  trace.subformulas?.forEach((part, i) => rows.push(plain(part.text, 'formula', i)));
  return rows;
}

/** The step that a run shows at a place of its infinite course; nothing after its end. */
export function step_at(trace: Trace, place: number): number | undefined {
  if (place < trace.steps.length) return place;
  return trace.loop === null ? undefined : trace.loop + ((place - trace.loop) % (trace.steps.length - trace.loop));
}

/** Rows of another run below those that differ somewhere. */
export function with_ghosts(rows: TableRow[], trace: Trace, other: Trace, places: number): TableRow[] {
  const differs = (row: TableRow) => {
    for (let at = 0; at < places; at++) if (differs_at(trace, other, row, at)) return true;
    return false;
  };
  return rows.flatMap((row) => (row.kind === 'state' && differs(row) ? [row, { ...row, key: `${row.key} other`, ghost: true, folds: false }] : [row]));
}

export function differs_at(trace: Trace, other: Trace, row: TableRow, place: number): boolean {
  const here = step_at(trace, place), there = step_at(other, place);
  return here !== undefined && there !== undefined && !same(value_at(trace, row, here), value_at(other, row, there));
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

/** The places at which two runs have different states. */
export function differing_places(trace: Trace, other: Trace, places: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < places; i++) {
    const one = trace.steps[step_at(trace, i) ?? -1]?.state, two = other.steps[step_at(other, i) ?? -1]?.state;
    if (!one || !two || trace.columns.some((c) => !same(one[c], two[c]))) found.push(i);
  }
  return found;
}
