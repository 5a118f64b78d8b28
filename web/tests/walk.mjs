// A person's first minutes, by mouse and by keyboard; each view with what a report may hold; a hostile page next door.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { looks, open, program, test } from './browser.mjs';
import { ask, chromium, end, examples, file, folder, model, quick, refine, save, settled, with_page } from './walking.mjs';

await test('opening checks every property, and shows why', () =>
  with_page([model], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    const first = page.getByRole('list', { name: 'properties and their verdicts' }).getByRole('listitem').first();
    assert.match(await first.innerText(), /reach_b[^]*violated[^]*packet\.ipdst2 is 4 at step 0/, 'what fails is first, its values are numbers');
    assert.ok(!page.url().includes('t='), 'the token is gone from the address');
    await looks(page, 'summary');
  }));

await test('a second tab has the token from the first one', () =>
  with_page([model], async (page, server) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    const second = await page.context().newPage();
    await second.goto(server.origin);
    await second.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await second.reload();
    await second.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await second.close();
  }));

await test('the trace table marks changes, causes and the loop; steps by mouse and keyboard', () =>
  with_page([model], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click();
    const grid = page.getByRole('grid');
    await grid.waitFor(quick);
    await grid.getByRole('gridcell', { name: /^\*.*r1/ }).waitFor();
    await grid.getByRole('columnheader', { name: /↻/ }).first().waitFor();
    await grid.getByRole('columnheader', { name: '2', exact: true }).click();
    await page.getByRole('complementary', { name: 'state at step 2' }).waitFor();
    await page.waitForURL(/s=2/);
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: 'state at step 3' }).waitFor();
    await page.getByLabel('filter variables').fill('packet.*');
    await page.getByText('2 of 3 variables').waitFor();
    await page.getByLabel('filter variables').fill('');
    await page.getByText('view', { exact: true }).click();
    await page.getByLabel('only changing').check();
    await page.getByText('1 of 3 variables').waitFor();
    await looks(page, 'table');
    assert.match(await page.getByLabel('command').innerText(), /^whynot check .*net\.smv -p reach_b$/);
  }));

await test('further counterexamples, compared', () =>
  with_page([model], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click();
    await refine(page);
    await page.getByRole('button', { name: 'more counterexamples' }).click();
    await page.getByLabel('compare with').waitFor(quick);
    await page.getByLabel('compare with').selectOption({ index: 2 });
    await page.getByRole('gridcell', { name: /≠/ }).first().waitFor();
    await page.getByText(/differs \(≠\) at/).waitFor();
    await page.getByLabel('comparison').getByRole('button').first().click();
    await looks(page, 'compare');
  }));

await test('parts of the formula light up the cells that decide them, by mouse and by keys', () =>
  with_page([model], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'F location = b', exact: true }) });
    await row.waitFor(quick);
    await settled(page);
    assert.equal(await row.getByRole('gridcell').first().innerText(), 'false');
    await row.getByRole('gridcell').nth(1).click();
    await page.getByRole('status').getByText(/F location = b is false at step 1: location at step 1, location at step 2/).waitFor();
    await page.getByRole('list', { name: 'lines about location' }).getByText('• location = a : r1;').waitFor();
    assert.ok(!/!/.test(await page.getByRole('row').filter({ hasText: /^location/ }).getByRole('gridcell').first().innerText()), 'step 0 is no cause at step 1');
    await looks(page, 'subformulas');
    await page.getByRole('button', { name: 'clear' }).click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(/at step 0:/).waitFor();
  }));

const box = (value, seen) => ({ state: { box: value, seen: { set: seen } }, inputs: {}, action: null });
await test('values with an inside unfold, and are compared part by part', () =>
  with_page(
    [file('inside.json', JSON.stringify({
      schema: 'whynot-report/1', input: { file: 'inside.ots', front: 'ots' }, diagnostics: [], findings: [],
      properties: [{ name: 'p', kind: 'ots', text: 'p', verdict: 'violated', traces: ['t1'], certified: false }],
      traces: [{ id: 't1', property: 'p', columns: ['box', 'seen'], steps: [box(['a', { op: 'enc', args: ['k', 'm'] }], []), box(['a', { op: 'enc', args: ['k', 'n'] }], ['k'])], loop: null, replayed: true }],
    }))],
    async (page) => {
      await page.getByRole('navigation', { name: 'properties' }).getByRole('link').first().click(quick);
      const grid = page.getByRole('grid');
      await grid.getByRole('columnheader', { name: '1', exact: true }).click();
      await page.getByRole('list', { name: 'what changed inside box' }).getByText('[1] enc.2 m → n').waitFor(quick);
      await page.getByRole('list', { name: 'what changed inside seen' }).getByText('∋ k').waitFor();
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await grid.getByRole('rowheader', { name: '[1]' }).waitFor();
      assert.equal(await grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '[0]' }) }).getByRole('gridcell').nth(1).innerText(), 'a');
      await looks(page, 'inside');
    },
  ));

