// Each screen as a newcomer meets it; narrow and wide.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { looks, open, patience, program, shot, test } from './browser.mjs';
import { ask, chromium, downloaded, end, examples, file, folder, model, quick, settled, to, with_page } from './walking.mjs';

const lift = join(examples, 'lift.smv');

await test('timeline: opens where it fails, lanes by what the property reads; a cell tells why, and why not', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/table');
    await page.getByRole('complementary', { name: 'state at step 4' }).waitFor(quick); // the last cause
    const names = page.getByRole('rowheader');
    await names.getByText('these depend on').waitFor(quick);
    assert.deepEqual((await names.allInnerTexts()).slice(0, 7).map((name) => name.trim()), ['the property reads', 'floor', 'doors', 'call3.lit', 'these depend on', 'call2.lit', 'call1.lit']);
    const floor = page.getByRole('row', { name: /^floor/ }).first();
    await floor.getByRole('gridcell').nth(3).click();
    const card = page.getByRole('region', { name: 'why floor at step 3' });
    await card.getByText('Assigned where wanted_below & floor > 1: floor - 1').waitFor(quick);
    await card.getByRole('link', { name: 'line 34' }).waitFor();
    assert.ok((await page.locator('.arrows .way').count()) >= 2, 'arrows lead back to what was read');
    await page.waitForURL(/s=3.*c=floor/);
    await card.getByRole('button', { name: '3', exact: true }).click();
    await card.getByText('floor = 3 is excluded by').waitFor(quick);
    await looks(page, 'timeline-why');
    await card.getByRole('button', { name: /^call1\.lit = TRUE/ }).first().click(); // a value that was read: one step further back
    await page.getByRole('region', { name: 'why call1.lit at step 2' }).getByText('A free choice, from {TRUE, FALSE}').first().waitFor(quick);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: /^why / }).waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('button', { name: '≠ nearest passing run', pressed: true }).waitFor();
    await page.getByText(/differs \(≠\) at/).waitFor();
    await names.getByText('passing run').first().waitFor();
    await looks(page, 'timeline-passing');
  }));

await test('a circuit is read in hexadecimal, as in the terminal; what holds opens with its why', () =>
  with_page([join(examples, 'hardware/queue.btor2')], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 1 hold' }).waitFor(quick);
    await page.getByText('overflow is TRUE at step 5 (count = 0x5).').waitFor();
    const properties = page.getByRole('navigation', { name: 'properties' });
    await properties.getByRole('link', { name: /overflow/ }).click();
    await page.getByRole('complementary', { name: 'state at step 5' }).getByText('0x5').waitFor(quick);
    assert.ok(!/r=/.test(page.url()), 'what is usual does not stand in the address');
    await properties.getByRole('link', { name: /apart/ }).click();
    await page.getByRole('tab', { name: 'why', selected: true }).waitFor(quick);
    assert.deepEqual((await page.getByRole('tab').allInnerTexts()).map((tab) => tab.toLowerCase()), ['why', 'states', 'trace']);
  }));

