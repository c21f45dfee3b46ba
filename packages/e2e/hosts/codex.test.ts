import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Bridge } from '../support/bridge.js';
import {
  codexCase,
  configureTerminals,
  openCodex,
  patchOfTwo,
  trustHooks,
  trusting,
} from '../support/hosts/codex.js';
import {
  doctor,
  FINDING,
  gone,
  heardAfter,
  indented,
  install,
  newFamily,
  newLab,
  pageOf,
  play,
  playWithTools,
  section,
  uninstall,
  WRONG,
} from '../support/hosts/host-case.js';
import { hostSuite } from '../support/hosts/host-suite.js';
import type { Family, HostLab } from '../support/hosts/lab.js';
import { describeWith } from '../support/needs.js';

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
const told = (finding: string, file = 'src/tax.ts'): string =>
  `LSP diagnostics after edit:\n${section(file, finding)}\n`;

/** Kills what is Codex's own, which would stay for a while; all that is ours ends by itself. */
async function ended(family: Family): Promise<void> {
  for (const { pid } of family.running('/codex')) process.kill(pid, 'SIGKILL');
  await gone(family);
}

describeWith(['codex'], 'Codex', () => {
  hostSuite(codexCase);

  test('the page shows what the model reads, in its order', async () => {
    const lab = await newUser();
    const { model } = await play(codexCase, lab, [codexCase.create(lab, 'src/tax.ts', WRONG)]);
    expect(heardAfter(codexCase, model, 0)).toMatch(/^LSP diagnostics[^]*<\/diagnostics>\nExit code: 0\n/);
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    expect(pageOf('codex')).toContain(`${indented(told(FINDING))}\n`);
  });

  test('REQ-DIAG-015: a patch changes two files: the errors of both, and of the file that they break, come with one result', async () => {
    const lab = await newUser();
    const patch = patchOfTwo(
      'src/a.ts',
      WRONG,
      'src/prices.ts',
      'export function priceOf(item: Item): number {',
      'export function costOf(item: Item): number {',
    );
    const { model } = await play(codexCase, lab, [patch]);
    const heard = heardAfter(codexCase, model, 0);
    expect(heard).toContain(section('src/a.ts', FINDING));
    expect(heard).toMatch(
      /LSP errors detected in other files:\n<diagnostics file="src\/cart\.ts">\nERROR \[1:10\] [^\n]*priceOf/,
    );
    expect(heard).toContain('Success. Updated the following files:\nA src/a.ts\nM src/prices.ts\n');
  });

  test('REQ-NAV-010: the model finds the tools by searching for what they do', async () => {
    const lab = await newUser();
    const { model, first } = await playWithTools(codexCase, lab, [
      { call: 'tool_search', args: { query: 'all references of a symbol', limit: 3 } },
    ]);
    const [found] = model.asked[first + 1]!.conversation.slice(-1) as [
      { type: string; tools: { name: string; tools: { name: string }[] }[] },
    ];
    expect(found.type).toBe('tool_search_output');
    expect(found.tools.flatMap(({ name, tools }) => tools.map((tool) => `${name}/${tool.name}`))).toContain(
      'mcp__llxprt/lsp_find_references',
    );
  });

  describe('code mode', () => {
    test('REQ-NAV-010, REQ-NAV-020: scripts have all tools, and read their texts', async () => {
      const lab = await newUser();
      const bridge = await Bridge.start({ cwd: lab.workspace });
      const offered = (await bridge.tools()).map((name) => `mcp__llxprt__${name}`);
      const names = 'text(Object.keys(tools).filter((name) => name.startsWith("mcp__llxprt__")).join())';
      const hover =
        'text((await tools.mcp__llxprt__lsp_hover({ file: "src/cart.ts", line: 4, character: 49 })).content[0].text)';
      const { model, first } = await playWithTools(
        { ...codexCase, read: () => script('text("not yet")') },
        lab,
        [script(names), script(hover)],
        { args: CODE_MODE },
      );
      expect(heardAfter(codexCase, model, first)).toContain(offered.toSorted().join());
      expect(offered).toContain('mcp__llxprt__lsp_rename_symbol');
      expect(heardAfter(codexCase, model, first + 1)).toContain('priceOf(item: Item): number');
    });

    test('REQ-DIAG-010: each patch of a script comes with a message of its own', async () => {
      const lab = await newUser();
      const patches = ['src/tax.ts', 'src/fee.ts'].map(
        (file) =>
          `await tools.apply_patch(${JSON.stringify(`*** Begin Patch\n*** Add File: ${file}\n+${WRONG.trimEnd()}\n*** End Patch`)});`,
      );
      const { model } = await play(codexCase, lab, [script(patches.join('\n'))], { args: CODE_MODE });
      const heard = heardAfter(codexCase, model, 0);
      expect(heard).toContain(told(FINDING));
      expect(heard).toContain(told(FINDING, 'src/fee.ts'));
    });
  });

  test('hooks that nobody has reviewed are silently skipped, and the tools are there', async () => {
    const lab = await newUser();
    const steps = [
      codexCase.create(lab, 'src/late.ts', WRONG),
      { call: codexCase.tool('lsp_hover'), args: { file: 'src/cart.ts', line: 4, character: 49 } },
    ];
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
    const untold = await doctor(codexCase, lab);
    expect(untold).toMatchObject({ code: 2 });
    expect(untold.stdout.match(/ is not trusted, and Codex skips it silently/g)).toHaveLength(3);
    expect(untold.stdout).not.toContain('to mend it');
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
    expect(await doctor(codexCase, lab)).toMatchObject({ code: 0 });
    const hooks = lab.home.path('.codex/hooks.json');
    const trusted = readFileSync(hooks, 'utf8');
    writeFileSync(hooks, trusted.replace('"timeout": 60\n', '"timeout": 61\n'));
    expect((await doctor(codexCase, lab)).stdout).toContain('has changed since it was trusted');
    writeFileSync(hooks, trusted);
    const { model } = await play({ ...codexCase, args: [] }, lab, [
      codexCase.create(lab, 'src/tax.ts', WRONG),
    ]);
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    const ours =
      /\n# Added by llxprt-lsp install[^\n]*\n\[mcp_servers\.llxprt\]\ncommand = [^\n]*\nargs = [^\n]*\n/;
    const without = config().replace(ours, '');
    expect(without).not.toBe(config());
    await uninstall(codexCase, lab);
    expect(config()).toBe(without);
  });

  test('for a project that is trusted: an edit carries its error, and nothing is left of it', async () => {
    const lab = newLab(codexCase);
    onTestFinished(() => lab.dispose());
    await install(codexCase, lab, '--project');
    const { model } = await play(codexCase, lab, [codexCase.create(lab, 'src/tax.ts', WRONG)], {
      args: trusting(lab.workspace),
    });
    expect(heardAfter(codexCase, model, 0)).toContain(told(FINDING));
    await uninstall(codexCase, lab, '--project');
    expect(() => readFileSync(lab.path('.codex/config.toml'))).toThrow('ENOENT');
  });
});
