// Where we are, in the address: #/p/NAME/VIEW?t=t1&s=3&c=floor, #/source?line=27&in=FILE, #/simulate, #/sets, #/traces,
// #/?q=TEXT.
export interface Place {
  page: 'summary' | 'property' | 'source' | 'simulate' | 'sets' | 'traces';
  property: string;
  view: string;
  trace: string;
  step: number; // -1: where the view begins by itself
  cell: string; // the column whose value at this step is asked about
  filter: string; // of the overview
  line: number;
  file: string; // whose line; '' is the model's first
}

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
    filter: page === 'summary' ? (parameters.get('q') ?? '') : '',
    line: Number(parameters.get('line') ?? 0) || 0,
    file: page === 'source' ? (parameters.get('in') ?? '') : '',
  };
}

function text_of(place: Place): string {
  const query = new URLSearchParams();
  if (place.page === 'property' && place.trace) query.set('t', place.trace);
  if (place.page === 'property' && place.step >= 0) query.set('s', String(place.step));
  if (place.page === 'property' && place.cell) query.set('c', place.cell);
  if (place.page === 'summary' && place.filter) query.set('q', place.filter);
  if (place.page === 'source' && place.line) query.set('line', String(place.line));
  if (place.page === 'source' && place.file) query.set('in', place.file);
  const path = place.page === 'property' ? `/p/${encodeURIComponent(place.property)}/${place.view}` : place.page === 'summary' ? '/' : `/${place.page}`;
  return '#' + path + (query.size ? `?${query}` : '');
}

class Route {
  place = $state<Place>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.place = parse(location.hash)));
  }

  address(change: Partial<Place>): string {
    const elsewhere = change.property !== undefined || change.trace !== undefined ? { cell: '' } : {};
    return text_of({ ...this.place, ...elsewhere, ...change });
  }
  go(change: Partial<Place>): void {
    location.hash = this.address(change);
  }
  /** Moves within a view: not a step to go back to. */
  move(change: Partial<Place>): void {
    history.replaceState(null, '', this.address(change));
    this.place = parse(location.hash);
  }
  begin(): void {
    this.place = parse(location.hash);
  }
}

export const route = new Route();
