import { expect, test } from 'vitest';
import { clientOf } from './support/fake-sidecar.js';

test('REQ-DIAG-010: an agent of the session that ends is reminded of what concerns it, and the turn goes on', async () => {
  const { client } = clientOf('polite', { report: 'caused' }, { settles: true });
  await client.start();
  await client.check({ files: [{ filePath: 'a.ts' }], written: true });
  expect(await client.settleAgent((file) => file === 'b.ts')).toBeUndefined();
  expect(await client.settleAgent((file) => file === 'a.ts')).toContain('<diagnostics file="a.ts">');
  expect(await client.settle()).toContain('<diagnostics file="a.ts">');
  const off = clientOf('polite', { settle: 'off' }, { settles: true }).client;
  await off.start();
  expect(await off.settleAgent(() => true)).toBeUndefined();
});