await test('a large graph of states opens at the chosen one, and stays where it is when another is chosen', () =>
  with_page([file('wide.smv', 'MODULE main\nVAR n : 0..20; m : 0..9; b : boolean;\nASSIGN init(n) := 0; init(m) := 0; init(b) := FALSE; next(n) := n < 20 ? {n, n + 1} : n; next(m) := m < 9 ? {m, m + 1} : {m, 0};\nINVARSPEC NAME small := n < 12;\n')], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/small/states');
    const graph = page.getByRole('group', { name: 'reachable states' }), chosen = graph.getByRole('button', { pressed: true });
    await chosen.waitFor(quick);
    const inside = async (box) => {
      const [outer, inner] = [await graph.boundingBox(), await box.boundingBox()];
      return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width && inner.y >= outer.y && inner.y <= outer.y + outer.height;
    };
    assert.ok(await inside(chosen), 'the state in which it fails is in sight');
    const part = await graph.getAttribute('viewBox');
    await chosen.click();
    assert.equal(await graph.getAttribute('viewBox'), part);
    await page.getByRole('button', { name: 'previous step' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Step 11 of the run' }).waitFor();
    assert.ok(await inside(chosen));
  }));

await test('timeline: numbers in any radix, lanes pinned and filtered, zoom and fit, by keys', () =>
  with_page([join(examples, 'counter.smv')], async (page) => {
    await page.getByRole('heading', { name: /violated/ }).waitFor(quick);
    await to(page, '#/p/within/table');
    await settled(page); // lanes are sorted anew when it is known what matters
    const value = page.getByRole('row', { name: /^◆? ?value/ }).first();
    await value.getByRole('gridcell').nth(3).click(quick);
    await page.waitForURL(/s=3.*c=value/);
    assert.match(await value.innerText(), /3/);
    await page.keyboard.press('r');
    await value.getByText('0x03').waitFor();
    await page.keyboard.press('r');
    await value.getByText('00000011').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('rowheader', { name: '◆ value' }).waitFor();
    const wide = () => value.getByRole('gridcell').first().evaluate((cell) => cell.getBoundingClientRect().width);
    const before = await wide();
    await page.keyboard.press('-');
    await page.waitForFunction((w) => document.querySelector('[role=gridcell]').getBoundingClientRect().width < w, before);
    await page.keyboard.press('0');
    await page.getByLabel('filter variables').fill('limit');
    await page.getByRole('rowheader', { name: 'limit', exact: true }).waitFor();
    await page.getByRole('rowheader', { name: 'reset', exact: true }).waitFor({ state: 'detached' });
  }));

await test('long runs open at the failure, with a map of the whole', () => {
  const steps = Array.from({ length: 4000 }, (_, i) => ({ state: { n: i % 50, busy: i % 7 < 3, mode: ['idle', 'run'][(i >> 5) % 2] }, inputs: {}, action: null }));
  return with_page(
    [file('long.json', JSON.stringify({
      schema: 'whynot-report/1', input: { file: 'long.smv', front: 'smv' }, diagnostics: [], findings: [],
      properties: [{ name: 'p', kind: 'invar', text: 'n < 60', verdict: 'violated', traces: ['t1'], certified: false }],
      traces: [{ id: 't1', property: 'p', columns: ['n', 'busy', 'mode'], steps, loop: null, replayed: true }],
    }))],
    async (page) => {
      await page.getByRole('navigation', { name: 'properties' }).getByRole('link').first().click(quick);
      await page.getByRole('complementary', { name: 'state at step 3999' }).waitFor(quick);
      await page.getByRole('grid').getByRole('columnheader', { name: '3999' }).waitFor();
      const map = page.getByRole('img', { name: /the whole run: 4000 steps/ });
      const box = await map.boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + 20);
      await page.getByRole('grid').getByRole('columnheader', { name: /^(19|20)\d\d$/ }).first().waitFor();
      await looks(page, 'long-run');
      // While it moves a picture stands in for the cells; at rest these show what is there.
      const moving = page.locator('canvas.moving');
      const seen = await page.evaluate(async () => {
        const grid = document.querySelector('[role=grid]'), canvas = document.querySelector('canvas.moving');
        let shown = 0;
        for (let i = 0; i < 12; i++) {
          grid.scrollLeft = 100 * i;
          await new Promise(requestAnimationFrame);
          if (!canvas.hidden) shown++;
        }
        grid.scrollLeft = 0;
        return shown;
      });
      assert.ok(seen > 0 || (await page.getByRole('gridcell').count()) <= 120, 'a picture, unless there is little to draw');
      await moving.waitFor({ state: 'hidden' });
      await page.getByRole('grid').getByRole('columnheader', { name: '0', exact: true }).waitFor();
    },
  );
});

await test('why: a story for what a run shows, remarks for what holds, a proof for what branches', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/why');
    await page.getByText('It would pass with').waitFor(quick);
    await page.getByText('Never sealed').waitFor();
    await page.getByRole('list', { name: 'chain of values' }).getByText('A free choice').first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, 'no banner for an LTL property');
    await looks(page, 'story');
    await page.getByRole('button', { name: /^call1\.lit = FALSE/ }).first().click();
    await page.waitForURL(/table\?s=\d.*c=call1\.lit/);
    await to(page, '#/p/can_serve3/why');
    await page.getByText(/holds whatever `?call3\.lit`? is/).waitFor(quick);
    await page.getByRole('tree').waitFor(quick);
    await looks(page, 'why-holds');
  }));

