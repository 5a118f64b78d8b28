// The lemmas of a falsification as a graph: each hangs below what it was made for; the way by which a refuted one
// refutes the property is strong.
import { layered, type Arrow, type Box, type Drawing } from './layers';
import type { Falsification, Lemma } from './report';

const sign: Record<string, string> = { proved: '+', verified: '+', relative: '~', falsified: '×', open: '?' };

export function lemma_graph(finding: Falsification): Drawing {
  const lemmas = finding.lemmas ?? [];
  const named = new Map(lemmas.map((lemma) => [lemma.name, lemma]));
  const above = (lemma: Lemma): string => (named.has(lemma.from) && lemma.from !== lemma.name ? lemma.from : finding.property);
  const refuting = new Set<string>();
  for (const lemma of lemmas)
    if (lemma.status === 'falsified') for (let at: Lemma | undefined = lemma; at && !refuting.has(at.name); at = named.get(above(at))) refuting.add(at.name);
  const box = (id: string, what: string, status: string): Box => ({ id, lines: [`${sign[status] ?? '?'} ${id}`, status], looks: status, label: `${what} ${id}, ${status}` });
  const boxes = [box(finding.property, 'property', finding.outcome ?? ''), ...[...named.values()].map((lemma) => box(lemma.name, 'lemma', lemma.status))];
  const arrows = [...named.values()].filter((lemma) => lemma.name !== finding.property).map((lemma): Arrow => ({ from: above(lemma), to: lemma.name, text: lemma.transition, looks: refuting.has(lemma.name) ? 'strong' : '' }));
  return layered(boxes, arrows, 'LR');
}
