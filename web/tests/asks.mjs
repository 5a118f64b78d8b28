// What the commands do, done on the page: each analysis on a real example, and what a person can make of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgive_gone, looks, open, patience, program, test } from './browser.mjs';
import { ask, asks, chromium, downloaded, end, examples, file, folder, model, quick, refine, save, settled, with_page } from './walking.mjs';

/** To a property, by its name in the list. */
const property_in = (page, name) => page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: new RegExp(name) }).first().click(quick);

const chat = `MODULE main
VAR kind : {plain, coded}; key : {none, kab}; leak : boolean;
ASSIGN
  init(key) := none; next(key) := {key, kab};
  init(leak) := FALSE; next(leak) := leak | kind = plain | key = kab;
INVARSPEC NAME blind := !leak;
`;

await test('explain from the page, with a strategy', () =>
  asks([join(examples, 'evidence/button.smv')], 'answered', 'why', async (page) => {
    await page.getByRole('tree').waitFor(quick);
    await page.getByText('so the property is violated').waitFor();
    await page.getByRole('treeitem').first().locator('.glance').waitFor(); // its state at a glance
    await page.getByText('strategies', { exact: true }).click();
    await page.getByRole('button', { name: 'add', exact: true }).click();
    await page.getByLabel('of strategy 1').fill('p');
    await page.getByRole('button', { name: 'explain', exact: true }).click();
    await page.getByLabel('command').getByText(/avoid\(p\)/).waitFor(quick);
    await page.getByText(/decided \d+, could not \d+/).waitFor();
    await page.getByRole('button', { name: 'add', exact: true }).click();
    await page.getByLabel('strategy 2', { exact: true }).selectOption('alternate');
    await page.getByLabel('of strategy 2').fill('p, f');
    await page.getByRole('img', { name: 'automaton of strategy 2: p then f, f then p' }).waitFor();
    await page.getByRole('button', { name: 'strategy 2 earlier' }).click();
    await page.getByText('strategies: alternate(p, f), avoid(p)').waitFor();
    await page.getByRole('button', { name: 'remove strategy 1' }).click();
    for (let i = 0; i < 2; i++) {
      await page.getByRole('button', { name: /^prefer r = / }).first().click();
      await page.getByLabel('command').getByText(/prefer\(r = /).waitFor(quick);
    }
    await page.getByRole('status').getByText(/You chose like prefer\(r = /).waitFor();
    await page.getByRole('button', { name: 'add it' }).click();
    await page.getByText(/strategies: avoid\(p\), prefer\(r = /).waitFor();
    await looks(page, 'explain');
  }));

await test('classify from the page', () =>
  asks([file('chat.smv', chat)], 'blind', 'classes', async (page) => {
    await page.getByLabel('bound').fill('4');
    await page.getByLabel('vocabulary').fill('kind,key');
    await page.getByText('more options').click();
    await page.getByLabel('option mode').selectOption('exact');
    await page.getByText('--mode exact').first().waitFor();
    await page.getByLabel('option mode').selectOption('');
    await page.getByRole('button', { name: 'classify', exact: true }).click();
    await page.getByLabel('command').getByText('--bound 4 --vocabulary kind,key').waitFor(quick);
    await page.getByRole('button', { name: 'A', exact: true }).waitFor();
    await page.getByRole('grid').waitFor();
    await looks(page, 'classify');
  }));

await test('intervals from the page', () =>
  asks([join(examples, 'intervals/net.smv')], 'reach_b', 'values', async (page) => {
    await page.getByLabel('variables', { exact: true }).selectOption(['packet.ipsrc', 'packet.ipdst']);
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByRole('img', { name: /values of packet\.ipsrc/ }).waitFor(quick);
    await page.getByRole('img', { name: /pairs that violate: packet\.ipsrc 4\.\.7 with packet\.ipdst 4\.\.5/ }).waitFor();
    await page.getByLabel('try a value').first().fill('6');
    await page.getByRole('button', { name: 'run with it' }).click();
    await page.getByRole('grid').getByText('6', { exact: true }).first().waitFor(quick);
    await page.goBack();
    await looks(page, 'values');
  }));

await test('sets are kept, combined, asked and deleted', () =>
  asks([join(examples, 'intervals/net.smv'), '--session', join(folder, 'sets/kept.json')], 'reach_b', 'values', async (page) => {
    await page.getByText('more options').click();
    for (const [variable, name] of [['packet.ipsrc', 'from'], ['packet.ipdst', 'to']]) {
      await page.getByLabel('variables', { exact: true }).selectOption([variable]);
      await page.getByLabel('option name').fill(name);
      await page.getByRole('button', { name: 'find values' }).click();
      await page.getByRole('img', { name: new RegExp(`values of ${variable.replace('.', '\\.')}`) }).waitFor(quick); // answered, so kept
      await page.getByLabel('command').getByText(`--name ${name}`).waitFor();
    }
    await page.getByRole('link', { name: 'sets' }).click();
    await page.getByRole('checkbox', { name: 'from' }).check(quick);
    await page.getByRole('checkbox', { name: 'to' }).check();
    await page.getByLabel('what to do').selectOption('diff');
    await page.getByLabel('keep it as').fill('rest');
    await page.getByRole('button', { name: 'diff', exact: true }).click();
    await page.getByRole('region', { name: 'set rest' }).getByRole('listitem').getByText('6..7').waitFor(quick);
    await page.getByLabel('command').getByText('whynot sets diff from to --name rest').waitFor();
    await looks(page, 'sets');
    await page.getByLabel('what to do').selectOption('contains');
    await page.getByRole('checkbox', { name: 'to' }).uncheck();
    await page.getByLabel('interval').fill('2..5');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('2..5: 2 of these are inside, 2 is the first that is not').waitFor(quick);
    await page.getByLabel('what to do').selectOption('delete');
    await page.getByRole('button', { name: 'delete' }).click();
    await page.getByRole('checkbox', { name: 'from' }).waitFor({ state: 'detached', timeout: patience });
    await page.getByRole('checkbox', { name: 'rest' }).waitFor();
  }));

await test('traces from files: shown, replayed, compared, written in other formats', () =>
  with_page([model], async (page) => {
    const text = spawnSync(program, ['check', model, '-p', 'reach_b', '--format', 'nusmv']).stdout.toString();
    await page.getByRole('link', { name: 'traces' }).click();
    await page.getByLabel('or choose').setInputFiles({ name: 'cex.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('grid').waitFor(quick);
    await page.getByLabel('command').getByText('whynot trace show cex.txt').waitFor();
    await page.getByLabel('property').selectOption('reach_b');
    await page.getByRole('button', { name: 'replay' }).click();
    await page.getByText('a run of the model, and it violates reach_b').waitFor(quick);
    await page.getByText('or paste one').click();
    await page.getByLabel('text of a trace').fill(text.replace('location = r1', 'location = b'));
    await page.getByRole('button', { name: 'read it' }).click();
    await page.getByRole('combobox', { name: 'trace', exact: true }).getByText(/pasted/).waitFor({ state: 'attached', timeout: patience });
    await page.getByRole('button', { name: 'replay' }).click();
    await page.getByText(/pasted.* is refused: step 1/).waitFor(quick);
    await page.getByLabel('compare with').selectOption({ index: 1 });
    await page.getByRole('gridcell', { name: /≠/ }).first().waitFor();
    await looks(page, 'trace-files');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByLabel('save as').selectOption('vcd')]);
    assert.match(readFileSync(await saved.path(), 'utf8'), /enddefinitions/);
    await page.getByLabel('command').getByText('whynot trace convert pasted --format vcd').waitFor();
    await page.getByLabel('text of a trace').fill('nonsense');
    await page.getByRole('button', { name: 'read it' }).click();
    await page.getByRole('alert').getByText(/no trace in a format/).waitFor(quick);
  }));

await test('alternatives in the evidence are listed, taken and taken back; nothing moves', () =>
  asks([join(examples, 'evidence/button.smv')], 'answered', 'why', async (page) => {
    const tree = page.getByRole('tree');
    await tree.focus(quick);
    await page.getByLabel('proof rules').check();
    await tree.focus();
    const inspector = page.getByRole('complementary', { name: 'the chosen node' });
    for (let i = 0; i < 2; i++) await page.keyboard.press('j');
    const node = tree.getByRole('treeitem', { selected: true });
    await settled(page);
    const before = await node.boundingBox();
    await inspector.getByRole('button', { name: 'alternatives' }).click();
    const list = inspector.getByRole('list', { name: 'alternatives' });
    await list.getByText('← chosen').waitFor(quick);
    await settled(page);
    assert.deepEqual(await node.boundingBox(), before, 'the node stays where it is');
    await inspector.getByRole('button', { name: /^take alternative/ }).first().click();
    await page.getByText(/^You chose:/).waitFor(quick);
    await page.getByLabel('command').getByText(/--choose 0\.0:\d --alternatives 0\.0/).waitFor();
    await tree.getByText('user', { exact: true }).waitFor();
    await looks(page, 'alternatives');
    await page.getByRole('button', { name: 'undo the last' }).click();
    await tree.getByText('user', { exact: true }).waitFor({ state: 'detached', timeout: patience });
    await tree.focus();
    await page.keyboard.press('k');
    await page.keyboard.press('h');
    await page.keyboard.press('l');
    await settled(page);
    await tree.getByRole('treeitem', { selected: true, expanded: true }).waitFor();
    assert.deepEqual(await node.boundingBox(), { ...before, y: before.y - 28 }, 'folding and unfolding leave the rows above alone');
  }));

await test('all shortest witnesses at once, and counterexamples that differ', async () => {
  await asks([join(examples, 'evidence/button.smv')], 'requested', 'why', async (page) => {
    await page.getByLabel('abstract', { exact: true }).check(quick);
    await page.getByRole('button', { name: 'explain', exact: true }).click();
    const steps = page.getByRole('table', { name: /All shortest witnesses at once: 2/ });
    await steps.waitFor(quick);
    await steps.getByRole('row').nth(3).waitFor();
    assert.equal(await steps.getByRole('row').count(), 4, 'a head and three steps');
    await looks(page, 'abstract');
  });
  await asks([join(examples, 'evidence/elevator3.smv')], 'always_third', 'why', async (page) => {
    await page.getByText('more options').first().click();
    await page.getByLabel('option all-different').check();
    await page.getByLabel('option observe').fill('floor');
    await page.getByRole('button', { name: 'explain', exact: true }).click();
    const chooser = page.getByRole('combobox', { name: /^evidence/ });
    await chooser.waitFor(quick);
    await chooser.locator('option').nth(2).waitFor({ state: 'attached' });
    assert.equal(await chooser.locator('option').count(), 3, 'stay on 1, stay on 2, go to and fro');
    await chooser.selectOption({ index: 2 });
    await page.getByRole('tree').waitFor();
  });
});

await test('an observational transition system is falsified on opening', () =>
  with_page([join(examples, 'ots/flawed.ots')], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /mutex/ }).first().click(quick);
    await page.getByRole('grid').waitFor(quick);
    await page.getByRole('tab', { name: 'lemmas' }).click();
    await page.getByText('falsified').first().waitFor(quick);
    await looks(page, 'falsify');
  }));


