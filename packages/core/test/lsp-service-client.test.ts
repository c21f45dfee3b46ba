import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type {
  CheckFileParams,
  CheckParams,
  CheckProjectParams,
  CheckReport,
  Diagnostic,
  LspConfig,
  Project,
  ProjectReport,
  ProposeParams,
  SessionReport,
} from '../src/lsp/types.js';
import { appendDiagnostics } from '../src/lsp/append-diagnostics.js';
import { clientOf } from './support/fake-sidecar.js';
import { groupMembers, isRunning } from './support/processes.js';

const EMPTY_REPORT = { files: {}, others: {}, othersComplete: false, servers: [] };

describe('a sidecar that keeps the contract', () => {
  it('REQ-START-010: is alive after lsp/ready and not before', async () => {
    const { client } = clientOf('polite');
    const starting = client.start();
    expect(client.isAlive()).toBe(false);
    await starting;
    expect(client.isAlive()).toBe(true);
    expect(client.getUnavailableReason()).toBeUndefined();
  });

  it('REQ-START-030: gets workspace root, config and Node in LSP_BOOTSTRAP', async () => {
    const { client } = clientOf('polite', {
      diagnosticTimeout: 1234,
      servers: { eslint: { enabled: false } },
    });
    await client.start();
    const [diagnostic] = await client.checkFile('a.ts');
    expect(JSON.parse(diagnostic?.message ?? '')).toMatchObject({
      workspaceRoot: expect.stringContaining('lsp core # é'),
      nodePath: process.execPath,
      config: expect.objectContaining({ diagnosticTimeout: 1234, servers: { eslint: { enabled: false } } }),
    });
  });

  it('REQ-DRIFT-020: a diagnostic with every field crosses the boundary unchanged', async () => {
    const { client } = clientOf('polite');
    await client.start();
    const text = 'Type \'"<é🙂&>"\' is not\nassignable\t\u0000\u2028.';
    const diagnostic = {
      file: 'src/ä b#.ts',
      line: 3,
      character: 7,
      endLine: 4,
      endCharacter: 1,
      severity: 'error',
      message: text,
      code: 'TS2322',
      source: 'ts',
      count: 5,
      origin: 'session',
      related: [{ file: 'lib/ä.ts', line: 1, character: 2, message: '<é>', text: 'x' }],
      fix: { id: 'f1', title: 'one' },
      alternatives: [{ id: 'f2', title: 'another' }],
    } satisfies Required<Diagnostic>;
    expect(await client.checkFile('src/ä b#.ts', text)).toEqual([diagnostic]);
    const report = await client.check({ files: [{ filePath: 'src/ä b#.ts', text }] });
    expect(report.files).toEqual({ 'src/ä b#.ts': [diagnostic] });
  });

  it('REQ-DRIFT-020: a question and its report with every field cross the boundary unchanged', async () => {
    const { client } = clientOf('polite');
    await client.start();
    const file: Required<CheckFileParams> = {
      filePath: 'src/ä b#.ts',
      text: '<é🙂&>\u0000\u2028',
      created: true,
      before: '\uFEFF\r\n',
    };
    const question: Required<CheckParams> = {
      files: [file],
      deleted: ['old #.ts'],
      others: true,
      counted: true,
      written: true,
      origins: true,
      explain: true,
      fixes: true,
      found: true,
      edit: '1.7',
    };
    const report = await client.check(question);
    // The fake puts the question as it came into its report.
    const diagnostic: Omit<Required<Diagnostic>, 'message'> = {
      file: file.filePath,
      line: 3,
      character: 7,
      endLine: 4,
      endCharacter: 1,
      severity: 'error',
      code: 'TS2322',
      source: 'ts',
      count: 5,
      origin: 'session',
      related: [{ file: 'lib/ä.ts', line: 1, character: 2, message: '<é>', text: 'x' }],
      fix: { id: 'f1', title: 'one' },
      alternatives: [{ id: 'f2', title: 'another' }],
    };
    expect(report).toEqual({
      files: { [file.filePath]: [{ ...diagnostic, message: file.text }] },
      refused: { [file.filePath]: JSON.stringify(question) },
      others: { 'other.ts': [{ ...diagnostic, message: file.before }] },
      othersComplete: true,
      servers: [{ id: 'fake', root: '.', outcome: 'complete', ms: 1, version: '1.2.3' }],
      knownErrors: 2,
      open: { 'other.ts': 3 },
      formerNames: { 'other.ts': 'ä.ts' },
      uninstalled: [{ manifest: 'ä/package.json', imports: 2, install: 'npm install' }],
      holes: [{ file: 'ä/tsconfig.json', what: 'extends "x"', errors: 1, command: 'npm install' }],
      inPart: { 'other.ts': '<é>' },
      excluded: ['ä.ts'],
      othersPending: true,
      unjudged: [
        {
          id: 'ä',
          language: 'Ä',
          root: 'lib',
          state: 'late',
          waited: 3000,
          reason: 'no',
          files: ['a.ts'],
          judgedByOthers: true,
        },
      ],
      late: { 'b.ts': [{ ...diagnostic, file: 'b.ts', message: 'late' }] },
      found: { written: 12, asked: 10 },
    } satisfies Required<Omit<CheckReport, 'solved'>>);
    expect(await client.session()).toEqual({
      open: { 'a.ts': [{ ...diagnostic, file: 'a.ts', message: 'broken' }] },
      complete: false,
      pending: true,
    } satisfies Required<SessionReport>);
  });

  it('REQ-DRIFT-020: a proposal and its report with every field cross the boundary unchanged, and it settles nothing', async () => {
    const { client } = clientOf('polite', { report: 'caused' }, { settles: true });
    await client.start();
    const proposal: Required<ProposeParams> = {
      files: [{ filePath: 'src/ä b#.ts', text: '\uFEFF<é🙂&>\u2028' }],
      deleted: ['old #.ts'],
      others: true,
      origins: true,
      solved: true,
    };
    const diagnostic: Omit<Required<Diagnostic>, 'file' | 'message'> = {
      line: 3,
      character: 7,
      endLine: 4,
      endCharacter: 1,
      severity: 'error',
      code: 'TS2322',
      source: 'ts',
      count: 5,
      origin: 'session',
      related: [{ file: 'lib/ä.ts', line: 1, character: 2, message: '<é>', text: 'x' }],
      fix: { id: 'f1', title: 'one' },
      alternatives: [{ id: 'f2', title: 'another' }],
    };
    expect(await client.propose(proposal)).toEqual({
      files: { 'a.ts': [{ ...diagnostic, file: 'a.ts', message: JSON.stringify(proposal) }] },
      others: {},
      othersComplete: true,
      servers: [{ id: 'fake', root: '.', outcome: 'unavailable', ms: 1, reason: 'it cannot' }],
      solved: { 'b.ts': [{ ...diagnostic, file: 'b.ts', message: 'gone' }] },
    } satisfies CheckReport);
    expect(await client.settle()).toBeUndefined();
  });

  it.each<[config: LspConfig, settles: boolean, written: boolean, asks: boolean]>([
    [{}, false, true, false],
    [{}, true, true, true],
    [{ settle: 'off' }, true, true, false],
    [{ report: 'caused' }, false, true, true],
    [{ report: 'caused', settle: 'off' }, true, true, true],
    [{ report: 'caused' }, true, false, false],
  ])(
    'with %j, of a host that settles: %s, a check of something written: %s asks for origins: %s',
    async (config, settles, written, asks) => {
      const { client } = clientOf('polite', config, { settles });
      await client.start();
      // The fake has open errors in its report if it was asked for origins.
      const { open } = await client.check({
        files: [{ filePath: 'a.ts', text: '' }],
        ...(written && { written }),
      });
      expect(open).toEqual(asks ? { 'other.ts': 3 } : undefined);
    },
  );

  it.each<[config: LspConfig, written: boolean, asks: boolean]>([
    [{}, true, false],
    [{ explain: true }, true, true],
    [{ explain: true }, false, false],
  ])('with %j, a check of something written: %s asks for explanations: %s', async (config, written, asks) => {
    const { client } = clientOf('polite', config);
    await client.start();
    // The fake puts the question as it came into its report.
    const { refused } = await client.check({
      files: [{ filePath: 'a.ts', before: '' }],
      others: true,
      ...(written && { written }),
    });
    expect(JSON.parse(refused?.['a.ts'] ?? '')).toEqual({
      files: [{ filePath: 'a.ts', before: '' }],
      others: true,
      ...(written && { written }),
      ...(asks && { explain: true }),
    });
  });

  it.each<[config: LspConfig, sent: string]>([
    [{}, '{"filePath":"a.ts"}'],
    [{ report: 'caused' }, '{"filePath":"a.ts","findings":true}'],
  ])('with %j a file that was read is warmed by %s', async (config, sent) => {
    const { client, log } = clientOf('polite', config);
    await client.start();
    client.warm('a.ts');
    await expect.poll(() => log).toContain(`lsp service: warm ${sent}`);
  });

  it('REQ-DRIFT-020: projects and what is reported of them cross the boundary unchanged, every field', async () => {
    const { client } = clientOf('polite');
    await client.start();
    const question: Required<CheckProjectParams> = {
      paths: ['src/ä b#.ts'],
      checkers: ['tsc'],
      only: [{ checker: 'tsc', root: 'web' }],
      timeout: 7,
    };
    const project = {
      checker: 'tsc',
      language: 'TypeScript',
      root: 'packages/ä b#',
      commands: [['tsc', '--project', JSON.stringify(question)]],
      program: { name: 'tsc', path: '/tsc', version: '5.9.3', origin: 'workspace' },
      reason: 'none',
      install: 'npm install',
    } satisfies Required<Project>;
    expect(await client.projects(question)).toEqual([project]);
    expect(await client.checkProject(question)).toMatchObject({
      files: { 'a.ts': [{ line: 3, character: 7, message: 'broken' }] },
      projects: [{ ...project, outcome: 'incomplete', ms: 12, sources: ['ts'] }],
      refused: { 'b.ts': 'not a file' },
    } satisfies { [K in keyof Required<ProjectReport>]: unknown });
    expect(await client.projects()).toMatchObject([{ commands: [['tsc', '--project', '{}']] }]);
  });

  it('REQ-ARCH-070: offers every method of the wire', async () => {
    const { client, log } = clientOf('polite');
    await client.start();
    client.warm('warm.ts');
    expect(await client.getDiagnosticEpoch()).toBe(7);
    expect(await client.getAllDiagnostics()).toEqual({ 'a.ts': [] });
    expect(await client.getAllDiagnosticsAfter(7)).toEqual({ '{"afterEpoch":7}': [] });
    expect(await client.getAllDiagnosticsAfter(7, 50)).toEqual({ '{"afterEpoch":7,"waitMs":50}': [] });
    const [row] = await client.status({ verbose: true });
    expect(row).toMatchObject({ id: 'fake', language: '{"verbose":true}' });
    // What another host reads.
    expect(Object.keys(row ?? {})).not.toContain('serverId');
    await client.shutdown();
    await expect.poll(() => log).toContain('lsp service: warm {"filePath":"warm.ts"}');
  });

  it('the empty string is a text of its own', async () => {
    const { client } = clientOf('polite');
    await client.start();
    expect(await client.checkFile('a.ts', '')).toMatchObject([{ message: '' }]);
  });

  it('REQ-CFG-080: obeys neither the bunfig.toml nor the .env of the workspace, which the model can write', async () => {
    const { client, workspaceRoot, packageDir, log } = clientOf('polite');
    writeFileSync(join(workspaceRoot, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
    writeFileSync(join(workspaceRoot, 'evil.ts'), 'console.error("evil");\n');
    writeFileSync(join(workspaceRoot, '.env'), 'LSP_BOOTSTRAP=evil\n');
    await client.start();
    expect(await client.status()).toMatchObject([{ root: realpathSync(packageDir) }]);
    expect((await client.checkFile('a.ts'))[0]?.message).not.toContain('evil');
    expect(log.join('\n')).not.toContain('evil');
  });

  it('REQ-OBS-030: has Bun and every server send nothing anywhere', async () => {
    const { client, log } = clientOf('polite');
    await client.start();
    await expect.poll(() => log).toContain('lsp service: DO_NOT_TRACK=1');
  });

  it('REQ-ARCH-030: hands out the navigation channel while it is alive', async () => {
    const { client } = clientOf('polite');
    expect(client.getMcpTransportStreams()).toBeUndefined();
    await client.start();
    const streams = client.getMcpTransportStreams();
    expect(streams?.toServer.writable).toBe(true);
    expect(streams?.fromServer.readable).toBe(true);
    await client.shutdown();
    expect(client.getMcpTransportStreams()).toBeUndefined();
  });

  it('REQ-ARCH-030: the sidecar is sent the list of tools to offer there', async () => {
    const { client } = clientOf('polite', {}, { catalog: 'vscode' });
    await client.start();
    const [diagnostic] = await client.checkFile('a.ts');
    expect(JSON.parse(diagnostic?.message ?? '')).toMatchObject({ catalog: 'vscode' });
  });

  it('REQ-NAV-050: navigationTools false closes the navigation channel', async () => {
    const { client } = clientOf('polite', { navigationTools: false });
    await client.start();
    const [diagnostic] = await client.checkFile('a.ts');
    expect(JSON.parse(diagnostic?.message ?? '')).toMatchObject({ config: { navigationTools: false } });
    expect(client.getMcpTransportStreams()).toBeUndefined();
  });

  it('REQ-START-030: LSP_BOOTSTRAP holds the workspace root and the configuration', async () => {
    const { client } = clientOf('polite');
    await client.start();
    const [diagnostic] = await client.checkFile('a.ts');
    expect(JSON.parse(diagnostic?.message ?? '')).toMatchObject({
      workspaceRoot: expect.any(String),
      config: { navigationTools: true },
    });
  });

  it('REQ-LIFE-040: shutdown ends the service and its language servers', async () => {
    const { client, pid, log } = clientOf('polite');
    await client.start();
    expect(groupMembers(pid())).toHaveLength(2);
    await client.shutdown();
    expect(log.at(-1)).toMatch(/shut down: exit code 0/);
    await expect.poll(() => groupMembers(pid())).toEqual([]);
  });

  it('REQ-GRACE-045: starts once; neither a second start nor one after shutdown does anything', async () => {
    const { client, log } = clientOf('polite');
    await Promise.all([client.start(), client.start()]);
    await client.shutdown();
    await client.shutdown();
    await client.start();
    expect(client.isAlive()).toBe(false);
    expect(client.getUnavailableReason()).toBe('service was shut down');
    expect(log.filter((line) => line.includes('starting'))).toHaveLength(1);
  });

  it('REQ-LIFE-060: leaves nothing registered in the host', async () => {
    const before = process.listenerCount('exit');
    const { client } = clientOf('polite');
    await client.start();
    expect(process.listenerCount('exit')).toBe(before + 1);
    await client.shutdown();
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('shutdown while it is starting ends the attempt and its process', async () => {
    const { client, log } = clientOf('polite');
    const starting = client.start();
    await client.shutdown();
    await starting;
    expect(client.isAlive()).toBe(false);
    expect(log.join('\n')).toContain('shut down while it was starting');
  });
});

describe('a client without a sidecar', () => {
  it('REQ-GRACE-040: answers empty before the start', async () => {
    const { client } = clientOf('polite');
    expect(client.isAlive()).toBe(false);
    expect(await client.checkFile('a.ts')).toEqual([]);
    expect(await client.check({ files: [{ filePath: 'a.ts' }] })).toEqual(EMPTY_REPORT);
    expect(await client.propose({ files: [{ filePath: 'a.ts', text: '' }] })).toEqual(EMPTY_REPORT);
    expect(await client.status()).toEqual([]);
    expect(await client.projects()).toBeUndefined();
    expect(await client.checkProject({})).toBeUndefined();
    expect(client.getUnavailableReason()).toBeUndefined();
  });

  const failures: [title: string, fake: string, reason: string | RegExp][] = [
    ['says why', 'exits-at-once', 'service startup failed: LSP_BOOTSTRAP: workspaceRoot must not be empty'],
    ['says nothing', 'exits-silently', 'service startup failed: exit code 3'],
    ['throws', 'throws-at-once', /^service startup failed: (Type)?[eE]rror: no such thing$/],
  ];
  it.each(failures)(
    'REQ-STATUS-035: a service that ends at once and %s: %s',
    async (_title, fake, reason) => {
      const { client, log } = clientOf(fake);
      await client.start();
      expect(client.isAlive()).toBe(false);
      expect(client.getUnavailableReason()).toEqual(
        typeof reason === 'string' ? reason : expect.stringMatching(reason),
      );
      expect(await client.checkFile('a.ts')).toEqual([]);
      expect(log.join('\n')).toContain('starts succeeded: 0, failed: 1');
    },
  );

  it('REQ-GRACE-045: a process that the system will not start is a reason, too', async () => {
    const { client } = clientOf('polite', { servers: { big: { command: 'x'.repeat(4 * 1024 * 1024) } } });
    await client.start();
    expect(client.getUnavailableReason()).toBe('service startup failed: spawn E2BIG');
  });

  it('REQ-START-020: gives up on a service that never becomes ready, and on its children', async () => {
    const { client, log } = clientOf('never-ready', { firstTouchTimeout: 1500 });
    await client.start();
    expect(client.getUnavailableReason()).toBe('service startup failed: no lsp/ready within 1500 ms');
    const languageServer = Number(/language server (\d+)/.exec(log.join('\n'))?.[1]);
    expect(languageServer).toBeGreaterThan(0);
    await expect.poll(() => isRunning(languageServer)).toBe(false);
  });

  it('REQ-START-020: a host that was held up itself for longer than that reads first what has arrived', async () => {
    const firstTouchTimeout = 300;
    const { client, log, packageDir } = clientOf('polite', { firstTouchTimeout });
    const started = client.start();
    while (!log.some((line) => line.startsWith('lsp: starting'))) await nextTurn();
    const saidReady = join(packageDir, 'said-ready');
    const since = performance.now();
    const heldUp = (): number => performance.now() - since;
    // Nothing of this process runs meanwhile.
    while (heldUp() < 20_000 && (heldUp() < 2 * firstTouchTimeout || !existsSync(saidReady))) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
    expect(existsSync(saidReady)).toBe(true);
    await started;
    expect(client.getUnavailableReason()).toBeUndefined();
    expect(client.isAlive()).toBe(true);
  });
});

describe('a sidecar that dies', () => {
  it('REQ-LIFE-080: wakes every waiter at once with nothing, and is not restarted', async () => {
    const { client, log, pid } = clientOf('dies-mid-request');
    await client.start();
    const others = client.check({ files: [{ filePath: 'a.ts' }] });
    const project = client.checkProject({});
    const proposed = client.propose({ files: [{ filePath: 'a.ts', text: '' }] });
    expect(await client.checkFile('a.ts')).toEqual([]);
    expect(await others).toEqual(EMPTY_REPORT);
    expect(await proposed).toEqual(EMPTY_REPORT);
    expect(await project).toBeUndefined();
    await client.over;
    expect(client.isAlive()).toBe(false);
    expect(await client.openMcpTransport()).toBeUndefined();
    expect(client.getUnavailableReason()).toBe('service died: killed by SIGKILL');
    await client.start();
    expect(client.isAlive()).toBe(false);
    expect(log.join('\n')).toContain('crashes: 1');
    await expect.poll(() => groupMembers(pid())).toEqual([]);
  });

  it('REQ-LIFE-080: killed from outside, takes its language servers along', async () => {
    const { client, pid } = clientOf('polite');
    await client.start();
    process.kill(pid(), 'SIGKILL');
    await expect.poll(() => groupMembers(pid())).toEqual([]);
    await expect.poll(() => client.getUnavailableReason()).toBe('service died: killed by SIGKILL');
  });

  it('REQ-STATUS-035: who asks before its end, and finds that nobody reads any more, does not hide how it ended', async () => {
    const { client } = clientOf('stops-reading');
    await client.start();
    expect(await client.getDiagnosticEpoch()).toBe(1);
    expect(await client.checkFile('a.ts')).toEqual([]);
    await client.over;
    expect(client.getUnavailableReason()).toBe('service died: exit code 3');
  });

  it('REQ-GRACE-040: bytes that are no message end it', async () => {
    const { client, pid } = clientOf('writes-garbage');
    await client.start();
    expect(await client.checkFile('a.ts')).toEqual([]);
    await expect
      .poll(() => client.getUnavailableReason())
      .toMatch(/^service died: broken connection: Header must/);
    await expect.poll(() => groupMembers(pid())).toEqual([]);
  });
});

describe('a sidecar that is slow or hangs', () => {
  it('REQ-LIFE-050: is killed with its children if it ignores the shutdown', async () => {
    const { client, pid } = clientOf('ignores-shutdown');
    await client.start();
    const pending = client.check({ files: [{ filePath: 'a.ts' }] });
    const started = performance.now();
    const stopped = client.shutdown();
    expect(await pending).toEqual(EMPTY_REPORT);
    expect(performance.now() - started).toBeLessThan(1500);
    await stopped;
    expect(performance.now() - started).toBeGreaterThan(1900);
    await expect.poll(() => groupMembers(pid())).toEqual([]);
  });

  it('REQ-TIME-080: an abort ends the wait, with nothing, and reaches the sidecar', async () => {
    const { client } = clientOf('never-answers');
    await client.start();
    const abort = new AbortController();
    const waiting = client.checkFile('a.ts', undefined, abort.signal);
    expect(await client.getDiagnosticEpoch()).toBe(0);
    abort.abort();
    expect(await waiting).toEqual([]);
    expect(await client.checkFile('b.ts', undefined, abort.signal)).toEqual([]);
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(1);
    expect(client.isAlive()).toBe(true);
  });

  it('REQ-GRACE-040: an error in answer to one request is nothing, and the next one is answered', async () => {
    const { client, log } = clientOf('never-answers');
    await client.start();
    expect(await client.status()).toEqual([]);
    expect(log.at(-1)).toContain('no status today');
    expect(await client.getDiagnosticEpoch()).toBe(0);
  });

  it('one request that is never answered is given up and cancelled; the others go on', async () => {
    const { client, config } = clientOf('never-answers', { diagnosticTimeout: 100 });
    await client.start();
    config.firstTouchTimeout = 100;
    expect(await client.checkFile('a.ts')).toEqual([]);
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(1);
    expect(client.isAlive()).toBe(true);
  });

  it('REQ-GRACE-050: a service that hangs is given up past its own deadline, and sent a cancellation', async () => {
    const { client, config, log } = clientOf('never-answers', { diagnosticTimeout: 100 });
    await client.start();
    config.firstTouchTimeout = 100;
    expect(
      await appendDiagnostics('Edited.', {
        checker: client,
        config,
        kind: 'edit',
        files: [{ filePath: 'a.ts' }],
      }),
    ).toBe('Edited.');
    expect(log).toContain('lsp: lsp/check without answer: overdue');
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(1);
  });

  it('REQ-GRACE-055: garbage instead of a report costs nothing', async () => {
    const { client, config, log } = clientOf('answers-as-told');
    await client.start();
    const told = (report: unknown): CheckParams => ({
      files: [{ filePath: 'a.ts', text: JSON.stringify(report) }],
    });
    const finding = { file: 'a.ts', line: 2, character: 3, severity: 'error', message: 'broken' } as const;
    const report: CheckReport = {
      files: { 'a.ts': [finding] },
      others: {},
      othersComplete: true,
      servers: [],
    };
    expect(await client.check(told(report))).toEqual(report);
    const { severity, ...withoutSeverity } = finding;
    expect(severity).toBe('error');
    const garbage: unknown[] = [
      null,
      'text',
      [],
      {},
      { ...report, files: 5 },
      { ...report, files: { 'a.ts': [null] } },
      { ...report, files: { 'a.ts': [withoutSeverity] } },
      { ...report, files: { 'a.ts': [{ ...finding, severity: 'fatal' }] } },
      { ...report, servers: undefined },
      { ...report, files: { 'a.ts': [{ ...finding, origin: 'elsewhere' }] } },
      { ...report, open: { 'a.ts': -1 } },
      { ...report, open: [1] },
      { ...report, knownErrors: -1 },
      { ...report, knownErrors: 0.5 },
    ];
    config.meta = true;
    for (const answer of garbage) {
      log.length = 0;
      expect(await client.check(told(answer))).toEqual(EMPTY_REPORT);
      expect(log.join()).toMatch(/^lsp: unreadable answer to lsp\/check: /);
      expect(
        await appendDiagnostics('Edited.', {
          checker: client,
          config,
          kind: 'edit',
          files: told(answer).files,
        }),
      ).toBe('Edited.');
    }
  });

  it('REQ-GRACE-055: a proposal without a readable answer, or without one in time, has no result', async () => {
    const { client, log } = clientOf('answers-as-told');
    await client.start();
    expect(
      await client.propose({ files: [{ filePath: 'a.ts', text: '{"files": {}, "solved": 5}' }] }),
    ).toEqual(EMPTY_REPORT);
    expect(log.join()).toMatch(/unreadable answer to lsp\/propose: /);
    const { client: deaf, config } = clientOf('never-answers', {
      diagnosticTimeout: 50,
      otherFilesTimeout: 0,
    });
    await deaf.start();
    config.firstTouchTimeout = 50;
    const started = performance.now();
    expect(await deaf.propose({ files: [{ filePath: 'a.ts', text: '' }] })).toEqual(EMPTY_REPORT);
    // Twice the deadline of a server, and the margin.
    expect(performance.now() - started).toBeGreaterThan(590);
    await expect.poll(() => deaf.getDiagnosticEpoch()).toBe(1);
    const aborted = deaf.propose({ files: [{ filePath: 'a.ts', text: '' }] }, AbortSignal.abort());
    expect(await aborted).toEqual(EMPTY_REPORT);
  });

  it('a check of projects takes as long as it takes: it outlasts what bounds the others, until its signal', async () => {
    const { client, config } = clientOf('never-answers', { diagnosticTimeout: 100 });
    await client.start();
    config.firstTouchTimeout = 100;
    const abort = new AbortController();
    const waiting = client.checkProject({}, abort.signal);
    expect(await client.checkFile('a.ts')).toEqual([]);
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(1);
    abort.abort();
    expect(await waiting).toBeUndefined();
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(2);
    expect(client.isAlive()).toBe(true);
  });

  it('one that hangs is waited for once', async () => {
    const { client, config, pid } = clientOf('freezes', { diagnosticTimeout: 100 });
    await client.start();
    config.firstTouchTimeout = 100;
    expect(await client.checkFile('a.ts')).toEqual([]);
    config.firstTouchTimeout = 20_000;
    const again = performance.now();
    expect(await client.checkFile('a.ts')).toEqual([]);
    expect(performance.now() - again).toBeLessThan(10_000);
    // It does not hear that it is to end, and shutdown waits for that.
    process.kill(pid(), 'SIGKILL');
    await client.over;
  });

  it('REQ-OBS-010: a flood on stderr holds nothing up and reaches the debug log', async () => {
    const { client, log } = clientOf('floods-stderr');
    await client.start();
    expect(await client.getDiagnosticEpoch()).toBe(5);
    expect(log.filter((line) => line.startsWith('lsp service: noise')).length).toBeGreaterThan(8000);
  });
});

describe('the end of a turn', () => {
  const finding: Diagnostic = {
    file: 'a.ts',
    line: 2,
    character: 3,
    severity: 'error',
    message: 'broken',
    origin: 'session',
  };
  const OPEN: SessionReport = { open: { 'a.ts': [finding] }, complete: true };
  const TEXT =
    'Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.\n<diagnostics file="a.ts">\nERROR [2:3] broken\n</diagnostics>';
  /** A change after which the fake's session is like this. */
  const change = (session: unknown = OPEN): CheckParams => ({
    files: [{ filePath: 'a.ts', text: JSON.stringify(session) }],
    written: true,
  });

  async function started(
    config: LspConfig = {},
    fake = 'answers-as-told',
  ): Promise<ReturnType<typeof clientOf>> {
    const made = clientOf(fake, config, { settles: true });
    await made.client.start();
    return made;
  }

  it('what still stands is reported once for each turn that changed something', async () => {
    const { client } = await started();
    expect(await client.settle()).toBeUndefined();
    for (const asked of [1, 2]) {
      await client.check(change());
      await client.check(change());
      expect(await client.settle()).toBe(TEXT);
      expect(await client.settle()).toBeUndefined();
      expect(await client.getDiagnosticEpoch()).toBe(asked);
    }
  });

  it('of two calls at once, one gets it', async () => {
    const { client } = await started();
    await client.check(change());
    expect(await Promise.all([client.settle(), client.settle()])).toEqual([TEXT, undefined]);
  });

  it('what is checked without having been written is no change; a deletion is one', async () => {
    const { client } = await started();
    const { files } = change();
    await client.check({ files });
    expect(await client.settle()).toBeUndefined();
    await client.check({ files, deleted: ['b.ts'] });
    expect(await client.settle()).toBe(TEXT);
  });

  it('a change that comes while the answer is awaited counts for the next turn', async () => {
    const { client } = await started();
    await client.check(change());
    const first = client.settle();
    await client.check(change());
    expect([await first, await client.settle(), await client.settle()]).toEqual([TEXT, TEXT, undefined]);
  });

  it('a turn that is not to be reminded of counts as settled, and nothing is asked', async () => {
    const { client } = await started();
    await client.check(change());
    expect(await client.settle('silently')).toBeUndefined();
    expect(await client.settle()).toBeUndefined();
    expect(await client.getDiagnosticEpoch()).toBe(0);
  });

  it('with `settle: "off"` nothing is asked or reported', async () => {
    const { client } = await started({ settle: 'off' });
    await client.check(change());
    expect(await client.settle()).toBeUndefined();
    expect(await client.getDiagnosticEpoch()).toBe(0);
  });

  it('what a server owed at the end of a turn is asked for at the next end, and reported once', async () => {
    const { client } = await started();
    const settled = async (session: unknown): Promise<string | undefined> => {
      await client.check({ files: change(session).files });
      return client.settle();
    };
    const none = { open: {}, complete: false, pending: true };
    await client.check(change(none));
    expect(await settled(none)).toBeUndefined();
    expect(await settled({ ...OPEN, complete: false, pending: true })).toBe(TEXT);
    expect(await settled({ ...OPEN, complete: false, pending: true })).toBeUndefined();
    expect(await settled(OPEN)).toBeUndefined();
    expect(await client.getDiagnosticEpoch()).toBe(4);
    expect(await settled(OPEN)).toBeUndefined();
    expect(await client.getDiagnosticEpoch()).toBe(4);
  });

  it.each<[what: string, session: unknown]>([
    ['nothing is open', { open: {}, complete: true }],
    [
      'nothing is open that is reported',
      { open: { 'a.ts': [{ ...finding, severity: 'warning' }] }, complete: true },
    ],
  ])('REQ-GRACE-055: where %s, nothing is reported, then or later', async (_, session) => {
    const { client } = await started();
    await client.check(change(session));
    expect([await client.settle(), await client.settle()]).toEqual([undefined, undefined]);
    expect(await client.getDiagnosticEpoch()).toBe(1);
  });

  it.each<[what: string, session: unknown]>([
    ['the answer is no report', { open: { 'a.ts': [{ ...finding, origin: 'elsewhere' }] }, complete: true }],
    ['the answer is another one', { files: {} }],
    ['the answer is null', null],
  ])('REQ-GRACE-055: where %s, nothing is reported, and the next end asks again', async (_, session) => {
    const { client } = await started();
    await client.check(change(session));
    expect([await client.settle(), await client.settle()]).toEqual([undefined, undefined]);
    expect(await client.getDiagnosticEpoch()).toBe(2);
  });

  it('REQ-GRACE-055: a service that is late is given up once servers may wait no longer, and sent a cancellation, and answers the next request', async () => {
    const { client } = await started({ diagnosticTimeout: 200, firstTouchTimeout: 3000 }, 'never-answers');
    const abort = new AbortController();
    const checked = client.check(change(), abort.signal);
    expect(await client.getDiagnosticEpoch()).toBe(0);
    abort.abort();
    await checked;
    const begun = performance.now();
    expect(await client.settle()).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(10_000);
    // The check and the request at the end have both been cancelled.
    await expect.poll(() => client.getDiagnosticEpoch()).toBe(2);
  });

  it('REQ-GRACE-040: without a service, or after its end, nothing is reported', async () => {
    const { client, pid } = await started();
    await client.check(change());
    process.kill(pid(), 'SIGKILL');
    expect(await client.settle()).toBeUndefined();
    await client.over;
    await client.check(change());
    expect(await client.settle()).toBeUndefined();
    const { client: unstarted } = clientOf('answers-as-told');
    await unstarted.check(change());
    expect(await unstarted.settle()).toBeUndefined();
  });
});
