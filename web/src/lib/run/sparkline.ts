// A small picture of a run: one variable over time, as a line with steps.
import { same, type Trace, type Value } from '../report';

const width = 104, height = 22, most = 120;

/** The variable that tells most: one of the causes, else the one that changes most often. */
export function telling(trace: Trace, causes: { column: string }[]): string {
  const own = causes.map((cause) => cause.column).filter((column) => trace.columns.includes(column));
  const candidates = (own.length ? [...new Set(own)] : trace.columns).slice(0, 40);
  const steps = trace.steps.slice(0, 400);
  const changes = (column: string) => steps.reduce((sum, step, i) => sum + (i > 0 && !same(step.state[column], steps[i - 1]!.state[column]) ? 1 : 0), 0);
  return candidates.map((column) => ({ column, n: changes(column) })).reduce((a, b) => (b.n > a.n ? b : a), { column: candidates[0] ?? '', n: -1 }).column;
}

export interface Spark {
  path: string;
  width: number;
  height: number;
  loop: number | null; // where it begins
  end: { x: number; y: number };
}

function levels(trace: Trace, column: string): number[] {
  const known: string[] = [];
  const level = (value: Value | undefined): number => {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const text = JSON.stringify(value) ?? '';
    const word = /^"0[us]d\d+_(-?\d+)"$/.exec(text);
    if (word) return Number(word[1]);
    if (!known.includes(text)) known.push(text);
    return known.indexOf(text);
  };
  return trace.steps.map((step) => level(step.state[column]));
}

export function spark_of(trace: Trace, causes: { column: string }[]): Spark {
  const all = levels(trace, telling(trace, causes)), stride = Math.max(1, Math.ceil(all.length / most));
  const shown = all.filter((_, i) => i % stride === 0 || i === all.length - 1);
  const low = Math.min(...shown), span = Math.max(...shown) - low || 1, step = width / shown.length;
  const y = (value: number) => 3 + (height - 6) * (1 - (value - low) / span);
  const path = shown.map((value, i) => `${i ? 'V' : 'M0 '}${y(value).toFixed(1)}H${((i + 1) * step).toFixed(1)}`).join('');
  return { path, width, height, loop: trace.loop === null ? null : (trace.loop / all.length) * width, end: { x: width - step / 2, y: y(shown[shown.length - 1] ?? 0) } };
}