await test('choices that are made again and again are learned, and become a strategy', () =>
  asks([file('free.smv', 'MODULE main\nVAR x : 0..3;\nINIT x = 0\nSPEC NAME thrice := EX EX EX (x < 3)\n')], 'thrice', 'why', async (page) => {
    const tree = page.getByRole('tree');
    const inspector = page.getByRole('complementary', { name: 'the chosen node' });
    await tree.waitFor(quick);
    for (const [goal, wanted] of [['root', /x = 2/], ['0', /the same state/], ['0.0', /the same state/]]) {
      assert.equal(await page.getByText('You chose like').count(), 0, 'not yet');
      await tree.focus();
      if (goal !== 'root') await page.keyboard.press('j');
      await inspector.getByRole('button', { name: 'alternatives' }).click();
      await inspector.getByRole('list', { name: 'alternatives' }).getByRole('listitem').filter({ hasText: wanted }).getByRole('button').click(quick);
      await page.getByLabel('command').getByText(new RegExp(`--choose ${goal.replaceAll('.', '\\.')}:\\d+ .*--alternatives`)).waitFor(quick);
    }
    const offer = page.getByRole('status').filter({ hasText: 'You chose like prefer(x = 2) 3 times' });
    await offer.waitFor(quick);
    await looks(page, 'suggestion');
    await offer.getByRole('button', { name: 'add it' }).click();
    await page.getByText('strategies: prefer(x = 2)').waitFor();
    await offer.waitFor({ state: 'detached' }); // it is one now
    await page.getByRole('button', { name: 'explain', exact: true }).click();
    await page.getByLabel('command').getByText(/--strategy 'prefer\(x = 2\)'/).waitFor(quick);
    await settled(page);
    await page.getByText('You chose like').waitFor({ state: 'detached' }); // what is a strategy is not suggested
  }));

