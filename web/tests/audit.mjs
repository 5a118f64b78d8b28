// What a view must not do, looked for within the page itself: texts that are too pale, things that are cut on paper, and
// things that somebody who does not see the page is not told about.

// Texts whose contrast with what is behind them is below AA: 4.5, or 3 for large ones.
export function pale() {
  const channel = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const colour = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  // In a drawing: the last box drawn before a text that lies all around its middle.
  const drawn_behind = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    const boxes = [...text.ownerSVGElement.querySelectorAll('rect')].filter((rect) => {
      const box = rect.getBoundingClientRect();
      return rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
    });
    const fills = boxes.map((box) => colour(getComputedStyle(box).fill)).filter((fill) => fill.length === 3);
    return fills[fills.length - 1];
  };
  const behind = (element) => {
    const drawn = element instanceof SVGTextElement ? drawn_behind(element) : undefined;
    if (drawn) return drawn;
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const back = colour(getComputedStyle(at).backgroundColor);
      if (back.length === 3 || back[3] === 1) return back;
    }
    return [255, 255, 255];
  };
  const found = [];
  const within = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? within(element.shadowRoot) : [])]);
  for (const element of within(document.body)) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.disabled || element.closest('[hidden], .unseen, .skip, option') || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const front = light(colour(element instanceof SVGElement ? style.fill : style.color)), back = light(behind(element));
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`${element.tagName}.${element.getAttribute('class')} "${element.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return found;
}

// What of the view would be cut on paper: what reaches over its edge, and what would have to be scrolled.
export function cut() {
  const wide = document.documentElement.clientWidth, found = [];
  for (const element of document.querySelectorAll('main, main *')) {
    if (!element.getClientRects().length || element.closest('.unseen')) continue;
    const style = getComputedStyle(element), over = element.getBoundingClientRect().right - wide;
    const scrolls = /auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY) && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2);
    if (over > 1 || scrolls) found.push(`${element.tagName}.${element.getAttribute('class')} "${element.textContent.trim().slice(0, 30)}" ${over > 1 ? `over by ${over}` : 'scrolls'}`);
  }
  return found.slice(0, 5);
}


// Rules that every view keeps: what can be pressed has a name and is not inside of something else that can be; ids are
// there once, and what refers to them finds them; lists hold items, tabs stand in a list of tabs, pictures are described.
export function unnamed() {
  const found = [];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden' && !element.closest('[aria-hidden=true]');
  const text_of = (element) => (element ? [element.getAttribute('aria-label'), element.textContent].find((text) => text?.trim()) ?? '' : '');
  const labelled = (element) => (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean).map((id) => text_of(document.getElementById(id))).join(' ');
  const name_of = (element) =>
    element.getAttribute('aria-label') || labelled(element) || [...(element.labels ?? [])].map((label) => label.textContent.trim()).join(' ') || element.title || (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? '' : text_of(element).trim());
  const say = (element, what) => found.push(`${what}: ${element.tagName}.${element.getAttribute('class')} "${(element.textContent ?? '').trim().slice(0, 30)}"`);
  const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=treeitem]';
  for (const element of document.querySelectorAll(pressed)) {
    if (!seen(element)) continue;
    if (!name_of(element).trim()) say(element, 'no name');
    const outer = element.parentElement?.closest('a[href], button, [role=button], summary');
    if (outer) say(element, 'inside of something that can be pressed');
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) found.push(`id twice: ${id}`);
  for (const attribute of ['aria-labelledby', 'aria-controls', 'aria-activedescendant'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      for (const id of element.getAttribute(attribute).split(/\s+/)) if (!document.getElementById(id) && attribute !== 'aria-activedescendant') say(element, `${attribute} names nobody (${id})`);
  for (const list of document.querySelectorAll('ul, ol')) if ([...list.children].some((child) => child.tagName !== 'LI')) say(list, 'a list with something else in it');
  for (const list of document.querySelectorAll('dl')) if ([...list.children].some((child) => !/^(DT|DD)$/.test(child.tagName))) say(list, 'a list of terms with something else in it');
  for (const picture of document.querySelectorAll('svg')) if (seen(picture) && !picture.getAttribute('aria-label') && !picture.closest('button, a')) say(picture, 'a picture without words');
  for (const tab of document.querySelectorAll('[role=tab]')) if (!tab.closest('[role=tablist]')) say(tab, 'a tab outside of a list of tabs');
  for (const cell of document.querySelectorAll('[role=gridcell], [role=rowheader]')) if (!cell.closest('[role=row]')) say(cell, 'a cell outside of a row');
  for (const region of document.querySelectorAll('[role=region], section[aria-label], nav, aside')) if (seen(region) && !region.getAttribute('aria-label') && !labelled(region)) say(region, 'a region without a name');
  for (const box of document.querySelectorAll('*')) {
    const style = getComputedStyle(box);
    const scrolls = /auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1;
    if (scrolls && seen(box) && box.tabIndex < 0 && !box.querySelector(pressed) && !/^(PRE|CODE|TEXTAREA|SELECT)$/.test(box.tagName)) say(box, 'scrolls, and no key can do it');
  }
  if (document.querySelectorAll('h1').length !== 1) found.push(`${document.querySelectorAll('h1').length} first headings`);
  if (document.querySelectorAll('main').length !== 1) found.push('no main part');
  if (!document.documentElement.lang || !document.title) found.push('no language or title');
  return found.slice(0, 8);
}
