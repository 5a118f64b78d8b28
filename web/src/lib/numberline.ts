// Intervals of numbers of any size on a line of fixed length.
import type { Intervals, Property } from './report';

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
  const range = /(-?\d+)\s*\.\.\s*(-?\d+)/.exec(finding.type);
  if (range) return [BigInt(range[1]!), BigInt(range[2]!)];
  const ends = finding.intervals.flatMap((i) => [BigInt(i.lo), BigInt(i.hi)]).concat(finding.value === null ? [] : [BigInt(finding.value)]);
  if (!ends.length) return [0n, 0n];
  return [ends.reduce((a, b) => (b < a ? b : a)), ends.reduce((a, b) => (b > a ? b : a))];
}

/** Where a value stands on a line of `length`; each value has a stretch of its own. */
export function place(value: bigint, [lo, hi]: [bigint, bigint], length: number): number {
  return Number(((value - lo) * 1_000_000n) / (hi - lo + 1n)) * (length / 1_000_000);
}

export function bars(finding: Intervals, range: [bigint, bigint], length: number): Bar[] {
  return finding.intervals.slice(0, 2000).map(({ lo, hi }) => {
    const x = place(BigInt(lo), range, length);
    return { x, width: Math.max(1.5, place(BigInt(hi) + 1n, range, length) - x), lo, hi };
  });
}

export function contains(finding: Intervals, text: string): boolean | null {
  if (!/^-?\d+$/.test(text.trim())) return null;
  const value = BigInt(text.trim());
  return finding.intervals.some(({ lo, hi }) => BigInt(lo) <= value && value <= BigInt(hi));
}

/** The property for runs in which the variable begins with this value; '' where that cannot be written so. */
export function pinned_formula(property: Property | undefined, finding: Intervals, text: string): string {
  const always = { ltl: '', invar: 'G ' }[property?.kind ?? ''];
  const number = text.trim();
  if (!property || property.instance || always === undefined || !/^-?\d+$/.test(number)) return '';
  const word = /^(unsigned |signed )?word\[(\d+)\]$/.exec(finding.type);
  const value = word ? `${number.startsWith('-') ? '-' : ''}0${word[1] === 'signed ' ? 's' : 'u'}d${word[2]}_${number.replace('-', '')}` : number;
  return `${finding.variable} = ${value} -> ${always}(${property.text})`;
}