await test('from where on every run fails is a line; a class has the nearest run that passes beside it', async () => {
  await with_page([file('seal.smv', 'MODULE main\nVAR n : 0..20; broken : boolean; i : boolean;\nASSIGN init(n) := 0; init(broken) := FALSE; next(broken) := broken | (n = 3 & i); next(n) := n < 20 ? n + 1 : 0;\nINVARSPEC NAME p := !(broken & n = 9);\n')], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/p/table');
    await page.locator('.line-mark').waitFor(quick);
    const [line, third] = [await page.locator('.line-mark').boundingBox(), await page.getByRole('columnheader', { name: '3', exact: true }).boundingBox()];
    assert.ok(Math.abs(line.x - third.x) < 3, 'it stands before step 3');
  });
  await with_page([join(examples, 'classify/running.smv'), '--bound', '6'], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/safe/classes');
    await page.getByRole('button', { name: '≠ nearest passing run' }).click(quick);
    await page.getByRole('rowheader', { name: 'passing run' }).first().waitFor(quick);
    await page.getByText('the same up to step 0;').waitFor();
    await page.getByRole('gridcell', { name: /•/ }).first().waitFor();
    await looks(page, 'class-contrast');
  });
});

await test('why: the story of a specification and of a program, by rules and events; a cell of its timeline', async () => {
  await with_page([join(examples, 'ots/flawed.ots')], async (page) => {
    await page.getByRole('heading', { name: /1 violated/ }).waitFor(quick);
    await to(page, '#/p/mutex/why');
    await page.getByText('It rests on 4 choices that the model leaves open').waitFor(quick);
    await page.getByRole('list', { name: 'chain of values' }).getByText('By enter2(b) where pc(b) = es: cs').waitFor(quick);
    await page.getByRole('button', { name: /^enter2\(a\)/ }).first().click();
    await page.getByRole('complementary', { name: 'state at step 3' }).waitFor(quick);
  });
  await with_page([join(examples, 'pushdown/fig1.pds')], async (page) => {
    await page.getByRole('heading', { name: /violated/ }).waitFor(quick);
    await to(page, '#/p/policy1/why');
    await page.getByRole('heading', { name: 'The story' }).waitFor(quick);
    await page.getByText('It rests on 1 choice that the model leaves open').waitFor(quick);
    await to(page, '#/p/policy2/paths');
    await page.getByText('The policy holds: no run of the program').waitFor(quick);
    await page.getByRole('button', { name: 'draw the rules of the program' }).click();
    await page.getByRole('group', { name: /rule graph/ }).or(page.locator('svg[role]')).first().waitFor(quick);
  });
});

await test('values of a model without numbers, and what is undecided: an answer, or a way on', async () => {
  await with_page([join(examples, 'classify/running.smv')], async (page) => {
    await page.getByRole('heading', { name: /1 violated/ }).waitFor(quick);
    await to(page, '#/p/safe/values');
    await page.getByText(/the property, everything else held as it is/).first().waitFor(quick);
  });
  await with_page([file('late.smv', 'MODULE main\nVAR n : 0..30;\nASSIGN init(n) := 0; next(n) := n < 30 ? n + 1 : n;\nINVARSPEC NAME late := n < 15;\n'), '--engine', 'bmc', '--bound', '10'], async (page) => {
    await page.getByRole('heading', { name: /1 undecided/ }).waitFor(quick);
    await to(page, '#/p/late/table');
    assert.equal(await page.getByRole('tab', { name: 'classes' }).count(), 0, 'nothing is known to fail');
    await page.getByRole('button', { name: 'up to 20 steps' }).click(quick);
    await page.getByRole('heading', { name: 'late violated' }).waitFor(quick);
    await page.getByRole('grid').waitFor(quick);
  });
});

