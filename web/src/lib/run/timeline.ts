// All that the sheet asks while it draws a run: plain data and functions, nothing reactive.
import { bench } from '../bench.svelte';
import { word, type CauseCell } from './causes';
import { lane_look, lane_of } from './lanes';
import { line_of } from '../lines';
import { said, shown, type Way } from '../radix.svelte';
import { same, type Trace, type Value } from '../report';
import { route } from '../route.svelte';
import { Look, type SheetModel } from './sheet';
import { differs_at, step_at, value_at, type TableRow } from './table';

export interface TimelineWish {
  trace: Trace;
  rows: TableRow[];
  positions: number[]; // steps, the loop unrolled
  columns: number[]; // positions that begin a column
  cell_width: number;
  name_width: number;
  other: Trace | undefined;
  other_name: string;
  ways: Record<string, Way>;
  way: Way;
  causes: CauseCell[];
  facts: { step: number; column: string }[];
  asked: { part: number; step: number } | null;
  watched: ReadonlySet<string>;
  unfolded: ReadonlySet<string>;
  rest: boolean;
  now: number; // the chosen column
  chosen: string; // the chosen cell's lane
  place: number;
}

function by_column<T extends { step: number; column: string }>(cells: T[]): Map<string, Map<number, T>> {
  const found = new Map<string, Map<number, T>>();
  for (const cell of cells) found.set(cell.column, (found.get(cell.column) ?? new Map()).set(cell.step, cell));
  return found;
}

export function timeline_model(wish: TimelineWish): SheetModel {
  const { trace, rows, positions, columns, cell_width, other } = wish;
  const cause_cells = by_column(wish.causes), fact_cells = by_column(wish.facts), has_facts = wish.facts.length > 0;
  const letters = Math.floor((cell_width - 12) / 7.6), wide = letters >= 3;
  const number_every = Math.max(1, Math.ceil(40 / cell_width));
  const in_loop = (column: number) => trace.loop !== null && positions[columns[column]!]! >= trace.loop;
  const last_of = (c: number) => ((columns[c + 1] ?? positions.length) > columns[c]! + 1 ? `–${positions[(columns[c + 1] ?? positions.length) - 1]}` : '');

  const value_in = (row: TableRow, column: number): Value | undefined => {
    const place = columns[column]!;
    if (!row.ghost || !other) return value_at(trace, row, positions[place]!);
    const there = step_at(other, place);
    return there === undefined ? undefined : value_at(other, row, there);
  };
  const marks = (row: TableRow, column: number, changed: boolean): number => {
    const step = positions[columns[column]!]!;
    if (row.ghost) return Look.ghost + (changed ? Look.changed : 0);
    const cause = cause_cells.get(row.column)?.has(step) ?? false, fact = fact_cells.get(row.column)?.has(step) ?? false;
    const differs = other !== undefined && row.kind === 'state' && differs_at(trace, other, row, columns[column]!);
    const chosen = wish.chosen !== '' && row.column === wish.chosen && column === wish.now && !row.path.length;
    return (changed && row.kind === 'state' ? Look.changed : 0) + (cause ? Look.cause : 0) + (fact ? Look.fact : 0) + (differs ? Look.differs : 0) + (has_facts && !fact ? Look.faded : 0) + (chosen ? Look.chosen : 0);
  };

  return {
    rows: rows.length,
    columns: columns.length,
    cell_width,
    name_width: wish.name_width,
    name: (r) => {
      const row = rows[r]!;
      if (row.kind === 'fold') return { text: `${wish.rest ? '▾' : '▸'} ${row.name}`, looks: ' fold', depth: 0, address: '' };
      if (row.ghost) return { text: wish.other_name, looks: ' ghost', depth: row.path.length + 1, address: '' };
      const fold = row.folds ? (wish.unfolded.has(row.key) ? '▾ ' : '▸ ') : '';
      const looks = (trace.frozen?.includes(row.column) ? ' frozen' : '') + (row.kind === 'state' ? '' : ` ${row.kind}`);
      const text = row.kind === 'formula' ? said(row.name, wish.way) : row.name;
      return { text: (wish.watched.has(row.key) ? '◆ ' : '') + fold + text, looks, depth: row.path.length, address: row.column && !row.path.length && bench.source.text ? route.address({ page: 'source', file: '', line: line_of(bench.source.text, row.column) }) : '' };
    },
    head: (c) => {
      const text = c % number_every === 0 || c === wish.now ? `${positions[columns[c]!]}${last_of(c)}${columns[c]! >= trace.steps.length ? '′' : ''}${in_loop(c) && cell_width > 30 ? ' ↻' : ''}` : '';
      return { text, looks: (in_loop(c) ? ' looping' : '') + (c === wish.now ? ' now' : '') };
    },
    cell: (r, c, into, leading) => {
      const row = rows[r]!;
      if (row.kind === 'group' || row.kind === 'fold') return;
      const value = value_in(row, c);
      const before = c > 0 ? value_in(row, c - 1) : undefined, changed = c > 0 && !same(value, before);
      if (row.kind === 'formula') {
        const here = wish.asked?.part === row.part && wish.asked.step === positions[columns[c]!] ? Look.fact : 0;
        into.text = changed || leading || c === 0 ? (letters >= 5 && (value === 'T' || value === 'F') ? word(value) : String(value)) : '';
        into.looks = (value === 'T' ? Look.yes : value === 'F' ? Look.no : 0) + here + (changed || c === 0 ? Look.start : 0);
        return;
      }
      const text = shown(value, wish.ways[row.column] ?? wish.way), begins = changed || c === 0;
      const fits = text.length <= letters;
      into.text = fits || begins || leading ? text : '';
      into.looks = marks(row, c, changed) + lane_look(lane_of(row.ghost && other ? other : trace, row), value, begins, changed && before !== undefined) + (fits || !wide ? 0 : Look.long);
    },
    title: (r, c) => {
      const row = rows[r]!, step = positions[columns[c]!]!;
      if (row.kind === 'group' || row.kind === 'fold') return '';
      if (row.kind === 'formula') return `${said(row.name)} is ${word(trace.subformulas?.[row.part]?.truth[step])} at step ${step}: click for the cells that decide it`;
      const cause = row.ghost ? undefined : cause_cells.get(row.column)?.get(step);
      const there = other && differs_at(trace, other, row, columns[c]!) ? step_at(other, columns[c]!) : undefined;
      const apart = there === undefined || row.ghost ? '' : `; ${wish.other_name}: ${shown(value_at(other!, row, there))}`;
      return `${row.name} = ${shown(value_in(row, c), wish.ways[row.column] ?? wish.way)} at step ${step}${cause ? `; a cause: ${said(cause.text)}` : ''}${apart}`;
    },
  };
}
