// The pictures of README.md and docs/explorer.md, taken anew:  tools/test_page build/release/whynot "$PWD/docs/images" pictures.mjs
// Models are opened from the folder they are in, as a person would, so that no path of a machine is shown.
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shots, test } from './browser.mjs';
import { end, examples, folder, quick, settled, to, with_page } from './walking.mjs';

const target = resolve(shots || '.');
const pictures = [
  ['explorer-timeline', 'lift.smv', [], '#/p/served3/table?s=3&c=floor', 900],
  ['explorer-classes', 'classify/running.smv', ['--bound', '8'], '#/p/safe/classes', 1010],
  ['explorer-attack', 'ots/nspk.ots', ['--timeout', '10s'], '#/p/SP/attack', 700],
  ['explorer-states', 'lift.smv', [], '#/p/served3/states', 940],
];
process.chdir(folder);
for (const [name, model, options, place, height] of pictures)
  await test(name, async () => {
    const file = model.replace(/^.*\//, '');
    copyFileSync(join(examples, model), join(folder, file));
    await with_page([file, ...options], async (page) => {
      await page.getByRole('heading', { name: /violated/ }).first().waitFor(quick);
      await to(page, place);
      await settled(page);
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.activeElement?.blur());
      await page.screenshot({ path: join(target, `${name}.png`) });
    }, { viewport: { width: 1280, height } });
  });
process.chdir('/');
await end();
