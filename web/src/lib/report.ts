// The report as the program writes it (docs/report.md), as far as the page reads it.

export type Value = boolean | number | string | null | { [key: string]: unknown } | Value[];
export type Row = Record<string, Value>;

export interface Action {
  name: string;
  args?: Value[];
  line?: number;
  file?: string;
  kind?: string;
  event?: string;
}
export interface Step {
  state: Row;
  inputs?: Row;
  action?: Action | null;
}
/** A part of the property's formula: its truth is a letter, T, F or ?, for each step. */
export interface Subformula {
  text: string;
  op: string;
  args: number[];
  truth: string;
  bounds?: [number, number];
  places?: { column: string; ahead: number }[];
}
export interface InlineName {
  name: string; // with the instance that it belongs to
  column: number;
  end_column: number;
  value: Value;
  ahead?: number;
}
export interface InlineLine {
  file: string;
  line: number;
  names: InlineName[];
}
export interface Trace {
  id: string;
  property?: string;
  role?: string; // passing: a run that is fine
  columns: string[];
  frozen?: string[];
  input_columns?: string[];
  subformulas?: Subformula[];
  values_inline?: { step: number; lines: InlineLine[] };
  steps: Step[];
  loop: number | null;
  closing?: { inputs: Row; action: Action | null };
  replayed?: boolean;
}
export interface Property {
  name: string;
  kind: string;
  text: string;
  line?: number;
  instance?: string;
  verdict?: 'holds' | 'violated' | 'undecided';
  value?: Value;
  reason?: string;
  bound?: number;
  engine?: string;
  depth?: number;
  seconds?: number;
  traces: string[];
  why?: string;
  causes?: { step: number; column: string; text: string }[];
  proof?: { by: string; k?: number; states?: number };
}
export interface Diagnostic {
  severity: string;
  code: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  help?: string;
}

