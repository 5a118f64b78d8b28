/** Whether a key belongs to a field, or has been used: then it is no command of the page. */
export function typed_elsewhere(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName ?? '');
}
