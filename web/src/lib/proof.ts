// A proof as the rows of a tree that is partly folded.  Rows have stable keys (the way from the root), so folding one
// never moves or renames another.
import { hierarchy } from 'd3-hierarchy';
import type { Branch } from './layers';
import type { ProofNode } from './report';

export const most_drawn = 200;

export interface ProofRow {
  key: string;
  node: ProofNode;
  depth: number;
  folds: boolean;
  parent: ProofNode | null;
  size: number; // of the set among its siblings
  place: number;
}

/** The rows in sight, from the root to the leaves. */
export function forward_rows(root: ProofNode, folded: (key: string, depth: number) => boolean): ProofRow[] {
  const top: ProofRow = { key: '0', node: root, depth: 0, folds: (root.children?.length ?? 0) > 0, parent: null, size: 1, place: 1 };
  const below = (row: ProofRow): ProofRow[] =>
    (folded(row.key, row.depth) ? [] : (row.node.children ?? [])).map((node, i, all) => (
      { key: `${row.key}.${i}`, node, depth: row.depth + 1, folds: (node.children?.length ?? 0) > 0, parent: row.node, size: all.length, place: i + 1 }));
  const rows: ProofRow[] = [];
  hierarchy(top, below).eachBefore(({ data }) => rows.push(data));
  return rows;
}

const line_length = 36, most_lines = 4;
// A text in lines that a box has room for.
function in_lines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < line_length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > most_lines ? [...lines.slice(0, most_lines - 1), `${lines[most_lines - 1]} …`] : lines;
}

/** The rows from the root to the leaves as a tree to draw; those that come too late are left out. */
export function proof_tree(rows: ProofRow[], text: (row: ProofRow) => string, card: (row: ProofRow) => string[]): Branch | null {
  const branches = new Map<string, Branch>();
  for (const row of rows.slice(0, most_drawn)) {
    const state = row.node.state ?? (row.node.set ? '{…}' : '');
    const branch = { box: { id: row.key, lines: [[state, ...card(row)].join(' '), ...in_lines(text(row))].filter(Boolean), looks: row.node.open ? 'open' : '', label: `${state} ${text(row)}` }, text: '', children: [] };
    branches.set(row.key, branch);
    branches.get(row.key.replace(/\.\d+$/, ''))?.children.push(...(row.depth ? [branch] : []));
  }
  return branches.get('0') ?? null;
}

/** From each leaf up to the root: the same nodes under the same keys, the other way round. */
export function backward_rows(root: ProofNode, folded: (key: string, depth: number) => boolean): ProofRow[] {
  interface Up { node: ProofNode; key: string; up: Up | null }
  const leaves: Up[] = [];
  const todo: Up[] = [{ node: root, key: '0', up: null }];
  while (todo.length) {
    const at = todo.pop()!;
    const children = at.node.children ?? [];
    if (children.length === 0) leaves.push(at);
    for (let i = children.length - 1; i >= 0; i--) todo.push({ node: children[i]!, key: `${at.key}.${i}`, up: at });
  }
  const rows: ProofRow[] = [];
  leaves.forEach((leaf, place) => {
    let depth = 0;
    for (let at: Up | null = leaf; at; at = at.up, depth++) {
      const key = `${leaf.key}<${at.key}`;
      rows.push({ key, node: at.node, depth, folds: at.up !== null, parent: at.up?.node ?? null, size: leaves.length, place: place + 1 });
      if (folded(key, depth)) break;
    }
  });
  return rows;
}
