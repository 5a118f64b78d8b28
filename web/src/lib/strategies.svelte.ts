// Strategies as the panel edits them, and what a person's choices suggest: who turns away from the same thing again and
// again is asked whether that should become a strategy.
export interface Strategy {
  id: number;
  kind: string;
  argument: string;
  hard: boolean;
}

/** A strategy that would have made a person's choices. */
export interface Suggestion {
  strategy: string;
  times: number;
}

/** The kinds, and an example of the argument of those that take one. */
export const kinds: Record<string, string> = {
  avoid: 'floor = 1', prefer: 'doors = open', nearest: 'floor = 1', farthest: 'floor = 1', alternate: 'floor = 1, floor = 2',
  sequence: 'a: floor = 1 -> b; b: floor = 2 -> a', within: '3', shortest: '', smallest: '', shortest_loop: '', familiar_loop: '',
  explored: '', unexplored: '', stay: '', largest: '', random: '1', ask: '',
};
export const takes_argument = (kind: string): boolean => Boolean(kinds[kind]);

const written = (s: Pick<Strategy, 'kind' | 'argument' | 'hard'>): string =>
  `${s.hard ? 'hard ' : ''}${s.kind}${takes_argument(s.kind) ? `(${s.argument.trim()})` : ''}`;

export class Strategies {
  list = $state<Strategy[]>([]);
  private next = 1;
  private times = $state<Record<string, number>>({});
  private declined = $state<string[]>([]);
  private readonly enough = 2;

  /** As `--strategy` takes it. */
  get text(): string {
    return this.list.filter((s) => !takes_argument(s.kind) || s.argument.trim()).map(written).join(', ');
  }
  add(kind = 'avoid', argument = ''): void {
    this.list.push({ id: this.next++, kind, argument, hard: false });
  }
  remove(index: number): void {
    this.list.splice(index, 1);
  }
  move(index: number, by: number): void {
    const other = this.list[index + by], here = this.list[index];
    if (!other || !here) return;
    this.list[index] = other;
    this.list[index + by] = here;
  }

  /** For this once: the strategies with one more before them.  It is remembered how often. */
  once(kind: string, argument: string): string {
    const choice = `${kind}(${argument})`;
    this.times[choice] = (this.times[choice] ?? 0) + 1;
    return [choice, this.text].filter(Boolean).join(', ');
  }
  /** What was chosen repeatedly, here or among the alternatives as the program `learned` it, and is no strategy yet. */
  suggested(learned?: Suggestion): Suggestion | null {
    const here = Object.entries(this.times).filter(([, times]) => times >= this.enough).map(([strategy, times]) => ({ strategy, times }));
    const is_new = ({ strategy }: Suggestion) => !this.declined.includes(strategy) && !this.list.some((s) => written({ ...s, hard: false }) === strategy);
    return [...(learned ? [learned] : []), ...here].find(is_new) ?? null;
  }
  accept(strategy: string): void {
    const parts = /^(\w+)(?:\((.*)\))?$/.exec(strategy);
    if (parts) this.add(parts[1]!, parts[2] ?? '');
  }
  decline(strategy: string): void {
    this.declined.push(strategy);
  }
}

export interface Automaton {
  states: { name: string; label: string }[];
  arrows: { from: number; to: number }[];
}

/** The constraint automaton that alternate(…) and sequence(…) describe, to be drawn. */
export function automaton_of(kind: string, argument: string): Automaton | null {
  if (kind === 'alternate') {
    const labels = argument.split(',').map((part) => part.trim()).filter(Boolean);
    if (labels.length < 2) return null;
    return { states: labels.map((label, i) => ({ name: String(i + 1), label })), arrows: labels.map((_, i) => ({ from: i, to: (i + 1) % labels.length })) };
  }
  if (kind !== 'sequence') return null;
  const rules = argument.split(';').map((rule) => /^\s*(\w+)\s*:\s*(.*?)\s*->\s*(\w+)\s*$/.exec(rule)).filter((rule) => rule !== null);
  const states = [...new Map(rules.map((rule) => [rule[1]!, { name: rule[1]!, label: rule[2]! }])).values()];
  const at = (name: string) => states.findIndex((state) => state.name === name);
  const arrows = rules.map((rule) => ({ from: at(rule[1]!), to: at(rule[3]!) })).filter((arrow) => arrow.to >= 0);
  return states.length ? { states, arrows } : null;
}
