// What a view can be downloaded as: of what the command writes, that which has something to say about this answer.
import type { Report } from './report';

export interface Download {
  name: string;
  called: string; // a person's words for it
  option: string; // `format`, or one that writes a file of its own
  commands: string[]; // "*": of every command
  holds: string[]; // what it is about: verdicts, traces, drawings, intervals
  front: string; // what the model has to be; empty: anything
}

const drawn = new Set(['evidence', 'paths', 'falsification', 'graph']);

function has(report: Report | null | undefined, what: string): boolean {
  if (what === 'traces') return Boolean(report?.traces.length);
  if (what === 'drawings') return report?.findings.some((f) => drawn.has(f.kind)) ?? false;
  if (what === 'intervals') return report?.findings.some((f) => f.kind === 'intervals') ?? false;
  return true; // every answer says something
}

function says_something({ holds, front }: Download, report: Report | null | undefined): boolean {
  return (!front || report?.input.front === front) && holds.some((what) => has(report, what));
}

/** Those that hold a trace by itself. */
export function formats_of_traces(table: Download[]): Download[] {
  return table.filter(({ option, holds }) => option === 'format' && holds.includes('traces'));
}

/** Those that the command of a line has, and that would not be empty. */
export function downloads_of(table: Download[], line: string, report: Report | null | undefined): Download[] {
  const command = line.split(' ')[0] ?? '';
  if (command === 'trace') return []; // about a file on the person's own disk
  const writes = ({ commands }: Download) => (commands.includes('*') ? command !== 'net' : commands.includes(command));
  return table.filter((download) => writes(download) && says_something(download, report));
}

/** The line as a person would write it for a file of this kind. */
export function line_for(line: string, download: Download): string {
  const ending = download.name.replace('graph-', '');
  if (download.name === 'smv') return `${line} -o net.smv`;
  return download.option === 'format' ? `${line} --format ${ending}=FILE` : `${line} --${download.option} FILE.${ending}`;
}
