// What every browser test needs: a server on a model, a page that is logged in, and nothing that goes wrong unseen.
// Playwright drives Debian's chromium; where either is missing, the tests say so and pass (exit 77 for CTest).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cut, pale, unnamed } from './audit.mjs';

export const program = process.env.WHYNOT_BINARY ?? '../build/release/whynot';
export const shots = process.env.WHYNOT_SHOTS ?? '';
/** How long anything is waited for: a busy machine is no failure, so this says only that it never comes. */
export const patience = Number(process.env.WHYNOT_PATIENCE ?? 120_000);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}

export async function browser() {
  const path = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => p && existsSync(p));
  if (!path) skip('chromium is not installed');
  const playwright = await import('playwright-core').catch(() => skip('playwright-core is not installed (npm ci in web/)'));
  return playwright.chromium.launch({ executablePath: path, timeout: patience, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] }).catch((error) => skip(`chromium does not start: ${error.message.split('\n')[0]}`));
}

/** `whynot serve` with these arguments; its address and an end. */
export async function serve(...words) {
  const child = spawn(program, ['serve', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGTERM')); // also after an error that nobody has caught
  const address = await new Promise((resolve, reject) => {
    let line = '';
    child.stdout.on('data', (data) => (line += data).includes('\n') && resolve(line.trim()));
    child.once('exit', (code) => reject(new Error(`whynot serve ended with ${code}`)));
  });
  return { address, origin: new URL(address).origin, token: address.split('#t=')[1], stop: () => child.kill('SIGTERM') };
}

/** A page that fails the test on console errors, on errors of scripts, and on requests that leave the machine. */
export async function open(chromium, address, { before, ...options } = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  if (before) await context.addInitScript(before); // runs in the page, before its own script
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.wrong = [];
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => page.wrong.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['127.0.0.1', ''].includes(url.hostname) && url.protocol !== 'data:') page.wrong.push(`request: ${request.url()}`);
  });
  // A page that was built just now, in place of the one in the program; the headers are still the program's.
  if (process.env.WHYNOT_PAGE && address.startsWith('http'))
    await page.route(/:\d+\/(app\.js|app\.css)?$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch(), path: join(process.env.WHYNOT_PAGE, pathname === '/' ? 'index.html' : pathname) });
    });
  await page.goto(address);
  return page;
}

/** Forgives what the browser says of a server that has gone: how a connection ends depends on what was under way. */
export function forgive_gone(page) {
  const gone = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/;
  page.wrong = page.wrong.filter((text) => !gone.test(text));
}

export async function shot(page, name) {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png` });
}

/** On paper of the size A4, with margins of 10 mm, all of the view is there. */
async function prints(page, name) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.deepEqual(await page.evaluate(cut), [], `${name} on paper`);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(size);
}

/** A view in light and in dark: its contrast, what is said to those who do not see it, and a picture of each; on paper. */
export async function looks(page, name) {
  for (const theme of ['light', 'dark']) {
    if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.getByRole('button', { name: 'light or dark' }).click();
    assert.deepEqual(await page.evaluate(pale), [], `contrast of ${name}, ${theme}`);
    assert.deepEqual(await page.evaluate(unnamed), [], `names and roles of ${name}`);
    await shot(page, `${name}-${theme}`);
  }
  await prints(page, name);
}

const results = { passed: 0, failed: 0 };
export async function test(name, body) {
  if (!new RegExp(process.env.WHYNOT_ONLY ?? '').test(name)) return; // while one of them is worked on
  const begin = Date.now();
  try {
    await body();
    results.passed++;
    console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    results.failed++;
    console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
}
export function done() {
  console.log(`${results.passed} passed, ${results.failed} failed`);
  process.exit(results.failed ? 1 : 0);
}