await test('source: the values of the step that was looked at stand behind their names', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/table?s=4');
    await page.getByRole('complementary', { name: 'state at step 4' }).waitFor(quick);
    await page.keyboard.press('s');
    const text = page.getByRole('region', { name: 'source text' });
    await text.getByText('open', { exact: true }).first().waitFor(quick);
    assert.ok((await text.locator('.value').count()) > 3);
    await text.locator('.cm-line').filter({ hasText: /^\s*wanted_here.*:=/ }).locator('.value').first().waitFor(quick); // what is defined, too
    // The program knows instances: three buttons, of which one is not lit.
    const lit = text.locator('.cm-line').filter({ hasText: /^\s*lit.*: boolean/ }).locator('.value');
    await lit.filter({ hasText: 'true · false' }).waitFor(quick);
    assert.match(await lit.getAttribute('title'), /call2\.lit = false/);
    await page.waitForURL(/at=served3%404/);
    await looks(page, 'source-values');
    await page.reload(); // the address is enough
    await lit.filter({ hasText: 'true · false' }).waitFor(quick);
    await page.getByLabel(/values of step 4/).uncheck();
    await text.locator('.value').first().waitFor({ state: 'detached' });
  }));

await test('a server that allows little time is asked once', () =>
  with_page([lift, '--timeout', '3s'], async (page) => {
    const lines = [];
    page.on('request', (request) => request.url().endsWith('/run') && lines.push(JSON.parse(request.postData()).line));
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/classes');
    await settled(page);
    const asked = lines.filter((line) => line.startsWith('classify'));
    assert.equal(asked.length, 1, lines.join('\n'));
    assert.ok(!asked[0].includes('--timeout'));
  }));

await test('values: where the whole line shows nothing, a lens does', () =>
  with_page([file('hosts.smv', 'MODULE main\nVAR ip : unsigned word[32];\nASSIGN next(ip) := ip;\nINVARSPEC NAME outside := !(ip >= 0ud32_3232235520 & ip <= 0ud32_3232301055);\n')], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/outside/values'); // found without being asked for
    await page.getByText('65\u2009536 values violate the property').waitFor(quick);
    await page.locator('.lens').waitFor();
    await looks(page, 'lens');
  }));

await test('states: the run among all that can be reached; grouped; in the address; as a picture', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/states');
    await page.getByRole('heading', { name: '36 states, 108 steps' }).waitFor(quick);
    await page.getByText('all that can be reached').first().waitFor();
    const graph = page.getByRole('group', { name: 'reachable states' });
    assert.equal(await graph.getByRole('button').count(), 36);
    await page.getByRole('complementary').getByRole('heading', { name: 'Step 4 of the run' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('complementary').getByRole('heading', { name: 'Step 3 of the run' }).waitFor();
    await page.waitForURL(/s=3/);
    await page.getByText('the run goes here').waitFor();
    await looks(page, 'states');
    await page.getByRole('group', { name: 'group states by' }).getByRole('button', { name: 'floor' }).click();
    await page.getByRole('heading', { name: /36 states in 3 groups/ }).waitFor(quick);
    await page.waitForURL(/by=floor/);
    await page.keyboard.press('u'); // undone
    await page.getByRole('heading', { name: '36 states, 108 steps' }).waitFor(quick);
    await page.getByText('share', { exact: true }).click();
    for (const [kind, begins] of [['SVG', '<svg'], ['PNG', '\u0089PNG']]) {
      const { name, path } = await downloaded(page, () => page.getByRole('button', { name: `save the picture as ${kind}` }).click());
      assert.equal(name, `lift.smv-served3-states.${kind.toLowerCase()}`);
      assert.ok(readFileSync(path, 'latin1').startsWith(begins), kind);
    }
  }));

await test('states of a large model are those around the run', () =>
  with_page([file('large.smv', 'MODULE main\nVAR n : 0..900; d : {1, 2, 3};\nASSIGN init(n) := 0; next(n) := n + d <= 900 ? n + d : n;\nINVARSPEC NAME below := n < 12;\n')], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/below/states');
    await page.getByText('those around the run; there are more').waitFor(quick);
    assert.ok((await page.locator('.box.on-run').count()) >= 4);
    assert.ok((await page.locator('.box.open').count()) > 0);
  }));

