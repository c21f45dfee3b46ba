import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { node } from '../../../scripts/lib/process.mjs';

/** For sequences over fakes and over real servers together, minutes. */
const MINUTES = 12;

test(
  'after any sequence of changes, what is reported is what the compilers say of the same tree',
  { timeout: 30 * 60_000 },
  async () => {
    const only = ['changes', 'changes-real'].flatMap((target) => ['--only', target]);
    const args = ['scripts/fuzz.mjs', ...only, '--minutes', String(MINUTES)];
    const { code, output } = await node(args, { cwd: root });
    // With the seeds, and how much was tried.
    console.log(output);
    expect(output).toContain('nothing found');
    expect(code).toBe(0);
  },
);
