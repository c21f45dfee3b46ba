import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fake, Lab } from '../harness/lab.ts';

/** The folder for temporary files that a fake was started with. */
async function folderOf(lab: Lab): Promise<string> {
  const { params } = await lab.probe.until(({ event, method }) => event === 'received' && method === 'initialize');
  const { processId } = params as { processId: number };
  const [name] = readdirSync(tmpdir()).filter((entry) => entry.startsWith('llxprt-lsp-') && entry.includes(`-${processId.toString(36)}-`));
  if (name === undefined) throw new Error('the sidecar has made no folder');
  return join(tmpdir(), name);
}

test('REQ-LIFE-050: what servers leave among their temporary files is owner-only, and gone with the sidecar', async () => {
  let folder;
  {
    await using lab = await Lab.open({ servers: { fake: fake('waits.ts') } });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    folder = await folderOf(lab);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const left = readdirSync(folder);
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(existsSync(folder)).toBe(false);
});

test('REQ-LIFE-050: what a killed sidecar has left there is removed by the next one, and nothing of anybody else', async () => {
  let folder;
  {
    await using lab = await Lab.open({ servers: { fake: fake('waits.ts') } });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    folder = await folderOf(lab);
    process.kill(lab.sidecar.pid, 'SIGKILL');
    await lab.sidecar.exited;
  }
  expect(existsSync(folder)).toBe(true);
  const space = Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]).toString(36);
  const others = [mkdtempSync(join(tmpdir(), `llxprt-lsp-${space}-${process.pid.toString(36)}-`)), join(dirname(folder), 'llxprt-lsp-0-zzzzzz-abcdef')];
  for (const other of others) mkdirSync(other, { recursive: true });
  try {
    await using lab = await Lab.open({ servers: { fake: fake('waits.ts') } });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    expect(existsSync(folder)).toBe(false);
    expect(others.filter((other) => !existsSync(other))).toEqual([]);
  } finally {
    for (const other of others) rmSync(other, { recursive: true, force: true });
  }
});
