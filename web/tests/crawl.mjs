// No dead end: in the bundled examples every tab of every kind of property has something to see, or a sentence with a way
// on; whatever can be pressed there is pressed, and nothing goes wrong.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './browser.mjs';
import { end, examples, has_clang, has_yosys, quick, settled, to, with_page } from './walking.mjs';

// Files, and what only changes the page as a whole.
const skipped = /^(download|save|load|light or dark|legend|copy|share|stop|reload|dismiss|undo)/;
const most = 40; // of a view: buttons beyond are more of the same

async function press_all(page, where, done) {
  const view = /^#\/p\/[^/]*\/([^?]*)/.exec(where)?.[1];
  const buttons = page.locator('main button:visible:enabled, main summary:visible, main [role=button]:visible');
  for (let i = 0; i < Math.min(await buttons.count(), most); i++) {
    const button = buttons.nth(i);
    const name = await button.evaluate((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(), null, { timeout: 2000 }).catch(() => '');
    const kind = `${view}: ${name.replace(/\d+/g, '#')}`; // one of a kind in a view is enough
    if (!name || skipped.test(name) || done.has(kind)) continue;
    done.add(kind);
    await button.click({ timeout: 5000, force: true }).catch(() => {}); // it may have gone meanwhile
    await settled(page);
    assert.deepEqual(await page.getByRole('alert').allInnerTexts(), [], `${where}, after ${name}`);
    if (!page.url().endsWith(where)) await to(page, where);
  }
}

/** A drawing, a table, a story; or words and something to press that is not only the command. */
const shows = (view) => Boolean(view.querySelector('[role=grid], [role=tree], svg[role], .card, .calls, .told, .intervals') || (view.querySelector('.note, .panel p, .why') && view.querySelector(':is(button:not(:disabled), a[href]):not(.command *):not(.refine *)')));

/** What is said in words of bits that nobody reads (0ud3_4), but for lines of the source and commands. */
const unread = (view) => [...view.querySelectorAll('p, [role=treeitem], .told li, .card, td, .note')].map((element) => element.innerText).filter((text) => /\b0[us][bdho]\d+_/.test(text));

// One property of each verdict and kind.
async function samples(page) {
  const links = await page.getByRole('navigation', { name: 'properties' }).getByRole('link').evaluateAll((list) => list.map((link) => [link.getAttribute('href'), link.querySelector('.unseen')?.textContent ?? '']));
  return [...new Map(links.map(([href, verdict]) => [verdict, href])).values()];
}

const c = has_clang ? [['pushdown/fig1.c', '-a', join(examples, 'pushdown/fig1-c.efsa')], ['pushdown/login.c', '-a', join(examples, 'pushdown/login-c.efsa')]] : [];
const bundled = [
  ['lift.smv'], ['net.smv'], ['mutex.smv'], ['counter.smv'], ['evidence/button.smv'], ['evidence/elevator3.smv'], ['classify/running.smv'], ['classify/tcp.smv'],
  ['classify/vault.ots'], ['classify/session.pds'], ['intervals/heater.smv'], ['intervals/campus', '--reach', 'edge_rtr,core_rtr,10.1.0.0/16'],
  ['pushdown/running.pds'], ['pushdown/fig1.pds'], ['pushdown/tar.pds', '-a', join(examples, 'pushdown/tar.efsa')],
  ...c, ...(has_yosys ? [['hardware/fifo.sv']] : []), ['hardware/arbiter.aag'], ['hardware/queue.btor2'], ['ots/flawed.ots'], ['ots/nspk.ots'], ['pyv/permit.pyv'],
];
const crawl = ([name, ...options]) =>
  test(`no dead end in ${name}`, () =>
    with_page([join(examples, name), ...options, '--timeout', '10s'], async (page) => {
      await page.getByRole('heading', { name: /violated|errors?$/ }).first().waitFor(quick);
      await settled(page);
      const done = new Set();
      for (const property of await samples(page)) {
        await to(page, property);
        await page.getByRole('tab').first().waitFor(quick);
        const tabs = await page.getByRole('tab').evaluateAll((list) => list.map((tab) => tab.getAttribute('href')));
        for (const where of tabs) {
          await to(page, where);
          await settled(page);
          assert.ok(await page.locator('#view').evaluate(shows), `${where} of ${name} shows something, or a way on`);
          assert.deepEqual(await page.getByRole('alert').allInnerTexts(), [], where);
          assert.deepEqual(await page.locator('#view').evaluate(unread), [], `${where}: words as SMV writes them`);
          await press_all(page, where, done);
        }
      }
    }));
// A few side by side, the slowest first: most of the time each waits for its server.
const slow = (name) => ['ots/nspk.ots', 'hardware/queue.btor2', 'counter.smv', 'lift.smv'].indexOf(name) + 1 || 9;
const todo = [...bundled].sort((a, b) => slow(a[0]) - slow(b[0]));
await Promise.all(Array.from({ length: 4 }, async () => {
  for (let next = todo.shift(); next; next = todo.shift()) await crawl(next);
}));

await end();
