// A run as a chart of messages: who acts, towards whom, with what.  Actions whose first two arguments are names of
// participants are messages; columns called sender, receiver and the like make one of a system's trace.
import { spell, type Step, type Trace, type Value } from '../report';
import { differences } from './structure';

export interface Event {
  step: number;
  from: string;
  to: string; // '': by itself
  as?: string; // whom the sender pretends to be
  name: string;
  text: string; // what is sent
  learns: string[]; // what became known
}
export interface Chart {
  lines: string[]; // participants
  events: Event[];
  short: Map<string, string>; // names that stand for long terms
}

const most = 400;
/** Whether a participant is, by its name, the one who attacks. */
export const outsider = (name: string): boolean => /^(intr|intruder|eve|enemy|attacker|spy|adversary)/i.test(name);
const column_named = (trace: Trace, words: RegExp): string | undefined => trace.columns.find((column) => words.test(column.replace(/^.*\./, '')));
const is_name = (value: Value | undefined): value is string => typeof value === 'string' && /^[A-Za-z]\w*$/.test(value);

/** The columns of a trace that tell who sends what to whom. */
function columns_of(trace: Trace) {
  const from = column_named(trace, /^(sender|from|src)$/i), to = column_named(trace, /^(receiver|to|dst|dest)$/i);
  return from && to ? { from, to, what: column_named(trace, /^(message|msg|type|kind|payload)$/i) } : null;
}

const speakers = (step: Step): string[] => (step.action?.args ?? []).filter(is_name).slice(0, 2);

/** Whether there is something to draw: some step goes from one to another. */
export function has_chart(trace: Trace): boolean {
  if (trace.steps.length > most) return false;
  if (columns_of(trace)) return true;
  const some = trace.steps.slice(1).filter((step) => step.action?.args?.length);
  return some.some((step) => is_name(step.action!.args![0]) && is_name(step.action!.args![1]) && step.action!.args![0] !== step.action!.args![1]);
}

// Terms that hold others get short names, so that messages can be read: n(p1, intr, seed) is N1.
class Names {
  readonly short = new Map<string, string>();

  text(value: Value): string {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof value.op !== 'string') return spell(value);
    const args = (Array.isArray(value.args) ? value.args : []) as Value[];
    const whole = spell(value);
    if (whole.length <= 12) return whole;
    const letter = (value.op[0] ?? 'x').toUpperCase();
    const known = this.short.get(whole);
    if (known) return known;
    if (args.some((arg) => typeof arg === 'object' && arg !== null) && !/^(n|nonce|key|rand|next)/i.test(value.op)) return `${value.op}(${args.map((arg) => this.text(arg)).join(', ')})`;
    const name = `${letter}${[...this.short.values()].filter((other) => other.startsWith(letter)).length + 1}`;
    this.short.set(whole, name);
    return name;
  }
}

const members = (value: Value | undefined): Value[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return ((value.set ?? value.bag ?? []) as Value[]);
};
// What a set has now that it had not before.
function added(before: Value | undefined, after: Value | undefined): Value[] {
  const old = members(before).map(spell);
  return members(after).filter((one) => {
    const at = old.indexOf(spell(one));
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
}

function of_actions(trace: Trace): Chart {
  const names = new Names();
  const bags = trace.columns.filter((column) => trace.steps.some((step) => 'bag' in Object(step.state[column])));
  const sets = trace.columns.filter((column) => trace.steps.some((step) => 'set' in Object(step.state[column])));
  const events = trace.steps.slice(1).map((step, i): Event => {
    const before = trace.steps[i]!.state, [from = '', to = ''] = speakers(step);
    const sent = bags.flatMap((column) => added(before[column], step.state[column]).map((one) => names.text(one)));
    const learns = sets.flatMap((column) => added(before[column], step.state[column]).map((one) => `${column} ∋ ${names.text(one)}`));
    const others = sent.length || learns.length ? [] : trace.columns.flatMap((column) => differences(before[column], step.state[column], '', 3).slice(0, 1).map((d) => `${column}${d.path} ${d.text}`));
    return { step: i + 1, from, to: to === from ? '' : to, name: step.action?.name ?? '', text: [...sent, ...others.slice(0, 2)].join(', '), learns };
  });
  const lines = [...new Set(events.flatMap(({ from, to }) => [from, to]).filter(Boolean))];
  const spy = lines.find(outsider);
  // What is faked comes from the one who is no honest participant.
  const honest = events.map((event): Event => (spy && /^(fake|forge|spoof|inject)/i.test(event.name) ? { ...event, from: spy, to: event.to || (event.from === spy ? '' : event.from), as: event.to ? event.from : '' } : event));
  return { lines, events: honest, short: names.short };
}

function of_columns(trace: Trace, { from, to, what }: { from: string; to: string; what?: string | undefined }): Chart {
  const events = trace.steps.flatMap((step, i): Event[] => {
    const sender = spell(step.state[from]), receiver = spell(step.state[to]);
    if (!sender || !receiver || /^(none|null|nobody|nil)$/i.test(sender)) return [];
    const rest = trace.columns.filter((column) => column !== from && column !== to && column !== what && i > 0 && spell(step.state[column]) !== spell(trace.steps[i - 1]!.state[column]));
    return [{ step: i, from: sender, to: receiver === sender ? '' : receiver, name: what ? spell(step.state[what]) : '', text: rest.slice(0, 3).map((column) => `${column} = ${spell(step.state[column])}`).join(', '), learns: [] }];
  });
  return { lines: [...new Set(events.flatMap((e) => [e.from, e.to]).filter(Boolean))], events, short: new Map() };
}

export function chart_of(trace: Trace): Chart {
  const columns = columns_of(trace);
  const made = columns ? of_columns(trace, columns) : of_actions(trace);
  const inner = made.lines.filter((name) => !outsider(name)), outer = made.lines.filter(outsider);
  const half = Math.ceil(inner.length / 2);
  return { ...made, lines: [...inner.slice(0, half), ...outer, ...inner.slice(half)] }; // who is in between stands in between
}