export interface ProofNode {
  goal: string;
  state?: string | null;
  set?: string | null;
  open?: boolean;
  rule?: string;
  bound?: number | null;
  by?: string;
  summary?: string;
  children?: ProofNode[];
}
export interface Evidence {
  kind: 'evidence';
  property: string;
  holds: boolean;
  proved: string;
  checked: boolean;
  open: number;
  proof: ProofNode;
  states: Record<string, Row>;
  traces: string[];
  strategies?: { name: string; used: number; could_not: number }[];
  alternatives?: { at: string; list: { text: string; chosen: boolean }[]; more: boolean };
  suggestion?: { strategy: string; times: number };
  abstract?: { formula: string; states: string }[];
  witnesses?: string | null;
  class?: string;
}
export interface Fact {
  text: string;
  predicate: string;
  args: string[];
}
export interface TraceClass {
  constraint: string;
  sentence: string;
  positions: string[];
  facts: Fact[];
  representative: string;
  canonical?: string | null;
  count?: string | null;
  only?: string | null; // in no other class
  share?: number | null;
  flags: string[];
  sufficient: string;
  below?: number[]; // generic classes that it lies in
}
export interface Classification {
  kind: 'classification';
  property: string;
  mode: string;
  bound: number;
  complete: boolean;
  total?: string | null;
  overlap?: string[][]; // how many counterexamples are in both of two classes
  classes: TraceClass[];
  anchor?: string | null; // only counterexamples that satisfy it are in the classes
  generic?: { constraint: string; sentence: string }[]; // then: the classes of all counterexamples
  insufficient?: { counterexample: string; passing: string; positions: Record<string, number>; differ: string[] } | null;
  cures?: { add: string; line: string; classes: number | null; complete: boolean | null }[]; // what to add where facts are too weak, and what it gives
}
export interface Interval {
  lo: string;
  hi: string;
}
export interface Intervals {
  kind: 'intervals';
  property: string;
  variable: string;
  type: string;
  base: string;
  value: string | null; // null: of a set without a base
  count: string;
  longest?: (Interval & { length: string }) | null;
  around_base?: Interval | null;
  intervals: Interval[];
  cidr: string[];
  patterns: string[];
  truncated: boolean;
  over?: 'run' | 'length' | 'all' | 'mixed';
  route?: { count: string; intervals: Interval[] }; // which values such a run can have at all
  symbols?: string[]; // of an enumeration: what its numbers stand for
  name?: string; // of a set that is kept
  contains?: Interval & { holds: boolean; count: string; first_outside: string | null };
  members?: string[];
}
/** Several variables together: disjoint products of intervals. */
export interface Boxes {
  kind: 'boxes';
  property: string;
  variables: string[];
  base: string;
  count: string;
  boxes: Record<string, Interval[]>[];
  truncated: boolean;
}
export interface Paths {
  kind: 'paths';
  property: string;
  verdict: string;
  mode: string;
  complete: boolean;
  missed_by_paper: number;
  groups: { final: string; events: string[]; count: number; representative: string }[];
  counterexamples: string[];
  common: string[];
  sites?: Site[];
  sites_complete?: boolean;
  infeasible_sites?: number; // left out: no execution gets there
  loops?: { trace: string | null; start: number; leaves: string[] }[]; // of runs that go on forever
  refinement?: { allowed: string[]; before: string | null; gone: number; remaining: number; added: number; complete: boolean };
  graph?: RuleGraph;
}
/** Where a violation completes, and how the policy got there. */
export interface Site {
  file: string | null;
  line: number | null;
  function: string | null;
  point: string;
  states: string[];
  events: string[];
  places: { file: string | null; line: number | null }[];
  feasible: string; // yes, no, unknown
  model?: string[]; // values of the branches on the way
  representative: string | null;
  count: number;
}
export interface RuleGraph {
  nodes: { head: string; annotation: string | null; final: boolean }[];
  edges: { from: number; to: number; label: string; on_counterexample: boolean }[];
}
export interface Lemma {
  name: string;
  from: string;
  transition: string;
  text: string;
  status: 'proved' | 'relative' | 'falsified' | 'open';
  fails_at?: number; // the step of the run that violates it
}
export interface Falsification {
  kind: 'falsification';
  property: string;
  outcome?: string;
  trace?: string | null;
  lemmas?: Lemma[];
  search?: { scope: string; symmetry: string; depths: { depth: number; states: number; transitions: number }[] } | null;
}
export interface Cell {
  column: string;
  step: number;
  closing?: boolean; // at the first step of the loop, by the way back
}
/** How a cell got its value: the branch that fired, and the cells that were enough for it. */
export interface Link {
  cell: Cell;
  value: Value;
  kind: string; // assigned, rule, kept, initial, choice, initial choice, input, forced
  rule?: string; // of a specification or a program
  line: number | null;
  branch: string | null;
  gives: string | null;
  allowed: string | null;
  because: Cell[];
  since: number;
  core: { kind: string; line: number }[];
}
export interface Change extends Cell {
  from: Value;
  to: Value;
  each_round: boolean;
}
export interface Instead extends Cell {
  value: Value;
  answer: 'pick' | 'input' | 'state' | 'history' | 'time' | 'never' | string;
  because: (Cell & { value: Value })[];
  core: { kind: string; line: number }[];
  line: number | null;
  trace: string | null;
  changes?: Change[];
}
/** A part of a sentence. */
export type Told = { text: string } | { cell: Cell; value: Value; role: string };
export interface Why {
  kind: 'why';
  property: string;
  trace: string;
  sentence: string;
  story?: Told[][];
  witnesses: { cells: (Cell & { value: Value; role: string; atom?: string })[]; minimal: boolean }[];
  chain: Link[];
  roots: (Cell & { value: Value; kind: string })[];
  sealed?: { step: number | null; from_start: boolean; every_run: boolean; runs: 'all' | 'fair' | 'infinite'; complete: boolean; choice: Change[] | null } | null;
  contrast?: { changes: Change[]; keeps_trigger: boolean; shared: number; trace: string; nearest: boolean }[];
  fairness?: { never_taken: { column: string; value: Value; always_possible: boolean }[]; suffices: string[] } | null;
  instead?: Instead;
  relevant: string[];
}
export interface Vacuity {
  kind: 'vacuity';
  property: string;
  status: string;
  sentence: string;
  line: number | null;
  witness: string | null;
}
/** Reachable states, one by one or in groups, with a run among them. */
export interface StateGraph {
  kind: 'graph';
  property: string | null;
  trace: string | null;
  whole: boolean; // these are all
  by: string[]; // the columns that tell groups apart
  states: number;
  nodes: { state: Row; states?: number; initial?: boolean; open?: boolean }[];
  edges: { from: number; to: number; action?: string }[];
  run: number[];
  loop: number | null;
}
export type Finding = StateGraph | Why | Vacuity | Evidence | Classification | Intervals | Boxes | Paths | Falsification;

export interface Report {
  schema: string;
  input: { file: string; front: string; instances?: number; variables?: number };
  diagnostics: Diagnostic[];
  properties: Property[];
  traces: Trace[];
  findings: Finding[];
  choices?: Step[];
  suggestions?: string[];
  running?: boolean;
}