await test('the source shows verdicts, and messages of a model that is wrong', async () => {
  await with_page([model], async (page) => {
    await page.getByRole('link', { name: 'line 35' }).first().click();
    const source = page.getByRole('region', { name: 'source text' });
    await source.locator('.cm-activeLine').getByText('reach_b').waitFor(quick);
    await looks(page, 'source');
    assert.notEqual(await source.getByText('MODULE', { exact: true }).first().evaluate((word) => getComputedStyle(word).color), await source.locator('.cm-content').evaluate((text) => getComputedStyle(text).color), 'keywords have a colour');
    assert.equal(await page.locator('style').count(), 0, 'no style element');
    await source.getByRole('textbox').press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('drop');
    await page.keyboard.press('Enter');
    await source.locator('.cm-searchMatch-selected').waitFor();
    await page.keyboard.press('Escape');
    await source.getByRole('textbox').press('ArrowUp');
    await page.getByRole('list', { name: 'properties by line' }).getByRole('link', { name: 'line 35' }).click();
    await source.locator('.cm-activeLine').getByText('reach_b').waitFor(quick);
    await source.getByRole('textbox').press('Enter');
    await page.getByRole('grid').waitFor(quick);
  });
  const wrong = join(folder, 'wrong.smv');
  writeFileSync(wrong, 'MODULE main\nVAR x : 0..3;\nINVARSPEC y > 2;\n');
  await with_page([wrong], async (page) => {
    await page.getByRole('link', { name: 'line 3' }).first().click();
    await page.getByText(/y/).first().waitFor(quick);
    await page.getByRole('listitem').filter({ hasText: 'error' }).first().waitFor();
    await page.locator('.cm-lintRange-error').getByText('y').waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
  });
});

await test('simulation by hand', () =>
  with_page([model], async (page) => {
    await page.getByRole('link', { name: 'simulate' }).click();
    await page.getByRole('button', { name: 'start' }).click();
    await page.getByRole('heading', { name: 'Initial states' }).waitFor(quick);
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('heading', { name: 'What may come next' }).waitFor(quick);
    await page.getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('columnheader', { name: '1', exact: true }).waitFor(quick);
    await page.getByRole('button', { name: 'undo' }).click();
    await looks(page, 'simulate');
  }));

await test('a change on disk is offered; reloading keeps the step, the watched row, the filter and what was asked', () =>
  with_page([model], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click(quick);
    const lane = page.getByRole('row', { name: /^location/ }).first(); // parts of the formula follow, `location = b` too
    await lane.waitFor(quick);
    await settled(page);
    await lane.getByRole('gridcell').first().click();
    await page.getByRole('grid').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'p']) await page.keyboard.press(key);
    await page.getByRole('row', { name: /^◆ location/ }).waitFor();
    await page.getByRole('list', { name: 'lines about location' }).getByText('next(location)').waitFor();
    await page.getByLabel('filter variables').fill('ipsrc');
    await refine(page);
    await page.getByRole('button', { name: 'more counterexamples' }).click();
    await page.getByLabel('compare with').waitFor(quick);
    const text = readFileSync(model, 'utf8');
    writeFileSync(model, `${text}-- touched\n`);
    try {
      await page.getByRole('alert').getByRole('button', { name: 'reload' }).click(quick);
      await page.getByRole('status').getByRole('button', { name: 'ask again' }).click(quick);
      await page.getByLabel('compare with').waitFor(quick);
      await page.getByRole('complementary', { name: 'state at step 2' }).waitFor();
      await page.getByRole('row', { name: /^◆ location/ }).waitFor();
      assert.equal(await page.getByLabel('filter variables').inputValue(), 'ipsrc');
    } finally {
      writeFileSync(model, text);
    }
  }));