await test('a model that is read again keeps the choices that are still there, and says which questions are gone', () => {
  const text = 'MODULE main\nVAR x : 0..3; y : boolean;\nINIT x = 0\nSPEC NAME thrice := EX EX EX (x < 3)\n';
  const path = file('again.smv', text);
  return asks([path], 'thrice', 'why', async (page) => {
    const tree = page.getByRole('tree');
    const inspector = page.getByRole('complementary', { name: 'the chosen node' });
    await tree.waitFor(quick);
    for (const [goal, wanted] of [['root', /x = 2/], ['0', /x = 1/]]) {
      await tree.focus();
      if (goal !== 'root') await page.keyboard.press('j');
      await inspector.getByRole('button', { name: 'alternatives' }).click();
      await inspector.getByRole('list', { name: 'alternatives' }).getByRole('listitem').filter({ hasText: wanted }).getByRole('button').first().click(quick);
      await page.getByLabel('command').getByText(new RegExp(`--choose ${goal}:\\d+ .*--alternatives`)).waitFor(quick);
    }
    await page.keyboard.press('o');
    await ask(page, "check -f 'G y'");
    await page.getByRole('heading', { name: 'f1 violated' }).waitFor(quick);
    file('again.smv', text.replace('; y : boolean', '').replace('SPEC', 'TRANS x = 2 -> next(x) = 0\nSPEC'));
    await page.getByRole('alert').getByRole('button', { name: 'reload' }).click(quick);
    await page.getByRole('status').getByRole('button', { name: 'ask again' }).click(quick);
    await page.getByRole('alert').getByText(/check -f 'G y': .*y/).waitFor(quick);
    await property_in(page, 'thrice');
    await page.getByRole('tab', { name: 'why' }).click();
    await page.getByLabel('command').getByText(/--choose root:\d+$/).waitFor(quick);
    await page.getByText(/^You chose: EX: next [^;]*x = 2[^;]*$/).waitFor();
  });
});

