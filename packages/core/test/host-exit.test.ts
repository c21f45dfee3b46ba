import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fakePackage, repositoryBun } from './support/fake-sidecar.js';
import { groupMembers } from './support/processes.js';

const host = fileURLToPath(new URL('fakes/host.ts', import.meta.url));

/** Runs a host to its end. @returns what it printed: the process id of its sidecar */
function runHost(fake: string, ending: string): Promise<number> {
  const args = ['--import', 'tsx', host, fakePackage(fake), repositoryBun(), ending];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (_error, stdout) => resolve(Number(stdout)));
  });
}

it.each([
  ['process.exit', 'exit'],
  ['an uncaught error', 'throw'],
  ['killAll and SIGKILL', 'kill all'],
])('REQ-LIFE-040: a host that ends by %s takes a sidecar along that ignores everything', async (_how, ending) => {
  const group = await runHost('ignores-shutdown', ending);
  expect(group).toBeGreaterThan(1);
  await expect.poll(() => groupMembers(group)).toEqual([]);
});
