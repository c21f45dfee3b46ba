import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fake, Lab } from '../harness/lab.ts';

/** What the names of folders have in common where one process id means one process. */
const space = (): string => Bun.hash.crc32(`${hostname()} ${readlinkSync('/proc/self/ns/pid')}`).toString(36);

/** The folder for temporary files that a fake was started with. */
async function folderOf(lab: Lab): Promise<string> {
  const { params } = await lab.probe.until(
    ({ event, method }) => event === 'received' && method === 'initialize',
  );
  const { processId } = params as { processId: number };
  const [name] = readdirSync(tmpdir()).filter(
    (entry) => entry.startsWith('llxprt-lsp-') && entry.includes(`-${processId.toString(36)}-`),
  );
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
  const others = [
    mkdtempSync(join(tmpdir(), `llxprt-lsp-${space()}-${process.pid.toString(36)}-`)),
    join(dirname(folder), 'llxprt-lsp-0-zzzzzz-abcdef'),
  ];
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

test.skipIf(process.platform !== 'linux')(
  'REQ-LIFE-050: a killed sidecar whose exit nobody has asked for has left nothing that the next one would keep',
  async () => {
    // The shell becomes a program that knows nothing of the child it had, which ends as soon as that is so.
    const child = 'while read -r name < /proc/$$/comm && [ "$name" = sh ]; do :; done';
    await using parent = Bun.spawn(['sh', '-c', `${child} & echo $!; exec sleep 1000`], { stdout: 'pipe' });
    const { value } = await parent.stdout.getReader().read();
    const pid = Number(Buffer.from(value ?? []).toString());
    while (!readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z')) await Bun.sleep(5);
    const folder = mkdtempSync(join(tmpdir(), `llxprt-lsp-${space()}-${pid.toString(36)}-`));
    await using lab = await Lab.open({ servers: { fake: fake('waits.ts') } });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    expect(existsSync(folder)).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')(
  'REQ-LIFE-050: a folder that has been taken away is not looked for where somebody else has put his own',
  async () => {
    await using lab = await Lab.open({
      servers: { one: fake('waits.ts'), two: fake('waits.ts', { extensions: ['.two'] }) },
    });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    const folder = await folderOf(lab);
    const elsewhere = lab.workspace.path('elsewhere');
    renameSync(folder, elsewhere);
    symlinkSync(elsewhere, folder);
    try {
      const before = readdirSync(elsewhere);
      expect(await lab.edit('a.two', 'ERROR b')).toEqual(['b']);
      expect(readdirSync(elsewhere)).toEqual(before);
    } finally {
      rmSync(folder);
    }
  },
);

test('REQ-LIFE-050: where variables name no folder for temporary files, servers get one that is there', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('echoes-setup.ts') },
    env: { TMPDIR: '/nonexistent/t', TMP: 'relative', TEMP: import.meta.path },
  });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const { result } = await lab.probe.until(({ event }) => event === 'temporary');
  expect(result).toEqual({ TMPDIR: expect.stringMatching(/^\/tmp\/llxprt-lsp-/) });
});
