import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fakePackage, repositoryBun } from './support/fake-sidecar.js';
import { groupMembers } from './support/processes.js';

/** Runs a host to its end. @returns what it printed */
function runHost(host: string, fake: string, ...args: string[]): Promise<string> {
  const program = fileURLToPath(new URL(`fakes/${host}.ts`, import.meta.url));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', program, fakePackage(fake), repositoryBun(), ...args],
      (_error, stdout) => resolve(stdout),
    );
  });
}

it.each([
  ['process.exit', 'exit'],
  ['an uncaught error', 'throw'],
  ['killAll and SIGKILL', 'kill all'],
])(
  'REQ-LIFE-040: a host that ends by %s takes a sidecar along that ignores everything',
  async (_how, ending) => {
    const group = Number(await runHost('host', 'ignores-shutdown', ending));
    expect(group).toBeGreaterThan(1);
    await expect.poll(() => groupMembers(group)).toEqual([]);
  },
);

it('REQ-NAVR-010: a host that has closed its session ends by itself, whatever was under way on the navigation channel', async () => {
  expect(JSON.parse(await runHost('navigating-host', 'navigates'))).toEqual([
    { echoes: [{ at: 1 }] },
    'navigation_unavailable',
  ]);
});
