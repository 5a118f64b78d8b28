// The page's state: what the program has answered so far.  The first answer is that of the opening line, which checks
// every property; each question that is asked here adds one.
import { download, embedded, fetch_file, get, listen, login, post, type Answer, type Event, type Session, Refused, type Shown, type Source } from './api';
import type { Download } from './downloads';
import { written, type Option, type Values } from './options';
import { empty_report, type Finding, type Property, type Report, type Trace } from './report';
import { route, type Place } from './route.svelte';
import { Turns } from './turns';
import { defining, milliseconds, quoted, spoken, without_last_choice, type Given } from './words';

// Not about the model alone: what these answer is shown where it was asked.
const is_aside = (line: string): boolean => /^(sets|trace|simulate)\b/.test(line);

// What a file holds that somebody saved, a session or a report; it may be anything.
function answers_in(text: string): Answer[] {
  const saved = JSON.parse(text) as Partial<Session> & Partial<Report>;
  const all = saved?.schema === 'whynot-report/1' ? [{ line: '', code: 0, report: saved as Report }] : saved?.schema === 'whynot-session/1' && Array.isArray(saved.answers) ? saved.answers : [];
  return all.filter((answer) => answer?.report).map((answer) => ({ ...answer, job: undefined, line: String(answer.line ?? ''), report: { ...empty_report, ...answer.report! } }));
}

// How many of the questions that views ask by themselves are with the server: it lets a few wait, a browser keeps a few
// connections to it, and what a person asks has to find room.
const at_once = 2;

