// Why a part of a formula is true or false at a step of a trace: the cells that decide it, found by following the parts
// downwards.  The truth of each part comes with the report; here is only which parts matter (docs/report.md).
import type { Subformula, Trace } from '../report';

export interface CauseCell {
  step: number;
  column: string;
  text: string;
}

type Place = [part: number, step: number];

/** The steps from `step` on, each once, in the order in which the run meets them. */
function onward(trace: Trace, step: number): number[] {
  const steps: number[] = [];
  const length = trace.steps.length;
  for (let at = step; at < length; at++) steps.push(at);
  if (trace.loop !== null) for (let at = trace.loop; at < step; at++) steps.push(at);
  return steps;
}

/** Until and its kin: `goal` ends the way well, as long as `hold` has been so before it. */
function until(steps: number[], hold: number | null, goal: number, truth: (part: number, step: number) => string, value: string): Place[] {
  const met: Place[] = [];
  for (const at of steps) {
    if (truth(goal, at) === value) return [...met.filter(([part]) => part === hold), [goal, at]];
    met.push([goal, at]);
    if (hold === null) continue;
    met.push([hold, at]);
    if (truth(hold, at) !== value) return met.filter(([part, step]) => part === goal || (part === hold && step === at));
  }
  return hold === null ? met : met.filter(([part]) => part === goal);
}

/** The parts, and their steps, that make a part what it is. */
function reasons(trace: Trace, parts: Subformula[], part: number, step: number): Place[] {
  const { op, args, bounds } = parts[part]!;
  const truth = (p: number, s: number) => parts[p]?.truth[s] ?? '?';
  const here: Place[] = args.map((arg) => [arg, step]);
  const value = truth(part, step);
  const window = (steps: number[]) => (bounds ? steps.slice(bounds[0], bounds[1] + 1) : steps);
  const ahead = window(onward(trace, step)), behind = window(Array.from({ length: step + 1 }, (_, i) => step - i));
  const [first = -1, second = -1] = args;
  const deciding = (wanted: string): Place[] => {
    const some = here.filter(([p]) => truth(p, step) === wanted);
    return some.length ? some.slice(0, 1) : here;
  };
  const all_or_one = (one: string) => (value === one ? deciding(one) : here);
  // A universal operator is the mirror image: what it wants is that the opposite never comes.
  switch (op) {
    case 'And': return all_or_one('F');
    case 'Or': return all_or_one('T');
    case 'Implies': return value === 'T' ? (truth(first, step) === 'F' ? [[first, step]] : [[second, step]]) : here;
    case 'X': return onward(trace, step).slice(1, 2).concat(step + 1 === trace.steps.length && trace.loop !== null ? [trace.loop] : []).slice(0, 1).map((s) => [first, s]);
    case 'Y': case 'Z': return step > 0 ? [[first, step - 1]] : [];
    case 'F': return until(ahead, null, first, truth, 'T');
    case 'G': return until(ahead, null, first, truth, 'F');
    case 'U': return until(ahead, first, second, truth, 'T');
    case 'V': return until(ahead, first, second, truth, 'F');
    case 'O': return until(behind, null, first, truth, 'T');
    case 'H': return until(behind, null, first, truth, 'F');
    case 'S': return until(behind, first, second, truth, 'T');
    case 'T': return until(behind, first, second, truth, 'F');
    default: return here;
  }
}

/** The cells behind a part's truth at a step. */
export function causes_of(trace: Trace, part: number, step: number): CauseCell[] {
  const parts = trace.subformulas ?? [];
  const seen = new Set<string>();
  const cells: CauseCell[] = [];
  const todo: Place[] = [[part, step]];
  while (todo.length && seen.size < 100_000) {
    const [p, s] = todo.pop()!;
    if (seen.has(`${p} ${s}`) || !parts[p]) continue;
    seen.add(`${p} ${s}`);
    for (const { column, ahead } of parts[p].places ?? []) {
      const at = s + ahead < trace.steps.length ? s + ahead : (trace.loop ?? s);
      cells.push({ step: at, column, text: `${parts[p].text} is ${word(parts[p].truth[s])}` });
    }
    todo.push(...reasons(trace, parts, p, s));
  }
  return cells.sort((a, b) => a.step - b.step);
}

export const word = (truth: string | undefined): string => (truth === 'T' ? 'true' : truth === 'F' ? 'false' : 'open');
