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

/** What in a line adds properties to the model, or says which model is meant. */
export function defining(line: string): string {
  const words = split(line).flatMap((word) => (/^--\w+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word]));
  return words.flatMap((word, i) => (/^(-f|--formula|--kind|--reach|--modify|--toward|--seed|--entry)$/.test(word) ? [`${word} ${quoted(words[i + 1] ?? '')}`] : [])).join(' ');
}

/** Without what only the page reads; a graph goes into a file. */
export const spoken = (line: string): string => line.replace(' --subformulas', '').replace(' --graph report', ' --graph rules.svg');

/** The command that a person would type for a line of the page. */
export function full_command(line: string, files: string[]): string {
  if (/^(sets|trace)\b/.test(line)) return `whynot ${line}`;
  const [command = '', ...rest] = spoken(line).split(' ');
  return ['whynot', command, ...files.map(quoted), ...rest].filter(Boolean).join(' ');
}
