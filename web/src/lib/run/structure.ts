// Values with an inside (lists, maps, sets, terms): their parts by name, so that a table can show and compare each.
import { same, spell, type Value } from '../report';

/** The parts of a value, in order; none when it has no inside. */
export function parts_of(value: Value | undefined): Map<string, Value> {
  const parts = new Map<string, Value>();
  if (typeof value !== 'object' || value === null) return parts;
  if (Array.isArray(value)) value.forEach((item, i) => parts.set(`[${i}]`, item));
  else if (Array.isArray(value.map)) for (const pair of value.map) Array.isArray(pair) && parts.set(`[${spell(pair[0])}]`, pair[1]);
  else if (Array.isArray(value.set)) for (const item of value.set) parts.set(`∋ ${spell(item)}`, true);
  else if (Array.isArray(value.bag))
    for (const item of value.bag) parts.set(`∋ ${spell(item)}`, Number(parts.get(`∋ ${spell(item)}`) ?? 0) + 1);
  else if (Array.isArray(value.args)) value.args.forEach((item, i) => parts.set(`${String(value.op)}.${i + 1}`, item));
  return parts;
}

/** The part at a path of names. */
export function part_at(value: Value | undefined, path: readonly string[]): Value | undefined {
  let at = value;
  for (const name of path) at = parts_of(at).get(name);
  return at;
}

// What is made by another constructor than before is another value as a whole.
const made_by = (value: Value | undefined) => (typeof value === 'object' && value !== null && !Array.isArray(value) && Array.isArray(value.args) ? String(value.op) : '');

export interface Difference {
  path: string;
  sign: '+' | '−' | '→';
  text: string;
}

// Where a part is: an index is written at its list, names stand apart.
const joined = (path: string, name: string) => (path && !name.startsWith('[') ? `${path} ${name}` : path + name);

/** What became of a value, part by part; nothing when it stayed, one whole when it has no inside. */
export function differences(before: Value | undefined, after: Value | undefined, path = '', limit = 40): Difference[] {
  if (same(before, after) || limit <= 0) return [];
  const old_parts = parts_of(before), new_parts = parts_of(after);
  if ((!old_parts.size && !new_parts.size) || made_by(before) !== made_by(after)) return [{ path, sign: '→', text: `${spell(before)} → ${spell(after)}` }];
  const found: Difference[] = [];
  for (const name of new Set([...old_parts.keys(), ...new_parts.keys()])) {
    if (found.length >= limit) break;
    const was = old_parts.get(name), is = new_parts.get(name);
    const member = name.startsWith('∋');
    if (was === undefined) found.push({ path: joined(path, name), sign: '+', text: member ? '' : spell(is) });
    else if (is === undefined) found.push({ path: joined(path, name), sign: '−', text: member ? '' : spell(was) });
    else found.push(...differences(was, is, joined(path, name), limit - found.length));
  }
  return found;
}
