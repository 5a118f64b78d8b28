// Where we are, in the address: #/p/NAME/VIEW?t=t1&s=3&c=floor, #/source?line=27&in=FILE, #/simulate, #/sets, #/traces,
// #/?q=TEXT.  Views add what was chosen in them (lib/addressed.svelte.ts).
export interface Place {
  page: 'summary' | 'property' | 'source' | 'simulate' | 'sets' | 'traces';
  property: string;
  view: string;
  trace: string;
  step: number; // -1: where the view begins by itself
  cell: string; // the column whose value at this step is asked about
  by: string; // columns by which states are grouped
  filter: string; // of the overview
  line: number;
  file: string; // whose line; '' is the model's first
  more: Record<string, string>; // what views keep
}

const own = new Set(['t', 's', 'c', 'by', 'q', 'line', 'in']);
const pages = ['source', 'simulate', 'sets', 'traces'] as const;

/** An address may be anything: what is no encoding stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decoded);
  const parameters = new URLSearchParams(query);
  const page = parts[0] === 'p' ? 'property' : (pages.find((known) => known === parts[0]) ?? 'summary');
  return {
    page,
    property: page === 'property' ? (parts[1] ?? '') : '',
    view: parts[2] ?? 'table',
    trace: parameters.get('t') ?? '',
    step: parameters.has('s') ? Number(parameters.get('s')) || 0 : -1,
    cell: parameters.get('c') ?? '',
    by: parameters.get('by') ?? '',
    filter: page === 'summary' ? (parameters.get('q') ?? '') : '',
    line: Number(parameters.get('line') ?? 0) || 0,
    file: page === 'source' ? (parameters.get('in') ?? '') : '',
    more: Object.fromEntries([...parameters].filter(([name]) => !own.has(name))),
  };
}

function text_of(place: Place): string {
  const query = new URLSearchParams();
  if (place.page === 'property' && place.trace) query.set('t', place.trace);
  if (place.page === 'property' && place.step >= 0) query.set('s', String(place.step));
  if (place.page === 'property' && place.cell) query.set('c', place.cell);
  if (place.page === 'property' && place.view === 'states' && place.by) query.set('by', place.by);
  if (place.page === 'summary' && place.filter) query.set('q', place.filter);
  if (place.page === 'source' && place.line) query.set('line', String(place.line));
  if (place.page === 'source' && place.file) query.set('in', place.file);
  for (const [name, value] of Object.entries(place.more)) query.set(name, value);
  const path = place.page === 'property' ? `/p/${encodeURIComponent(place.property)}/${place.view}` : place.page === 'summary' ? '/' : `/${place.page}`;
  return '#' + path + (query.size ? `?${query}` : '');
}

class Route {
  place = $state<Place>(parse(location.hash));

  turned = $state(0); // how often somebody went back, or to an address
  private trail: string[] = []; // what `undo` goes back to
  private at = location.hash; // the address of this place: the browser's is another one while somebody goes elsewhere

  constructor() {
    addEventListener('hashchange', ({ oldURL }) => {
      if (oldURL.includes('#/')) this.remember(oldURL.slice(oldURL.indexOf('#')));
      this.begin();
      this.turned++;
    });
  }
  private remember(address: string): void {
    this.trail = [...this.trail.slice(-199), address];
  }
  get may_undo(): boolean {
    return this.trail.length > 0;
  }
  /** What was shown before the last change, be it a step, a filter or another view. */
  undo(): void {
    const before = this.trail.pop();
    if (before === undefined) return;
    history.replaceState(null, '', before);
    this.begin();
    this.turned++;
  }

  address(change: Partial<Place>): string {
    const elsewhere = change.property !== undefined || change.trace !== undefined ? { cell: '' } : {};
    const stays = (['page', 'property', 'view'] as const).every((part) => change[part] === undefined || change[part] === this.place[part]);
    return text_of({ ...this.place, ...elsewhere, ...(stays ? {} : { more: {} }), ...change });
  }
  go(change: Partial<Place>): void {
    location.hash = this.address(change);
  }
  /** Moves within a view: not a step to go back to. */
  move(change: Partial<Place>): void {
    const before = location.hash, now = this.address(change);
    if (now === before || before !== this.at) return; // a link was followed: nothing of the view before is noted any more
    if (before.startsWith('#/')) this.remember(before);
    history.replaceState(null, '', now);
    this.begin();
  }
  /** What a view keeps under these names, and nothing else under them. */
  note(names: string[], said: Record<string, string>): void {
    const others = Object.fromEntries(Object.entries(this.place.more).filter(([name]) => !names.includes(name)));
    this.move({ more: { ...others, ...said } });
  }
  /** The place is what the address says. */
  begin(): void {
    this.at = location.hash;
    this.place = parse(location.hash);
  }
}

export const route = new Route();
