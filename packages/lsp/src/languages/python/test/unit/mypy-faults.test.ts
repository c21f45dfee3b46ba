import { afterEach, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync } from 'node:fs';

import type { CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

/** What the programs do is in the files `mypy` and `dmypy` of the workspace, which they read on each call. */
const FAKES = {
  // A daemon pays only where mypy takes its time.
  '.venv/bin/mypy': `#!/bin/sh
[ "$(cat dmypy)" = absent ] || sleep 0.6
case "$(cat mypy)" in
  finds) echo 'a.py:1:1:1:1: error: from mypy  [misc]'; exit 1 ;;
  rubbish) printf '\\377\\000{"file": 3}\\n{"file"\\n: error:\\na.py:x: error: no\\n'; exit 1 ;;
  notes) echo 'a.py:1:1: note: nothing else'; exit 1 ;;
  settings) echo 'mypy.ini:2:1: error: Error importing plugin "no"  [misc]'; exit 2 ;;
  trace) echo 'Traceback (most recent call last):' >&2; echo 'KeyError: "SECRET"' >&2; echo ': error: INTERNAL ERROR' >&2; exit 2 ;;
  crashes) kill -SEGV $$ ;;
  hangs) exec sleep 600 ;;
esac
`,
  '.venv/bin/dmypy': `#!/bin/sh
status=$2
case "$3:$(cat dmypy)" in
  daemon:impossible) exit 1 ;;
  daemon:*) echo "$$" > "$status"; exec sleep 600 ;;
  check:finds) echo finds >> asked; echo 'a.py:1:1:1:1: error: from dmypy  [misc]'; exit 1 ;;
  check:crashes) echo crashes >> asked; kill -SEGV $$ ;;
  check:refuses) echo refuses >> asked; echo 'Connection refused'; exit 2 ;;
  check:hangs) echo hangs >> asked; exec sleep 600 ;;
esac
`,
};

let lab: Lab;
afterEach(async () => {
  // It looks for processes that are left.
  await lab[Symbol.asyncDispose]();
});

async function open(mypy: string, dmypy = 'absent', diagnosticTimeout = 30_000): Promise<void> {
  lab = await openReal({
    servers: ['mypy'],
    files: {
      ...FAKES,
      mypy,
      dmypy,
      'mypy.ini': '[mypy]\n',
      'a.py': 'x = 1\n',
      '.venv/pyvenv.cfg': '',
      '.venv/bin/python': '',
    },
    config: { diagnosticTimeout, firstTouchTimeout: diagnosticTimeout },
  });
  for (const name of ['mypy', 'dmypy', 'python']) chmodSync(lab.workspace.path(`.venv/bin/${name}`), 0o755);
}

let edits = 0;
function edit(): Promise<CheckReport> {
  edits += 1;
  const text = `x = ${String(edits)}\n`;
  lab.workspace.write('a.py', text);
  return lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.py', text }] });
}

const said = ({ files }: CheckReport): string[] => (files['a.py'] ?? []).map(({ message }) => message);

/** How often the daemon was asked. */
const asked = (): number =>
  existsSync(lab.workspace.path('asked'))
    ? readFileSync(lab.workspace.path('asked'), 'utf8').split('\n').length - 1
    : 0;

/** It begins behind the second run. */
async function ready(): Promise<void> {
  for (;;) {
    const report = await edit();
    if (said(report).includes('from dmypy')) return;
  }
}

test.each([
  ['rubbish', /^mypy has failed with exit code 1: /],
  ['notes', /^mypy has failed with exit code 1: it gives no reason$/],
  ['settings', /^mypy stopped: Error importing plugin "no"$/],
  ['trace', /^mypy has failed with exit code 2: KeyError: "SECRET"$/],
  ['crashes', /^killed by SIGSEGV$/],
])('what a run that fails has printed is no finding, and the reason is given: %s', async (mode, reason) => {
  await open(mode);
  const report = await edit();
  expect([said(report), outcomes(report)]).toEqual([[], { mypy: 'timed-out' }]);
  expect(report.unjudged?.[0]?.reason).toMatch(reason);
  const [row] = (await lab.sidecar.request('lsp/status', {})).filter(({ id }) => id === 'mypy');
  expect(row?.reason).toMatch(new RegExp(reason.source.slice(1, -1)));
  lab.workspace.write('mypy', 'finds');
  expect(said(await edit())).toEqual(['from mypy']);
});

test('a run that hangs ends with its deadline, and the next change gets a run of its own', async () => {
  await open('hangs', 'absent', 1000);
  expect(outcomes(await edit())).toEqual({ mypy: 'timed-out' });
  lab.workspace.write('mypy', 'finds');
  for (;;) {
    const report = await edit();
    if (outcomes(report)['mypy'] === 'complete') {
      expect(said(report)).toEqual(['from mypy']);
      return;
    }
  }
});

test('a daemon that cannot be started leaves all to mypy', async () => {
  await open('finds', 'impossible');
  for (let round = 0; round < 4; round += 1) expect(said(await edit())).toEqual(['from mypy']);
});

test.each(['crashes', 'refuses'])('mypy itself answers where the daemon %s', async (mode) => {
  await open('finds', 'finds');
  await ready();
  lab.workspace.write('dmypy', mode);
  expect(said(await edit())).toEqual(['from mypy']);
});

test('a daemon that hangs is given up after two questions', async () => {
  await open('finds', 'finds', 3000);
  await ready();
  lab.workspace.write('dmypy', 'hangs');
  const before = asked();
  for (;;) {
    const report = await edit();
    if (said(report).includes('from mypy') && outcomes(report)['mypy'] === 'complete') break;
  }
  expect(asked() - before).toBe(2);
});

test('a daemon ends with its sidecar, whichever way that ends', async () => {
  await open('finds', 'finds');
  await ready();
  expect(lab.sidecar.processes().some(({ command }) => command.includes('sleep'))).toBe(true);
  lab.sidecar.kill('SIGKILL');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('a daemon that has read other settings is replaced', async () => {
  await open('finds', 'finds');
  await ready();
  lab.workspace.write('mypy.ini', '[mypy]\nstrict = true\n');
  expect(said(await edit())).toEqual(['from mypy']);
  await ready();
});
