// What a view can be downloaded as: of what the command writes, that which has something to say about this answer.
import type { Report } from './report';

export interface Download {
  name: string;
  option: string; // `format`, or one that writes a file of its own
  commands: string[]; // "*": of every command
}

const of_traces = new Set(['itf', 'nusmv', 'nusmv-xml', 'vcd', 'dot', 'svg', 'csv']);
const drawn = new Set(['dot', 'svg']);
const of_intervals = new Set(['svg', 'csv']);

/** A person's words for it. */
export const called: Record<string, string> = {
  human: 'text', html: 'HTML, one page', json: 'JSON', jsonl: 'JSON lines', sarif: 'SARIF', junit: 'JUnit', itf: 'ITF', nusmv: 'NuSMV, text',
  'nusmv-xml': 'NuSMV, XML', vcd: 'VCD', dot: 'DOT', svg: 'SVG', csv: 'CSV', 'graph-dot': 'rule graph, DOT', 'graph-svg': 'rule graph, SVG',
  pds: 'the program as .pds', maude: 'specification, Maude', smt2: 'specification, SMT-LIB', cafe: 'specification, CafeOBJ', smv: 'SMV',
};

function says_something(download: Download, report: Report | null | undefined): boolean {
  const has = (kind: string) => report?.findings.some((f) => f.kind === kind) ?? false;
  if (download.name === 'pds') return report?.input.front === 'c';
  if (!of_traces.has(download.name)) return true;
  return Boolean(report?.traces.length) || (drawn.has(download.name) && (has('evidence') || has('paths') || has('falsification'))) || (of_intervals.has(download.name) && has('intervals'));
}

/** Those that the command of a line has, and that would not be empty. */
export function downloads_of(table: Download[], line: string, report: Report | null | undefined): Download[] {
  const command = line.split(' ')[0] ?? '';
  if (command === 'trace') return []; // about a file on the person's own disk
  const has = ({ commands }: Download) => (commands.includes('*') ? command !== 'net' : commands.includes(command));
  return table.filter((download) => has(download) && says_something(download, report));
}

/** The line as a person would write it for a file of this kind. */
export function line_for(line: string, download: Download): string {
  const ending = download.name.replace('graph-', '');
  if (download.name === 'smv') return `${line} -o net.smv`;
  return download.option === 'format' ? `${line} --format ${ending}=FILE` : `${line} --${download.option} FILE.${ending}`;
}
