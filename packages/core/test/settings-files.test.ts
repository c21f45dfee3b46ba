import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../src/config/settings-files.js';
import { folderOf, livingIn } from './support/folders.js';

const FILE = '.llxprt/settings.json';

/** Checks what the two files come to. */
function check(
  { user, workspace }: { user?: string; workspace?: string },
  want: { lsp?: unknown; problems?: unknown[] },
): void {
  livingIn(folderOf(user === undefined ? {} : { [FILE]: user }));
  const settings = readSettings(folderOf(workspace === undefined ? {} : { [FILE]: workspace }));
  expect(settings).toMatchObject({ lsp: want.lsp ?? {}, problems: want.problems ?? [] });
  expect(settings.problems).toHaveLength(want.problems?.length ?? 0);
}

it('without files there are the defaults', () => check({}, { lsp: { diagnosticTimeout: 3000 } }));
it.each<[files: { user?: string; workspace?: string }, report: string]>([
  [{}, 'caused'],
  [{ user: '{"lsp": {"report": "all"}}' }, 'all'],
  [{ workspace: '{"lsp": {"report": "all"}}' }, 'all'],
  [{ user: '{"lsp": {"report": "none"}}' }, 'caused'],
])('a host may have a default of its own, which the files %j override: %s', ({ user, workspace }, report) => {
  livingIn(folderOf(user === undefined ? {} : { [FILE]: user }));
  const root = folderOf(workspace === undefined ? {} : { [FILE]: workspace });
  expect(readSettings(root, { report: 'caused' }).lsp).toMatchObject({ report, settle: 'remind' });
  expect(readSettings(root).lsp).toMatchObject({ report: 'all' });
});
it('errors are explained where the host wants it, unless the files do not', () => {
  expect(readSettings(folderOf({})).lsp).toMatchObject({ explain: false });
  expect(readSettings(folderOf({}), { explain: true }).lsp).toMatchObject({ explain: true });
  expect(
    readSettings(folderOf({ [FILE]: '{"lsp": {"explain": false}}' }), { explain: true }).lsp,
  ).toMatchObject({ explain: false });
});
it('the workspace may tune numbers', () =>
  check(
    { user: '{"lsp": {"diagnosticTimeout": 1}}', workspace: '// mine\n{"lsp": {"diagnosticTimeout": 2}}' },
    { lsp: { diagnosticTimeout: 2 } },
  ));
it('either may switch LSP off', () => check({ workspace: '{"lsp": false}' }, { lsp: false }));
it('the user may name a program', () =>
  check(
    { user: '{"lsp": {"servers": {"x": {"command": "x", "extensions": [".x"]}}}}' },
    { lsp: { servers: { x: { command: 'x' } } } },
  ));
it('REQ-CFG-080: the workspace may not', () =>
  check(
    { workspace: '{"lsp": {"servers": {"eslint": {"command": "x"}}}}' },
    {
      lsp: { servers: {} },
      problems: [expect.stringContaining('lsp.servers.eslint.command: counts only in the user settings')],
    },
  ));
it('a file that is no JSON is a problem with its place, and the defaults count', () =>
  check(
    { user: '{"lsp": {,}}' },
    { lsp: { diagnosticTimeout: 3000 }, problems: [expect.stringMatching(/settings\.json:1:\d+: /)] },
  ));
it('a value that makes no sense is a problem with its key', () =>
  check(
    { user: '{"lsp": {"diagnosticTimeout": "3s"}}' },
    { problems: [expect.stringMatching(/^user settings: lsp\.diagnosticTimeout: must be/)] },
  ));

it('a file that cannot be read is a problem', () => {
  livingIn(folderOf());
  const root = folderOf();
  mkdirSync(join(root, FILE), { recursive: true });
  expect(readSettings(root).problems).toEqual([expect.stringMatching(/settings\.json: not readable: /)]);
});

it("REQ-CFG-080: where the workspace is the home folder, the one file is the model's to write", () => {
  const home = folderOf({ [FILE]: '{"lsp": {"linterGrace": 7, "servers": {"eslint": {"command": "x"}}}}' });
  livingIn(home);
  const { lsp, problems } = readSettings(home);
  expect(lsp).toMatchObject({ linterGrace: 7 });
  expect(JSON.stringify(lsp)).not.toContain('command');
  expect(problems).toEqual([expect.stringContaining('counts only in the user settings')]);
});
