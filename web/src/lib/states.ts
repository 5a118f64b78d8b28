// Reachable states as a drawing: time runs to the right, so a state stands as far from the left as it takes steps to get
// there.  Within such a column those stand side by side that come from neighbours.
import { curve_between, height_of, loop_at, width_of, type Box, type Drawing } from './layers';
import { shown } from './radix.svelte';
import { same, type Row, type StateGraph, type Trace, type Value } from './report';

/** What a state's small picture shows: values as text, booleans as squares; what is the same everywhere tells nothing. */
export interface Glance {
  words: string[];
  flags: string[];
}
const most_words = 3, most_flags = 12;

export function glance_of(states: Row[], first: string[]): Glance {
  const columns = Object.keys(states[0] ?? {});
  const rank = (column: string) => (first.includes(column) ? first.indexOf(column) : first.length);
  const varies = columns.filter((column) => states.some((state) => !same(state[column], states[0]![column]))).sort((a, b) => rank(a) - rank(b));
  const is_flag = (column: string) => typeof states[0]![column] === 'boolean';
  return { words: varies.filter((column) => !is_flag(column)).slice(0, most_words), flags: varies.filter(is_flag).slice(0, most_flags) };
}

const longest = 16;
// A set that is too long to be read is told by how many are in it.
function short(column: string, value: Value | undefined): string {
  const text = shown(value), members = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value.set ?? value.bag ?? value.map) : undefined;
  if (text.length <= longest) return text;
  return Array.isArray(members) ? `${members.length} in ${column}` : `${text.slice(0, longest - 1)}…`;
}
export function lines_of(state: Row, { words, flags }: Glance): string[] {
  const text = words.map((column) => short(column, state[column])).join(words.some((column) => shown(state[column]).length > longest) ? ' · ' : ' ');
  const squares = flags.map((column) => (state[column] ? '■' : '□')).join('');
  return [text, squares].filter(Boolean);
}

const in_words = (value: Value | undefined) => (typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : shown(value));
export const described = (state: Row): string => Object.entries(state).map(([name, value]) => `${name} = ${in_words(value)}`).join(', ');

/** The node that a state of a run is in. */
export function node_of({ nodes }: StateGraph, state: Row | undefined): number {
  return state ? nodes.findIndex((node) => Object.keys(node.state).every((column) => same(node.state[column], state[column]))) : -1;
}

/** How many steps each node is from the left. */
function distances({ nodes, edges, run }: StateGraph): number[] {
  const next = nodes.map((): number[] => []);
  for (const { from, to } of edges) next[from]!.push(to);
  const found = nodes.map(() => -1);
  const begin = (list: number[]) => {
    const todo = list.filter((node) => found[node]! < 0);
    for (const node of todo) found[node] = 0;
    for (let i = 0; i < todo.length; i++)
      for (const to of next[todo[i]!]!) if (found[to]! < 0) {
        found[to] = found[todo[i]!]! + 1;
        todo.push(to);
      }
  };
  begin(nodes.flatMap((node, i) => (node.initial ? [i] : [])));
  begin(run);
  begin(nodes.map((_, i) => i));
  return found;
}

/** The action by which each node is first reached, where steps have names. */
function reached_by({ nodes, edges }: StateGraph, far: number[]): string[] {
  const found = nodes.map(() => '');
  for (const { from, to, action } of edges) if (action && far[from]! < far[to]!) found[to] ||= action;
  return found;
}

const tallest = 16; // boxes above each other
/** The nodes in columns; each column in the order of what leads to it. */
function columns_of(graph: StateGraph, far: number[]): number[][] {
  const columns: number[][] = [];
  far.forEach((distance, node) => (columns[distance] ??= []).push(node));
  const before = graph.nodes.map((): number[] => []);
  for (const { from, to } of graph.edges) if (far[from]! < far[to]!) before[to]!.push(from);
  const place = new Map<number, number>(), on_run = new Set(graph.run);
  return columns.filter(Boolean).flatMap((list) => {
    const middle = (node: number) => (before[node]!.length ? before[node]!.reduce((sum, b) => sum + (place.get(b) ?? 0), 0) / before[node]!.length : 0);
    const weight = new Map(list.map((node) => [node, middle(node) - (on_run.has(node) ? 0.25 : 0)]));
    const ordered = [...list].sort((a, b) => weight.get(a)! - weight.get(b)! || a - b);
    ordered.forEach((node, i) => place.set(node, i - (ordered.length - 1) / 2));
    const parts = Math.ceil(ordered.length / tallest); // a wide column becomes several, every other node in each
    return Array.from({ length: parts }, (_, part) => ordered.filter((_, i) => i % parts === part));
  });
}