await test('route: the map of a network, and the rule that fired', () =>
  with_page([join(examples, 'intervals/campus'), '--reach', 'edge_rtr,core_rtr,10.1.0.0/16'], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await to(page, '#/p/ltl1/route');
    const rules = page.getByRole('complementary', { name: 'rules of edge_rtr' });
    await rules.getByText('▸ fired:').waitFor(quick);
    assert.match(await rules.getByRole('listitem').first().innerText(), /ipdst16 = 10\.1\.0\.0 & packet\.proto = 17 → drop/); // addresses are read as such
    await page.getByRole('group', { name: 'map of the network' }).getByRole('button', { name: /^core_rtr/ }).click();
    await page.getByRole('complementary', { name: 'rules of core_rtr' }).waitFor();
    await looks(page, 'route');
  }));

await test('route: a loop comes back to where it began', () => {
  const tables = join(folder, 'ring');
  mkdirSync(tables);
  writeFileSync(join(tables, 'north.routes'), '10.1.0.0/16 dev lan0\n10.2.0.0/16 via 192.168.0.2 dev up0\n');
  writeFileSync(join(tables, 'west.routes'), '10.2.0.0/16 via 192.168.0.1 dev up0\n10.3.0.0/16 dev lan0\n');
  writeFileSync(join(tables, 'links.txt'), 'north up0 west up0\n');
  return with_page([tables, '--reach', 'north,west_lan0,10.2.0.0/16'], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 0 hold' }).waitFor(quick);
    await page.getByText(/packet\.ipdst\w* is 10\.2\.0\.0 at step 0/).waitFor(quick); // what the program says of addresses
    await to(page, '#/p/ltl1/route');
    await page.getByText('north → west, and back to north').waitFor(quick);
  });
});

await test('what no single run shows opens with its why, and offers no runs to sort or to vary', () =>
  with_page([file('dry.smv', 'MODULE main\nVAR n : 0..3; b : boolean;\nASSIGN init(n) := 0; next(n) := b & n < 3 ? n + 1 : n;\nCTLSPEC NAME both := EF (n = 3 & X_);\nDEFINE X_ := n < 2;\nCTLSPEC NAME late := AG (n = 1 -> EF (n = 0));\nINVARSPEC NAME low := n < 3;\n')], async (page) => {
    await page.getByRole('heading', { name: '3 violated, 0 hold' }).waitFor(quick);
    await page.getByText('no single run shows it').first().waitFor();
    const tabs = () => page.getByRole('tab').evaluateAll((list) => list.map((tab) => tab.textContent));
    await page.getByRole('link', { name: 'both', exact: true }).last().click();
    await page.getByRole('heading', { name: 'both violated' }).waitFor(quick);
    assert.deepEqual(await tabs(), ['why', 'states', 'trace']);
    await page.getByRole('heading', { name: 'The proof' }).waitFor(quick);
    await to(page, '#/p/late');
    assert.deepEqual(await tabs(), ['trace', 'why', 'states']); // the way to where it breaks
    await to(page, '#/p/low/values');
    await page.locator('text.none', { hasText: 'another run' }).first().waitFor(quick); // n begins with 0: no other value has this run
    await page.getByText('any other value changes the rest of the run').first().waitFor();
  }));

await test('quick questions are answered while the properties are still being checked', () =>
  with_page([join(examples, 'ots/nspk.ots')], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /SP/ }).click(quick);
    await page.getByRole('tab', { name: 'states' }).click();
    await page.getByRole('group', { name: 'reachable states' }).waitFor(quick);
    await page.getByRole('button', { name: 'stop', exact: true }).click({ timeout: 2000 }).catch(() => {}); // it may have ended
  }));

