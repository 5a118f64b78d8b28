// The options of the commands, as the program's own table has them (`GET /api/v1/options`): whatever a command can do can
// be done here, in fields that nobody has to write twice.
import { quoted } from './words';

export interface Option {
  name: string;
  kind: 'flag' | 'count' | 'choice' | 'text';
  argument: string; // an example of its value
  choices: string[];
  commands: string[]; // "*": of every command
  many: boolean; // several, separated by semicolons
  help: string;
}
export type Values = Record<string, string | boolean>;

// What only changes how a terminal shows the answer, or what the page asks and shows in ways of its own.
const elsewhere = new Set([
  'property', 'formula', 'kind', 'subformulas', 'show', 'backward', 'group', 'no-traces', 'no-timing', 'timeout', 'count', 'model',
]);

/** Those of a command, its own first, then the general ones; `fields` are those that the view has fields for. */
export function options_of(table: Option[], command: string, fields: string[] = []): Option[] {
  const shown = table.filter((option) => !elsewhere.has(option.name) && !fields.includes(option.name));
  return [...shown.filter((option) => option.commands.includes(command)), ...shown.filter((option) => option.commands.includes('*'))];
}

/** What was entered, as words of a command line; an option that the command does not have is left out. */
export function written(table: Option[], command: string, values: Values): string {
  return options_of(table, command)
    .flatMap((option) => {
      const value = values[option.name];
      if (value === true) return [` --${option.name}`];
      const text = typeof value === 'string' ? value.trim() : '';
      if (!text) return [];
      return (option.many ? text.split(';').map((part) => part.trim()).filter(Boolean) : [text]).map((part) => ` --${option.name} ${quoted(part)}`);
    })
    .join('');
}
