import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hostVersions } from '../../../scripts/lib/hosts/index.mjs';
import { Bridge } from '../support/bridge.js';
import { codexCase, configureTerminals, openCodex, patchOfTwo, trustHooks, trusting } from '../support/hosts/codex.js';
import { FINDING, gone, heardAfter, indented, install, newFamily, newLab, pageOf, play, playWithTools, section, uninstall, WRONG } from '../support/hosts/host-case.js';
import { hostSuite } from '../support/hosts/host-suite.js';
import type { Family, HostLab } from '../support/hosts/lab.js';
import { describeWith } from '../support/needs.js';
import { refuseNetwork } from '../support/hosts/proxy.js';
import { serveResponses } from '../support/hosts/responses-wire.js';
import { ScriptedModel, type Asked, type Reply } from '../support/hosts/script.js';
import type { Terminal } from '../support/hosts/terminal.js';

async function newUser(): Promise<HostLab> {
  const lab = newLab(codexCase);
  onTestFinished(() => lab.dispose());
  await install(codexCase, lab);
  return lab;
}

/** A model that calls tools from scripts. */
const CODE_MODE = ['-m', 'gpt-6-sol'];
const script = (input: string) => ({ call: 'functions/exec', args: { input } });

/** What the host puts before the output of a patch: the text of the hook. */
const told = (finding: string, file = 'src/tax.ts'): string => `LSP diagnostics after edit:\n${section(file, finding)}\n`;

/** Kills what is Codex's own, which would stay for a while; all that is ours ends by itself. */
async function ended(family: Family): Promise<void> {
  for (const { pid } of family.running('/codex')) process.kill(pid, 'SIGKILL');
  await gone(family);
}

/** The model of several sessions: whose request it is shows by what the person has said. */
class Conversations extends ScriptedModel {
  constructor(private readonly models: Readonly<Record<string, ScriptedModel>>) {
    super([]);
  }

  override reply(asked: Asked): Promise<Reply> {
    // Its length makes the ids of calls.
    this.asked.push(asked);
    const said = JSON.stringify(asked.conversation);
    const found = Object.entries(this.models).find(([prompt]) => said.includes(prompt));
    // Titles are asked for beside the conversation.
    return found === undefined || said.includes('single-line task title') ? Promise.resolve({ say: 'Write' }) : found[1].reply(asked);
  }
}