const quiet = `MODULE main
VAR n : 0..300; x : boolean;
ASSIGN init(n) := 0; next(n) := n < 300 ? n + 1 : n; init(x) := FALSE; next(x) := n > 250;
INVARSPEC NAME p := !x;
`;
const dull = Array.from({ length: 300 }, (_, i) => ({ state: { x: Math.floor(i / 120) }, inputs: {}, action: null }));
await test('equal steps of a long trace are folded, and unfolded', () =>
  with_page(
    [file('dull.json', JSON.stringify({
      schema: 'whynot-report/1', input: { file: 'dull.smv', front: 'smv' }, diagnostics: [], findings: [],
      properties: [{ name: 'p', kind: 'ltl', text: 'p', verdict: 'violated', traces: ['t1'], certified: false }],
      traces: [{ id: 't1', property: 'p', columns: ['x'], steps: dull, loop: 290, replayed: true }],
    }))],
    async (page) => {
      await page.getByRole('navigation', { name: 'properties' }).getByRole('link').first().click(quick);
      await page.getByText(/300 states \(296 equal ones folded\)/).waitFor(quick);
      await page.getByRole('columnheader', { name: '120–239', exact: true }).click();
      await page.getByRole('complementary', { name: 'state at step 120' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('complementary', { name: 'state at step 240' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('columnheader', { name: '290–299 ↻', exact: true }).waitFor();
      await looks(page, 'folded');
      await page.getByText('view', { exact: true }).click();
      await page.getByLabel('fold equal steps').uncheck();
      await page.getByRole('columnheader', { name: '291 ↻', exact: true }).waitFor();
    },
  ));

await test('long traces: a step is gone to, the next change is found', () =>
  with_page([file('quiet.smv', quiet)], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link').first().click(quick);
    await page.getByText(/2 of 2 variables, 253 states/).waitFor(quick);
    await page.getByLabel('step', { exact: true }).fill('251');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'state at step 251' }).waitFor();
    await page.getByRole('grid').getByRole('columnheader', { name: '251', exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    await page.getByRole('complementary', { name: 'state at step 252' }).waitFor();
  }));

await test('a change on disk shows the new verdict', () =>
  with_page([model], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    const text = readFileSync(model, 'utf8');
    writeFileSync(model, text.replace(/^LTLSPEC NAME reach_b.*$/m, 'LTLSPEC NAME reach_b := TRUE;').replace(/^(\s*)packet\.ipdst2 = 0ub3_100 -> F location = b;?$/m, '$1-- gone'));
    try {
      await page.getByRole('alert').getByRole('button', { name: 'reload' }).click(quick);
      await page.getByRole('heading', { name: '0 violated, 3 hold' }).waitFor(quick);
    } finally {
      writeFileSync(model, text);
    }
  }));

const slow = `MODULE main
VAR a : unsigned word[40]; b : unsigned word[40];
ASSIGN init(a) := 0ud40_1; init(b) := 0ud40_3; next(a) := a * b + (b >> 1); next(b) := b * a + 0ud40_5;
INVARSPEC NAME never := a != 0ud40_77;
`;
await test('what runs when the page opens can be stopped, and others asked', () =>
  with_page([file('slow.smv', slow)], async (page) => {
    await page.getByRole('button', { name: 'stop' }).click(quick);
    await page.getByRole('heading', { name: '0 violated, 0 hold, 1 undecided' }).waitFor(quick);
    await ask(page, 'check -p never --bound 2 --engine bmc');
    await page.getByRole('heading', { name: /never/ }).waitFor(quick);
    await page.getByRole('button', { name: 'stop' }).waitFor({ state: 'detached' }); // nothing runs any more
  }));

await test('questions by hand, errors in words, sessions', () =>
  with_page([model], async (page) => {
    await ask(page, 'check -p nobody');
    await page.getByRole('alert').getByText(/no property nobody; there are: reach_b, /).waitFor(quick); // and the way out
    await page.getByRole('button', { name: 'dismiss' }).click();
    await ask(page, "check -f 'G location != drop'");
    await page.getByRole('heading', { name: /f1/ }).waitFor(quick);
    const session = JSON.parse(readFileSync(await save(page), 'utf8'));
    assert.equal(session.schema, 'whynot-session/1');
    assert.ok(session.answers.length >= 2);
  }));

await test('who goes elsewhere gets there, whatever the view before notes in the address meanwhile', () =>
  with_page([model], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click(quick);
    await page.getByRole('complementary', { name: 'state at step 3' }).waitFor(quick);
    // A link is followed, and a step is gone before the page hears of it.
    await page.evaluate(() => {
      location.hash = '#/simulate';
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    });
    await page.getByRole('heading', { name: 'Simulate' }).waitFor();
    await page.goBack();
    await page.getByRole('grid').waitFor();
  }));

await test('keyboard only: from the summary to a step, the legend, the source', () =>
  with_page([model], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await page.keyboard.press('J');
    await page.getByRole('grid').waitFor(quick);
    await page.getByRole('complementary', { name: 'state at step 3' }).waitFor(); // where it fails
    await page.keyboard.press('k');
    await page.getByRole('complementary', { name: 'state at step 2' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('complementary', { name: 'legend' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await page.getByRole('region', { name: 'source text' }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor();
  }));

// The five analyses, by reports as the contract has them: the page reads nothing else.
const findings = JSON.parse(readFileSync(new URL('findings.json', import.meta.url), 'utf8'));
const saved = join(folder, 'findings.json');
writeFileSync(saved, JSON.stringify(findings));

await test('evidence folds and unfolds, forward and backward, by keys', () =>
  with_page([saved], async (page) => {
    await page.getByRole('link', { name: /ctl1/ }).first().click();
    await page.getByRole('tab', { name: 'why' }).click();
    const tree = page.getByRole('tree');
    await tree.waitFor(quick);
    const before = await tree.getByRole('treeitem').count();
    await tree.focus();
    await page.keyboard.press('h');
    await page.waitForFunction((n) => document.querySelectorAll('[role=treeitem]').length < n, before);
    await page.keyboard.press('l');
    await page.waitForFunction((n) => document.querySelectorAll('[role=treeitem]').length === n, before);
    await page.getByLabel('proof rules').check();
    await looks(page, 'evidence');
    await page.keyboard.press('g');
    const drawing = page.getByRole('group', { name: 'evidence' });
    await drawing.getByRole('button').first().press('ArrowRight');
    await page.keyboard.press('Enter');
    await looks(page, 'evidence-drawn');
    await page.keyboard.press('g');
    await page.getByLabel('backward').check();
    assert.ok((await tree.getByRole('treeitem').count()) >= 1);
  }));

await test('a class lights up the cells it speaks of', () =>
  with_page([saved], async (page) => {
    await page.getByRole('link', { name: /invar1/ }).first().click();
    await page.getByRole('tab', { name: 'classes' }).click();
    await page.getByText('eve_key@i = KAB').first().waitFor(quick);
    await page.getByRole('gridcell', { name: /•/ }).nth(1).waitFor();
    assert.equal(await page.getByRole('gridcell', { name: /•/ }).count(), 2);
    assert.match(await page.getByRole('table', { name: 'overlaps of the classes' }).innerText(), /A\s+16\s000\s000\s+353\s600\s+15\s646\s400/);
    await looks(page, 'classes');
  }));

await test('intervals as a number line and bits; a value is tried', () =>
  with_page([saved], async (page) => {
    await page.getByRole('link', { name: /ltl1/ }).first().click();
    await page.getByRole('tab', { name: 'values' }).click();
    await page.getByRole('img', { name: /from 0 to 7/ }).waitFor(quick);
    assert.match(await page.getByRole('table', { name: /bit patterns/ }).innerText(), /1\s*0\s*\*/);
    await page.getByLabel('try a value').fill('5');
    await page.getByText('still violates').waitFor();
    await page.getByLabel('try a value').fill('7');
    await page.getByText('does not violate').waitFor();
    await looks(page, 'intervals');
  }));

await test('paths as a folded call tree', () =>
  with_page([join(examples, 'pushdown/tar.pds'), '-a', join(examples, 'pushdown/tar.efsa')], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link').first().click(quick);
    await page.getByRole('tab', { name: 'paths' }).click();
    await page.getByRole('list', { name: /call tree/ }).waitFor(quick);
    await page.getByText('property state:').waitFor();
    await refine(page);
    await page.getByRole('button', { name: 'rule graph' }).click();
    const graph = page.getByRole('group', { name: /^rule graph of/ });
    await graph.waitFor(quick);
    await graph.getByRole('button', { name: /^node <p1, main0>/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const node = page.getByRole('region', { name: /^node .*main1>/ });
    await node.getByText(/3 of 3 counterexamples pass through it/).waitFor();
    await graph.getByRole('button', { name: /^node .*c0>/ }).click();
    await page.getByRole('region', { name: /^node .*c0>/ }).getByText('(a2 | next more* a3) main2').waitFor();
    await graph.getByRole('button', { name: /on the way/ }).nth(4).waitFor(); // the ways through it are lit
    await looks(page, 'paths');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: /tar\.efsa$/ }).waitFor();
    await page.locator('.cm-activeLine').getByText('tarPolicy').waitFor();
    await page.getByRole('link', { name: 'tar.pds' }).click();
    await page.getByRole('heading', { name: /tar\.pds$/ }).waitFor();
    await page.getByText('proc').first().waitFor();
    await page.getByRole('list', { name: 'properties by line' }).waitFor({ state: 'detached' }); // they are in the other file
  }));

await test('a C program of two files: the steps lead to their lines', async () => {
  if (spawnSync('sh', ['-c', 'command -v clang-14 || command -v clang']).status !== 0) return;
  const main = file('main.c', 'void log_in(void);\nvoid run(const char *);\nint main(void) {\n  log_in();\n  run("ls");\n  return 0;\n}\n');
  const login = file('login.c', 'void seteuid(int);\n\nvoid log_in(void) {\n  seteuid(0);\n}\n');
  const policy = file('root.efsa', 'property root\nstate user initial ; state su ; state bad final\nuser -> su on seteuid(u) when u == 0\nuser -> user else\nsu -> bad on run(...)\nsu -> su else\n');
  await with_page([main, login, '-a', policy], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /root/ }).click(quick);
    await page.getByRole('tab', { name: 'paths' }).click();
    await page.getByText(/whynot paths .*main\.c .*login\.c/).waitFor();
    await page.getByRole('list', { name: /call tree/ }).getByRole('listitem').filter({ hasText: 'seteuid(0)' }).getByRole('link', { name: 'line 4' }).click();
    await page.getByRole('heading', { name: /login\.c$/ }).waitFor();
    await page.locator('.cm-activeLine').getByText('seteuid').waitFor();
    await page.getByRole('link', { name: 'main.c' }).click();
    await page.getByText('run').first().waitFor();
  });
});

await test('a folder of router tables: its model, and what is asked of it', () =>
  with_page([join(examples, 'intervals/campus'), '--reach', 'edge_rtr,edge_gi1_2,10.2.0.0/16'], async (page) => {
    await page.getByRole('heading', { name: '0 violated, 1 hold' }).waitFor(quick);
    await ask(page, 'check --reach edge_rtr,core_rtr,10.1.0.0/16 -p ltl2');
    await page.getByRole('heading', { name: /ltl2/ }).waitFor(quick);
    await page.getByRole('tab', { name: 'values' }).click();
    await refine(page);
    await page.getByLabel('variables', { exact: true }).selectOption('packet.proto');
    await page.getByRole('button', { name: 'find values' }).click();
    await page.getByText(/Only .* violates the property/).waitFor(quick);
    await page.getByText(/whynot intervals .*campus .*--reach edge_rtr,core_rtr/).first().waitFor();
    await page.keyboard.press('s');
    await page.getByText('MODULE packet').waitFor(quick);
  }));

await test('the lemma graph of a falsification', () =>
  with_page([saved], async (page) => {
    await page.getByRole('link', { name: /SP/ }).first().click();
    await page.getByRole('tab', { name: 'lemmas' }).click();
    await page.getByRole('button', { name: /lemma L1/ }).press('Enter');
    await page.getByRole('region', { name: 'lemma L1' }).waitFor(quick);
    await looks(page, 'lemmas');
  }));

await test('the export is one file that opens without a server', async () => {
  const file = join(folder, 'report.html');
  spawnSync(program, ['check', model, '--format', `html=${file}`]);
  const page = await open(chromium, `file://${file}`);
  await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
  await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /reach_b/ }).click();
  await page.getByRole('grid').waitFor(quick);
  assert.equal(await page.getByRole('link', { name: 'simulate' }).count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

await test('text of the model is text on the page', async () => {
  const hostile = join(folder, 'hostile.smv');
  writeFileSync(hostile, 'MODULE main -- <img src=x onerror="window.hurt=1"> ]]> </script> \u202e\nVAR x : {a, b};\nINVARSPEC NAME p := x = a; -- <script>window.hurt=1</script>\n');
  await with_page([hostile], async (page) => {
    await page.getByRole('link', { name: 'source' }).click();
    await page.getByText('onerror').first().waitFor(quick);
    const text = '<img src=x onerror="window.hurt=1">]]></script>\u202e';
    const trace = { id: text, property: text, columns: [text], steps: [{ state: { [text]: text }, inputs: {}, action: { name: text } }], loop: null };
    await page.getByRole('link', { name: 'traces' }).click();
    await page.getByLabel('or choose').setInputFiles({ name: `${text}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ schema: 'whynot-report/1', traces: [trace] })) });
    await page.getByRole('grid').getByText('onerror').first().waitFor(quick);
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(await page.locator('main img').count(), 0);
  });
});

await test('a page of another origin gets nothing', () =>
  with_page([model], async (page, server) => {
    const attack = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>evil</title>'));
    await new Promise((resolve) => attack.listen(0, '127.0.0.1', resolve));
    const evil = await page.context().newPage(); // with the victim's cookies
    await evil.goto(`http://127.0.0.1:${attack.address().port}/`);
    const seen = await evil.evaluate(async (origin) => {
      const attempt = (promise) => promise.then((r) => `got ${r.status ?? r} ${r.type ?? ''}`, () => 'refused');
      const load = (tag, set) =>
        new Promise((resolve) => {
          const element = document.createElement(tag);
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          set(element);
          document.body.append(element);
          setTimeout(() => resolve('refused'), 10_000);
        });
      return {
        get: await attempt(fetch(`${origin}/api/v1/report`, { credentials: 'include' })),
        post: await attempt(fetch(`${origin}/api/v1/run`, { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json', 'X-Whynot-Token': 'x' }, body: '{"line":"check"}' })),
        simple: await attempt(fetch(`${origin}/api/v1/cancel`, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })),
        image: await load('img', (e) => (e.src = `${origin}/api/v1/report`)),
        script: await load('script', (e) => (e.src = `${origin}/app.js`)),
        events: await new Promise((resolve) => {
          const source = new EventSource(`${origin}/api/v1/events`, { withCredentials: true });
          source.onmessage = () => resolve('got');
          source.onerror = () => resolve('refused');
        }),
        socket: await new Promise((resolve) => {
          const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/events`);
          socket.onopen = () => resolve('got');
          socket.onerror = () => resolve('refused');
        }),
        tab: await new Promise((resolve) => {
          const channel = new BroadcastChannel('whynot.token'); // as a further tab of the page would ask
          channel.onmessage = () => resolve('got');
          channel.postMessage({ wanted: true });
          setTimeout(() => resolve('refused'), 500);
        }),
        frame: await new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.src = origin;
          frame.onload = () => {
            try {
              resolve(frame.contentDocument?.body?.innerText ? 'got' : 'refused');
            } catch {
              resolve('refused');
            }
          };
          document.body.append(frame);
        }),
      };
    }, server.origin);
    attack.close();
    const cookie = (await page.context().cookies(server.origin)).map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.match(cookie, /^whynot_\d+=/, 'the other server has seen the cookie');
    const stolen = await fetch(`${server.origin}/api/v1/report?wait=0`, { headers: { Cookie: cookie } });
    assert.equal(stolen.status, 401, 'which is worth nothing');
    for (const [way, outcome] of Object.entries(seen)) assert.ok(outcome === 'refused' || outcome === 'got 0 opaque', `${way}: ${outcome}`);
    await evil.close();
    page.wrong = page.wrong.filter((text) => !text.includes('evil'));
  }));

await end();
