// What every browser test needs: a server on a model, a page that is logged in, and nothing that goes wrong unseen.
// Playwright drives Debian's chromium; where either is missing, the tests say so and pass (exit 77 for CTest).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

export const program = process.env.WHYNOT_BINARY ?? '../build/release/whynot';
export const shots = process.env.WHYNOT_SHOTS ?? '';

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}

export async function browser() {
  const path = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => p && existsSync(p));
  if (!path) skip('chromium is not installed');
  const playwright = await import('playwright-core').catch(() => skip('playwright-core is not installed (npm ci in web/)'));
  return playwright.chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] }).catch((error) => skip(`chromium does not start: ${error.message.split('\n')[0]}`));
}

/** `whynot serve` with these arguments; its address and an end. */
export async function serve(...words) {
  const child = spawn(program, ['serve', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', (code) => reject(new Error(`whynot serve ended with ${code}`)));
  });
  return { address, origin: new URL(address).origin, token: address.split('#t=')[1], stop: () => child.kill('SIGTERM') };
}

/** A page that fails the test on console errors, on errors of scripts, and on requests that leave the machine. */
export async function open(chromium, address, options = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => page.wrong.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['127.0.0.1', ''].includes(url.hostname) && url.protocol !== 'data:') page.wrong.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return page;
}

export async function shot(page, name) {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png` });
}

const results = { passed: 0, failed: 0 };
export async function test(name, body) {
  try {
    await body();
    results.passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    results.failed++;
    console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
}
export function done() {
  console.log(`${results.passed} passed, ${results.failed} failed`);
  process.exit(results.failed ? 1 : 0);
}
