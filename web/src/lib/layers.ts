// Drawings of graphs and trees: boxes with a few lines of text, arrows between them.  Where they stand is worked out by
// dagre (in layers, for graphs) and d3-hierarchy (tidy trees); Graph.svelte draws them.
import { Graph, layout } from '@dagrejs/dagre';
import { hierarchy, tree } from 'd3-hierarchy';

export interface Box {
  id: string;
  lines: string[]; // the first is the title
  looks: string;
  label: string; // spoken
  badge?: string; // at its corner
}
export interface Arrow {
  from: string;
  to: string;
  text: string;
  looks: string;
}
export interface Place {
  x: number;
  y: number;
}
export interface Drawing {
  boxes: (Box & Place & { width: number; height: number })[];
  arrows: (Arrow & { path: string; middle: Place })[];
  width: number;
  height: number;
}

const letter = 7.8, small = 6.6, line_height = 16, margin = 10, longest = 60;
export const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
export const width_of = (box: Box) => Math.max(56, ...box.lines.map((line, i) => clipped(line).length * (i ? small : letter) + 2 * margin));
export const height_of = (box: Box) => box.lines.length * line_height + 12;

/** What stands on an arrow, line by line. */
export const lines_in = (text: string): string[] => text.split('\n');
export const label_height = 14;
const label_width = (text: string) => Math.max(...lines_in(text).map((line) => line.length)) * small;

// A line through points, its corners rounded off.
function curve(points: Place[]): string {
  const [first, ...rest] = points as [Place, ...Place[]];
  const half = (a: Place, b: Place) => `${(a.x + b.x) / 2} ${(a.y + b.y) / 2}`;
  const bends = rest.slice(0, -1).map((at, i) => `Q${at.x} ${at.y} ${i + 2 === rest.length ? `${rest[i + 1]!.x} ${rest[i + 1]!.y}` : half(at, rest[i + 1]!)}`);
  const end = rest[rest.length - 1]!;
  return rest.length > 1 ? `M${first.x} ${first.y}L${half(first, rest[0]!)}${bends.join('')}` : `M${first.x} ${first.y}L${end.x} ${end.y}`;
}

// From a box to itself: out at its right side and in again, in the space between boxes.
export function loop_at(box: Place & { width: number; height: number }): { path: string; middle: Place } {
  const right = box.x + box.width, out = 16, top = box.y + box.height * 0.25, bottom = box.y + box.height * 0.75;
  return { path: `M${right} ${top}C${right + out} ${top - 6} ${right + out} ${bottom + 6} ${right} ${bottom}`, middle: { x: right + out, y: box.y + box.height / 2 } };
}

interface Area extends Place {
  width: number;
  height: number;
}
/** From one box to another, time to the right: out on the right and in on the left, or bowed back. */
export function curve_between(from: Area, to: Area): { path: string; middle: Place } {
  const y1 = from.y + from.height / 2, y2 = to.y + to.height / 2;
  if (to.x > from.x + from.width) {
    const x1 = from.x + from.width, bend = Math.min(60, (to.x - x1) / 2);
    return { path: `M${x1} ${y1}C${x1 + bend} ${y1} ${to.x - bend} ${y2} ${to.x} ${y2}`, middle: { x: (x1 + to.x) / 2, y: (y1 + y2) / 2 } };
  }
  const beside = Math.abs(from.x - to.x) < 1; // above each other, or back
  if (beside) {
    const x1 = from.x + from.width, x2 = to.x + to.width, out = 18 + Math.min(40, Math.abs(y1 - y2) / 8);
    return { path: `M${x1} ${y1}C${x1 + out} ${y1} ${x2 + out} ${y2} ${x2} ${y2}`, middle: { x: x1 + out, y: (y1 + y2) / 2 } };
  }
  const x1 = from.x, x2 = to.x + to.width, down = 24 + Math.min(60, (x1 - x2) / 6);
  return { path: `M${x1} ${y1}C${x1 - 40} ${y1 + down} ${x2 + 40} ${y2 + down} ${x2} ${y2}`, middle: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 + down } };
}

/** In layers: arrows point down (or to the right) wherever the graph allows it. */
export function layered(boxes: Box[], arrows: Arrow[], direction: 'TB' | 'LR'): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 24, ranksep: direction === 'LR' ? 40 : 44, marginx: margin, marginy: margin });
  for (const box of boxes) graph.setNode(box.id, { width: width_of(box), height: height_of(box) });
  const goes = (arrow: Arrow) => arrow.from !== arrow.to; // the others are drawn beside their box
  arrows.forEach((arrow, i) => goes(arrow) && graph.setEdge(arrow.from, arrow.to, { width: label_width(arrow.text), height: arrow.text ? lines_in(arrow.text).length * label_height + 2 : 0, labelpos: 'c' }, String(i)));
  layout(graph);
  const placed = boxes.map((box) => {
    const { x, y, width, height } = graph.node(box.id) as Place & { width: number; height: number };
    return { ...box, x: x - width / 2, y: y - height / 2, width, height };
  });
  const drawn = arrows.map((arrow, i) => {
    if (!goes(arrow)) return { ...arrow, ...loop_at(placed.find((box) => box.id === arrow.from)!) };
    const points = (graph.edge(arrow.from, arrow.to, String(i)) as { points: Place[] }).points;
    return { ...arrow, path: curve(points), middle: points[points.length >> 1]! };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const outside = drawn.map((arrow) => (goes(arrow) ? 0 : arrow.middle.x + Math.max(margin, label_width(arrow.text) / 2)));
  return { boxes: placed, arrows: drawn, width: Math.max(width, ...outside), height };
}

export interface Branch {
  box: Box;
  text: string; // on the arrow that leads to it
  children: Branch[];
}

/** A tree from left to right. */
export function tidy(root: Branch): Drawing {
  const all = hierarchy(root, (branch) => branch.children);
  const high = Math.max(...all.descendants().map((at) => height_of(at.data.box)));
  const placed = tree<Branch>().nodeSize([high + 12, 1])(all);
  // Each level is as wide as its widest box.
  const wide: number[] = [];
  for (const at of all.descendants()) wide[at.depth] = Math.max(wide[at.depth] ?? 0, width_of(at.data.box));
  const left = wide.map((_, depth) => wide.slice(0, depth).reduce((sum, width) => sum + width + 40, 0));
  placed.each((at) => (at.y = left[at.depth] ?? 0));
  const top = Math.min(...placed.descendants().map((at) => at.x)) - high / 2 - margin;
  const boxes = placed.descendants().map((at) => {
    const { box } = at.data, height = height_of(box);
    return { ...box, x: at.y + margin, y: at.x - top - height / 2, width: width_of(box), height };
  });
  const arrows = placed.links().map(({ source, target }) => {
    const from = { x: source.y + margin + width_of(source.data.box), y: source.x - top }, to = { x: target.y + margin, y: target.x - top };
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return { from: source.data.box.id, to: target.data.box.id, text: target.data.text, looks: '', path: `M${from.x} ${from.y}C${middle.x} ${from.y} ${middle.x} ${to.y} ${to.x} ${to.y}`, middle };
  });
  const extent = (of: (box: (typeof boxes)[number]) => number) => Math.max(...boxes.map(of)) + margin;
  return { boxes, arrows, width: extent((b) => b.x + b.width), height: extent((b) => b.y + b.height) };
}
