import { expect, test } from 'bun:test';
import { join } from 'node:path';

import { MODULES, openReal } from '../../../../../test/real/real-lab.ts';

test('REQ-STATUS-025: a check says which TypeScript has judged, the one that status names', async () => {
  const { version } = (await Bun.file(join(MODULES, 'typescript/package.json')).json()) as {
    version: string;
  };
  await using lab = await openReal({ servers: ['typescript'], files: { 'tsconfig.json': '{}' } });
  const { servers } = await lab.check({ 'a.ts': 'export const a = 1;\n' });
  expect(servers.map(({ id, outcome, version: judgedWith }) => ({ id, outcome, judgedWith }))).toEqual([
    { id: 'typescript', outcome: 'complete', judgedWith: version },
  ]);
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(rows.find(({ id }) => id === 'typescript')?.program?.uses?.version).toBe(version);
});