await test('an answer that comes while the session is being read is kept', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    let release;
    const released = new Promise((resolve) => (release = resolve));
    const held = new Promise((resolve) =>
      page.route('**/api/v1/session', async (route) => {
        const response = await route.fetch();
        resolve();
        await released;
        await route.fulfill({ response });
      }));
    // Somebody else asks: this page reads the session, which comes late.
    await page.evaluate(() => {
      const headers = { 'Content-Type': 'application/json', 'X-Whynot-Token': sessionStorage.getItem('whynot.token') };
      return fetch('/api/v1/run', { method: 'POST', headers, body: JSON.stringify({ line: 'why -p served3', input: '' }) }).then((response) => response.json());
    });
    await held;
    await to(page, '#/p/can_serve3/why');
    await page.getByRole('tree', { name: 'evidence' }).waitFor(quick);
    release();
    await to(page, '#/');
    await page.getByText('why of served3', { exact: true }).waitFor(quick); // the session has been read
    await page.getByText('evidence of can_serve3', { exact: true }).waitFor(quick);
    await to(page, '#/p/can_serve3/why');
    await page.getByRole('tree', { name: 'evidence' }).waitFor(quick);
  }));

await test('the box completes commands, options and names', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    const box = page.getByLabel('find or ask');
    await box.pressSequentially('classi');
    await page.getByRole('option', { name: 'classify' }).waitFor();
    await box.press('Tab');
    assert.equal(await box.inputValue(), 'classify ');
    await box.pressSequentially('--bou');
    await page.getByRole('option', { name: '--bound' }).waitFor();
    await box.press('ArrowDown');
    await box.press('Enter');
    assert.equal(await box.inputValue(), 'classify --bound ');
    await box.fill('G (call1.lit -> F fl');
    await box.pressSequentially('o');
    await page.getByRole('option', { name: 'floor' }).click();
    assert.equal(await box.inputValue(), 'G (call1.lit -> F floor');
  }));

await test('an address holds filters, pins, radix and simulations', () =>
  with_page([lift], async (page) => {
    await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
    await to(page, '#/p/served3/table');
    await page.getByLabel('filter variables').fill('call');
    await page.waitForURL(/f=call/);
    await page.getByRole('button', { name: '≠ nearest passing run' }).click(quick);
    await page.waitForURL(/near=1/);
    const address = page.url();
    await to(page, '#/simulate');
    await page.locator('.choices button').first().click(quick);
    await page.waitForURL(/way=1/);
    const walked = page.url();
    await page.goto(address);
    await page.reload();
    await page.getByText(/differs \(≠\) at/).waitFor(quick);
    assert.equal(await page.getByLabel('filter variables').inputValue(), 'call');
    await page.goto(walked);
    await page.reload();
    await page.getByRole('heading', { name: 'What may come next' }).waitFor(quick);
    await page.getByRole('grid', { name: /trace/ }).waitFor();
  }));

await test('attack: who sends what to whom, while others are still being checked', () =>
  with_page([join(examples, 'ots/nspk.ots')], async (page) => {
    await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /SP/ }).click(quick);
    const chart = page.getByRole('group', { name: /messages of/ });
    await chart.getByRole('button', { name: /step 2: fake1, intr as p1 to p2/ }).click(quick);
    await page.getByRole('complementary', { name: 'state at step 2' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByText('Here the property fails').waitFor();
    await page.getByRole('complementary').getByText('n(p2, p1, next(seed))').waitFor();
    await looks(page, 'attack');
  }));

await test('a tab of its own is asked for the token, and then asks side by side', () =>
  with_page([model], async (page, server) => {
    await page.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    const stranger = await open(chromium, server.origin);
    await stranger.getByRole('heading', { name: 'Not logged in' }).waitFor(quick);
    await looks(stranger, 'log-in');
    await stranger.getByLabel('token').fill(server.address);
    await stranger.getByRole('button', { name: 'open', exact: true }).click();
    await stranger.getByRole('heading', { name: '1 violated, 2 hold' }).waitFor(quick);
    await ask(stranger, 'G location != drop');
    await stranger.getByRole('heading', { name: /f1/ }).waitFor(quick);
    await stranger.context().close();
  }));

