// Intervals of numbers of any size on a line of fixed length.
import { same, type Intervals, type Property, type Trace } from './report';

export interface Bar {
  x: number;
  width: number;
  lo: string;
  hi: string;
}

/** The least and greatest value of the variable's type, as far as its name tells; else what the set needs. */
export function range_of(finding: Intervals): [bigint, bigint] {
  const word = /^(unsigned |signed )?word\[(\d+)\]$/.exec(finding.type);
  if (word) {
    const bits = BigInt(word[2]!);
    return word[1] === 'signed ' ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  }
  if (finding.type === 'boolean') return [0n, 1n];
  if (finding.symbols?.length) return [0n, BigInt(finding.symbols.length - 1)];
  const range = /(-?\d+)\s*\.\.\s*(-?\d+)/.exec(finding.type);
  if (range) return [BigInt(range[1]!), BigInt(range[2]!)];
  const ends = finding.intervals.flatMap((i) => [BigInt(i.lo), BigInt(i.hi)]).concat(finding.value === null ? [] : [BigInt(finding.value)]);
  if (!ends.length) return [0n, 0n];
  return [ends.reduce((a, b) => (b < a ? b : a)), ends.reduce((a, b) => (b > a ? b : a))];
}

/** Numbers that a run begins with and never changes: for these a set of values says most. */
export function kept_numbers(trace: Trace, most = 2): string[] {
  const is_number = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^-?0[us]/.test(value));
  const first = trace.steps[0]?.state ?? {};
  return trace.columns.filter((c) => is_number(first[c]) && trace.steps.every((step) => same(step.state[c], first[c]))).slice(0, most);
}

/** Where a value stands on a line of `length`; each value has a stretch of its own. */
export function place(value: bigint, [lo, hi]: [bigint, bigint], length: number): number {
  return Number(((value - lo) * 1_000_000n) / (hi - lo + 1n)) * (length / 1_000_000);
}

/** A stretch around all of the values, when on the whole line they would be a hair. */
export function lens_of(finding: Intervals, [lo, hi]: [bigint, bigint]): [bigint, bigint] | null {
  const first = finding.intervals[0], last = finding.intervals[finding.intervals.length - 1];
  if (!first || !last) return null;
  const from = BigInt(first.lo), to = BigInt(last.hi), span = to - from + 1n;
  if (span * 20n > hi - lo + 1n) return null;
  const margin = span / 4n + 1n, low = from - margin, high = to + margin;
  return [low < lo ? lo : low, high > hi ? hi : high];
}

export function bars(finding: Intervals, range: [bigint, bigint], length: number): Bar[] {
  return finding.intervals.slice(0, 2000).map(({ lo, hi }) => {
    const x = place(BigInt(lo), range, length);
    return { x, width: Math.max(1.5, place(BigInt(hi) + 1n, range, length) - x), lo, hi };
  });
}

interface Stretch {
  x: number;
  width: number;
}

/** The stretches of a line, from `from` to `to`, that no bar covers. */
function between(drawn: Stretch[], from: number, to: number): Stretch[] {
  const ends = [from, ...drawn.map((bar) => bar.x + bar.width)], begins = [...drawn.map((bar) => bar.x), to];
  return begins.map((x, i) => ({ x: ends[i]!, width: x - ends[i]! })).filter(({ width }) => width > 0.5);
}

/** The stretches beside the bars: of values with which such a run passes, and of those that no such run has. */
export function rest(finding: Intervals, range: [bigint, bigint], drawn: Bar[], length: number): (Stretch & { passes: boolean })[] {
  const gaps = between(drawn, 0, length);
  if (!finding.route) return gaps.map((gap) => ({ ...gap, passes: true }));
  const runs = bars({ ...finding, intervals: finding.route.intervals }, range, length);
  return gaps.flatMap((gap) => {
    const end = gap.x + gap.width;
    const inside = runs.map((run) => ({ x: Math.max(run.x, gap.x), end: Math.min(run.x + run.width, end) })).map(({ x, end }) => ({ x, width: end - x })).filter(({ width }) => width > 0.5);
    return [...inside.map((run) => ({ ...run, passes: true })), ...between(inside, gap.x, end).map((none) => ({ ...none, passes: false }))];
  });
}

const groups = (value: bigint, bits: bigint, count: number, base: number): string[] => Array.from({ length: count }, (_, i) => ((value >> (bits * BigInt(count - 1 - i))) & ((1n << bits) - 1n)).toString(base));

/** A value as a person reads it: a symbol of an enumeration, an address, or a number as `--as` says. */
export function shown_as(text: string, finding: Intervals, as: string): string {
  if (finding.symbols) return finding.symbols[Number(text)] ?? text;
  const value = BigInt(text), sign = value < 0n ? '-' : '', size = value < 0n ? -value : value;
  if (as === 'hex') return `${sign}0x${size.toString(16)}`;
  if (as === 'bin') return `${sign}0b${size.toString(2)}`;
  if (as === 'ipv4' && !sign && value < 1n << 32n && !/word\[(?!32\])/.test(finding.type)) return groups(value, 8n, 4, 10).join('.');
  if (as === 'ipv6' && !sign && value < 1n << 128n) return groups(value, 16n, 8, 16).join(':');
  return text;
}

/** The value that a person writes, in any of those ways; nothing when it is none. */
export function value_of(text: string, finding: Intervals): bigint | null {
  const word = text.trim(), symbol = finding.symbols?.indexOf(word) ?? -1;
  if (symbol >= 0) return BigInt(symbol);
  const parts = word.split('.').map(Number);
  if (/^\d+(\.\d+){3}$/.test(word) && parts.every((part) => part < 256)) return parts.reduce((all, part) => (all << 8n) + BigInt(part), 0n);
  return /^(-?\d+|0x[0-9a-f]+|0b[01]+)$/i.test(word) ? BigInt(word) : null;
}

export function contains(finding: Intervals, text: string): boolean | null {
  const value = value_of(text, finding);
  return value === null ? null : finding.intervals.some(({ lo, hi }) => BigInt(lo) <= value && value <= BigInt(hi));
}

/** The property for runs in which the variable begins with this value; '' where that cannot be written so. */
export function pinned_formula(property: Property | undefined, finding: Intervals, text: string): string {
  const always = { ltl: '', invar: 'G ' }[property?.kind ?? ''];
  const wanted = value_of(text, finding);
  if (!property || property.instance || always === undefined || wanted === null) return '';
  const number = finding.symbols ? shown_as(String(wanted), finding, '') : String(wanted);
  const word = /^(unsigned |signed )?word\[(\d+)\]$/.exec(finding.type);
  const value = word ? `${number.startsWith('-') ? '-' : ''}0${word[1] === 'signed ' ? 's' : 'u'}d${word[2]}_${number.replace('-', '')}` : number;
  return `${finding.variable} = ${value} -> ${always}(${property.text})`;
}
