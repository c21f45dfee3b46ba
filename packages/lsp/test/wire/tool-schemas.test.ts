import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { schemaFiles } from '../../scripts/schema-files.ts';
import { Lab } from '../harness/lab.ts';

interface Listed {
  name: string;
  inputSchema: unknown;
  outputSchema: unknown;
}

const FOLDER = join(import.meta.dir, '../../schemas/tools');

const onDisk = new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));

test('gateway-contract 8: the schema files are what src says: else, npm run generate', () => {
  expect(onDisk).toEqual(schemaFiles());
});

test.each(['lsp', 'vscode'] as const)(
  'REQ-NAV-020 gateway-contract 8: tools/list of the catalogue %s shows the schema files',
  async (catalog) => {
    await using lab = await Lab.open({ catalog });
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    const { tools } = (await mcp.request('tools/list', {})) as { tools: Listed[] };
    const shown = new Map(
      tools.flatMap(({ name, inputSchema, outputSchema }): [string, unknown][] => [
        [`${name}.json`, inputSchema],
        [`${name}.output.json`, outputSchema],
      ]),
    );
    const ofThisCatalogue = [...onDisk].filter(
      ([name]) => name.startsWith('vscode.') === (catalog === 'vscode'),
    );
    expect(shown).toEqual(
      new Map(ofThisCatalogue.map(([name, text]) => [name, JSON.parse(text) as unknown])),
    );
  },
);