// What the view's command line says, in a terminal: its exit code.
async function code_of(page) {
  await settled(page);
  const line = await page.getByLabel('command').last().innerText();
  return spawnSync('sh', ['-c', line.replace(/^whynot/, `'${program}'`)], { cwd: folder }).status;
}
async function saves(page, as, name, expected) {
  const { name: called, path } = await downloaded(page, () => page.getByLabel('download as').last().selectOption(as));
  assert.equal(called, name);
  assert.match(readFileSync(path, 'utf8'), expected);
  return path;
}
// One file that opens without a server, and does nothing wrong.
async function opens_alone(path, body) {
  const page = await open(chromium, `file://${path}`);
  await body(page);
  assert.equal(await page.getByLabel('download as').count(), 0, 'there is nobody to ask');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}

await test('each view is downloaded as its command writes it, and its export opens alone', async () => {
  await with_page([model], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await saves(page, 'junit', 'net-check.xml', /<testsuite /);
    await page.getByLabel('command').getByText('--format junit=FILE').waitFor();
    const html = await saves(page, 'html', 'net-check.html', /whynot-report/);
    await opens_alone(html, (alone) => alone.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor());
    await property_in(page, 'reach_b');
    await saves(page, 'vcd', 'net-check.vcd', /enddefinitions/);
    await refine(page);
    const { name, path } = await downloaded(page, () => page.getByLabel('save as').selectOption('svg'));
    assert.equal(name, 'net-trace.svg');
    assert.match(readFileSync(path, 'utf8'), /<svg/);
  });
  await asks([join(examples, 'evidence/button.smv')], 'answered', 'why', async (page) => {
    await page.getByRole('tree').waitFor(quick);
    await saves(page, 'svg', 'button-explain.svg', /<svg/);
    const html = await saves(page, 'html', 'button-explain.html', /whynot-report/);
    await opens_alone(html, async (alone) => {
      await property_in(alone, 'answered');
      await alone.getByRole('tab', { name: 'why' }).click();
      await alone.getByRole('tree').waitFor();
    });
  });
  await asks([file('chat.smv', chat)], 'blind', 'classes', async (page) => {
    await page.getByLabel('bound').fill('3');
    await page.getByRole('button', { name: 'classify', exact: true }).click();
    await page.getByLabel('command').getByText('--bound 3').waitFor(quick);
    const html = await saves(page, 'html', 'chat-classify.html', /whynot-report/);
    await opens_alone(html, async (alone) => {
      await property_in(alone, 'blind');
      await alone.getByRole('tab', { name: 'classes' }).click();
      await alone.getByRole('grid').waitFor();
    });
  });
  await asks([join(examples, 'intervals/net.smv')], 'reach_b', 'values', async (page) => {
    await page.getByLabel('variables', { exact: true }).selectOption(['packet.ipsrc']);
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByRole('img', { name: /values of packet\.ipsrc/ }).waitFor(quick);
    await saves(page, 'csv', 'net-intervals.csv', /packet\.ipsrc.*4.*7/);
    await saves(page, 'svg', 'net-intervals.svg', /<svg/);
    const html = await saves(page, 'html', 'net-intervals.html', /whynot-report/);
    await opens_alone(html, async (alone) => {
      await property_in(alone, 'reach_b');
      await alone.getByRole('tab', { name: 'values' }).click();
      await alone.getByRole('img', { name: /values of packet\.ipsrc/ }).waitFor();
    });
  });
  await with_page([join(examples, 'ots/flawed.ots')], async (page) => {
    await property_in(page, 'mutex');
    await page.getByRole('tab', { name: 'lemmas' }).click();
    await page.getByText('falsified').first().waitFor(quick);
    await refine(page);
    await page.getByRole('button', { name: 'search', exact: true }).click();
    await page.getByLabel('command').getByText(/whynot search/).waitFor(quick);
    await saves(page, 'maude', 'flawed-search.maude', /mod /);
    await page.getByLabel('command').getByText('--export FILE.maude').waitFor();
    const html = await saves(page, 'html', 'flawed-search.html', /whynot-report/);
    await opens_alone(html, async (alone) => {
      await property_in(alone, 'mutex');
      await alone.getByRole('tab', { name: 'lemmas' }).click();
      await alone.getByRole('grid').waitFor();
    });
  });
});

