// axe-core in every view: no violation, light and dark, at 390 and at 1280 pixels.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { shot, test } from './browser.mjs';
import { end, examples, file, quick, settled, to, with_page } from './walking.mjs';

let axe;
try {
  axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
} catch {
  console.log('skipped: axe-core is not installed (npm ci in web/)');
  process.exit(77);
}

// What is wrong in the view as it is, in a line each.
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`).join(' | ')}`);
  });
}

const lift = join(examples, 'lift.smv');
const property_views = (name, views) => views.map((view) => `#/p/${name}/${view}`);
const models = [
  [[lift], ['#/', ...property_views('served3', ['table', 'table?s=3&c=floor', 'why', 'classes', 'values', 'states', 'states?by=floor%2Cdoors']), '#/p/can_serve3/why', '#/source', '#/simulate', '#/sets', '#/traces']],
  [[join(examples, 'net.smv')], property_views('reach_b', ['route', 'values'])],
  [[join(examples, 'ots/flawed.ots')], property_views('mutex', ['table', 'lemmas', 'why', 'classes', 'states'])],
  [[join(examples, 'ots/nspk.ots'), '--timeout', '10s'], property_views('SP', ['attack'])],
  [[join(examples, 'pushdown/running.pds')], property_views('noE1', ['paths', 'table', 'why', 'classes'])],
  [[join(examples, 'hardware/queue.btor2')], property_views('overflow', ['table', 'why'])],
  [[file('wrong.smv', 'MODULE main\nVAR x : boolean;\nINVARSPEC y;\n')], ['#/', '#/source']],
];

const look = async (page, where, name, width) => {
  const wrong = [];
  await to(page, where);
  await settled(page);
  for (const theme of ['light', 'dark']) {
    if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.getByRole('button', { name: 'light or dark' }).click();
    wrong.push(...(await violations(page)).map((text) => `${where}, ${theme}: ${text}`));
    await shot(page, `axe-${width}-${name}${where.replace(/[^a-z0-9]+/gi, '-')}-${theme}`);
  }
  return wrong;
};
const todo = [[1280, 860], [390, 844]].flatMap(([width, height]) => models.map(([words, places]) => ({ width, height, words, places, name: words[0].replace(/^.*\//, '') })));
const audit = ({ width, height, words, places, name }) =>
  test(`axe at ${width} pixels: ${name}`, () =>
    with_page(words, async (page) => {
      await page.waitForFunction(() => !document.querySelector('h1')?.textContent.includes('Checking'), null, quick);
      const wrong = [];
      for (const where of places) wrong.push(...(await look(page, where, name, width)));
      assert.deepEqual(wrong, []);
    }, { viewport: { width, height } }));
// Two side by side: each waits for its server now and then.
await Promise.all([0, 1].map(async () => {
  for (let next = todo.shift(); next; next = todo.shift()) await audit(next);
}));

await end();
