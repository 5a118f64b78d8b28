// The options of the commands that a view asks, beyond those that it has fields for: one row each, so that whatever a
// command can do can be done here.
import { quoted } from './words';

export interface Option {
  name: string;
  hint?: string; // of an option with a value: an example
  choices?: string[];
  many?: boolean; // several, separated by semicolons
  says: string;
}
const engines = { name: 'engine', choices: ['auto', 'bmc', 'kind', 'bdd', 'explicit'], says: 'how to decide' };
const certify = { name: 'certify', says: 'check the solvers’ claims again' };

export const options: Record<string, Option[]> = {
  check: [
    { name: 'number', hint: '5', says: 'how many counterexamples' },
    { name: 'different', hint: 'x,y', says: 'that differ in these variables' },
    { name: 'bound', hint: '50', says: 'up to so many steps' },
    engines,
    certify,
    { name: 'verbose', says: 'with defined names' },
  ],
  explain: [
    { name: 'start', hint: 'EG !f', says: 'from where this part of the formula is settled' },
    { name: 'stop', hint: 'r', says: 'up to where this part is' },
    { name: 'budget', hint: '200', says: 'expand at most so many nodes' },
    { name: 'all-different', says: 'all that differ in what they prove' },
    { name: 'observe', hint: 'x,y', says: '… loops differ in these variables' },
  ],
  classify: [
    { name: 'mode', choices: ['upto', 'exact', 'any'], says: 'lengths' },
    { name: 'predicates', hint: 'own.pred', says: 'a file of predicates beside the model' },
    { name: 'hide', hint: 'x,y', says: 'variables not to speak of' },
    { name: 'anchor', hint: 'P', says: 'only counterexamples with this predicate' },
    { name: 'constants', says: 'facts about fixed positions too' },
    { name: 'smallest', says: 'as few facts as possible' },
    { name: 'keep-going', says: 'what is not explained becomes a class' },
  ],
  intervals: [
    { name: 'base', hint: '2', says: 'start from this counterexample' },
    { name: 'at-step', hint: '0', says: 'look at values at this step, or at every' },
    { name: 'free', hint: 'x,y', says: 'variables that may change' },
    { name: 'free-lasso', says: 'the loop may change its shape' },
    { name: 'contains', hint: '4..7', says: 'is this interval inside?' },
    { name: 'limit', hint: '100', says: 'at most so many intervals' },
    { name: 'ordered', says: 'symbols in the order of their declaration' },
  ],
  paths: [
    { name: 'mode', choices: ['complete', 'distinct', 'paper'], says: 'which recursion is cut' },
    { name: 'only', hint: 'open', many: true, says: 'group by these events' },
    { name: 'allow', hint: 'open', many: true, says: 'as if the policy allowed these' },
    { name: 'limit', hint: '100', says: 'at most so many' },
    { name: 'max-stack', hint: '20', says: 'no deeper stacks' },
    { name: 'all-final', says: 'also what follows the first violation' },
    { name: 'no-group', says: 'every counterexample on its own' },
  ],
  falsify: [
    { name: 'symmetry', choices: ['on', 'off'], says: 'states that differ in loose constants are one' },
    { name: 'lemma-form', choices: ['paper', 'wp'], says: 'how lemmas are written' },
    { name: 'generalise', choices: ['on', 'off'], says: 'generalise lemmas' },
    { name: 'k', hint: '2', says: 'induction over so many steps' },
  ],
};

/** What was entered, as words of a command line; an option that the command does not have is left out. */
export function written(command: string, values: Record<string, string | boolean>): string {
  return (options[command] ?? [])
    .flatMap((option) => {
      const value = values[option.name];
      if (value === true) return [` --${option.name}`];
      const text = typeof value === 'string' ? value.trim() : '';
      if (!text) return [];
      return (option.many ? text.split(';').map((part) => part.trim()).filter(Boolean) : [text]).map((part) => ` --${option.name} ${quoted(part)}`);
    })
    .join('');
}
