import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Home } from '../support/hosts/home.js';
import { pageOf } from '../support/hosts/host-case.js';
import { openPi, PI_EXTENSION, piCommand, runPi, startPi, type PiOptions, type PiOutcome, type PiRun } from '../support/hosts/pi.js';
import { PiRpc } from '../support/hosts/pi-rpc.js';
import type { Reply, ScriptedModel, Step } from '../support/hosts/script.js';
import { patient } from '../support/deadlines.js';
import { GONE_WITHIN, marked, MARK, type Process } from '../support/processes.js';
import { CART, PRICES } from '../support/project.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';
import { Workspace, type Tree } from '../support/workspace.js';

const FILES = {
  'tsconfig.json': tsconfig({ compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' }, include: ['src'] }),
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

const TOOLS = [
  'lsp_goto_definition',
  'lsp_goto_type_definition',
  'lsp_goto_implementation',
  'lsp_find_references',
  'lsp_hover',
  'lsp_document_symbols',
  'lsp_workspace_symbols',
  'lsp_incoming_calls',
  'lsp_outgoing_calls',
  'lsp_diagnostics',
  'lsp_compare_patches',
  'lsp_fix',
  'lsp_rename_symbol',
  'lsp_move_file',
  'lsp_replace_symbol',
  'lsp_insert_symbol',
  'lsp_delete_symbol',
  'lsp_organize_imports',
];

const edit = (path: string, oldText: string, newText: string): Reply => ({ call: 'edit', args: { path, edits: [{ oldText, newText }] } });
const BREAK = edit('src/cart.ts', '(sum, item) => sum + priceOf(item), 0', "(sum, item) => sum + priceOf(item), ''");
const MEND = edit('src/cart.ts', "priceOf(item), ''", 'priceOf(item), 0');
const HOVER: Reply = { call: 'lsp_hover', args: { file: 'src/prices.ts', symbol: 'priceOf' } };
const SECTION = /^LSP diagnostics after edit:\n<diagnostics file="src\/cart\.ts">\nERROR \[4:3\] Type 'string' is not assignable to type 'number'\. \(2322\)\n<\/diagnostics>$/;

/** The user's settings, with long deadlines. */
function settle(home: Home, lsp: Readonly<Record<string, unknown>> | false): void {
  home.writeJson('.llxprt/settings.json', { lsp: patient(lsp) });
}

/** A user with a workspace, and all processes that come of what they start. */
class Desk {
  readonly home = new Home();
  readonly workspace = new Workspace();
  readonly #mark = randomUUID();

  constructor(lsp: Readonly<Record<string, unknown>> = {}, packages: Tree = TYPESCRIPT_7) {
    this.workspace.write(FILES);
    this.workspace.install(packages);
    settle(this.home, lsp);
  }

  options(options: Pick<PiOptions, 'script'> & Partial<PiOptions>, mark = this.#mark): PiOptions {
    return { home: this.home, workspace: this.workspace.real, extension: PI_EXTENSION, ...options, env: { [MARK]: mark, ...options.env } };
  }

  processes(mark = this.#mark): Process[] {
    return marked(mark);
  }

  async close(): Promise<void> {
    try {
      await vi.waitFor(() => expect(this.processes()).toEqual([]), { timeout: GONE_WITHIN, interval: 50 });
    } finally {
      this.home.dispose();
      this.workspace.dispose();
    }
  }
}

const sidecars = (processes: Process[]): Process[] => processes.filter(({ command }) => command.includes('sidecar.js'));
const declarations = (model: ScriptedModel, turn: number): string[] => (model.asked[turn]?.tools ?? []).filter((name) => name.startsWith('lsp_'));

describe('a session, after pi install', () => {
  let desk: Desk;
  let model: ScriptedModel;
  let outcome: PiOutcome;
  let installed: PiOutcome;

  beforeAll(async () => {
    desk = new Desk({}, {});
    installed = await piCommand(['install', PI_EXTENSION], { cwd: desk.workspace.real, home: desk.home });
    const { extension: _, ...options } = desk.options({
      script: [
        BREAK,
        MEND,
        { call: 'write', args: { path: 'src/prices.ts', content: PRICES.replace('priceOf', 'costOf').replace('cents: number', 'cents: string') } },
        { call: 'write', args: { path: '@src/prices.ts', content: PRICES } },
        { call: 'lsp_find_references', args: { file: 'src/prices.ts', symbol: 'priceOf' } },
        { call: 'lsp_hover', args: { file: '../elsewhere.ts', line: 1, character: 1 } },
        edit('src/cart.ts', 'nowhere', 'at all'),
        { call: 'write', args: { path: 'notes.txt', content: 'No server reads this.\n' } },
      ],
    });
    ({ model, outcome } = await runPi(options));
  });
  afterAll(() => desk.close());

  it('one command installs it', () => {
    expect(installed).toMatchObject({ code: 0 });
    expect(outcome).toEqual({ code: 0, signal: null, stdout: 'Done.\n', stderr: '' });
  });

  it('REQ-DIAG-010, REQ-TIME-030: the first edit of a session carries its error, with a server that had to be started for it', () => {
    const [success, sections] = model.resultOf(0).split(/\n\n(.*)/s);
    expect(success).toBe('Successfully replaced 1 block(s) in src/cart.ts.');
    expect(sections).toMatch(SECTION);
  });

  it('its page shows what the model reads', () => {
    for (const turn of [0, 4]) expect(pageOf('pi')).toContain(`\n${model.resultOf(turn)}\n\`\`\``);
  });

  it('REQ-FMT-020: what is mended is not reported any more', () => {
    expect(model.resultOf(1)).toBe('Successfully replaced 1 block(s) in src/cart.ts.');
  });

  it('REQ-DIAG-040, REQ-DIAG-050: a write reports on the other files that it broke', () => {
    expect(model.resultOf(2)).toContain('LSP errors detected in this file:\n<diagnostics file="src/prices.ts">');
    expect(model.resultOf(2)).toContain('LSP errors detected in other files:\n<diagnostics file="src/cart.ts">');
    expect(model.resultOf(3)).toMatch(/^Successfully wrote \d+ bytes to @src\/prices\.ts$/);
  });

  it('REQ-NAV-010, REQ-NAV-020: its tools are declared to the model with their schemas, from the first request on', () => {
    expect(declarations(model, 0)).toEqual(TOOLS);
    const { tools } = model.asked[0]!.body as { tools: { function: { name: string } }[] };
    expect(tools.find(({ function: { name } }) => name === 'lsp_hover')).toMatchObject({
      function: { description: expect.stringContaining('type'), parameters: { type: 'object', properties: { file: { type: 'string' }, symbol: { type: 'string' } } } },
    });
  });

  it('a tool answers, and says what is wrong with a question', () => {
    expect(model.resultOf(4)).toMatch(/^3 references to `priceOf` in 2 files:\n/);
    expect(model.resultOf(5)).toMatch(/outside/);
  });

  it('REQ-GRACE-010: a failed edit, and a file that no server reads, stay as they are', () => {
    expect(model.resultOf(6)).toMatch(/^Could not find/);
    expect(model.resultOf(6)).not.toContain('diagnostics');
    expect(model.resultOf(7)).toBe('Successfully wrote 22 bytes to notes.txt');
  });
});

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
    home.write('.pi/agent/extensions/again.js', "export default (pi) => pi.registerCommand('again', { handler: (_args, context) => context.reload() });\n");
    const args = ['--mode', 'rpc'];
    const script = [BREAK, { say: 'So.' }, killed, HOVER, { say: 'Without.' }];
    run = await startPi(desk.options({ args, script }, mine));
    otherRun = await startPi(desk.options({ args, home, script: [HOVER, { say: 'So.' }, HOVER, { say: 'Still.' }, HOVER] }, theirs));
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
  async function killed(): Promise<Reply> {
    for (const { pid } of sidecars(desk.processes(mine))) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(desk.processes(mine).map(({ pid }) => pid)).toEqual([run.child.pid]), { timeout: GONE_WITHIN, interval: 20 });
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
    expect([sidecars(desk.processes(mine)), sidecars(desk.processes(theirs))]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('REQ-GRACE-055, REQ-LIFE-080: without its service a session edits on, its tools say so, then they are gone', async () => {
    await rpc.prompt('Go on.');
    expect(run.model.resultOf(2)).toBe('Successfully replaced 1 block(s) in src/cart.ts.');
    expect(run.model.resultOf(3)).toBe('Error: The LSP service has ended, and lsp_hover with it. Search the text instead.');
    await rpc.prompt('And now?');
    expect(run.model.asked.at(-1)?.tools).toEqual(['read', 'bash', 'edit', 'write']);
    expect(await rpc.shown('/lsp status')).toBe('LSP unavailable: service died: the shared service has closed the connection');
  });

  it('and the other one does not notice', async () => {
    await other.prompt('Go on.');
    expect(otherRun.model.resultOf(2)).toContain('priceOf');
  });

  it('a new session has a service again, and one only', async () => {
    await rpc.send({ type: 'new_session' });
    await rpc.prompt('Go.');
    expect(run.model.resultOf(0)).toContain('<diagnostics file="src/cart.ts">');
    expect(declarations(run.model, 0)).toEqual(TOOLS);
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
    await vi.waitFor(() => expect([...desk.processes(mine), ...desk.processes(theirs)]).toEqual([]), { timeout: GONE_WITHIN, interval: 50 });
  });
});

describe('settings', () => {
  it('REQ-NAV-050, REQ-STATUS-040: navigationTools: false hides the tools, nothing else', async () => {
    const desk = new Desk({ navigationTools: false });
    onTestFinished(() => desk.close());
    const { model, outcome } = await runPi(desk.options({ script: [BREAK], args: ['-p', 'Go.', '/lsp status'] }));
    expect(model.asked.map(({ tools }) => tools)).toEqual(Array(2).fill(['read', 'bash', 'edit', 'write']));
    expect(model.resultOf(0).split(/\n\n(.*)/s)[1]).toMatch(SECTION);
    expect(outcome.stderr).toMatch(/^LSP servers in [^]*typescript +active/);
  });

  it('warmOnRead: what is read has its server started, and the read does not wait for it', async () => {
    const desk = new Desk();
    onTestFinished(() => desk.close());
    const started = async (): Promise<Reply> => {
      await vi.waitFor(() => expect(desk.processes().some(({ command }) => command.includes(' --lsp'))).toBe(true), { timeout: 20_000, interval: 50 });
      return BREAK;
    };
    const { model } = await runPi(desk.options({ script: [{ call: 'read', args: { path: 'src/cart.ts' } }, started] }));
    expect(model.resultOf(0)).toBe(CART);
    expect(model.resultOf(1)).toContain('<diagnostics file="src/cart.ts">');
  });

  it('a setting that does not count is said to the person', async () => {
    const desk = new Desk({ diagnosticTimeout: '3s' });
    onTestFinished(() => desk.close());
    const { model, terminal, close } = await openPi(desk.options({ script: [] }));
    onTestFinished(close);
    await terminal.until((text) => text.includes('llxprt-lsp: user settings: lsp.diagnosticTimeout: must be'), 'the problem');
    await terminal.until((text) => text.includes('[Extensions]'), 'that it is ready');
    terminal.type('/lsp s');
    await terminal.until((text) => text.includes('status --verbose'), 'what may follow');
    terminal.type('tatus');
    await terminal.until((text) => text.includes('/lsp status') && !text.includes('status --verbose'), 'that nothing has to');
    terminal.type('\r');
    await terminal.until((text) => /LSP servers in .*:\s/.test(text) && text.includes('rust-analyzer'), 'the status');
    expect(model.asked).toEqual([]);
  });
});

describe('REQ-GRACE-020, REQ-GRACE-055: where there is no LSP, the model is sent what it would be sent without the extension', () => {
  let desk: Desk;
  const script = [BREAK, { call: 'read', args: { path: 'src/cart.ts' } }, { call: 'write', args: { path: 'src/new.ts', content: 'oops;\n' } }] satisfies Step[];
  let without: unknown[];

  const sent = async (options: Partial<PiOptions>): Promise<{ bodies: unknown[]; stderr: string }> => {
    desk.workspace.write(FILES);
    const { model, outcome } = await runPi({ ...desk.options({ script }), ...options });
    desk.workspace.remove('src/new.ts');
    expect(outcome.code).toBe(0);
    return { bodies: model.asked.map(({ body }) => body), stderr: outcome.stderr };
  };

  beforeAll(async () => {
    desk = new Desk();
    const { extension: _, ...options } = desk.options({ script });
    desk.workspace.write(FILES);
    without = (await runPi(options)).model.asked.map(({ body }) => body);
    desk.workspace.remove('src/new.ts');
    expect(without).toHaveLength(4);
  });
  afterAll(() => desk.close());

  it('REQ-CFG-010: lsp: false', async () => {
    settle(desk.home, false);
    expect(await sent({ args: ['-p', 'Go.', '/lsp status'] })).toEqual({ bodies: without, stderr: 'LSP disabled by configuration.\n' });
  });

  it('no Bun', async () => {
    settle(desk.home, {});
    const { bodies, stderr } = await sent({ env: { LLXPRT_BUN: '/nowhere/bun' } });
    expect(bodies).toEqual(without);
    expect(stderr).toBe('');
  });
});
