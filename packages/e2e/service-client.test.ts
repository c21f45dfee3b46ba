import { execFileSync } from 'node:child_process';
import { Config, LSP_DEFAULTS, type LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { expect, it, onTestFinished } from 'vitest';
import { groupMembers } from '../core/test/support/processes.js';
import { folderOf } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';
import { TYPESCRIPT_7 } from './support/typescript.js';

interface Session {
  config: Config;
  client: LspServiceClient;
  log: string[];
  /** The sidecar's process group. */
  group: number;
}

/** A host's session over the real sidecar. */
async function session(files: Record<string, string>, packages = TYPESCRIPT_7): Promise<Session> {
  const log: string[] = [];
  const lsp = { ...LSP_DEFAULTS, ...PATIENT, includeSeverities: ['error' as const] };
  const config = new Config({
    workspaceRoot: folderOf(files, packages),
    lsp,
    logger: { debug: (line) => log.push(line) },
  });
  onTestFinished(() => config.shutdown());
  await config.initialize();
  const client = config.getLspServiceClient();
  const group = Number(/service (\d+) ready/.exec(log.join('\n'))?.[1]);
  if (client?.isAlive() !== true) throw new Error(log.join('\n'));
  return { config, client, log, group };
}

it('REQ-ARCH-010: the service is a Bun process of its own, leader of its own group', async () => {
  const { group } = await session({});
  expect(group).not.toBe(process.pid);
  expect(groupMembers(group)).toEqual([group]);
  expect(execFileSync('ps', ['-o', 'args=', '-p', String(group)], { encoding: 'utf8' })).toMatch(
    /bun(\.exe)? .*sidecar\.js$/m,
  );
});

it('REQ-ARCH-020: checks over JSON-RPC, and again with another text', async () => {
  const { client } = await session({ 'a.ts': '' }, {});
  const broken = {
    file: 'a.ts',
    line: 1,
    character: 7,
    column: 7,
    endLine: 1,
    endCharacter: 8,
    severity: 'error',
    source: 'ts',
    code: 2322,
  };
  expect(await client.checkFile('a.ts', 'const a: string = 1;\n')).toEqual([
    { ...broken, message: expect.stringContaining('not assignable') },
  ]);
  expect(await client.checkFile('a.ts', 'const a: string = "";\n')).toEqual([]);
  expect(await client.getDiagnosticEpoch()).toBeGreaterThan(0);
  expect(await client.getAllDiagnostics()).toEqual({});
});

it('REQ-LIFE-040: shutdown leaves no process of the group', async () => {
  const { config, client, group } = await session({ 'a.ts': 'oops;\n' });
  expect(await client.checkFile('a.ts')).toHaveLength(1);
  expect(groupMembers(group).length).toBeGreaterThan(1);
  await config.shutdown();
  await expect.poll(() => groupMembers(group)).toEqual([]);
});

it('REQ-LIFE-080: neither does the death of the sidecar, in the middle of a check', async () => {
  const { config, client, group } = await session({ 'a.ts': 'oops;\n' });
  const checking = client.check({ files: [{ filePath: 'a.ts' }] });
  await expect.poll(() => groupMembers(group).length).toBeGreaterThan(1);
  process.kill(group, 'SIGKILL');
  expect((await checking).files).toEqual({});
  expect(client.isAlive()).toBe(false);
  expect(await config.lspState()).toEqual({ kind: 'unavailable', reason: 'service died: killed by SIGKILL' });
  await expect.poll(() => groupMembers(group)).toEqual([]);
});

it('REQ-LIFE-050: shutdown while servers still start leaves nothing either', async () => {
  const { config, client, group } = await session({ 'a.ts': 'oops;\n', 'b.py': 'oops\n' });
  const checking = client.check({ files: [{ filePath: 'a.ts' }, { filePath: 'b.py' }] });
  await expect.poll(() => groupMembers(group).length).toBeGreaterThan(2);
  await config.shutdown();
  expect((await checking).files).toEqual({});
  await expect.poll(() => groupMembers(group)).toEqual([]);
});

it('REQ-OBS-010: the log reports on the service and its servers', async () => {
  const { client, log } = await session({ 'a.ts': '' });
  await client.checkFile('a.ts');
  expect(log).toContainEqual(
    expect.stringMatching(/^lsp: service \d+ ready after \d+ ms; starts succeeded: 1, failed: 0$/),
  );
  await expect
    .poll(() => log)
    .toContainEqual(expect.stringMatching(/^lsp service: typescript: started in \d+ ms/));
});

it('REQ-OBS-010 REQ-OBS-020: its last words are in the log when shutdown is over: what the session came to', async () => {
  const { config, client, log } = await session({ 'a.ts': '' });
  await client.checkFile('a.ts', 'const a: string = 1;\n');
  await config.shutdown();
  expect(log).toContainEqual(
    expect.stringMatching(
      /^lsp service: typescript at \.: 1 checks, median [\d.]+ ms, p95 [\d.]+ ms, 0 timed out, 0 navigations, up \d+ ms$/,
    ),
  );
  expect(log).toContainEqual(
    expect.stringMatching(
      /^lsp service: service: up \d+ ms; servers: \d started, 0 failed, 0 crashed; 1 checks, .* 0 timed out; 1 findings in 1 files$/,
    ),
  );
});