/** More of them than this are a blot, and slow. */
export const most_arrows = 2000;

export interface Shown {
  glance: Glance;
  passing: Trace | undefined;
  chosen: number;
}

export function state_drawing(graph: StateGraph, { glance, passing, chosen }: Shown): Drawing {
  const other = new Set(passing?.steps.map(({ state }) => node_of(graph, state)) ?? []);
  const far = distances(graph), by = reached_by(graph, far);
  const steps = graph.nodes.map((): number[] => []);
  graph.run.forEach((node, step) => steps[node]?.push(step));
  const few = (list: number[]) => (list.length > 2 ? `${list[0]}…${list[list.length - 1]}` : list.join(' '));
  const looks = (i: number) => [graph.nodes[i]!.open ? 'open' : '', steps[i]!.length ? 'on-run' : other.has(i) ? 'on-passing' : '', graph.nodes[i]!.initial ? 'initial' : ''].join(' ');
  const box_of = (i: number): Box => {
    const { state, states, initial } = graph.nodes[i]!;
    const lines = [by[i]!, ...lines_of(state, glance), states && states > 1 ? `${states} states` : ''].filter(Boolean);
    return {
      id: String(i), lines: lines.length ? lines : ['state'], looks: looks(i), badge: few(steps[i]!),
      label: `${initial ? 'initial ' : ''}state ${i + 1}${steps[i]!.length ? `, step ${steps[i]!.slice(0, 9).join(', ')} of the run` : ''}: ${described(state).slice(0, 300)}`,
    };
  };
  const gap = { x: 64, y: 14 }, margin = 16;
  const columns = columns_of(graph, far).map((list) => list.map((i) => {
    const box = box_of(i);
    return { ...box, width: width_of(box), height: height_of(box) };
  }));
  const high = Math.max(0, ...columns.map((list) => list.reduce((sum, box) => sum + box.height + gap.y, 0)));
  let x = margin;
  const placed = columns.map((list) => {
    let y = margin + (high - list.reduce((sum, box) => sum + box.height + gap.y, 0)) / 2;
    const wide = Math.max(...list.map((box) => box.width));
    const done = list.map((box) => {
      const at = { ...box, x, y };
      y += box.height + gap.y;
      return at;
    });
    x += wide + gap.x;
    return done;
  }).flat();
  const at = new Map(placed.map((box) => [box.id, box]));
  const pairs = new Set(graph.run.slice(1).map((node, i) => `${graph.run[i]} ${node}`));
  const closing = graph.loop === null || !graph.run.length ? '' : `${graph.run[graph.run.length - 1]} ${graph.run[graph.loop]}`;
  const rank = ({ from, to }: { from: number; to: number }) => {
    if (closing === `${from} ${to}`) return 3;
    if (pairs.has(`${from} ${to}`)) return 2;
    return from === chosen ? 1 : 0;
  };
  const drawn = graph.edges.length > most_arrows ? graph.edges.filter((edge) => rank(edge) > 0) : graph.edges;
  const arrows = [...drawn].sort((a, b) => rank(a) - rank(b)).map((edge) => {
    const from = at.get(String(edge.from))!, to = at.get(String(edge.to))!;
    const way = edge.from === edge.to ? loop_at(from) : curve_between(from, to);
    return { from: from.id, to: to.id, text: '', looks: ['pale', 'next', 'strong', 'closing'][rank(edge)]!, ...way };
  });
  return { boxes: placed, arrows, width: x - gap.x + margin + 20, height: high + 2 * margin };
}
