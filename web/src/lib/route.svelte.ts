// Where we are, in the address: #/p/NAME/VIEW?t=t1&s=3, #/source?line=27&in=FILE, #/simulate, #/sets, #/traces, #/.
export interface Place {
  page: 'summary' | 'property' | 'source' | 'simulate' | 'sets' | 'traces';
  property: string;
  view: string;
  trace: string;
  step: number;
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
    step: Number(parameters.get('s') ?? 0) || 0,
    line: Number(parameters.get('line') ?? 0) || 0,
    file: page === 'source' ? (parameters.get('in') ?? '') : '',
  };
}

function text_of(place: Place): string {
  const query = new URLSearchParams();
  if (place.page === 'property' && place.trace) query.set('t', place.trace);
  if (place.page === 'property' && place.step) query.set('s', String(place.step));
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
    return text_of({ ...this.place, ...change });
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