await test('a program with a policy of its own: every view asks with it, and its command works in a terminal', () =>
  with_page([join(examples, 'pushdown/tar.pds'), '-a', join(examples, 'pushdown/tar.efsa')], async (page) => {
    await property_in(page, 'tarPolicy');
    await page.getByRole('tab', { name: 'paths' }).click();
    await refine(page);
    await page.getByRole('button', { name: 'find paths' }).click();
    await page.getByRole('list', { name: /call tree/ }).waitFor(quick);
    await page.getByLabel('command').getByText(/tar\.pds -a .*tar\.efsa -p tarPolicy$/).waitFor(quick);
    assert.equal(await code_of(page), 10);
    await saves(page, 'graph-svg', 'tar-paths.svg', /<svg/);
    const html = await saves(page, 'html', 'tar-paths.html', /whynot-report/);
    await opens_alone(html, async (alone) => {
      await property_in(alone, 'tarPolicy');
      await alone.getByRole('tab', { name: 'paths' }).click();
      await alone.getByRole('list', { name: /call tree/ }).waitFor();
    });
    await page.getByRole('tab', { name: 'why' }).click();
    await page.getByRole('tree').waitFor(quick);
    assert.equal(await page.getByText('strategies', { exact: true }).count(), 0, 'there is nothing to choose between');
    assert.equal(await code_of(page), 10);
    await page.getByRole('tab', { name: 'classes' }).click();
    await page.getByRole('button', { name: 'A', exact: true }).waitFor(quick);
    assert.equal(await code_of(page), 10);
    await looks(page, 'program-classes');
  }));

