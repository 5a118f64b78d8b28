// A model that passes something from place to place, as a map: where it may be, and the rules that pass it on.  Read off
// the text of `next(location) := case … esac`, with the places tested in guards or in a case within the case.
import { layered, type Arrow, type Box, type Drawing } from './layers';
import { said } from './radix.svelte';
import { spell, type Link, type Trace } from './report';

export interface Rule {
  from: string[]; // none: from everywhere
  to: string;
  when: string; // '': whatever the packet is
  line: number;
}
export interface Network {
  column: string;
  places: string[];
  rules: Rule[];
}

const named = /^(location|loc|place|node|hop|router|switch)$/i;

class Reader {
  readonly rules: Rule[] = [];
  private at: number;

  constructor(private text: string, begin: number, private name: string, private places: string[]) {
    this.at = begin;
  }
  private get line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }
  private skip(): void {
    this.at += /^(\s+|--[^\n]*)*/.exec(this.text.slice(this.at, this.at + 4000))![0].length;
  }
  private takes(word: string): boolean {
    this.skip();
    if (!new RegExp(`^${word}\\b`).test(this.text.slice(this.at, this.at + word.length + 1))) return false;
    this.at += word.length;
    return true;
  }
  /** Up to a sign that is in no brackets; nothing when there is none. */
  private until(sign: ':' | ';'): string | null {
    for (let end = this.at, deep = 0; end < this.text.length; end++) {
      const c = this.text[end]!;
      if ('([{'.includes(c)) deep++;
      else if (')]}'.includes(c)) deep--;
      else if (c === sign && deep === 0) {
        const found = this.text.slice(this.at, end).replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' ').trim();
        this.at = end + 1;
        return found;
      }
    }
    return null;
  }
  /** The branches of a case; `outer` are the places and conditions that lead to it.  False: this is not such a text. */
  read(outer: { from: string[]; when: string[] } = { from: [], when: [] }): boolean {
    if (!this.takes('case')) return false;
    const through = new Set<string>(); // no later branch is for these
    while (!this.takes('esac')) {
      this.skip();
      const line = this.line, guard = this.until(':');
      if (guard === null || this.rules.length > 2000) return false;
      const parts = guard === 'TRUE' ? [] : guard.split(/ ?& ?(?![^(]*\))/);
      const test = new RegExp(`^${this.name} ?(?:= ?(\\w+)|in ?\\{([^}]*)\\})$`);
      const where = parts.flatMap((part) => {
        const [, one, several] = test.exec(part) ?? [];
        return one ? [one] : several ? several.split(',').map((word) => word.trim()) : [];
      });
      const when = parts.filter((part) => !test.test(part));
      const from = where.length ? where : outer.from.length ? outer.from : this.places;
      const inside = { from: from.filter((place) => !through.has(place)), when: [...outer.when, ...when] };
      this.skip();
      if (/^case\b/.test(this.text.slice(this.at, this.at + 5))) {
        if (!this.read(inside)) return false;
        this.skip();
        if (this.text[this.at] === ';') this.at++;
      } else {
        const value = this.until(';');
        if (value === null) return false;
        for (const to of value === this.name ? [''] : value.replace(/[{}]/g, '').split(',').map((word) => word.trim())) this.rules.push({ from: inside.from, to, when: inside.when.join(' & '), line });
      }
      if (!when.length) inside.from.forEach((place) => through.add(place));
    }
    return true;
  }
}

/** The map of a model's text, where it has one that is about this trace's places. */
export function network_of(text: string, trace: Trace | undefined): Network | null {
  for (const column of trace?.columns ?? []) {
    const name = column.replace(/^.*\./, '');
    if (!named.test(name) || text.length > 2_000_000) continue;
    const declared = new RegExp(`(?:^|\\s)${name}\\s*:\\s*\\{([^}]*)\\}`).exec(text), assigned = new RegExp(`next\\s*\\(\\s*${name}\\s*\\)\\s*:=`).exec(text);
    if (!declared || !assigned) continue;
    const places = declared[1]!.split(',').map((word) => word.trim()).filter(Boolean);
    const reader = new Reader(text, assigned.index + assigned[0].length, name, places);
    if (places.length < 400 && reader.read() && reader.rules.some((rule) => places.includes(rule.to))) return { column, places, rules: reader.rules.filter((rule) => rule.to === '' || places.includes(rule.to)) };
  }
  return null;
}

/** The places of a run, step by step. */
export const route_of = (network: Network, trace: Trace): string[] => trace.steps.map((step) => spell(step.state[network.column]));
/** The rules of a place, in the order in which they are tried. */
export const rules_at = (network: Network, place: string): Rule[] => network.rules.filter((rule) => rule.from.includes(place));
/** The rule by which the run left the step before: the one that stands where the reason says. */
export const fired = (network: Network, link: Link | undefined, place: string): Rule | undefined =>
  link && rules_at(network, place).find((rule) => rule.line === link.line);

/** `back`: where the loop returns to, if there is one. */
export function map_of(network: Network, route: string[], back?: string): Drawing {
  const steps = (place: string) => route.flatMap((at, i) => (at === place ? [i] : []));
  const taken = new Set([...route.slice(1), ...(back === undefined ? [] : [back])].map((place, i) => `${route[i]} ${place}`));
  const used = network.places.filter((place) => route.includes(place) || network.rules.some((rule) => rule.to === place || (rule.to !== '' && rule.from.includes(place) && rule.from.length < network.places.length)));
  const boxes = used.map((place): Box => {
    const rules = rules_at(network, place).filter((rule) => rule.to !== '').length, here = steps(place);
    return { id: place, lines: [place, rules ? `${rules} ${rules === 1 ? 'rule' : 'rules'}` : 'keeps it'], looks: here.length ? 'on-run' : '', label: `${place}, ${rules} rules${here.length ? `, step ${here.slice(0, 5).join(', ')} of the run` : ''}`, badge: here.slice(0, 2).join(' ') };
  });
  const ways = new Map<string, Rule[]>();
  for (const rule of network.rules) for (const place of rule.from) if (rule.to && used.includes(place)) ways.set(`${place} ${rule.to}`, [...(ways.get(`${place} ${rule.to}`) ?? []), rule]);
  // Conditions stand below each other: a map is wide enough as it is.
  const clip = (text: string) => text.split(' & ').slice(0, 3).map((part) => (part.length > 30 ? `${part.slice(0, 29)}…` : part)).join(' &\n');
  const arrows = [...ways].map(([key, rules]): Arrow => {
    const [from = '', to = ''] = key.split(' ');
    return { from, to, text: rules.length === 1 ? clip(said(rules[0]!.when)) : `${rules.length} rules`, looks: taken.has(key) ? 'strong' : '' };
  });
  return layered(boxes, arrows, 'LR');
}
