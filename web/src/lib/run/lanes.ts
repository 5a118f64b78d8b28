// What a lane looks like: truth as a wave, numbers with many values by their height, everything else in stretches.
import { Look, level_look } from './sheet';
import type { Trace, Value } from '../report';
import { value_at, type TableRow } from './table';

export type LaneKind = 'wave' | 'level' | 'seg' | 'truth' | 'none';
export interface Lane {
  kind: LaneKind;
  low: number;
  high: number;
}

const looked_at = 400, few_values = 4;

export function number_in(value: Value | undefined): number | null {
  if (typeof value === 'number') return value;
  const word = typeof value === 'string' ? /^(-?)0[us]?d\d*_(\d+)$/.exec(value) : null;
  return word ? Number(`${word[1]}${word[2]}`) : null;
}

const known = new WeakMap<Trace, Map<string, Lane>>(); // found when a lane is first drawn: there may be thousands

export function lane_of(trace: Trace, row: TableRow): Lane {
  const lanes = known.get(trace) ?? new Map<string, Lane>();
  known.set(trace, lanes);
  const found = lanes.get(row.key) ?? look_at(trace, row);
  lanes.set(row.key, found);
  return found;
}

function look_at(trace: Trace, row: TableRow): Lane {
  if (row.kind === 'formula') return { kind: 'truth', low: 0, high: 0 };
  if (row.kind === 'group' || row.kind === 'fold') return { kind: 'none', low: 0, high: 0 };
  const stride = Math.max(1, Math.floor(trace.steps.length / looked_at)), seen = new Set<Value | undefined>();
  for (let i = 0; i < trace.steps.length; i += stride) seen.add(value_at(trace, row, i));
  const values = [...seen].filter((value) => value !== undefined);
  if (values.length && values.every((value) => typeof value === 'boolean')) return { kind: 'wave', low: 0, high: 1 };
  const numbers = values.map(number_in);
  if (numbers.length <= few_values || numbers.includes(null)) return { kind: 'seg', low: 0, high: 0 };
  return { kind: 'level', low: Math.min(...(numbers as number[])), high: Math.max(...(numbers as number[])) };
}

/** The bits of a cell that begins a stretch (`start`) or goes on with it. */
export function lane_look(lane: Lane, value: Value | undefined, start: boolean, changed: boolean): number {
  const begins = start ? Look.start : 0;
  if (lane.kind === 'wave' && typeof value === 'boolean') return (changed ? Look.start : 0) + (value ? Look.high : Look.low);
  if (lane.kind === 'level') {
    const height = Math.min(7, Math.max(0, Math.round((((number_in(value) ?? lane.low) - lane.low) / (lane.high - lane.low || 1)) * 7)));
    return begins + level_look(height);
  }
  return lane.kind === 'seg' && value !== undefined ? begins + Look.seg : 0;
}
