import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Bridge, foreignHost } from './support/bridge.js';
import { folderOf, run, type Outcome } from './support/cli.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const FILES = { 'tsconfig.json': tsconfig() };
const WRONG = 'export const total: number = "1";\n';
/** The first servers of a machine that is busy take their time. */
const MIB = 2 ** 20;

interface StatusJson {
  workspace: string;
  state: string;
  session: { hostPid: number; pid: number; client?: object } | null;
  service?: { pid: number; checks: number; findings: object };
  servers: {
    id: string;
    serverPid?: number;
    metrics?: { memory?: number; checks: number; median?: number };
  }[];
}

const status = (cwd: string, ...args: string[]): Promise<Outcome> => run(['status', ...args], { cwd });
const asJson = ({ stdout }: Outcome): StatusJson => JSON.parse(stdout) as StatusJson;

/** A session that has checked a file. */
async function busy(cwd: string): Promise<Bridge> {
  const bridge = await Bridge.start({ cwd });
  mkdirSync(dirname(join(cwd, 'src/cart.ts')), { recursive: true });
  writeFileSync(join(cwd, 'src/cart.ts'), WRONG);
  expect(await bridge.check([{ path: 'src/cart.ts' }])).toContain('(2322)');
  return bridge;
}

describe('llxprt-lsp status', () => {
  it('REQ-STATUS-010 REQ-OBS-020: is that of the session that runs here, and names it', async () => {
    const cwd = realpathSync(folderOf(FILES));
    const bridge = await busy(cwd);
    const before = bridge.processes().length;
    const { code, stdout, stderr } = await status(cwd, '--verbose');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^LSP servers in .*\n[^]*\ntypescript +active .*[^]*\n +up \d+ s, (\d+ MiB, )?1 open document\n +1 check, median \d+ ms, p95 \d+ ms, 0 timed out, 0 navigations\n/,
    );
    expect(stdout).toMatch(
      new RegExp(
        `\\nService: pid \\d+, up \\d+ s, \\d+ MiB\\n +\\d+ servers? started, 0 failed, 0 crashed\\n +1 check, .*\\n +1 finding in 1 known file: src/cart\\.ts 1\\n +1 open error of this session in 1 file\\nSession: host 1, process ${process.pid}\\n$`,
      ),
    );
    const json = asJson(await status(cwd, '--verbose', '--json'));
    expect(json).toMatchObject({
      workspace: cwd,
      state: 'running',
      session: { hostPid: process.pid, pid: bridge.pid, client: { name: 'host', version: '1' } },
    });
    expect(json.service).toMatchObject({
      pid: bridge.sidecar?.pid,
      checks: 1,
      findings: { total: 1, files: 1, most: [{ file: 'src/cart.ts', count: 1 }] },
    });
    const typescript = json.servers.find(({ id }) => id === 'typescript');
    expect(bridge.processes().map(({ pid }) => pid)).toContain(typescript?.serverPid);
    expect(typescript?.metrics).toMatchObject({ checks: 1, median: expect.any(Number) });
    if (process.platform === 'linux') expect(typescript?.metrics?.memory).toBeGreaterThan(40 * MIB);
    // It is asked, and nothing is started for that.
    expect(bridge.processes()).toHaveLength(before);
  });

  it('REQ-STATUS-010: asks nobody with --fresh, and where no session runs', async () => {
    const cwd = realpathSync(folderOf(FILES, TYPESCRIPT_7));
    const none = await status(cwd, '--all');
    expect([none.code, none.stderr]).toEqual([0, '']);
    expect(none.stdout).toMatch(
      /\ntypescript +active [^]*not started[^]*\nSession: none; a service was started to answer this\n/,
    );
    await busy(cwd);
    for (const args of [['--fresh'], ['--trusted'], ['--untrusted']]) {
      const { session, servers } = asJson(
        await run(
          [
            ...(args[0] === '--fresh' ? [] : args),
            'status',
            '--json',
            ...(args[0] === '--fresh' ? args : []),
          ],
          { cwd },
        ),
      );
      expect([args, session, servers.find(({ id }) => id === 'typescript')?.serverPid]).toEqual([
        args,
        null,
        undefined,
      ]);
    }
    expect(asJson(await status(join(cwd, 'src'), '--json')).session).toBeNull();
  });

  it('REQ-STATUS-010: where several run, it says so, and asks the one that is named', async () => {
    const cwd = realpathSync(folderOf(FILES, TYPESCRIPT_7));
    const bridge = await busy(cwd);
    const other = await foreignHost({ cwd });
    const named = await status(cwd, '--json', '--host-pid', String(other.host.pid));
    expect([asJson(named).session?.hostPid, named.stderr]).toEqual([other.host.pid, '']);
    // This process has started the command, and is the host of the first.
    const own = await status(cwd, '--json');
    expect(asJson(own).session).toMatchObject({ hostPid: process.pid, pid: bridge.pid });
    expect(own.stderr).toBe(
      `llxprt-lsp: other sessions run here, too; to ask one: --host-pid ${other.host.pid}\n`,
    );
    const nobody = await status(cwd, '--host-pid', '1');
    expect(nobody).toEqual({
      code: 2,
      stdout: '',
      stderr: 'llxprt-lsp: no session of process 1 runs here\n',
    });
  });

  it('REQ-STATUS-030 REQ-STATUS-050: says why there is no LSP in the session', async () => {
    const [off, broken] = [folderOf(FILES, TYPESCRIPT_7), folderOf(FILES, TYPESCRIPT_7)].map((cwd) =>
      realpathSync(cwd),
    );
    await Bridge.start({ cwd: off!, lsp: false });
    expect(await status(off!)).toEqual({
      code: 0,
      stdout: `LSP disabled by configuration.\nSession: host 1, process ${process.pid}\n`,
      stderr: '',
    });
    await Bridge.start({ cwd: broken!, env: { LLXPRT_BUN: '/nowhere/bun' } });
    const { code, stdout } = await status(broken!);
    expect([code, stdout]).toEqual([
      2,
      expect.stringMatching(/^LSP unavailable: .*\/nowhere\/bun.*\nSession: host 1, process \d+\n$/),
    ]);
  });

  it('a session that hangs does not hold it up, and is named', async () => {
    const cwd = realpathSync(folderOf(FILES, TYPESCRIPT_7));
    // Its service is its own: a shared one would be asked instead, if it runs by then.
    const bridge = await Bridge.start({ cwd, lsp: { share: false } });
    process.kill(bridge.pid, 'SIGSTOP');
    try {
      const { code, stdout, stderr } = await status(cwd);
      expect(stderr).toBe(
        `llxprt-lsp: the session of process ${process.pid} does not say how it is: it hangs, or is of another release\n`,
      );
      expect([code, stdout]).toEqual([
        0,
        expect.stringContaining('\nSession: none; a service was started to answer this\n'),
      ]);
    } finally {
      process.kill(bridge.pid, 'SIGCONT');
    }
  });
});
