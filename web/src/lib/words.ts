/** A word of a command line, with quotes where it needs them. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_\-./:=,@%+]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Without what only the page reads; a graph goes into a file. */
export const spoken = (line: string): string => line.replace(' --subformulas', '').replace(' --graph report', ' --graph rules.svg');

/** The command that a person would type for a line of the page. */
export function full_command(line: string, file: string): string {
  if (/^(sets|trace)\b/.test(line)) return `whynot ${line}`;
  const [command = '', ...rest] = spoken(line).split(' ');
  return ['whynot', command, quoted(file), ...rest].filter(Boolean).join(' ');
}
