import { expect, spyOn, test } from 'bun:test';
import { tmpdir } from 'node:os';

import { spawnServer } from '../../src/client/process/server-process.ts';

test("REQ-LIFE-040: a server that has ended is not killed again, since its pid may be somebody else's by then", async () => {
  const spawned = spawnServer({
    root: tmpdir(),
    command: 'true',
    args: [],
    program: { name: 'true', path: 'true', origin: 'path' },
  });
  if (spawned.kind === 'failed') throw new Error(spawned.reason);
  expect(await spawned.process.exited).toBe('exited with code 0');
  const kill = spyOn(process, 'kill');
  try {
    spawned.process.kill();
    expect(kill).not.toHaveBeenCalled();
  } finally {
    kill.mockRestore();
  }
});
