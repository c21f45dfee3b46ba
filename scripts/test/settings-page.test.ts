import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LSP_KEYS, workspaceSettings } from '../../packages/core/src/config/settings-schema.js';
import { parseLspSettings } from '../../packages/core/src/config/settings.js';
import { SETTINGS } from '../../packages/core/src/lsp/settings-table.js';
import { LSP_DEFAULTS } from '../../packages/core/src/lsp/types.js';
import { root } from '../lib/paths.mjs';
import { pages, withSettings } from '../lib/settings-page.js';

const read = (page: string): string => readFileSync(join(root, page), 'utf8');

test.each(pages)('the rows of %s are those of the table: else, npm run settings -- --write', (page) => {
  expect(read(page)).toBe(withSettings(page));
});

test('docs/settings.md has a row for each setting, and README.md links it', () => {
  const named = [...read('docs/settings.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(SETTINGS));
  expect(read('README.md')).toContain('](docs/settings.md)');
});

test('REQ-CFG-015 REQ-CFG-080: both schemas and the defaults have the settings of the table, the workspace not those of the user alone', () => {
  const names = Object.keys(SETTINGS);
  expect(LSP_KEYS).toEqual(names);
  expect(Object.keys(LSP_DEFAULTS)).toEqual(names);
  expect(Object.keys(workspaceSettings.shape)).toEqual(
    names.filter((name) => !['serviceLinger', 'passEnv', 'import', 'trace'].includes(name)),
  );
  expect(parseLspSettings({ user: LSP_DEFAULTS })).toEqual({ lsp: LSP_DEFAULTS, problems: [] });
});
