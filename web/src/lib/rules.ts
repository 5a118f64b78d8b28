// The rule graph of a pushdown system with its annotations (the paper's B-graph), and which counterexamples pass where.
import { layered, type Drawing } from './layers';
import { spell, type RuleGraph, type Step, type Trace } from './report';

/** The head of a configuration, as the graph names its nodes. */
const head_of = ({ state }: Step): string => `<${spell(state.control)}, ${(Array.isArray(state.stack) && state.stack.length ? spell(state.stack[0]) : '') || 'ε'}>`;

const most = 300; // more take long to lay out, and nobody reads them

export interface RuleDrawing {
  drawing: Drawing;
  left_out: number; // nodes, of a graph that is too large
}

/** The whole graph, or of a large one the part that counterexamples use. */
export function rule_drawing({ nodes, edges }: RuleGraph): RuleDrawing {
  const used = new Set(edges.filter((edge) => edge.on_counterexample).flatMap((edge) => [edge.from, edge.to]));
  const shown = new Set(nodes.map((_, i) => i).filter((i) => nodes.length <= most || used.has(i)).slice(0, most));
  const boxes = [...shown].map((i) => {
    const { head, annotation, final } = nodes[i]!;
    const [control = '', point = ''] = head.slice(1, -1).split(/, (?=[^,]*$)/);
    return { id: String(i), lines: [point, control, ...(annotation === null ? [] : [annotation])], looks: final ? 'final' : '', label: `node ${head}${annotation === null ? '' : `, rest of the stack ${annotation}`}${final ? ', final' : ''}` };
  });
  const arrows = edges
    .filter((edge) => shown.has(edge.from) && shown.has(edge.to))
    .map((edge) => ({ from: String(edge.from), to: String(edge.to), text: edge.label, looks: edge.on_counterexample ? 'strong' : '' }));
  return { drawing: layered(boxes, arrows, 'TB'), left_out: nodes.length - shown.size };
}

/** The nodes on a trace. */
export function nodes_on({ nodes }: RuleGraph, trace: Trace): Set<string> {
  const heads = new Map(nodes.map((node, i) => [node.head, String(i)]));
  return new Set(trace.steps.map((step) => heads.get(head_of(step)) ?? ''));
}
