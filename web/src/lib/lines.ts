// Where the model's text speaks of a variable, as far as a look at its lines tells.
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** `left.lo.v[1]` is declared as `v`, `pc(a)` as `pc`. */
const leaf_of = (column: string) => column.replace(/[[(].*$/, '').split('.').pop() ?? '';

let text_of_known = '';
let known = new Map<string, number>();

/** The line that declares it, or 0. */
export function line_of(text: string, column: string): number {
  if (text !== text_of_known) [text_of_known, known] = [text, new Map()];
  const found = known.get(column) ?? declaring(text, leaf_of(column));
  known.set(column, found);
  return found;
}
function declaring(text: string, leaf: string): number {
  if (!leaf) return 0;
  const name = escaped(leaf);
  const at = new RegExp(`(^|[^\\w.])${name}\\s*(\\([^)]*\\)\\s*)?:`, 'm').exec(text);
  return at ? text.slice(0, at.index + at[0].length).split('\n').length : 0;
}

export interface Line {
  number: number;
  text: string;
  value: boolean; // it gives the value
}

/** The lines that declare it and begin its assignments, and those of an assignment that give the value it has. */
export function lines_about(text: string, column: string, value: string, most = 8): Line[] {
  const leaf = leaf_of(column);
  if (!leaf || text.length > 1_000_000) return [];
  const name = escaped(leaf);
  const declares = new RegExp(`(^|[^\\w.])${name}\\s*(\\([^)]*\\)\\s*)?:(?!=)`);
  const assigns = new RegExp(`\\b(next|init)\\s*\\(\\s*${name}\\s*\\)|(^|[^\\w.])${name}\\s*(\\([^)]*\\)\\s*)?:=`);
  const gives = new RegExp(`:[^:]*(?<![\\w.])${escaped(value)}(?![\\w.])[^:]*$`);
  const found: Line[] = [];
  let within: '' | 'assignment' | 'case' = '';
  text.split('\n').forEach((line, i) => {
    const code = line.replace(/(--|\/\/|#).*$/, '');
    const begins = assigns.test(code);
    if (begins) within = 'assignment';
    if (within && /\bcase\b/.test(code)) within = 'case';
    const has_value = value !== '' && within !== '' && gives.test(code);
    if (begins || has_value || declares.test(code)) found.push({ number: i + 1, text: line.trim(), value: has_value });
    if (within === 'case' ? /\besac\b/.test(code) : /;/.test(code)) within = '';
  });
  return found.slice(0, most);
}
