// What a person has chosen in a view, kept while other views are looked at and while the model is read again.
const all = new Map<string, object>();

/** The choices of this name; at first `initial`. */
export function kept<T extends object>(name: string, initial: T): T {
  const known = all.get(name) as T | undefined;
  if (known) return known;
  const made = $state(initial);
  all.set(name, made);
  return made;
}
