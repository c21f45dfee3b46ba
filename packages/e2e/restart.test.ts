import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { expect, it, onTestFinished } from 'vitest';
import { Bridge } from './support/bridge.js';
import { folderOf, run } from './support/cli.js';
import { PATIENT } from './support/deadlines.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const WRONG = 'export const total: number = "1";\n';

interface Rows {
  readonly servers: readonly { readonly id: string; readonly status: string; readonly serverPid?: number }[];
}

const rowOf = (json: string) => (JSON.parse(json) as Rows).servers.find(({ id }) => id === 'typescript');

it('REQ-LIFE-070: llxprt-lsp restart brings a killed tsserver back, and status says that it would', async () => {
  const cwd = realpathSync(folderOf({ 'tsconfig.json': tsconfig(), 'cart.ts': '' }));
  const bridge = await Bridge.start({ cwd });
  writeFileSync(join(cwd, 'cart.ts'), WRONG);
  expect(await bridge.check([{ path: 'cart.ts' }])).toContain('(2322)');
  const { serverPid = 0 } = rowOf((await run(['status', '--json'], { cwd })).stdout) ?? {};
  process.kill(serverPid, 'SIGKILL');
  await expect
    .poll(async () => (await run(['status'], { cwd })).stdout, { timeout: 20_000 })
    .toMatch(/\ntypescript +broken [^]*\n +to try again: llxprt-lsp restart typescript\n/);
  expect(await bridge.check([{ path: 'cart.ts' }])).not.toContain('(2322)');

  expect(await run(['restart', 'gopls'], { cwd })).toEqual({
    code: 0,
    stdout: 'No server "gopls" runs here: there is nothing to restart.\n',
    stderr: '',
  });
  const { code, stdout, stderr } = await run(['restart', 'typescript'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Restarted in .*:\ntypescript {2}active {2}.*pid \d+\n$/s);
  expect(await bridge.check([{ path: 'cart.ts' }])).toContain('(2322)');
  expect(rowOf((await run(['status', '--json'], { cwd })).stdout)?.serverPid).not.toBe(serverPid);
});

it.each([true, false])(
  'REQ-LIFE-070: a service that stands still is left for another one; what it has not answered to is reported then (share: %s)',
  async (share) => {
    const cwd = realpathSync(folderOf({ 'tsconfig.json': tsconfig(), 'cart.ts': '' }, TYPESCRIPT_7));
    const bridge = await Bridge.start({ cwd, lsp: { share, diagnosticTimeout: 1000 } });
    writeFileSync(join(cwd, 'cart.ts'), WRONG);
    expect(await bridge.check([{ path: 'cart.ts' }])).toContain('(2322)');
    const { pid = 0 } = bridge.sidecar ?? {};
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      if (bridge.processes().some((each) => each.pid === pid)) process.kill(pid, 'SIGCONT');
    });
    const command = { kind: 'command' } as const;
    expect(await bridge.check([], command)).toBe(
      'The language service has not answered in time; what commands change is not checked until it does.',
    );
    expect(await bridge.check([], command)).toBe('');
    const unchecked = `${WRONG}export const tax: string = 1;\n`;
    writeFileSync(join(cwd, 'cart.ts'), unchecked);
    expect(await bridge.check([{ path: 'cart.ts' }])).toContain('this edit was not checked');
    const { code, stdout } = await run(['restart'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^LSP runs again in /)]);
    writeFileSync(join(cwd, 'cart.ts'), `${unchecked}export const more = 1;\n`);
    const former = { kind: 'whole', text: unchecked } as const;
    const told = await bridge.check([{ path: 'cart.ts', former }]);
    expect(told).toMatch(/^The language service was restarted[^]*\nERROR \[2:14\] /);
    // This one was told before the service stood still.
    expect(told).not.toContain('[1:14]');
    expect(await bridge.tools()).toContain('lsp_hover');
    if (!share) await expect.poll(() => bridge.processes().map((each) => each.pid)).not.toContain(pid);
  },
);

it('REQ-LIFE-070: it reaches the services that sessions share, and says where there is nothing', async () => {
  const cwd = realpathSync(folderOf({ 'tsconfig.json': tsconfig(), 'cart.ts': '' }, TYPESCRIPT_7));
  const none = await run(['restart'], { cwd });
  expect(none).toEqual({
    code: 2,
    stdout: '',
    stderr: 'llxprt-lsp: no session runs here whose servers could be restarted\n',
  });
  const config = new Config({
    workspaceRoot: cwd,
    lsp: { ...LSP_DEFAULTS, ...PATIENT, share: true },
    logger: { debug: () => undefined },
  });
  onTestFinished(() => config.shutdown());
  await config.initialize();
  const client = config.getLspServiceClient();
  expect(await client?.checkFile('cart.ts', WRONG)).toHaveLength(1);
  const before = (await client?.status())?.find(({ id }) => id === 'typescript')?.serverPid;
  const told = await run(['status'], { cwd });
  expect(told.stdout).toMatch(
    new RegExp(
      `\\ntypescript +active [^]*pid ${before}\\b[^]*\\nSession: .+, process ${process.pid}, by a shared service\\n`,
    ),
  );
  const json = await run(['status', '--json', '--host-pid', String(process.pid)], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ session: { hostPid: process.pid, shared: true } });
  expect(rowOf(json.stdout)?.serverPid).toBe(before);
  const restarted = rowOf((await run(['restart', '--json'], { cwd })).stdout);
  expect([restarted?.status, restarted?.serverPid === before]).toEqual(['active', false]);
  expect((await client?.status())?.find(({ id }) => id === 'typescript')?.serverPid).toBe(
    restarted?.serverPid,
  );
  expect(await client?.checkFile('cart.ts', WRONG)).toHaveLength(1);
  // An embedder has the same as a method.
  const again = await config.restartServers('typescript');
  expect(again).toMatchObject({ kind: 'running', servers: [{ id: 'typescript', status: 'active' }] });
  expect(await client?.checkFile('cart.ts', WRONG)).toHaveLength(1);
});
