// What the walks share: one browser, a folder of models, a page on a server of its own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, done, open, patience, serve } from './browser.mjs';

export const examples = process.env.WHYNOT_EXAMPLES ?? '../examples';
export const chromium = await browser();
export const folder = mkdtempSync(join(tmpdir(), 'whynot-walk-'));
export const model = join(folder, 'net.smv');
copyFileSync(join(examples, 'net.smv'), model);
export const quick = { timeout: patience }; // what the server has to answer first
export function file(name, text) {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
/** A server with these arguments, and a page on it that does nothing wrong. */
export async function with_page(words, body, options) {
  const server = await serve(...words);
  const page = await open(chromium, server.address, options);
  try {
    await body(page, server);
    assert.deepEqual(page.wrong, []);
  } finally {
    await page.context().close();
    server.stop();
  }
}

/** To a place of the page; it is there, and has asked what it asks by itself, when this returns. */
export const to = (page, hash) =>
  page.evaluate((where) => new Promise((resolve) => {
    if (new URL(where, location.href).hash === location.hash) return resolve();
    addEventListener('hashchange', () => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), { once: true });
    location.hash = where;
  }), hash);
/** Nothing is under way any more: no question of this page is with the server, or runs there. */
export const settled = (page) =>
  page.waitForFunction(() => !document.querySelector('.waiting, main[data-asking], header button[title*="kept"]'), null, quick).catch(async (error) => {
    const said = await page.evaluate(() => [location.hash, document.querySelector('main')?.dataset.asking, document.querySelector('header .status')?.textContent.trim(), document.querySelector('.waiting')?.textContent.trim()].join(' · '));
    throw new Error(`it does not come to rest: ${said}`, { cause: error });
  });
export const has_clang = spawnSync('sh', ['-c', 'command -v clang-14 || command -v clang']).status === 0;
export const has_yosys = spawnSync('sh', ['-c', 'command -v yosys']).status === 0;

/** The same, at a view of a property, with the drawer open that has what can be chosen. */
export async function asks(words, property, tab, body) {
  await with_page(words, async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: new RegExp(property) }).first().click(quick);
    await page.getByRole('tab', { name: tab }).click();
    await refine(page);
    await body(page);
  });
}

/** Opens the drawer, unless it is. */
export async function refine(page) {
  // A tab that was just clicked is shown: until then the drawer is that of the view before.
  await page.waitForFunction(() => {
    const shown = document.querySelector('[role=tab][aria-selected=true]')?.getAttribute('href');
    return !shown || shown.split('?')[0] === location.hash.split('?')[0];
  }, null, quick);
  const drawer = page.locator('details.refine').first();
  await drawer.waitFor(quick);
  if (!(await drawer.evaluate((element) => element.open))) await drawer.locator('> summary').click();
}

/** Asks in the one box of the page. */
export async function ask(page, text) {
  await page.getByLabel('find or ask').fill(text);
  await page.getByLabel('find or ask').press('Enter');
}

/** The session, as a person saves it. */
export async function save(page) {
  await page.getByText('share', { exact: true }).click();
  return (await downloaded(page, () => page.getByRole('button', { name: 'save the session' }).click())).path;
}

/** A file that a person gets by doing something, among the models. */
export async function downloaded(page, action) {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), path };
}

export async function end() {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
  done();
}