const crowd = `MODULE main\nVAR n : 0..700;\nASSIGN init(n) := 0; next(n) := n < 700 ? n + 1 : n;\n${Array.from({ length: 120 }, (_, i) => `INVARSPEC NAME below_${i} := n < ${i % 3 ? 900 : i + 2};`).join('\n')}\nCOMPUTE NAME far := MIN [n = 0, n = 9];\n`;
await test('many properties are filtered, sorted, searched; those that fail come first', () =>
  with_page([file('crowd.smv', crowd)], async (page) => {
    await page.getByRole('heading', { name: '40 violated, 80 hold' }).waitFor(quick);
    const rows = page.getByRole('list', { name: 'properties and their verdicts' }).getByRole('listitem');
    assert.match(await rows.first().innerText(), /violated/);
    await page.getByRole('button', { name: /^hold 80/ }).click();
    assert.match(await rows.first().innerText(), /holds/);
    await page.getByRole('button', { name: /^all/ }).click();
    await page.getByLabel('sort by').selectOption('length');
    assert.match(await rows.first().innerText(), /below_117/);
    await page.getByLabel('filter name or formula').fill('below_99');
    assert.equal(await rows.count(), 1);
    await page.waitForURL(/q=below_99/);
    await looks(page, 'overview-many');
    await ask(page, 'below_4');
    await page.waitForFunction(() => document.querySelectorAll('.property').length === 11);
  }));

for (const [width, height] of [[390, 844], [1920, 1080]])
  await test(`${width} pixels: nothing but lanes and source scrolls sideways`, () =>
    with_page([lift], async (page) => {
      await page.getByRole('heading', { name: '1 violated, 3 hold' }).waitFor(quick);
      for (const hash of ['#/', '#/p/served3/table?s=3&c=floor', '#/p/served3/why', '#/p/served3/classes', '#/p/served3/values', '#/source', '#/simulate', '#/traces']) {
        await to(page, hash);
        await settled(page);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth && document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth + 1), `${hash} at ${width}`);
        await shot(page, `${width}${hash.replace(/[^a-z0-9]+/g, '-')}`);
      }
      await to(page, '#/p/can_serve3/why');
      await page.getByRole('tree').waitFor(quick);
      await settled(page);
      assert.ok((await page.getByRole('tree').boundingBox()).height > 60, 'the proof is in sight');
      if (width > 720) return;
      await page.getByRole('button', { name: 'pages and properties' }).click();
      await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /served3/ }).click();
      await page.getByRole('button', { name: 'previous step' }).click(quick);
      await page.getByRole('complementary', { name: 'state at step 3' }).waitFor();
    }, { viewport: { width, height } }));

await test('one row of controls above a run, and a run that is no counterexample says so', async () => {
  await with_page([lift], async (page) => {
    await to(page, '#/p/served3/table');
    await page.getByRole('button', { name: '≠ nearest passing run' }).waitFor(quick);
    await settled(page);
    const timeline = await page.getByRole('region', { name: 'timeline' }).boundingBox(), tabs = await page.getByRole('tablist', { name: 'views' }).boundingBox();
    assert.ok(timeline.y - tabs.y - tabs.height < 24, 'nothing between the tabs and the picture');
    const high = (await page.getByRole('grid').boundingBox()).y - timeline.y;
    assert.ok(high < 60, `one row, not ${high} pixels`);
  });
  await with_page([join(examples, 'counter.smv')], async (page) => {
    await to(page, '#/p/nearly/why');
    await page.getByRole('button', { name: 'show the run' }).click(quick);
    await page.getByText('The property holds on every run; this is one that puts it to use.').waitFor(quick);
    assert.equal(await page.getByRole('button', { name: 'failure' }).count(), 0);
    assert.equal(await page.getByText('makes the property fail').count(), 0);
  });
});

await test('the export has the same views, and says what needs the server', async () => {
  const path = join(folder, 'why.html');
  spawnSync(program, ['why', lift, '-p', 'served3', '--format', `html=${path}`]);
  const page = await open(chromium, `file://${path}`);
  await page.getByRole('navigation', { name: 'properties' }).getByRole('link', { name: /served3/ }).click(quick);
  await page.getByRole('tab', { name: 'why' }).click();
  await page.getByText('It would pass with').waitFor();
  await page.getByRole('tab', { name: 'trace' }).click();
  await page.getByRole('region', { name: 'timeline' }).getByRole('row', { name: /^floor/ }).first().getByRole('gridcell').nth(3).click();
  await page.getByRole('region', { name: 'why floor at step 3' }).getByText('Assigned where wanted_below').first().waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

await end();
