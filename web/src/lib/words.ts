/** A word of a command line, with quotes where it needs them. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_\-./:=,@%+]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The words of a line, as the program reads them. */
export function split(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs))
    words.push(word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, plain, soft, one) => plain ?? one ?? soft.replace(/\\(["\\])/g, '$1')));
  return words;
}

/** A number with its digits in threes; one that nobody reads out, by its order. */
export function grouped(digits: string | number | null | undefined): string {
  const text = String(digits ?? '');
  if (!/^\d{19,}$/.test(text)) return text.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  const order = [...String(text.length - 1)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `≈ ${text[0]}.${text[1]} × 10${order}`;
}

/** A time as options have it: `500ms`, `10s`, `2m`; 0 when it is none. */
export function milliseconds(time = ''): number {
  const [, number = '0', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(time) ?? [];
  return Number(number) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? 1000);
}

/** What in a line adds properties to the model, or says which model is meant. */
export function defining(line: string): string {
  const words = split(line).flatMap((word) => (/^--\w+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word]));
  return words.flatMap((word, i) => (/^(-f|--formula|--kind|--reach|--modify|--toward|--seed|--entry)$/.test(word) ? [`${word} ${quoted(words[i + 1] ?? '')}`] : [])).join(' ');
}

/** An option that `whynot serve` was given for every line. */
export interface Given {
  name: string;
  text: string; // as a person writes it
  commands: string[]; // "*": of every command
  many: boolean; // a line may have more of them
}

/** Without what only the page reads; a graph goes into a file, and a trace that was sent along comes from one. */
export const spoken = (line: string): string =>
  line.replace(' --subformulas', '').replace(' --graph report', ' --graph rules.svg').replace(/ --(base|from|trace) -(?=[@ ]|$)/, ' --$1 trace.json');

/** The same question without the last of its choices between alternatives. */
export const without_last_choice = (line: string): string => line.replace(/ --alternatives \S+/, '').replace(/ --choose \S+(?!.* --choose )/, '');

/** The command that a person would type for a line of the page. */
export function full_command(line: string, files: string[], given: Given[]): string {
  const [command = '', ...rest] = spoken(line).split(' ');
  const says = ({ name, text }: Given) => rest.some((word) => word === text.split(' ')[0] || word === `--${name}` || word.startsWith(`--${name}=`));
  const always = given.filter((g) => (g.commands.includes('*') || g.commands.includes(command)) && (g.many || !says(g))).map((g) => g.text);
  if (/^(sets|trace)\b/.test(line)) return `whynot ${spoken(line)}`;
  return ['whynot', ...(command === 'net' ? ['net', 'import'] : [command]), ...files.map(quoted), ...always, ...(command === 'net' ? rest.slice(1) : rest)].filter(Boolean).join(' ');
}
