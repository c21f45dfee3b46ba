import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sidecar } from '../../scripts/lib/paths.mjs';
import { change, TOOL_NAMES, type Call } from './support/calls.js';
import { MARK, marked } from './support/processes.js';
import { fake, Session, type SessionOptions } from './support/session.js';
import { Probe } from '../lsp/test/harness/probe.ts';
import { Workspace } from './support/workspace.js';

const FAR = 30_000;

/** A session that ends with the test. */
async function open(options: SessionOptions): Promise<Session> {
  const session = await Session.open(options);
  onTestFinished(() => session.close());
  return session;
}

/** A folder for this test. */
function folder(): string {
  const workspace = new Workspace();
  onTestFinished(() => workspace.dispose());
  return workspace.real;
}

/** The sidecar as npm has installed it, in a place where no Bun was installed beside it. */
function sidecarWithoutBun(): string {
  const packageDir = folder();
  for (const part of ['package.json', 'dist'])
    cpSync(join(sidecar, part), join(packageDir, part), { recursive: true });
  return packageDir;
}

describe('without a service', () => {
  const absences: [why: string, options: () => SessionOptions, status: RegExp][] = [
    ['REQ-CFG-010: LSP is switched off', () => ({ lsp: false }), /^LSP disabled by configuration\.$/],
    [
      'REQ-GRACE-020: LLXPRT_BUN leads nowhere',
      () => {
        vi.stubEnv('LLXPRT_BUN', '/no where/bun');
        return {};
      },
      /^LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: \/no where\/bun$/,
    ],
    [
      'REQ-GRACE-020: there is no Bun',
      () => {
        vi.stubEnv('LLXPRT_BUN', undefined);
        vi.stubEnv('PATH', dirname(process.execPath));
        return { packageDir: sidecarWithoutBun() };
      },
      /^LSP unavailable: Bun not found in PATH$/,
    ],
    [
      'REQ-GRACE-030: the package is missing',
      () => ({ packageDir: '/no where/lsp' }),
      /^LSP unavailable: LSP package not installed: \/no where\/lsp is not @vybestack\/llxprt-code-lsp$/,
    ],
    [
      'REQ-GRACE-045: what should be Bun is something else',
      () => ({ bunPath: '/bin/false' }),
      /^LSP unavailable: service startup failed: exit code 1$/,
    ],
  ];

  it.each(absences)(
    '%s: the tools work as they always did, and status says why',
    async (_why, options, status) => {
      onTestFinished(() => void vi.unstubAllEnvs());
      const session = await open({ files: { 'edit.ts': 'one\n', 'apply_patch.ts': 'one\n' }, ...options() });
      for (const tool of TOOL_NAMES) {
        const { text: result, plain } = await session.call(
          change(tool, `${tool}.ts`, tool === 'write_file' ? '' : 'one\n', 'const a: string = 1;\n'),
        );
        expect(result).toBe(plain);
      }
      expect(await session.status()).toMatch(status);
      await session.config.initialize();
      expect(session.processes()).toEqual([]);
    },
  );

  it('REQ-GRACE-020: only the debug log has it', async () => {
    const host = startHost(folder(), { servers: {} }, { LLXPRT_BUN: '/no where/bun' });
    const stderr = text(host.child.stderr);
    const result = await host.call(change('write_file', 'a.ts', '', 'const a: string = 1;\n'));
    expect(result).toEqual({ llmContent: 'Created a.ts (1 line).', returnDisplay: expect.any(String) });
    host.child.stdin.end();
    expect(await stderr).toBe('');
  });
});

