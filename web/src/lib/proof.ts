// A proof as the rows of a tree that is partly folded.  Rows have stable keys (the way from the root), so folding one
// never moves or renames another.
import type { ProofNode } from './report';

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
  const rows: ProofRow[] = [];
  const todo: ProofRow[] = [{ key: '0', node: root, depth: 0, folds: false, parent: null, size: 1, place: 1 }];
  while (todo.length) {
    const row = todo.pop()!;
    const children = row.node.children ?? [];
    rows.push({ ...row, folds: children.length > 0 });
    if (folded(row.key, row.depth)) continue;
    for (let i = children.length - 1; i >= 0; i--)
      todo.push({ key: `${row.key}.${i}`, node: children[i]!, depth: row.depth + 1, folds: false, parent: row.node, size: children.length, place: i + 1 });
  }
  return rows;
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