await test('a specification: evidence, classes, a walk, and a search that goes on from a step', () =>
  with_page([join(examples, 'ots/flawed.ots')], async (page) => {
    await property_in(page, 'mutex');
    await page.getByRole('tab', { name: 'why' }).click();
    await page.getByRole('tree').waitFor(quick);
    assert.equal(await code_of(page), 10);
    await page.getByRole('tab', { name: 'classes' }).click();
    await page.getByRole('button', { name: 'A', exact: true }).waitFor(quick);
    await page.getByRole('tab', { name: 'lemmas' }).click();
    const grid = page.getByRole('grid');
    await grid.getByRole('columnheader', { name: '1', exact: true }).click(quick);
    await page.getByRole('button', { name: 'search on from step 1' }).click();
    await page.getByLabel('command').getByText(/--from trace\.json@1/).waitFor(quick);
    await page.getByRole('link', { name: 'simulate' }).click();
    await page.getByRole('button', { name: 'start' }).click();
    await page.getByRole('listitem').getByRole('button').first().click(quick);
    await page.getByRole('heading', { name: 'What may come next' }).waitFor(quick);
    await looks(page, 'specification-walk');
  }));

await test('a walk at random', () =>
  with_page([model], async (page) => {
    await page.getByRole('link', { name: 'simulate' }).click();
    await page.getByLabel('random steps').fill('4');
    await page.getByLabel('seed').fill('7');
    await page.getByRole('button', { name: 'walk' }).click();
    await page.getByRole('columnheader', { name: '4', exact: true }).waitFor(quick);
    await page.getByLabel('command').getByText(/--steps 4 --seed 7$/).waitFor();
    assert.equal(await code_of(page), 0);
    await saves(page, 'itf', 'net-simulate.itf.json', /"states"/);
  }));

await test('values that begin with another counterexample', () =>
  with_page([join(examples, 'intervals/net.smv')], async (page) => {
    await property_in(page, 'reach_b');
    await refine(page);
    await page.getByRole('button', { name: 'more counterexamples' }).click();
    await page.getByLabel('compare with').waitFor(quick);
    await page.getByRole('tab', { name: 'values' }).click();
    await refine(page);
    await page.getByLabel('variables', { exact: true }).selectOption(['packet.ipsrc']);
    await page.getByLabel('starting from').selectOption({ index: 3 });
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByRole('img', { name: /values of packet\.ipsrc/ }).waitFor(quick);
    await page.getByLabel('command').getByText(/--base trace\.json/).waitFor();
  }));

await test('router tables: the command of a view has what `serve` was given; a session keeps it', async () => {
  let saved = '';
  await with_page([join(examples, 'intervals/campus'), '--reach', 'edge_rtr,core_rtr,10.1.0.0/16'], async (page) => {
    await page.getByRole('heading', { name: /violated/ }).waitFor(quick);
    await page.getByLabel('command').getByText(/campus --reach edge_rtr,core_rtr,10\.1\.0\.0\/16$/).waitFor();
    assert.equal(await code_of(page), 10);
    saved = await save(page);
  });
  await with_page([saved, join(examples, 'intervals/campus')], async (page) => {
    await property_in(page, 'ltl1');
    await page.getByRole('tab', { name: 'values' }).click();
    await refine(page);
    await page.getByLabel('variables', { exact: true }).selectOption('packet.proto');
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByText(/violates? the property/).first().waitFor(quick);
    assert.equal(await code_of(page), 10);
  });
});

