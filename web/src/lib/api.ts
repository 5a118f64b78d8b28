// The server's interface.  The token comes from the address once, is kept for this tab and sent with every request:
// the cookie that it is traded for would come from other ports of this machine as well, and proves nothing.
import type { Report } from './report';

const key = 'whynot.token';
let token = '';

export class Refused extends Error {
  constructor(message: string, readonly status = 0) {
    super(message);
  }
}

/** A request; what a browser says when nobody is there tells a person nothing. */
async function request(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch (error) {
    throw options.signal?.aborted ? error : new Refused('the server does not answer: is `whynot serve` still running?');
  }
}

async function answer_of(response: Response): Promise<unknown> {
  const body = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Refused((body as { error?: string }).error ?? response.statusText, response.status);
  return body;
}

/** The token of another tab with this page, empty if none answers: only pages of this very server hear the question. */
function borrowed(): Promise<string> {
  const others = new BroadcastChannel(key);
  return new Promise<string>((resolve) => {
    others.onmessage = ({ data }) => typeof data.token === 'string' && resolve(data.token);
    others.postMessage({ wanted: true });
    setTimeout(() => resolve(''), 300);
  }).finally(() => others.close());
}

function lend(): void {
  const others = new BroadcastChannel(key);
  others.onmessage = ({ data }) => data.wanted && token && others.postMessage({ token });
}

/** With the token that was typed, or the one of the address, of this tab or of another one.  What is asked from now on
 *  shows it and need not wait for what the server says to it (`entered`). */
export async function login(typed = ''): Promise<{ entered: Promise<unknown> }> {
  const found = /^#t=([0-9a-f]+)$/.exec(location.hash);
  token = typed || (found?.[1] ?? sessionStorage.getItem(key) ?? (await borrowed()));
  if (!typed) lend();
  if (!found && !typed) {
    if (token) sessionStorage.setItem(key, token);
    return { entered: Promise.resolve() };
  }
  if (found) history.replaceState(null, '', location.pathname + '#/');
  const entered = request('/api/v1/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) });
  return { entered: entered.then(answer_of).then(() => sessionStorage.setItem(key, token)) };
}

const proof = () => ({ 'X-Whynot-Token': token });

export async function get<T>(name: string): Promise<T> {
  return (await answer_of(await request(`/api/v1/${name}`, { headers: proof() }))) as T;
}

export async function post<T>(name: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...proof() };
  return (await answer_of(await request(`/api/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body), signal }))) as T;
}

export interface Answer {
  line: string;
  code: number;
  job?: number; // its number, while the server runs
  messages?: string;
  text?: string; // of a line with --format, and of `net import`
  report: Report | null;
}
export interface Session {
  schema: string;
  model: string;
  answers: Answer[];
}
export interface Shown {
  file: string;
  text: string;
}
export interface Source {
  file: string;
  text: string;
  changed: boolean;
  folder?: boolean; // of router tables: its text is what `net import` makes of them
  more?: Shown[]; // further sources
  automaton?: Shown; // the policy of a program, when it is in a file of its own
}
export type Event = { event: string; [key: string]: unknown };

/** What a line answers, as a file of the program's making. */
export async function fetch_file(question: { line: string; as: string; input?: string }): Promise<{ name: string; data: Blob }> {
  const headers = { 'Content-Type': 'application/json', ...proof() };
  const response = await request('/api/v1/download', { method: 'POST', headers, body: JSON.stringify(question) });
  if (!response.ok) await answer_of(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'whynot.txt';
  return { name, data: await response.blob() };
}

/** Gives a person a file. */
export function download(name: string, data: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The events of a stream: lines `data: …`, each event ended by an empty line. */
async function read_events(stream: ReadableStream<Uint8Array>, on_event: (event: Event) => void): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let begun: string[] = []; // pieces of a line that has not ended: a trace may be long
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const piece = decoder.decode(value, { stream: true });
    begun.push(piece);
    if (!piece.includes('\n')) continue;
    const lines = begun.join('').split('\n');
    begun = [lines.pop() ?? ''];
    for (const line of lines) if (line.startsWith('data: ')) on_event(JSON.parse(line.slice(6)));
  }
}

const pause = 3000; // between two attempts, in milliseconds

/** Hears events for as long as the page is there.  An EventSource could not show the token. */
export async function listen(on_event: (event: Event) => void, on_state: (connected: boolean, refused: boolean) => void): Promise<void> {
  for (;;) {
    const response = await fetch('/api/v1/events', { headers: proof() }).catch(() => null);
    if (response?.ok && response.body) {
      on_state(true, false);
      await read_events(response.body, on_event).catch(() => {});
    }
    const refused = Boolean(response && !response.ok && response.status !== 503); // asking again gives the same answer
    on_state(false, refused);
    if (refused) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The report within a page that was exported as one file. */
export function embedded(): { report: Report; source: Source; line: string } | null {
  const element = document.getElementById('whynot-report');
  return element?.textContent ? JSON.parse(element.textContent) : null;
}
