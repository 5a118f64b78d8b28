// Choices of a view that stand in the address, so that a link shows what its sender saw, and can be undone.
import { untrack } from 'svelte';
import { route } from './route.svelte';

type Plain = string | number | boolean | string[];
const text_of = (value: Plain): string => (Array.isArray(value) ? value.join('|') : value === true ? '1' : value === false ? '0' : String(value));
function value_of(text: string, like: Plain): Plain {
  if (Array.isArray(like)) return text.split('|').filter(Boolean);
  if (typeof like === 'boolean') return text === '1';
  return typeof like === 'number' ? Number(text) || like : text;
}

/** Keeps these fields of a view's choices, as what they are called in the address; `usual` is what stands there without
 *  being said.  To be called while a component is made. */
export function addressed<T extends object>(mine: T, usual: Partial<Record<keyof T & string, Plain>>, names: Partial<Record<keyof T & string, string>>): void {
  const fields = Object.entries(names) as [keyof T & string, string][];
  const known = fields.map(([, name]) => name);
  const home = untrack(() => [route.place.page, route.place.property, route.place.view].join(' '));
  const take = () => {
    for (const [field, name] of fields) {
      const like = usual[field]!, text = route.place.more[name], value = text === undefined ? like : value_of(text, like);
      if (text_of(mine[field] as Plain) !== text_of(value)) mine[field] = value as T[typeof field];
    }
  };
  untrack(() => known.some((name) => route.place.more[name] !== undefined) && take());
  let seen = untrack(() => route.turned);
  $effect(() => {
    if (route.turned === seen) return;
    seen = route.turned;
    untrack(() => [route.place.page, route.place.property, route.place.view].join(' ') === home && take());
  });
  $effect(() => {
    const said: Record<string, string> = {};
    for (const [field, name] of fields) {
      const text = text_of(mine[field] as Plain);
      if (text !== text_of(usual[field]!)) said[name] = text;
    }
    untrack(() => route.note(known, said));
  });
}
