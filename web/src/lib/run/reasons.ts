// Why a property fails, as sentences in parts: text, and cells that can be clicked.  All of it is in the finding of
// `whynot why`; here it is only put into words.
import { said, shown } from '../radix.svelte';
import { same, type Cell, type Change, type Instead, type Link, type Told, type Trace, type Value, type Why } from '../report';

export interface Part {
  text: string;
  cell?: Cell & { looks: string }; // a chip
  line?: number; // of the source
}
export interface Sentence {
  parts: Part[];
  key: string;
}

const text = (words: string): Part => ({ text: said(words) });
const is = (value: Value): string => (typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : shown(value));
// What a step does says enough by itself.
const does = new Set(['action', 'event']);
export const chip = (cell: Cell, value: Value, looks = ''): Part => ({ text: does.has(cell.column) ? is(value) : `${cell.column} = ${is(value)}`, cell: { column: cell.column, step: cell.step, closing: cell.closing ?? false, looks } });
const line = (number: number | null | undefined): Part[] => (number ? [{ text: `line ${number}`, line: number }] : []);

function joined(parts: Part[][]): Part[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [text(i === parts.length - 1 ? ' and ' : ', '), ...part]));
}

function changes_of(changes: Change[]): Part[] {
  return joined(changes.map((change) => [chip(change, change.to, 'other'), text(` instead of ${is(change.from)}${change.each_round ? ', each time round' : ''}`)]));
}

/** The story of a failure, in a few sentences: as the report tells it, with cells to click. */
export function story_of(why: Why): Sentence[] {
  const told: Told[][] = why.story ?? [[{ text: why.sentence }]];
  return told.map((parts, i) => ({ key: String(i), parts: parts.map((part) => ('cell' in part ? chip(part.cell, part.value, part.role) : text(part.text))) }));
}

const ways: Record<string, string> = { initial: 'Its initial value', choice: 'A free choice', 'initial choice': 'A free initial value', input: 'An input, free at every step', forced: 'No other value is possible here' };

/** How a cell got its value, without the cells that it follows from. */
export function rule_of(link: Link): Part[] {
  const assigned = link.rule ? `By ${link.rule}` : 'Assigned';
  const begins = ways[link.kind] ?? (link.kind === 'kept' ? `Kept since step ${link.since}` : assigned);
  const branch = link.branch ? ` where ${link.branch}` : '';
  const gives = link.gives && link.kind !== 'choice' ? `: ${link.gives}` : '';
  const allowed = link.allowed ? `, from ${link.allowed}` : '';
  const lines = link.line ? [text(', '), ...line(link.line)] : link.core.length ? [text(', '), ...joined(link.core.map((c) => line(c.line)))] : [];
  return [text(`${begins}${allowed}${branch}${gives}`), ...lines];
}

/** Why the cell has no other value. */
export function instead_of(instead: Instead): Part[] {
  const wanted = `${instead.column} = ${is(instead.value)}`;
  const because = instead.because.length ? joined(instead.because.map((cell) => [chip(cell, cell.value)])) : [];
  const constraints = instead.core.length ? [text(' ('), ...joined(instead.core.map((c) => [text(`${c.kind}, `), ...line(c.line)])), text(')')] : [];
  switch (instead.answer) {
    case 'pick': return [text(`${wanted} was possible at this very step: a free choice`), ...(instead.line ? [text(', '), ...line(instead.line)] : []), text('.')];
    case 'input': return [text(`${wanted} takes other inputs: `), ...(instead.changes?.length ? changes_of(instead.changes) : because), text('.')];
    case 'history': return [text(`${wanted} is excluded here by `), ...because, ...constraints, text('; another run has it at this step.')];
    case 'time': return [text(`No run has ${wanted} at this step; some run has it later.`)];
    case 'never': return [text(`No run ever has ${wanted}: proved.`)];
    default: return [text(`${wanted} is excluded by `), ...because, ...constraints, text(', whatever the inputs.')];
  }
}

const key_of = ({ column, step, closing }: Cell) => `${column}@${step}${closing ? '′' : ''}`;

/** The links of a chain by their cells; `closing` ones besides. */
export class Chain {
  private readonly links = new Map<string, Link>();

  constructor(chains: Link[][]) {
    for (const chain of chains) for (const link of chain) this.links.set(key_of(link.cell), link);
  }
  at(column: string, step: number, closing = false): Link | undefined {
    return this.links.get(key_of({ column, step, closing })) ?? (closing ? undefined : this.links.get(key_of({ column, step, closing: true })));
  }
  /** From a cell back to where its values come from, nearest first. */
  back(column: string, step: number, most = 40): Link[] {
    const found: Link[] = [], todo: Cell[] = [{ column, step }], seen = new Set<string>();
    while (todo.length && found.length < most) {
      const cell = todo.shift()!;
      const link = this.at(cell.column, cell.step, cell.closing);
      if (!link || seen.has(key_of(link.cell))) continue;
      seen.add(key_of(link.cell));
      found.push(link);
      todo.push(...link.because);
    }
    return found;
  }
}

/** Whether two traces go through the same states, as far as the second one tells. */
export function same_states(one: Trace | undefined, two: Trace | undefined): boolean {
  if (!one || !two || one.steps.length !== two.steps.length) return false;
  const alike = (i: number) => two.columns.every((c) => same(one.steps[i]!.state[c], two.steps[i]!.state[c]));
  return alike(one.steps.length - 1) && one.steps.every((_, i) => alike(i));
}
/** Whether two traces are the same run: what is said about one then holds for the other. */
export const same_run = (one: Trace | undefined, two: Trace | undefined): boolean => one?.loop === two?.loop && same_states(one, two);
