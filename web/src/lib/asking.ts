// What a person means who types into the one box, and where what was answered is shown.
import type { Report } from './report';
import type { Place } from './route.svelte';

const commands = /^(check|why|explain|classify|intervals|paths|falsify|search|prove|simulate|states|sets|trace|net)(\s|$)/;
const operators = /[=<>|&!]|->|\b[GFXUVRHOSTY]\b|\b(AG|AF|AX|EG|EF|EX|A|E)\b/;

/** A command, a formula, or words to look for. */
export function kind_of_question(text: string, properties: string[]): 'line' | 'formula' | 'find' {
  if (commands.test(text)) return 'line';
  if (!text || properties.some((name) => name.includes(text))) return 'find';
  return operators.test(text) ? 'formula' : 'find';
}

const view_of: Record<string, string> = { evidence: 'why', why: 'why', vacuity: 'why', classification: 'classes', intervals: 'values', boxes: 'values', paths: 'paths', falsification: 'lemmas', graph: 'states' };

/** The views that show a report's findings; without any, its properties. */
export function places_of(report: Report | null | undefined): { text: string; place: Partial<Place> }[] {
  const at = (property: string, view: string): Partial<Place> => ({ page: 'property', property, view, trace: '', step: -1 });
  const found = (report?.findings ?? []).flatMap((f) => (f.property ? [{ text: `${f.kind} of ${f.property}`, place: at(f.property, view_of[f.kind] ?? 'table') }] : []));
  if (found.length) return found;
  return (report?.properties ?? []).map((p) => ({ text: `${p.name} ${p.verdict ?? ''}`, place: at(p.name, 'table') }));
}
