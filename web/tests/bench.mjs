// How fast the page is: a trace of 10,000 steps with 200 variables scrolls (95th percentile of frames under 50 ms, first
// paint under 1 s); a node of a 2,000-node evidence tree opens (95th percentile under 100 ms).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, open, serve } from './browser.mjs';

const columns = Array.from({ length: 200 }, (_, i) => `module${i % 10}.v${i}`);
const steps = Array.from({ length: 10000 }, (_, s) => ({ state: Object.fromEntries(columns.map((c, i) => [c, (s * 7 + i * i) % (2 + (i % 50))])), inputs: {}, action: null }));
const tree = (depth, n) => ({ goal: `EX g${n}`, state: `s${n}`, set: null, open: false, rule: 'EX', bound: depth, by: '', summary: `step ${n}`, children: depth ? [tree(depth - 1, 2 * n), tree(depth - 1, 2 * n + 1)] : [] });
const report = {
  schema: 'whynot-report/1', input: { file: 'big.smv', front: 'smv' }, diagnostics: [],
  properties: [{ name: 'p', kind: 'invar', text: 'x', verdict: 'violated', engine: 'bmc', depth: 9999, traces: ['t1'], certified: false }],
  traces: [{ id: 't1', property: 'p', columns, steps, loop: null, replayed: true }],
  findings: [{ kind: 'evidence', property: 'p', holds: false, proved: 'x', checked: true, open: 0, proof: tree(10, 1), states: {}, traces: [] }],
};
const folder = mkdtempSync(join(tmpdir(), 'whynot-bench-'));
const file = join(folder, 'big.json');
writeFileSync(file, JSON.stringify(report));
const chromium = await browser();
const server = await serve(file);
const page = await open(chromium, server.address);
const p95 = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];

await page.getByRole('link', { name: /^p\b|× p/ }).first().waitFor();
const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
await page.evaluate(() => (location.hash = '#/p/p/table'));
await page.getByRole('grid').waitFor();
// Besides how long a frame takes here and now, how much of it the page itself works: processor time of its main thread.
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const worked = async () => 1000 * (await session.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration').value;
const before_scrolling = await worked();
const frames = await page.evaluate(async () => {
  const grid = document.querySelector('[role=grid]');
  const times = [];
  let last = performance.now();
  for (let i = 0; i < 200; i++) {
    grid.scrollLeft += 700;
    grid.scrollTop = (i * 60) % 4000;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
});
const scrolling = ((await worked()) - before_scrolling) / frames.length;
await page.evaluate(() => (location.hash = '#/p/p/why'));
await page.getByRole('tree').waitFor();
await page.getByRole('button', { name: 'unfold all' }).click();
await page.getByText('2047 rows').waitFor(); // every node of the tree is shown, and stays so but for the one that opens
const before_unfolding = await worked();
const unfolds = await page.evaluate(async () => {
  const tree = document.querySelector('[role=tree]');
  const drawn = async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  };
  const times = [];
  for (let i = 0; i < 100; i++) {
    tree.scrollTop = ((i * 617) % 100) * 560; // all over the tree
    await drawn();
    const open = [...document.querySelectorAll('[role=treeitem][aria-expanded=true]')];
    const id = open[i % open.length].id;
    const press = () => document.getElementById(id).querySelector('button').click();
    press();
    await drawn();
    const begin = performance.now();
    press();
    await drawn();
    times.push(performance.now() - begin);
  }
  return times;
});
await page.getByText('2047 rows').waitFor();
const unfolding = ((await worked()) - before_unfolding) / unfolds.length;
console.log(`first paint                ${paint.toFixed(0)} ms   (under 1000)`);
console.log(`load of the machine        ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`);
console.log(`scrolling, median          ${[...frames].sort((a, b) => a - b)[frames.length >> 1].toFixed(1)} ms`);
console.log(`scrolling, 95th percentile ${p95(frames).toFixed(1)} ms   (under 50)`);
console.log(`unfolding, 95th percentile ${p95(unfolds).toFixed(1)} ms   (under 100), ${unfolds.length} nodes of 2047 that are shown`);
console.log(`work of the main thread    ${scrolling.toFixed(1)} ms a frame, ${(unfolding / 2).toFixed(1)} ms to fold or unfold (processor time, mean)`);
await chromium.close();
server.stop();
rmSync(folder, { recursive: true, force: true });
