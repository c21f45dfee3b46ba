import { randomUUID } from 'node:crypto';
import { describe, expect, afterAll, beforeAll, it, onTestFinished, vi } from 'vitest';
import {
  BREAK,
  declarations,
  Desk,
  PI_FILES,
  HOVER,
  MEND,
  PI_SECTION,
  settle,
  PI_TOOLS,
} from '../support/hosts/pi-desk.js';
import { Home } from '../support/hosts/home.js';
import { openPi, runPi, startPi, type PiOptions, type PiRun } from '../support/hosts/pi.js';
import { PiRpc } from '../support/hosts/pi-rpc.js';
import type { ModelReply, Step } from '../support/hosts/script.js';
import { GONE_WITHIN, type Process } from '../support/processes.js';
import { CART } from '../support/project.js';

const sidecars = (processes: Process[]): Process[] =>
  processes.filter(({ command }) => command.includes('sidecar.js'));

describe('two sessions in one workspace', () => {
  let desk: Desk;
  let home: Home;
  const [mine, theirs] = [randomUUID(), randomUUID()];
  let run: PiRun, otherRun: PiRun;
  let rpc: PiRpc, other: PiRpc;

  beforeAll(async () => {
    // Their turns end with errors, and are not to go on.
    desk = new Desk({ settle: 'off' });
    home = new Home();
    // Reloads, as a person does by hand.
    settle(home, { settle: 'off' });
    home.write(
      '.pi/agent/extensions/again.js',
      "export default (pi) => pi.registerCommand('again', { handler: (_args, context) => context.reload() });\n",
    );
    const args = ['--mode', 'rpc'];
    const script = [BREAK, { say: 'So.' }, killed, HOVER, { say: 'Without.' }];
    run = await startPi(desk.options({ args, script }, mine));
    otherRun = await startPi(
      desk.options({ args, home, script: [HOVER, { say: 'So.' }, HOVER, { say: 'Still.' }, HOVER] }, theirs),
    );
    rpc = new PiRpc(run);
    other = new PiRpc(otherRun);
  });
  afterAll(async () => {
    await run.close();
    await otherRun.close();
    home.dispose();
    await desk.close();
  });

  /** The service dies between two calls; the next one is an edit. */
  async function killed(): Promise<ModelReply> {
    for (const { pid } of sidecars(desk.processes(mine))) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(desk.processes(mine).map(({ pid }) => pid)).toEqual([run.child.pid]), {
      timeout: GONE_WITHIN,
      interval: 20,
    });
    return MEND;
  }

  it('REQ-STATUS-010, REQ-LIFE-020: /lsp status asks no model, and no language server runs yet', async () => {
    expect(await rpc.shown('/lsp status')).toMatch(/^LSP servers in .*C# & ü 100%:\n[^]*typescript +active/);
    expect(await rpc.shown('/lsp help')).toContain('/lsp status --verbose');
    expect(run.model.asked).toEqual([]);
    expect(desk.processes(mine)).toHaveLength(2);
  });

  it('each has a service of its own, since their environments differ', async () => {
    await Promise.all([rpc.prompt('Go.'), other.prompt('Go.')]);
    expect(run.model.resultOf(0)).toContain('<diagnostics file="src/cart.ts">');
    expect(otherRun.model.resultOf(0)).toContain('priceOf');
    expect([sidecars(desk.processes(mine)), sidecars(desk.processes(theirs))]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
  });

  it('REQ-LIFE-080: a session whose service was killed has another one, for its edits and its tools', async () => {
    await rpc.prompt('Go on.');
    expect(run.model.resultOf(2)).toBe(
      'Successfully replaced 1 block(s) in src/cart.ts.\n\n' +
        'The language service was restarted; earlier errors of this session are not remembered.',
    );
    expect(run.model.resultOf(3)).toContain('priceOf');
    await rpc.prompt('And now?');
    expect(run.model.asked.at(-1)?.tools).toEqual(expect.arrayContaining(PI_TOOLS));
    expect(await rpc.shown('/lsp status')).toMatch(/^LSP servers in /);
    expect(sidecars(desk.processes(mine))).toHaveLength(1);
  });

  it('and the other one does not notice', async () => {
    await other.prompt('Go on.');
    expect(otherRun.model.resultOf(2)).toContain('priceOf');
  });

  it('a new session has a service again, and one only', async () => {
    await rpc.send({ type: 'new_session' });
    await rpc.prompt('Go.');
    expect(run.model.resultOf(0)).toContain('<diagnostics file="src/cart.ts">');
    expect(declarations(run.model, 0)).toEqual(PI_TOOLS);
    expect(sidecars(desk.processes(mine))).toHaveLength(1);
  });

  it('so has one that was reloaded: the service has stayed for it', async () => {
    const [before] = sidecars(desk.processes(theirs));
    await other.send({ type: 'prompt', message: '/again' });
    await other.prompt('Once more.');
    expect(otherRun.model.resultOf(4)).toContain('priceOf');
    const [after, ...more] = sidecars(desk.processes(theirs));
    expect(after?.pid).toBe(before?.pid);
    expect(more).toEqual([]);
  });

  it('REQ-LIFE-040: 10 s after pi is gone, nothing is left of it, whether it ended or was killed', async () => {
    expect(desk.processes(mine).length).toBeGreaterThan(2);
    expect(desk.processes(theirs).length).toBeGreaterThan(2);
    run.child.kill('SIGTERM');
    otherRun.child.kill('SIGKILL');
    await Promise.all([run.outcome, otherRun.outcome]);
    await vi.waitFor(() => expect([...desk.processes(mine), ...desk.processes(theirs)]).toEqual([]), {
      timeout: GONE_WITHIN,
      interval: 50,
    });
  });
});

describe('settings', () => {
  it('REQ-NAV-050, REQ-STATUS-040: navigationTools: false hides the tools, nothing else', async () => {
    const desk = new Desk({ navigationTools: false });
    onTestFinished(() => desk.close());
    const { model, outcome } = await runPi(
      desk.options({ script: [BREAK], args: ['-p', 'Go.', '/lsp status'] }),
    );
    expect(model.asked.map(({ tools }) => tools)).toEqual(Array(2).fill(['read', 'bash', 'edit', 'write']));
    expect(model.resultOf(0).split(/\n\n(.*)/s)[1]).toMatch(PI_SECTION);
    expect(outcome.stderr).toMatch(/^LSP servers in [^]*typescript +active/);
  });

  it('warmOnRead: what is read has its server started, and the read does not wait for it', async () => {
    const desk = new Desk();
    onTestFinished(() => desk.close());
    const started = async (): Promise<ModelReply> => {
      await vi.waitFor(
        () => expect(desk.processes().some(({ command }) => command.includes(' --lsp'))).toBe(true),
        { timeout: 20_000, interval: 50 },
      );
      return BREAK;
    };
    const { model } = await runPi(
      desk.options({ script: [{ call: 'read', args: { path: 'src/cart.ts' } }, started] }),
    );
    expect(model.resultOf(0)).toBe(CART);
    expect(model.resultOf(1)).toContain('<diagnostics file="src/cart.ts">');
  });

  it('a setting that does not count is shown to the person', async () => {
    const desk = new Desk({ diagnosticTimeout: '3s' });
    onTestFinished(() => desk.close());
    const { model, terminal, close } = await openPi(desk.options({ script: [] }));
    onTestFinished(close);
    await terminal.until(
      (text) => text.includes('llxprt-lsp: user settings: lsp.diagnosticTimeout: must be'),
      'the problem',
    );
    await terminal.until((text) => text.includes('[Extensions]'), 'that it is ready');
    terminal.type('/lsp s');
    await terminal.until((text) => text.includes('status --verbose'), 'what may follow');
    terminal.type('tatus');
    await terminal.until(
      (text) => text.includes('/lsp status') && !text.includes('status --verbose'),
      'that nothing has to',
    );
    terminal.type('\r');
    await terminal.until(
      (text) => /LSP servers in .*:\s/.test(text) && text.includes('rust-analyzer'),
      'the status',
    );
    expect(model.asked).toEqual([]);
  });
});

describe('REQ-GRACE-020, REQ-GRACE-055: where there is no LSP, the model is sent what it would be sent without the extension', () => {
  let desk: Desk;
  const script = [
    BREAK,
    { call: 'read', args: { path: 'src/cart.ts' } },
    { call: 'write', args: { path: 'src/new.ts', content: 'oops;\n' } },
  ] satisfies Step[];
  let without: unknown[];

  const sent = async (options: Partial<PiOptions>): Promise<{ bodies: unknown[]; stderr: string }> => {
    desk.workspace.write(PI_FILES);
    const { model, outcome } = await runPi({ ...desk.options({ script }), ...options });
    desk.workspace.remove('src/new.ts');
    expect(outcome.code).toBe(0);
    return { bodies: model.asked.map(({ body }) => body), stderr: outcome.stderr };
  };

  beforeAll(async () => {
    desk = new Desk();
    const { extension: _, ...options } = desk.options({ script });
    desk.workspace.write(PI_FILES);
    without = (await runPi(options)).model.asked.map(({ body }) => body);
    desk.workspace.remove('src/new.ts');
    expect(without).toHaveLength(4);
  });
  afterAll(() => desk.close());

  it('REQ-CFG-010: lsp: false', async () => {
    settle(desk.home, false);
    expect(await sent({ args: ['-p', 'Go.', '/lsp status'] })).toEqual({
      bodies: without,
      stderr: 'LSP disabled by configuration.\n',
    });
  });

  it('no Bun', async () => {
    settle(desk.home, {});
    const { bodies, stderr } = await sent({ env: { LLXPRT_BUN: '/nowhere/bun' } });
    expect(bodies).toEqual(without);
    expect(stderr).toBe('');
  });
});
