// The properties of the overview: which of them, and in which order.
import { said } from './radix.svelte';
import { length_of, type Property, type Trace } from './report';

export interface Wish {
  verdict: string; // '': all
  kind: string;
  order: string;
  text: string;
}

export const verdicts = [
  { id: 'violated', word: 'violated' },
  { id: 'undecided', word: 'undecided' },
  { id: 'holds', word: 'hold' },
  { id: 'value', word: 'computed' },
];
export const orders = ['verdict', 'length', 'time', 'line', 'name'];

const rank = (property: Property): number => verdicts.findIndex(({ id }) => id === (property.verdict ?? 'value'));
const before: Record<string, (a: Property, b: Property) => number> = {
  verdict: (a, b) => rank(a) - rank(b),
  length: (a, b) => (b.depth ?? -1) - (a.depth ?? -1),
  time: (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0),
  line: (a, b) => (a.line ?? 0) - (b.line ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
};

export function listed(all: Property[], wish: Wish, trace_of: (property: Property) => Trace | undefined): Property[] {
  const text = wish.text.trim().toLowerCase();
  const fits = (p: Property) =>
    (!wish.verdict || (p.verdict ?? 'value') === wish.verdict) && (!wish.kind || p.kind === wish.kind) && (!text || `${p.name}\n${p.text}\n${said(p.text)}`.toLowerCase().includes(text));
  const steps = (p: Property) => trace_of(p)?.steps.length ?? p.depth ?? -1;
  const order = wish.order === 'length' ? (a: Property, b: Property) => steps(b) - steps(a) : (before[wish.order] ?? before.verdict!);
  return all.filter(fits).sort(order);
}

/** How a verdict was found, in a few words. */
export function how(property: Property, trace: Trace | undefined): string {
  if (property.verdict === undefined) return '';
  if (trace) return length_of(trace);
  if (property.verdict === 'violated' && property.depth !== undefined) return `${property.depth} ${property.depth === 1 ? 'step' : 'steps'}`;
  if (property.proof) return property.proof.k === undefined ? `by ${property.proof.by}` : `${property.proof.by}, k = ${property.proof.k}`;
  if (property.verdict === 'violated') return 'no single run shows it';
  return property.verdict === 'undecided' ? '' : said(property.reason ?? '');
}

export const duration = (seconds: number | undefined): string => {
  if (seconds === undefined) return '';
  if (seconds < 0.001) return '< 1 ms';
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
};

/** What to ask next about a property that has no answer: further, or once more with all of the time for it alone. */
export function further(property: Property): { text: string; line: (about: string) => string } {
  const parts = ['invar', 'ltl', 'ctl'].includes(property.kind) ? ' --subformulas' : ''; // of formulas about systems
  if (property.bound === undefined) return { text: 'ask about this one alone', line: (about) => `check ${about}${parts}` };
  const bound = 2 * Math.max(1, property.bound);
  return { text: `up to ${bound} steps`, line: (about) => `check ${about} --bound ${bound}${parts}` };
}