describeWith(['codex'], 'Codex', () => {
  hostSuite(codexCase);

  test('the page shows what the model reads, in its order, and names the version', async () => {
    const lab = await newUser();
    const { model } = await play(codexCase, lab, [codexCase.create(lab, 'src/tax.ts', WRONG)]);
    expect(heardAfter(codexCase, model, 0)).toMatch(/^LSP diagnostics[^]*<\/diagnostics>\nExit code: 0\n/);
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    expect(pageOf('codex')).toContain(`${indented(told(FINDING))}\n`);
    expect(pageOf('codex')).toContain(`Codex ${hostVersions.codex} `);
  });

  test('REQ-DIAG-015: a patch changes two files: the errors of both, and of the file that they break, come with one result', async () => {
    const lab = await newUser();
    const patch = patchOfTwo('src/a.ts', WRONG, 'src/prices.ts', 'export function priceOf(item: Item): number {', 'export function costOf(item: Item): number {');
    const { model } = await play(codexCase, lab, [patch]);
    const heard = heardAfter(codexCase, model, 0);
    expect(heard).toContain(section('src/a.ts', FINDING));
    expect(heard).toMatch(/LSP errors detected in other files:\n<diagnostics file="src\/cart\.ts">\nERROR \[1:10\] [^\n]*priceOf/);
    expect(heard).toContain('Success. Updated the following files:\nA src/a.ts\nM src/prices.ts\n');
  });

  test('REQ-NAV-010: the model finds the tools by searching for what they do', async () => {
    const lab = await newUser();
    const { model, first } = await playWithTools(codexCase, lab, [{ call: 'tool_search', args: { query: 'all references of a symbol', limit: 3 } }]);
    const [found] = model.asked[first + 1]!.conversation.slice(-1) as [{ type: string; tools: { name: string; tools: { name: string }[] }[] }];
    expect(found.type).toBe('tool_search_output');
    expect(found.tools.flatMap(({ name, tools }) => tools.map((tool) => `${name}/${tool.name}`))).toContain('mcp__llxprt/lsp_find_references');
  });

  describe('code mode', () => {
    test('REQ-NAV-010, REQ-NAV-020: scripts have all tools, and read their texts', async () => {
      const lab = await newUser();
      const bridge = await Bridge.start({ cwd: lab.workspace });
      const offered = (await bridge.tools()).map((name) => `mcp__llxprt__${name}`);
      const names = 'text(Object.keys(tools).filter((name) => name.startsWith("mcp__llxprt__")).join())';
      const hover = 'text((await tools.mcp__llxprt__lsp_hover({ file: "src/cart.ts", line: 4, character: 49 })).content[0].text)';
      const { model, first } = await playWithTools({ ...codexCase, read: () => script('text("not yet")') }, lab, [script(names), script(hover)], { args: CODE_MODE });
      expect(heardAfter(codexCase, model, first)).toContain(offered.toSorted().join());
      expect(offered).toContain('mcp__llxprt__lsp_rename_symbol');
      expect(heardAfter(codexCase, model, first + 1)).toContain('priceOf(item: Item): number');
    });

    test('REQ-DIAG-010: each patch of a script comes with a message of its own', async () => {
      const lab = await newUser();
      const patches = ['src/tax.ts', 'src/fee.ts'].map((file) => `await tools.apply_patch(${JSON.stringify(`*** Begin Patch\n*** Add File: ${file}\n+${WRONG.trimEnd()}\n*** End Patch`)});`);
      const { model } = await play(codexCase, lab, [script(patches.join('\n'))], { args: CODE_MODE });
      const heard = heardAfter(codexCase, model, 0);
      expect(heard).toContain(told(FINDING));
      expect(heard).toContain(told(FINDING, 'src/fee.ts'));
    });
  });

  test('hooks that nobody has reviewed are silently skipped, and the tools are there', async () => {
    const lab = await newUser();
    const steps = [codexCase.create(lab, 'src/late.ts', WRONG), { call: codexCase.tool('lsp_hover'), args: { file: 'src/cart.ts', line: 4, character: 49 } }];
    const { model, first } = await playWithTools({ ...codexCase, args: [] }, lab, steps);
    expect(heardAfter(codexCase, model, first)).toMatch(codexCase.created);
    expect(heardAfter(codexCase, model, first + 1)).toContain('priceOf(item: Item): number');
  });

  test('its terminal asks about the hooks at the next start; trusted there, they run in every session; what it has stored survives uninstalling', async () => {
    const lab = newLab(codexCase);
    onTestFinished(() => lab.dispose());
    // Nothing is asked of a model.
    configureTerminals(lab, 'http://127.0.0.1:9');
    await install(codexCase, lab);
    const family = newFamily();
    const terminal = openCodex(lab, family.env);
    try {
      await trustHooks(terminal);
    } finally {
      await terminal.close();
      await ended(family);
    }
    const config = (): string => readFileSync(lab.home.path('.codex/config.toml'), 'utf8');
    expect(config()).toContain('trusted_hash = "sha256:');
    const { model } = await play({ ...codexCase, args: [] }, lab, [codexCase.create(lab, 'src/tax.ts', WRONG)]);
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    const ours = /\n# Added by llxprt-lsp install[^\n]*\n\[mcp_servers\.llxprt\]\ncommand = [^\n]*\nargs = [^\n]*\n/;
    const without = config().replace(ours, '');
    expect(without).not.toBe(config());
    await uninstall(codexCase, lab);
    expect(config()).toBe(without);
  });

  test('two sessions in one folder, in terminals: one process of Codex has both, each has its errors and its reminder, and one goes on without the bridge of the other', async () => {
    const lab = newLab(codexCase);
    onTestFinished(() => lab.dispose());
    const write = (file: string) => [codexCase.create(lab, file, WRONG), { say: 'All well.' }];
    const models = {
      'Write one.': new ScriptedModel([...write('src/one.ts'), { say: 'One stays.' }]),
      'Write two.': new ScriptedModel([
        ...write('src/two.ts'),
        { say: 'Two stays.' },
        codexCase.replace(lab, 'src/two.ts', WRONG.trimEnd(), "export const tax: boolean = 'many';"),
        { say: 'So be it.' },
      ]),
    };
    const both = new Conversations(models);
    const [loopback, proxy] = await Promise.all([serveResponses(both), refuseNetwork()]);
    configureTerminals(lab, loopback.url);
    await install(codexCase, lab);
    const family = newFamily();
    const open = (): Terminal => openCodex(lab, { ...family.env, ...proxy.env });
    const ready = (terminal: Terminal): Promise<string> => terminal.until((text) => text.includes('Ask Codex to do anything'), 'its prompt');
    const one = open();
    const terminals = [one];
    try {
      await trustHooks(one);
      await ready(one);
      const two = open();
      terminals.push(two);
      await ready(two);
      await vi.waitFor(() => expect(lab.sockets()).toHaveLength(2), { timeout: 20_000, interval: 50 });
      // Both bridges are below the one process that outlives the terminals.
      const bridges = family.running('main.js mcp').toSorted((a, b) => a.pid - b.pid);
      expect(new Set(bridges.map(({ ppid }) => ppid)).size).toBe(1);
      expect(family.processes().find(({ pid }) => pid === bridges[0]?.ppid)?.command).toContain('app-server');

      for (const [terminal, prompt, end] of [[one, 'Write one.', 'One stays.'], [two, 'Write two.', 'Two stays.']] as const) {
        await terminal.submit(prompt, (text) => text.includes(`› ${prompt}`) && text.includes('Working'));
        await terminal.until((text) => text.includes(end), end);
      }
      // What the first session has written is a change behind the second one, as a shell makes them: it counts as the second one's, too.
      for (const [name, model, reminder] of [['src/one.ts', models['Write one.'], '1 error that changes'], ['src/two.ts', models['Write two.'], '2 errors that changes']] as const) {
        expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING, name));
        expect(heardAfter(codexCase, model, 1)).toContain(`${reminder} of this session caused still`);
        expect(heardAfter(codexCase, model, 1)).toContain(section(name, FINDING));
      }

      const [oldest] = bridges;
      if (oldest !== undefined) process.kill(oldest.pid, 'SIGKILL');
      await vi.waitFor(() => expect(family.running('main.js mcp')).toHaveLength(1), { timeout: 5000, interval: 20 });
      await two.submit('Go on.', (text) => text.includes('› Go on.') && text.includes('Working'));
      await two.until((text) => text.includes('So be it.'), 'the end');
      expect(heardAfter(codexCase, models['Write two.'], 3)).toContain("Type 'string' is not assignable to type 'boolean'.");
      expect([both, ...Object.values(models)].flatMap(({ faults }) => faults)).toEqual([]);
      // Quirk(codex): whatever is switched off, each terminal wants to get its tip of the day from there.
      expect(proxy.asked.filter((name) => name !== 'raw.githubusercontent.com:443')).toEqual([]);
    } finally {
      for (const terminal of terminals) await terminal.close();
      await ended(family);
      await Promise.all([loopback.close(), proxy.close()]);
    }
    expect(lab.sockets().length).toBeLessThanOrEqual(1);
  });

  test('for a project that is trusted: an edit carries its error, and nothing is left of it', async () => {
    const lab = newLab(codexCase);
    onTestFinished(() => lab.dispose());
    await install(codexCase, lab, '--project');
    const { model } = await play(codexCase, lab, [codexCase.create(lab, 'src/tax.ts', WRONG)], { args: trusting(lab.workspace) });
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    await uninstall(codexCase, lab, '--project');
    expect(() => readFileSync(lab.path('.codex/config.toml'))).toThrow('ENOENT');
  });
});