export const empty_report: Report = {
  schema: 'whynot-report/1',
  input: { file: '', front: '' },
  diagnostics: [],
  properties: [],
  traces: [],
  findings: [],
};

/** A report that holds one trace and nothing else. */
export const report_with = (report: Report, trace: Trace): Report => ({ ...empty_report, input: report.input, traces: [trace] });

/** One round of its loop and the first step of the next, as a run without a loop. */
export function unrolled(trace: Trace): Trace {
  if (trace.loop === null) return trace;
  const { inputs = {}, action = null } = trace.closing ?? {};
  return { ...trace, steps: [...trace.steps, { ...trace.steps[trace.loop]!, inputs, action }], loop: null, closing: undefined };
}

/** A value as a person reads it. */
export function spell(value: Value | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(spell).join(' ');
  const inside = (items: unknown) => (Array.isArray(items) ? items.map((item) => spell(item as Value)).join(', ') : '');
  if (typeof value.op === 'string') return Array.isArray(value.args) && value.args.length ? `${value.op}(${inside(value.args)})` : value.op;
  if ('set' in value) return `{${inside(value.set)}}`;
  if ('bag' in value) return `⟅${inside(value.bag)}⟆`;
  if (Array.isArray(value.map)) return `[${value.map.map((pair) => (Array.isArray(pair) ? `${spell(pair[0])} ↦ ${spell(pair[1])}` : '')).join(', ')}]`;
  return JSON.stringify(value);
}

export const spelled_action = ({ name, args }: Action): string => (args?.length ? `${name}(${args.map(spell).join(', ')})` : name);

export function same(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** `packet.*` and the like; several, separated by blanks or commas; plain words match anywhere. */
export function matcher(globs: string): (name: string) => boolean {
  const parts = globs.split(/[\s,]+/).filter(Boolean);
  const tests = parts.map((part) => {
    const pattern = part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.');
    return new RegExp(/[*?]/.test(part) ? `^${pattern}$` : pattern, 'i');
  });
  return (name) => tests.length === 0 || tests.some((test) => test.test(name));
}

/** What a language describes: transition systems, unless it is one of these. */
export function kind_of(front: string): 'system' | 'specification' | 'program' {
  if (front === 'pds' || front === 'c') return 'program';
  return front === 'ots' || front === 'pyv' ? 'specification' : 'system';
}

/** The view that says most about a property: its counterexamples as they are best shown, or why a system has none. */
export function main_view(front: string, property?: Property): string {
  if (kind_of(front) === 'system' && property && (property.verdict === 'holds' || branches(property)) && !property.traces.length) return 'why';
  return { program: 'paths', specification: 'attack', system: 'table' }[kind_of(front)];
}

/** Whether it is violated, but no single run shows that: then there are no counterexamples to sort, or to vary. */
export const branches = (property: Property): boolean => property.verdict === 'violated' && property.kind === 'ctl' && property.reason !== undefined;

/** What a view is called. */
export const view_name = (view: string): string => (view === 'table' ? 'trace' : view);

/** Whether a language describes circuits: those who read them read words in hexadecimal. */
export const is_circuit = (front: string): boolean => ['aiger', 'btor2', 'verilog'].includes(front);

/** What can be asked about a property of a kind of model, its counterexamples first: each is a view. */
export function views_of(property: Property | undefined, front: string): string[] {
  const fails = !property || (property.verdict === 'violated' && !branches(property)); // what is not known to fail has nothing to sort or to explain
  if (property?.value !== undefined) return ['table'];
  const kind = kind_of(front);
  if (property && main_view(front, property) === 'why') return ['why', 'states', 'table'];
  if (kind === 'system') return ['table', 'why', ...(fails ? ['classes', 'values'] : []), 'states'];
  if (kind === 'specification') return ['table', 'lemmas', ...(fails ? ['why', 'classes'] : []), 'states'];
  return ['paths', 'table', ...(fails ? ['why', 'classes'] : [])]; // the rule graph is among the paths
}

export const verdict_mark = (property: Property): string =>
  property.verdict === 'holds' ? '✓' : property.verdict === 'violated' ? '×' : property.verdict === undefined ? '=' : '?';

/** "4 steps, then a loop" */
export function length_of(trace: Trace): string {
  const steps = trace.loop === null ? trace.steps.length - 1 : trace.steps.length;
  return `${steps} ${steps === 1 ? 'step' : 'steps'}${trace.loop === null ? '' : ', with a loop'}`;
}
