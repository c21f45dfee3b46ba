import { afterEach, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { createRegistry } from '../../src/backend/find-server.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { resolveServers } from '../../src/engine/base/resolve-servers.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { LspConfig } from '../../src/types.ts';
import { cleanUp, env, workspace, type Entry } from './workspace.ts';

afterEach(cleanUp);

const program = { program: '#!/bin/sh\n' };

/** The servers that are asked about a file, by id. */
function asked(files: Record<string, Entry>, path: string, config: LspConfig = {}): string[] {
  const root = workspace({ ...files, [`${dirname(path)}/`]: '' });
  env({ PATH: join(root, 'bin') });
  const registry = createRegistry(LANGUAGES, config);
  const { found } = resolveServers(
    {
      registry,
      search: createSearch({ workspaceRoot: root, node: process.execPath }),
      pool: { above: () => undefined },
    },
    join(root, path) as AdmittedPath,
  );
  return found.map(({ definition }) => definition.id).sort();
}

test('REQ-LANG-040: of several compilers of a file, the first that is there is asked', () => {
  const both = { 'bin/pylsp': program, 'bin/jedi-language-server': program };
  expect(asked(both, 'a.py')).toEqual(['pyright']);
  expect(asked(both, 'a.py', { servers: { pyright: { enabled: false } } })).toEqual(['jedi']);
  expect(asked({ 'bin/pylsp': program }, 'a.py', { servers: { pyright: { enabled: false } } })).toEqual([
    'pylsp',
  ]);
});

test('REQ-LANG-040: the settings name a compiler, so it is asked beside the others', () => {
  expect(asked({ 'bin/pylsp': program }, 'a.py', { servers: { pylsp: {} } })).toEqual(['pylsp', 'pyright']);
});

test('REQ-LANG-040: a compiler that the workspace has configured comes before all others', () => {
  const files = { 'bin/deno': program, 'bin/vtsls': program, 'a/deno.json': '{}' };
  expect(asked(files, 'a/src/a.ts')).toEqual(['deno']);
  expect(asked(files, 'b/a.ts')).toEqual(['typescript']);
});

test('REQ-LANG-040: a server of another kind of file is asked beside the compiler of its language, in its folders', () => {
  const files = { 'bin/yaml-language-server': program, 'bin/gh-actions-language-server': program };
  expect(asked(files, '.github/workflows/a.yml')).toEqual(['github-actions', 'yaml']);
  expect(asked(files, 'src/a.yml')).toEqual(['yaml']);
});
