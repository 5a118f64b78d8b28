// A small tidy layout for the lemma graph: each lemma hangs below what it was made for.
import type { Falsification, Lemma } from './report';

export interface Box {
  name: string;
  lemma: Lemma | null; // null: the property itself
  x: number;
  y: number;
}
export interface Edge {
  from: Box;
  to: Box;
  label: string;
  refuted: boolean; // on the way from a falsified lemma to the property
}

export const box_width = 150, box_height = 44, gap_x = 90, gap_y = 22;

export function layout(finding: Falsification): { boxes: Box[]; edges: Edge[]; width: number; height: number } {
  const lemmas = finding.lemmas ?? [];
  const boxes = new Map<string, Box>([[finding.property, { name: finding.property, lemma: null, x: 0, y: 0 }]]);
  for (const lemma of lemmas) if (!boxes.has(lemma.name)) boxes.set(lemma.name, { name: lemma.name, lemma, x: 0, y: 0 });
  const children = new Map<string, Lemma[]>();
  for (const lemma of lemmas) {
    const from = boxes.has(lemma.from) && lemma.from !== lemma.name ? lemma.from : finding.property;
    children.set(from, [...(children.get(from) ?? []), lemma]);
  }
  // Depth first; each leaf takes the next row, a parent the row of its first child.
  let row = 0, deepest = 0;
  const done = new Set<string>();
  const put = (name: string, depth: number): void => {
    const box = boxes.get(name);
    if (!box || done.has(name)) return;
    done.add(name);
    deepest = Math.max(deepest, depth);
    box.x = depth * (box_width + gap_x);
    box.y = row * (box_height + gap_y);
    const below = (children.get(name) ?? []).filter((l) => !done.has(l.name));
    below.forEach((lemma, i) => {
      if (i > 0) row++;
      put(lemma.name, depth + 1);
    });
  };
  put(finding.property, 0);
  const refuted = new Set<string>();
  for (const lemma of lemmas)
    if (lemma.status === 'falsified') for (let at: Lemma | undefined = lemma; at && !refuted.has(at.name); at = boxes.get(at.from)?.lemma ?? undefined) refuted.add(at.name);
  const edges: Edge[] = [];
  for (const lemma of lemmas) {
    const from = boxes.get(lemma.from) ?? boxes.get(finding.property)!;
    edges.push({ from, to: boxes.get(lemma.name)!, label: lemma.transition, refuted: refuted.has(lemma.name) });
  }
  return { boxes: [...boxes.values()], edges, width: (deepest + 1) * (box_width + gap_x), height: (row + 1) * (box_height + gap_y) };
}