describe('a service that', () => {
  it('REQ-LIFE-080, REQ-GRACE-055: is killed while edits wait gives their results up at once, and is not started again', async () => {
    const session = await open({ lsp: { servers: { fake: fake('held.ts') } } });
    const asked = Promise.all(
      TOOL_NAMES.map((tool) =>
        session.probe.until(
          ({ method, path }) =>
            method === 'textDocument/diagnostic' && path?.endsWith(`/${tool}.fake`) === true,
        ),
      ),
    );
    session.write({ 'edit.fake': 'one\n', 'apply_patch.fake': 'one\n' });
    const waiting = TOOL_NAMES.map((tool) =>
      session.call(change(tool, `${tool}.fake`, tool === 'write_file' ? '' : 'one\n', 'HOLD ERROR\n')),
    );
    await asked;
    process.kill(session.pid, 'SIGKILL');
    const killed = performance.now();
    for (const { found } of await Promise.all(waiting)) expect(found).toBe('');
    expect(performance.now() - killed).toBeLessThan(FAR / 4);
    for (const tool of TOOL_NAMES) expect(session.workspace.read(`${tool}.fake`)).toBe('HOLD ERROR\n');
    await expect.poll(() => session.processes()).toEqual([]);
    expect(session.client.isAlive()).toBe(false);
    expect(await session.status()).toBe('LSP unavailable: service died: killed by SIGKILL');
    expect((await session.call(change('edit', 'edit.fake', 'HOLD ERROR\n', 'ERROR two\n'))).found).toBe('');
    expect(session.probe.starts('fake')).toBe(1);
    expect(session.log.join('\n')).toContain('crashes: 1');
  });

  it('REQ-GRACE-050: hangs holds an edit up once, not for ever, and may recover', async () => {
    const session = await open({
      files: { 'a.fake': 'one\n' },
      lsp: { diagnosticTimeout: 1000, firstTouchTimeout: 3000, servers: { fake: fake('pull.ts') } },
    });
    expect((await session.call(change('edit', 'a.fake', 'one\n', 'ERROR two\n'))).found).toContain(' two ');
    process.kill(session.pid, 'SIGSTOP');
    const first = await session.call(change('edit', 'a.fake', 'ERROR two\n', 'ERROR three\n'));
    expect(first.found).toBe('');
    expect(first.ms).toBeLessThan(3000 + 1500);
    const second = await session.call(change('edit', 'a.fake', 'ERROR three\n', 'ERROR four\n'));
    expect(second.found).toBe('');
    expect(second.ms).toBeLessThan(1000);
    process.kill(session.pid, 'SIGCONT');
    await expect.poll(() => session.client.getDiagnosticEpoch(), { timeout: 10_000 }).toBeGreaterThan(0);
    expect((await session.call(change('edit', 'a.fake', 'ERROR four\n', 'ERROR five\n'))).found).toContain(
      ' five ',
    );
  });
});

describe('a language server that ignores every request to end', () => {
  it('REQ-LIFE-080: ends with its service, and its own child too', async () => {
    const session = await open({
      files: { 'a.fake': 'one\n' },
      lsp: { servers: { fake: fake('stubborn.ts') } },
    });
    await session.call(change('edit', 'a.fake', 'one\n', 'two\n'));
    expect(session.processes()).toHaveLength(3);
    process.kill(session.pid, 'SIGKILL');
    await expect.poll(() => session.processes()).toEqual([]);
  });

  it('REQ-LIFE-050: ends with a service that hangs, at shutdown', async () => {
    const session = await open({
      files: { 'a.fake': 'one\n' },
      lsp: { servers: { fake: fake('stubborn.ts') } },
    });
    await session.call(change('edit', 'a.fake', 'one\n', 'two\n'));
    process.kill(session.pid, 'SIGSTOP');
    await session.config.shutdown();
    await expect.poll(() => session.processes()).toEqual([]);
  });
});

describe('a language server', () => {
  it('REQ-LIFE-070, REQ-TIME-085: killed while an edit waits wakes it at once, is skipped from then on, and the other one of the file goes on', async () => {
    const session = await open({
      files: { 'a.fake': 'one\n' },
      lsp: { servers: { dies: fake('held.ts'), lives: fake('pull.ts') } },
    });
    const asked = session.probe.next('dies', 'textDocument/diagnostic');
    const waiting = session.call(change('edit', 'a.fake', 'one\n', 'HOLD dies\nERROR two\n'));
    process.kill((await asked).pid, 'SIGKILL');
    const killed = await waiting;
    expect(killed.found).toContain('\nERROR [2:1] two (F1)\n');
    expect(killed.ms).toBeLessThan(FAR / 4);
    expect((await session.call(change('edit', 'a.fake', 'ERROR two\n', 'ERROR three\n'))).found).toContain(
      '\nERROR [2:1] three (F1)\n',
    );
    expect(await session.server('dies')).toMatchObject({ status: 'broken', reason: 'killed by SIGKILL' });
    expect(await session.server('lives')).toMatchObject({ status: 'active' });
    expect(session.probe.starts('dies')).toBe(1);
    expect(session.log.join('\n')).toContain('dies: crashed: killed by SIGKILL');
  });
});

