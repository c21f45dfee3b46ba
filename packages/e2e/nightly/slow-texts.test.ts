import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { node } from '../../../scripts/lib/process.mjs';

/** For all readers together, minutes. */
const MINUTES = 6;

test('no text of a megabyte makes a reader slow, or takes its memory', { timeout: 20 * 60_000 }, async () => {
  const { code, output } = await node(['scripts/fuzz.mjs', '--slow', '--minutes', String(MINUTES)], {
    cwd: root,
  });
  expect(output).toContain('nothing found');
  expect(code).toBe(0);
});