/** When what is there has been drawn; a page that nobody looks at is not. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

class Bench {
  private answered = $state.raw<Answer[]>([]); // the opening line's first
  private early = $state.raw<Answer[]>([]); // what was answered while that one still runs
  live = $state.raw<Report>(empty_report);
  options = $state.raw<Option[]>([]); // of the program; none in a page that was exported
  downloads = $state.raw<Download[]>([]); // what its answers can be written as; none there, too
  given = $state.raw<Given[]>([]); // options of every line, from `whynot serve` itself
  source = $state.raw<Source>({ file: '', text: '', changed: false });
  running = $state('');
  progress = $state('');
  message = $state('');
  told = $state(''); // what a line wrote that names a format
  changed = $state(false);
  looked_at = $state.raw<{ trace: Trace; step: number } | null>(null); // the state that was chosen last: the source shows its values
  earlier = $state.raw<string[]>([]); // what was asked before the model was read again
  connected = $state(true);
  ready = $state(false);
  offline = $state(false);
  barred = $state(false); // without a token nothing is shown
  queue = $state.raw<{ id: number; line: string }[]>([]); // what runs, and what waits behind it
  asking = $state(0); // how many questions of this page are with the server
  private own = new Set<AbortController>();
  private loaded: { answers: Answer[]; instead_of: number } | null = null; // a session from a file, and how many of the server's it replaces
  private arrived = { properties: new Map<string, Property>(), traces: new Map<string, Trace>() }; // of the line that opens the model
  private waiting: ReturnType<typeof setTimeout> | undefined;
  under_way = $state.raw<string[]>([]); // what views have asked by themselves
  wrong = $state.raw<Record<string, string>>({}); // why there is no answer to some of it
  private begun = new Set<string>();
  private allows_less = false; // than views would take
  private limit = Infinity; // of a question, as the server was started, in milliseconds
  private offered: Promise<void> = Promise.resolve();
  private inputs = new Map<string, string>(); // what was sent along with a line
  private received = new Map<number, Answer>(); // what this page was answered itself, by the numbers of the jobs
  private reading = 0; // how often the model was read: what is said of an earlier text is not about this one
  private turns = new Turns(at_once);

  /** Whether the opening line has been answered. */
  get settled(): boolean {
    return this.answered.length > 0;
  }
  /** Every answer, that of the opening line first: as far as it is, while it runs. */
  answers = $derived<Answer[]>(this.answered.length ? this.answered : [{ line: 'check', code: 0, report: this.live }, ...this.early]);
  get report(): Report {
    return this.answered[0]?.report ?? this.live;
  }
  get file(): string {
    return this.report.input.file || this.source.file;
  }
  /** What a command line names as the model. */
  get model(): string[] {
    return [this.file, ...(this.source.more ?? []).map((shown) => shown.file)];
  }

  /** What was entered into the fields of a command's options, as words. */
  written(command: string, values: Values): string {
    return written(this.options, command, values);
  }

  /** As the model was opened; what was undecided then may have been decided since. */
  property(name: string): Property | undefined {
    const first = this.report.properties.find((p) => p.name === name);
    if (first && first.verdict !== 'undecided') return first;
    return this.latest((r) => r.properties.find((p) => p.name === name && p.verdict !== 'undecided')) ?? first ?? this.latest((r) => r.properties.find((p) => p.name === name));
  }
  /** The run that was found for a property, in the answer that has its verdict. */
  trace_of(property: Property): Trace | undefined {
    return trace_in(this.report.properties.includes(property) ? this.report : this.answers.find(({ report }) => report?.properties.includes(property))?.report, property.traces[0]);
  }
  /** By the number of its answer and its id, `2.t1`; those of the first answer by their id alone. */
  trace_named(key: string): Trace | undefined {
    const [, index = '0', id = ''] = /^(?:(\d+)\.)?(.*)$/.exec(key) ?? [];
    return id ? trace_in(this.answers[Number(index)]?.report, id) : undefined;
  }
  /** Those of the model. */
  get properties(): Property[] {
    return this.report.properties.map((p) => this.property(p.name) ?? p);
  }

  /** Those that fail first, then what is open; otherwise as the model has them. */
  get worst_first(): Property[] {
    const rank = ({ verdict }: Property) => ['violated', 'undecided', 'holds'].indexOf(verdict ?? '');
    return [...this.properties].sort((a, b) => (rank(a) < 0 ? 3 : rank(a)) - (rank(b) < 0 ? 3 : rank(b)));
  }

  /** The texts there are, the model's first one first. */
  get files(): Shown[] {
    const { automaton, more, ...first } = this.source;
    return [first, ...(more ?? []), ...(automaton ? [automaton] : [])];
  }
  /** A line of one of them; of the first when no other is named. */
  at(file: string | undefined, line: number): Partial<Place> {
    return { page: 'source', line, file: this.files.slice(1).find((shown) => shown.file === file)?.file ?? '' };
  }

  /** Where a property is declared; nothing when that is in a file that is not shown. */
  declared(property: Property | undefined): Partial<Place> | null {
    const elsewhere = property?.kind === 'automaton' && (Boolean(this.source.automaton) || this.answers.some(({ line }) => / (-a|--automaton)[ =]/.test(line)));
    if (!property?.line || (elsewhere && !this.source.automaton)) return null;
    return this.at(elsewhere ? this.source.automaton?.file : '', property.line);
  }

  /** The words that ask about a property: its name, and what made it where the model itself does not have it. */
  about(name: string): string {
    const tells = (report: Report | null) => report?.properties.some((p) => p.name === name) ?? false;
    const made = tells(this.report) ? '' : defining([...this.answers].reverse().find(({ report }) => tells(report))?.line ?? '');
    return `${made ? `${made} ` : ''}-p ${quoted(name)}`;
  }

  /** The newest that `find` finds, with the answer it is from. */
  latest<T>(find: (report: Report) => T | undefined): T | undefined {
    for (let i = this.answers.length - 1; i >= 0; i--) {
      const report = this.answers[i]?.report;
      const found = report && find(report);
      if (found) return found;
    }
    return undefined;
  }

  /** Findings of a kind about a property, with their answers, the newest first. */
  findings<K extends Finding['kind']>(kind: K, property: string): { finding: Extract<Finding, { kind: K }>; answer: Answer }[] {
    const found: { finding: Extract<Finding, { kind: K }>; answer: Answer }[] = [];
    for (const answer of this.answers.filter((a) => !is_aside(a.line)).reverse())
      for (const finding of answer.report?.findings ?? [])
        if (finding.kind === kind && (!property || finding.property === property)) found.push({ finding: finding as never, answer });
    return found;
  }

  async start(): Promise<void> {
    const alone = embedded();
    if (alone) {
      this.offline = true;
      this.answered = [{ line: alone.line, code: 0, report: alone.report }];
      this.source = alone.source;
      this.ready = true;
      return;
    }
    await this.enter();
    this.ready = true;
  }

  /** With the token that a person has typed, or the one that this tab has. */
  async enter(token = ''): Promise<void> {
    this.message = '';
    try {
      const { entered } = await login(token);
      route.begin();
      if (token) await entered; // it may be mistyped
      void listen((event) => this.take(event), (connected, refused) => this.connection(connected, refused));
      this.offered = this.fetch_options();
      await drawn(); // a session may be long to read, and the frame of the page is to be seen first
      await Promise.all([entered, this.fetch_source(), this.fetch_session(), this.offered]);
      if (!this.settled) this.live = await get<Report>('report?wait=0');
      if (!this.live.running && !this.settled) this.answered = [{ line: 'check', code: 0, report: this.live }];
      this.barred = false;
    } catch (error) {
      this.barred = (error as Refused).status === 401;
      this.message = (error as Error).message;
    }
  }

  private async fetch_source(): Promise<void> {
    const source = await get<Source>('source').catch(() => this.source);
    if (source.folder) source.text = (await post<Answer>('run', { line: 'net import', input: '' }).catch(() => null))?.text ?? '';
    this.source = source;
    this.changed = this.source.changed;
  }
  private async fetch_options(): Promise<void> {
    const offered = await get<{ options: Option[]; downloads: Download[]; given: Given[]; longest?: number }>('options');
    this.options = offered.options;
    this.downloads = offered.downloads;
    this.given = offered.given;
    this.limit = offered.longest ?? Infinity;
  }
  private async fetch_session(): Promise<void> {
    const reading = this.reading;
    const answers = this.with_received((await get<Session>('session')).answers);
    if (reading !== this.reading) return;
    const opening = answers[0]?.report;
    if (opening?.running) {
      if (this.settled) return; // it was answered while this was on its way
      this.live = opening;
      this.early = answers.slice(1);
      return;
    }
    this.answered = this.loaded ? [...this.loaded.answers, ...answers.slice(this.loaded.instead_of)] : answers;
    if (this.settled) this.early = [];
  }
  // The server's list may have been written before an answer that has arrived since, and knows a line by its own words.
  private with_received(answers: Answer[]): Answer[] {
    const listed = new Set(answers.map(({ job }) => job));
    return [...answers.map((answer) => this.received.get(answer.job ?? 0) ?? answer), ...[...this.received].filter(([job]) => !listed.has(job)).map(([, answer]) => answer)];
  }

  // Who connects is told anew what runs.
  private connection(connected: boolean, refused: boolean): void {
    this.connected = connected;
    if (refused) this.barred = true; // another server, which has another token
    this.queue = [];
    this.running = '';
  }

  private take(event: Event): void {
    if (event.event === 'job') return void this.job(event);
    if (event.event === 'progress') this.progress = String(event.text);
    if (event.event === 'changed') this.changed = true;
    if (event.event === 'reloaded') return void this.reloaded();
    // The answer follows at once; the job's own event may have been before we listened.
    if (event.event === 'done') setTimeout(() => !this.settled && void this.fetch_session().catch(() => {}), 300);
    if (this.settled) return;
    const { event: kind, ...rest } = event;
    if (kind === 'started') {
      this.live = { ...empty_report, input: event.input as Report['input'], running: true };
      this.arrived = { properties: new Map(), traces: new Map() };
    }
    if (kind === 'verdict') this.arrived.properties.set(String(rest.name), rest as never);
    if (kind === 'trace') this.arrived.traces.set(String(rest.id), rest as never);
    if (kind === 'verdict' || kind === 'trace') this.arrives();
  }

  // A set may have ten thousand traces: they are shown a few times a second, not one by one.
  private arrives(): void {
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      const { properties, traces } = this.arrived;
      if (!this.settled) this.live = { ...this.live, properties: [...properties.values()], traces: [...traces.values()] };
    }, 150);
  }

  private async job(event: Event): Promise<void> {
    if (event.state === 'running') {
      this.queue = [...this.queue, { id: Number(event.id), line: String(event.line) }];
      this.running ||= String(event.line);
      this.progress = '';
      return;
    }
    this.queue = this.queue.filter(({ id }) => id !== Number(event.id));
    this.running = this.queue[0]?.line ?? '';
    this.progress = '';
    if (this.own.size === 0 || !this.settled) await this.fetch_session().catch(() => {});
    if (!this.settled) this.live = await get<Report>('report?wait=0').catch(() => this.live);
  }

  private async reloaded(): Promise<void> {
    this.changed = false;
    this.loaded = null;
    this.earlier = [...new Set([...this.earlier, ...this.answers.slice(1).map((answer) => answer.line).filter((line) => !is_aside(line) && !this.begun.has(line))])];
    this.begun.clear();
    this.received.clear();
    this.reading++;
    this.looked_at = null;
    this.wrong = {};
    this.live = { ...empty_report, input: this.report.input, running: true };
    this.answered = [];
    this.early = [];
    await this.fetch_source();
  }

  /** Asks; the answer, or nothing when it was refused or stopped, or says that the question is wrong. */
  async run(line: string, input = ''): Promise<Answer | null> {
    const answer = await this.ask(line, input);
    if (answer?.text) return answer; // the line says in which format
    const wrong = answer?.report?.diagnostics.find((d) => d.severity === 'error');
    if (answer && (!answer.report || wrong)) this.message = (wrong && [wrong.message, wrong.help].filter(Boolean).join('; ')) ?? answer.messages ?? 'no answer';
    return answer?.report && !wrong ? answer : null;
  }

  /** Asks, and sends along what the line reads as the file `-`; nothing when it was refused or stopped. */
  async ask(line: string, input = ''): Promise<Answer | null> {
    this.message = '';
    try {
      return await this.send(line, input);
    } catch (error) {
      this.message = (error as Error).message;
      return null;
    }
  }

  private async send(line: string, input: string, known_as = line): Promise<Answer> {
    const abort = new AbortController();
    const reading = this.reading;
    this.own.add(abort);
    this.asking++;
    this.inputs.set(line, input);
    try {
      const answer = { ...(await post<Answer>('run', { line, input }, abort.signal)), line: known_as };
      if (answer.report && reading === this.reading) this.receive(answer);
      return answer;
    } finally {
      this.own.delete(abort);
      this.asking--;
    }
  }

  // What the session said of it already is replaced: it may have been read meanwhile.
  private receive(answer: Answer): void {
    if (answer.job) this.received.set(answer.job, answer);
    const others = (list: Answer[]) => list.filter(({ job }) => !job || job !== answer.job);
    if (this.settled) this.answered = [...others(this.answered), answer];
    else this.early = [...others(this.early), answer];
  }

  // Views give themselves a few seconds; a server that allows less has its own limit.
  private async send_within(line: string, input: string): Promise<Answer> {
    const plain = line.replace(/ --timeout \S+$/, '');
    await this.offered; // with the limits that the server was started with
    if (this.allows_less || this.limit < milliseconds(/ --timeout (\S+)$/.exec(line)?.[1])) return await this.send(plain, input, line);
    try {
      return await this.send(line, input);
    } catch (error) {
      if (plain === line || !/started with less/.test((error as Error).message)) throw error;
      this.allows_less = true;
      return await this.send(plain, input, line);
    }
  }

  /** Asks what a view shows by itself, once for each model that is read; what goes wrong is for the view to say. */
  async by_itself(line: string, input = ''): Promise<void> {
    if (!this.may_ask || this.begun.has(line + input)) return;
    this.begun.add(line + input);
    this.under_way = [...this.under_way, line];
    const reading = this.reading;
    let wrong = '';
    try {
      const answer = await this.turns.take(() => this.send_within(line, input));
      wrong = answer.report?.diagnostics.find((d) => d.severity === 'error')?.message ?? (answer.report ? '' : (answer.messages ?? 'no answer'));
    } catch (error) {
      wrong = (error as Error).message;
    }
    const at = this.under_way.indexOf(line); // the same line may be asked about two runs
    this.under_way = this.under_way.filter((_, i) => i !== at);
    if (wrong && reading === this.reading) this.wrong = { ...this.wrong, [line]: wrong.trim() };
  }
  /** Whether there is a model behind the page, and its properties are known. */
  get may_ask(): boolean {
    return !this.offline && Boolean(this.source.file) && (this.settled || this.live.properties.length > 0);
  }

  /** Asks again what was asked of the model as it was, with the choices that are still there; then says what no longer is a question. */
  async ask_again(): Promise<void> {
    const lines = this.earlier, gone: string[] = [];
    this.earlier = [];
    for (const line of lines) {
      let kept = line;
      while (!(await this.run(kept, this.inputs.get(line))) && / --choose /.test(kept)) kept = without_last_choice(kept);
      if (this.message) gone.push(`${spoken(line)}: ${this.message}`);
    }
    this.message = gone.join('; ');
  }

  /** Runs the line again, for a file; whether there was one. */
  async save_as(line: string, as: string, input = this.inputs.get(line)): Promise<boolean> {
    this.message = '';
    try {
      const { name, data } = await fetch_file({ line, as, input });
      download(name, data);
      return true;
    } catch (error) {
      this.message = (error as Error).message;
      return false;
    }
  }

  /** One of what runs or waits; without its number, all of it. */
  async stop(job?: number): Promise<void> {
    await post('cancel', job === undefined ? {} : { job }).catch((error: Error) => (this.message = error.message));
  }
  async reload(): Promise<void> {
    await post('reload', {}).catch((error: Error) => (this.message = error.message));
  }

  /** The session as a file: `whynot serve FILE` opens it again. */
  async save(): Promise<void> {
    const known = this.offline ? { schema: 'whynot-session/1', model: this.file } : await get<Session>('session');
    const answers = this.answers.map((answer) => ({ ...answer, report: answer.report && { ...answer.report, running: undefined } })); // who opens it has no more to wait for
    const session = { ...known, answers };
    download(`${this.file.replace(/^.*\//, '') || 'session'}.whynot.json`, new Blob([JSON.stringify(session)], { type: 'application/json' }));
  }

  async load(file: File): Promise<void> {
    try {
      const answers = answers_in(await file.text());
      if (!answers.length) throw new Error('nothing in it');
      this.loaded = { answers, instead_of: (await get<Session>('session')).answers.length };
      this.answered = answers;
    } catch (error) {
      this.message = `${file.name} is not a session: ${(error as Error).message}`;
    }
  }
}

export const bench = new Bench();

/** A trace by its id, within the report that cites it. */
export const trace_in = (report: Report | null | undefined, id: string | null | undefined): Trace | undefined =>
  report?.traces.find((trace) => trace.id === id);