describe('an abort', () => {
  it.each(TOOL_NAMES)('REQ-TIME-080: ends the wait of %s, not the change', async (tool) => {
    const session = await open({
      files: tool === 'write_file' ? {} : { 'a.fake': 'one\n' },
      lsp: { servers: { fake: fake('held.ts') } },
    });
    const asked = session.probe.next('fake', 'textDocument/diagnostic');
    const cancelled = session.probe.next('fake', '$/cancelRequest');
    const controller = new AbortController();
    const waiting = session.call(
      change(tool, 'a.fake', tool === 'write_file' ? '' : 'one\n', 'HOLD\nERROR two\n'),
      { signal: controller.signal },
    );
    await asked;
    const aborted = performance.now();
    controller.abort();
    const { text: result, plain } = await waiting;
    expect(performance.now() - aborted).toBeLessThan(FAR / 4);
    expect(result).toBe(plain);
    expect(session.workspace.read('a.fake')).toBe('HOLD\nERROR two\n');
    await cancelled;
    expect((await session.call(change('edit', 'a.fake', 'HOLD\n', 'and\n'))).found).toContain(
      '\nERROR [2:1] two (F1)\n',
    );
  });
});

interface Host {
  child: ReturnType<typeof spawnHost>;
  mark: string;
  /** Its answer to the call; rejects if it ends first. */
  call(call: Call): Promise<unknown>;
}

function spawnHost(workspaceRoot: string, settings: unknown, env: NodeJS.ProcessEnv) {
  const program = fileURLToPath(new URL('support/host.mjs', import.meta.url));
  return spawn(process.execPath, [program, workspaceRoot, JSON.stringify(settings)], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
}

/** A host in a process of its own. */
function startHost(workspaceRoot: string, settings: unknown, env: NodeJS.ProcessEnv = {}): Host {
  const mark = randomUUID();
  const child = spawnHost(workspaceRoot, settings, { [MARK]: mark, ...env });
  onTestFinished(() => {
    for (const { pid } of marked(mark)) process.kill(pid, 'SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    mark,
    call: async (call) => {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the host has ended');
      return JSON.parse(value) as unknown;
    },
  };
}

describe('a host', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'REQ-LIFE-040: ended by %s takes a server along that ignores every request to end',
    async (signal) => {
      const { host } = await hostWith([]);
      expect(await host.call(EDIT)).toMatchObject({
        llmContent: expect.stringContaining('ERROR [1:1] one (F0)'),
      });
      await expectEndOf(host, signal);
    },
  );

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'REQ-LIFE-040: ended by %s while an edit waits takes a server along that hangs in initialize',
    async (signal) => {
      const { host, probe } = await hostWith(['--mute']);
      const unanswered = expect(host.call(EDIT)).rejects.toThrow('the host has ended');
      await probe.until(({ method }) => method === 'initialize');
      await expectEndOf(host, signal);
      await unanswered;
    },
  );
});

const EDIT = change('write_file', 'a.fake', '', 'ERROR one\n');

async function hostWith(args: string[]): Promise<{ host: Host; probe: Probe }> {
  const workspace = folder();
  const path = join(dirname(workspace), 'probe');
  const probe = await Probe.listen(path);
  onTestFinished(() => probe.close());
  const server = { ...fake('stubborn.ts', { args }), env: { FAKE_PROBE: path, FAKE_NAME: 'fake' } };
  return { host: startHost(workspace, { servers: { fake: server } }), probe };
}

/** Itself, its sidecar, the server and the child of that. */
async function expectEndOf(host: Host, signal: NodeJS.Signals): Promise<void> {
  expect(marked(host.mark)).toHaveLength(4);
  host.child.kill(signal);
  await expect.poll(() => marked(host.mark), { timeout: 10_000 }).toEqual([]);
}
