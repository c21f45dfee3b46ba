import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

import { fake, Lab, quickChecker } from '../harness/lab.ts';

/**
 * Takes longer than a host waits: the pattern of a user's own checker, and lines that it is slow for.
 * The engine gives up each after a second or so.
 */
const SLOW = { parser: { pattern: { regexp: '^((a|a)+)+$', file: 1, message: 1 } } } as const;
const LINES = `${'a'.repeat(200)}!\n`.repeat(600);

test.skipIf(process.platform !== 'linux')(
  'REQ-LIFE-050: a sidecar whose event loop stands still ends with its host, and its servers with it',
  async () => {
    await using lab = await Lab.open({
      servers: { good: fake('pull.ts'), stubborn: fake('stubborn.ts') },
      checkers: { slow: quickChecker(LINES, { ...SLOW, rootMarkers: ['fake.toml'] }) },
      files: { 'fake.toml': '' },
      throughShell: true,
    });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    const [sidecar] = lab.sidecar
      .processes()
      .filter(({ command }) => command.includes('sidecar.js') && !command.includes('/bin/sh'));
    if (sidecar === undefined) throw new Error('no sidecar is found');
    void lab.sidecar.request('lsp/checkProject', {}).catch(() => undefined);
    const before = processorTime(sidecar.pid);
    // The kernel has no event for it.
    while (processorTime(sidecar.pid) < before + 100) await Bun.sleep(20);
    // Stdin is held open by the test; only the shell between the two dies.
    lab.sidecar.kill('SIGKILL');
    expect(await lab.sidecar.leftovers()).toEqual([]);
  },
);

/** Of the main thread, in hundredths of a second. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
}