await test('a session that is loaded into the page is what was saved', async () => {
  let saved = '';
  await with_page([model], async (page) => {
    await ask(page, "check -f 'G location != drop'");
    await page.getByRole('heading', { name: /f1/ }).waitFor(quick);
    saved = await save(page);
  });
  await with_page([model], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await page.getByLabel('session file').setInputFiles(saved);
    await page.getByText("check -f 'G location != drop'").waitFor(quick);
    await ask(page, 'check -p reach_b');
    await page.getByRole('heading', { name: /reach_b/ }).waitFor(quick);
    await page.keyboard.press('o');
    await page.getByText("check -f 'G location != drop'").waitFor(quick);
    await page.getByLabel('session file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"schema":"whynot-session/1"}') });
    await page.getByRole('alert').getByText(/is not a session/).waitFor();
  });
});
await test('what is not there is said: no model, no login, a model that is wrong, a server that has gone', async () => {
  await with_page([], async (page, server) => {
    await page.getByRole('heading', { name: 'No model is open' }).waitFor(quick);
    assert.equal(await page.getByLabel('command').count(), 0);
    const stranger = await open(chromium, server.origin);
    await stranger.getByRole('heading', { name: 'Not logged in' }).waitFor(quick);
    await stranger.getByRole('alert').getByText('open the address that whynot serve printed').waitFor();
    await stranger.context().close();
  });
  await with_page([file('broken.smv', 'MODULE main\nVAR x : 0..3;\nINVARSPEC x = ;\nINVARSPEC NAME q := = 2;\n')], async (page, server) => {
    await page.getByRole('heading', { name: /^Nothing was checked: \d errors?$/ }).waitFor(quick);
    server.stop();
    await page.getByText('the server does not answer').first().waitFor(quick);
    await ask(page, 'check');
    await page.getByRole('alert').getByText(/is whynot serve still running\?$/).waitFor(quick);
    forgive_gone(page);
  });
});

const name_of = 'a_name_that_is_longer_than_any_name_should_be_and_still_goes_on_and_on_and_on_and_on_until_here';
await test('long names stay within the page; a value is shown; a line may say its format', () =>
  with_page([file('long.smv', `MODULE main\nVAR ${name_of} : 0..3;\nASSIGN init(${name_of}) := 0; next(${name_of}) := (${name_of} + 1) mod 4;\nINVARSPEC NAME p_${name_of} := ${name_of} < 2;\nCOMPUTE NAME how := MIN [${name_of} = 0, ${name_of} = 3];\n`)], async (page) => {
    const fits = async (what) => assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth <= document.documentElement.clientWidth, [...document.querySelectorAll('main, .inspector')].every((e) => e.scrollWidth <= e.clientWidth + 1)]), [true, true], what);
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await fits('summary');
    await ask(page, 'check --format nusmv');
    await page.getByLabel('answer').getByText('-> State: 1.3 <-').waitFor(quick);
    await property_in(page, 'p_a_name');
    await page.getByRole('grid').waitFor(quick);
    await fits('table');
    await looks(page, 'long-names');
    await property_in(page, 'how');
    await page.getByRole('heading', { name: 'how = 3' }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole('tab').count(), 1, 'there is nothing to explain');
    await page.evaluate(() => (location.hash = '#/p/%zz/why?t=%'));
    await page.getByRole('heading', { name: '%zz' }).waitFor();
  }));

