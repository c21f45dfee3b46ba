import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORTERS } from '../../src/config/import/importers.js';
import type { ImportPlace } from '../../src/config/import/place.js';
import { take } from '../../src/config/import/take.js';

const KEYS = [
  'lsp',
  'lspServers',
  'language-server',
  'language',
  'language-servers',
  'file-types',
  'command',
  'args',
  'env',
  'extensions',
  'filetypes',
  'fileExtensions',
  'gopls',
  'python.analysis.exclude',
  'typescript.tsdk',
  'clangd.arguments',
  'gopls.buildFlags',
  '__proto__',
  'glob',
  'name',
];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('gopls', 'R', '.r', '/x/taplo', '', '-tags=x', '--compile-commands-dir'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  ),
}));

const PLACE: ImportPlace = {
  home: '/home',
  env: {},
  platform: 'linux',
  workspaceRoot: '/p',
  json: () => undefined,
};

test.each(IMPORTERS.map((importer) => [`${importer.title}, ${importer.scope}`, importer] as const))(
  '%s: whatever a file holds, it is read, and what is taken is a server',
  (_, { read, scope }) => {
    fc.assert(
      fc.property(value, (settings) => {
        for (const named of read(settings, '/p/.lsp.json', PLACE)) {
          const taken = take(named, {}, { scope, workspaceRoot: '/p' });
          if (taken.kind === 'server')
            expect(taken.servers[taken.id]).toMatchObject({
              command: expect.any(String) as string,
              extensions: expect.any(Array) as string[],
            });
        }
      }),
      { numRuns: 500 },
    );
  },
);