await test('what is undecided is asked again by a button, with other options, or as a formula of its own', () =>
  with_page([file('late.smv', 'MODULE main\nVAR n : 0..30; c : {red, green, blue};\nASSIGN init(n) := 0; next(n) := n < 30 ? n + 1 : n; next(c) := c;\nINVARSPEC NAME late := n < 15;\nINVARSPEC NAME later := n < 25;\nINVARSPEC NAME tint := c = red;\n'), '--engine', 'bmc', '--bound', '10'], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold, 2 undecided' }).waitFor(quick);
    await page.getByRole('button', { name: 'up to 20 steps' }).first().click();
    await page.getByRole('heading', { name: '2 violated, 0 hold, 1 undecided' }).waitFor(quick);
    await page.getByRole('listitem').filter({ hasText: 'late' }).getByText('15 steps').first().waitFor();
    await property_in(page, 'later');
    await refine(page);
    await page.getByText('more options').click();
    await page.getByLabel('option engine').selectOption('bdd');
    await page.getByRole('button', { name: 'check again' }).click();
    await page.getByRole('heading', { name: 'later violated' }).waitFor(quick);
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: '3 violated, 0 hold' }).waitFor();
    await page.getByLabel('formula', { exact: true }).fill("c = red -> G n < 5");
    await page.getByLabel('kind of formula').selectOption('ltl');
    await page.getByRole('button', { name: 'check it' }).click();
    await page.getByRole('heading', { name: 'f1 violated' }).waitFor(quick);
    await property_in(page, 'tint');
    await page.getByRole('tab', { name: 'values' }).click();
    await refine(page);
    await page.getByLabel('variables', { exact: true }).selectOption(['c']);
    await page.getByText('more options').click();
    await page.getByLabel('option ordered').check();
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByRole('img', { name: 'values of c from red to blue: green to blue' }).waitFor(quick);
    await page.getByLabel('try a value').fill('green');
    await page.getByText('still violates').waitFor();
    await page.getByRole('button', { name: 'run with it' }).click();
    await page.getByRole('grid').getByText('green').first().waitFor(quick);
  }));

await test('values as addresses', () =>
  asks([file('hosts.smv', 'MODULE main\nVAR ip : unsigned word[32];\nASSIGN next(ip) := ip;\nINVARSPEC NAME outside := !(ip >= 0ud32_3232235520 & ip <= 0ud32_3232301055);\n')], 'outside', 'values', async (page) => {
    await page.getByText('more options').click();
    await page.getByLabel('option as').selectOption('ipv4');
    await page.getByLabel('variables', { exact: true }).selectOption(['ip']);
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByRole('img', { name: /from 0\.0\.0\.0 to 255\.255\.255\.255: 192\.168\.0\.0 to 192\.168\.255\.255/ }).waitFor(quick);
    await page.getByLabel('try a value').fill('192.168.3.4');
    await page.getByText('still violates').waitFor();
    await page.getByLabel('command').getByText('--as ipv4').waitFor();
    await page.getByRole('rowheader', { name: '192.168.0.0/16' }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'no bit reaches over the edge');
    await looks(page, 'addresses');
  }));

const endless = `pds parser
init <m0>
proc main entry m0
  m0 -> call sum ret m1
  m1 -> m0 @ read("line")
proc sum entry s0
  s0 -> call sum ret s1
  s0 -> s1 @ read("x")
  s1 -> return @ log
property progress
state working initial
state silent repeat
state over
working -> working on any
working -> silent on any
silent -> over on read(_)
silent -> silent else
over -> over on any
property mute
state fine initial
state bad final
fine -> bad on log
fine -> fine else
`;
await test('a run of a program that goes on forever: its loop; the cells that a class of programs speaks of', () =>
  with_page([file('endless.pds', endless)], async (page) => {
    await property_in(page, 'progress');
    const tree = page.getByRole('list', { name: /call tree/ });
    await tree.getByText('↻ the loop begins').waitFor(quick);
    await tree.getByText('↺ call back to s0').waitFor();
    await page.getByText('Each round leaves s1 on the stack.').waitFor();
    await looks(page, 'endless');
    await property_in(page, 'mute');
    await page.getByRole('tab', { name: 'classes' }).click();
    await refine(page);
    await page.getByLabel('vocabulary').fill('top');
    await page.getByRole('button', { name: 'classify', exact: true }).click();
    await page.getByRole('gridcell', { name: /•/ }).first().waitFor(quick);
  }));

await test('events that a class of programs speaks of are lit in the lane of actions', () =>
  with_page([join(examples, 'classify/session.pds')], async (page) => {
    await property_in(page, 'open_first');
    await page.getByRole('tab', { name: 'classes' }).click();
    const actions = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'action', exact: true }) });
    await actions.getByRole('gridcell', { name: /•/ }).nth(1).waitFor(quick);
    assert.match(await actions.getByRole('gridcell', { name: /•/ }).nth(1).innerText(), /<v1> ->/, 'what writes');
  }));

await end();
