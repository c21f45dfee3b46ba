import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Gate } from '../support/hosts/lab.js';
import { OPENCODE_PLUGIN } from '../support/hosts/opencode.js';
import { FINDING, gone, WRONG } from '../support/hosts/host-case.js';
import { OpencodeDesk } from '../support/hosts/opencode-desk.js';
import type { Played } from '../support/hosts/program.js';
import { describeWith } from '../support/needs.js';
import type { Step } from '../support/hosts/script.js';
import { CART } from '../support/project.js';
import { OWN_SETTINGS } from '../support/own-folders.js';

const PLUGIN = { plugin: [OPENCODE_PLUGIN] };
const REMINDER =
  'Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.';

/** Its terminal, from a message on until the answer is complete. */
const working = (text: string): boolean => text.includes('esc interrupt');

function deskOf(
  lsp?: Readonly<Record<string, unknown>> | false,
  config: Readonly<Record<string, unknown>> = {},
): OpencodeDesk {
  const desk = new OpencodeDesk(lsp, { ...PLUGIN, ...config });
  onTestFinished(() => desk.lab.dispose());
  return desk;
}

describeWith(['opencode'], 'opencode', () => {
  describe('what its tools do', () => {
    it('REQ-DIAG-010: a patch over two files reports on both, and on what it breaks elsewhere', async () => {
      const desk = deskOf();
      const patch = [
        '*** Begin Patch',
        '*** Update File: src/cart.ts',
        '@@',
        '-  return items.reduce((sum, item) => sum + priceOf(item), 0);',
        "+  return items.reduce((sum, item) => sum + priceOf(item), '');",
        '*** Add File: src/tax.ts',
        `+${WRONG.trimEnd()}`,
        '*** End Patch',
      ];
      const mend = [
        '*** Begin Patch',
        '*** Delete File: src/tax.ts',
        '*** Update File: src/cart.ts',
        '*** Move to: src/basket.ts',
        '@@',
        "-  return items.reduce((sum, item) => sum + priceOf(item), '');",
        '+  return items.reduce((sum, item) => sum + priceOf(item), 0);',
        '*** End Patch',
      ];
      const script: Step[] = [
        { call: 'apply_patch', args: { patchText: patch.join('\n') } },
        { call: 'apply_patch', args: { patchText: mend.join('\n') } },
        {
          call: 'apply_patch',
          args: {
            patchText: [
              '*** Begin Patch',
              '*** Update File: src/prices.ts',
              '@@',
              '-export function priceOf(item: Item): number {',
              '+export function costOf(item: Item): number {',
              '*** End Patch',
            ].join('\n'),
          },
        },
      ];
      const { model } = await desk.play(script, { model: 'gpt-fake' });
      expect(model.resultOf(0)).toMatch(/^Success\. Updated the following files:/);
      expect(model.resultOf(0)).toContain('<diagnostics file="src/cart.ts">\nERROR [4:3]');
      expect(model.resultOf(0)).toContain(`<diagnostics file="src/tax.ts">\n${FINDING}`);
      expect(model.resultOf(1)).not.toContain('diagnostics');
      expect(model.resultOf(2)).toContain('<diagnostics file="src/basket.ts">');
    });

    it('REQ-FMT-060: of a file with an older error, only what the edit has caused is listed', async () => {
      const desk = deskOf();
      desk.lab.write('src/old.ts', "export const old: number = 'old';\nexport const more: number = 1;\n");
      const { model } = await desk.play([
        { call: 'read', args: { filePath: desk.lab.path('src/old.ts') } },
        desk.edit('src/old.ts', 'more: number = 1', "more: number = 'more'"),
      ]);
      expect(model.resultOf(1)).toContain(
        "<diagnostics file=\"src/old.ts\">\nERROR [2:14] Type 'string' is not assignable to type 'number'. (2322)\n</diagnostics>",
      );
      expect(model.resultOf(1)).toContain('1 error was there before');
    });

    it('a refactoring is written, unless a rule of the user for edits says no', async () => {
      const rename = {
        call: 'lsp_rename_symbol',
        args: { file: 'src/prices.ts', symbol: 'priceOf', new_name: 'costOf' },
      };
      const allowed = deskOf();
      expect((await allowed.play([rename])).model.resultOf(0)).toMatch(
        /^Renamed priceOf to costOf in 2 files:/,
      );
      const refused = deskOf({}, { permission: { '*': 'allow', edit: 'deny' } });
      const { model } = await refused.play([rename]);
      expect(model.resultOf(0)).toMatch(/rule|permission|denied|rejected/i);
      expect(readFileSync(refused.lab.path('src/cart.ts'), 'utf8')).toBe(CART);
    });

    it('warmOnRead: what is read has its server started', async () => {
      const desk = deskOf();
      const started = async (): Promise<ReturnType<OpencodeDesk['edit']>> => {
        await vi.waitFor(() => expect(desk.family.running(' --lsp')).not.toEqual([]), {
          timeout: 20_000,
          interval: 50,
        });
        return desk.breakCart;
      };
      const { model } = await desk.play([
        { call: 'read', args: { filePath: desk.lab.path('src/cart.ts') } },
        started,
      ]);
      expect(model.resultOf(1)).toContain('<diagnostics file="src/cart.ts">');
    });

    it("opencode's own language servers are off, so that nothing is reported twice", async () => {
      const desk = deskOf({}, { lsp: true });
      const { model } = await desk.play([desk.breakCart]);
      expect(model.resultOf(0).match(/<diagnostics /g)).toHaveLength(1);
    });

    it('REQ-NAV-050: navigationTools: false hides the tools, nothing else', async () => {
      const desk = deskOf({ navigationTools: false });
      const { model } = await desk.play([desk.breakCart]);
      expect(model.asked[0]?.tools.filter((name) => name.includes('lsp_'))).toEqual([]);
      expect(model.resultOf(0)).toContain('<diagnostics file="src/cart.ts">');
    });
  });

  describe('REQ-GRACE-020, REQ-GRACE-055: where there is no LSP, the model is sent what it would be sent without the plugin', () => {
    let desk: OpencodeDesk;
    let without: unknown[];

    const sent = async (env: NodeJS.ProcessEnv = {}): Promise<unknown[]> => {
      desk.restore();
      const { model, outcome }: Played = await desk.play(
        [
          desk.breakCart,
          { call: 'read', args: { filePath: desk.lab.path('src/cart.ts') } },
          desk.edit('src/cart.ts', 'nowhere', 'x'),
        ],
        { env },
      );
      expect(outcome.code).toBe(0);
      return model.asked.map(({ body }) => body);
    };

    beforeAll(async () => {
      desk = new OpencodeDesk();
      without = await sent();
      expect(without).toHaveLength(4);
      expect(await desk.command('install', 'opencode')).toMatchObject({ code: 0, stderr: '' });
    });
    afterAll(() => desk.lab.dispose());

    it('no Bun', async () => {
      expect(await sent({ LLXPRT_BUN: '/nowhere/bun' })).toEqual(without);
    });

    it('the file of the plugin is gone', async () => {
      const settings = '.config/opencode/opencode.json';
      const installed = readFileSync(desk.lab.home.path(settings), 'utf8');
      desk.lab.home.write(settings, installed.replaceAll('opencode-plugin.js', 'gone.js'));
      expect(readFileSync(desk.lab.home.path(settings), 'utf8')).not.toBe(installed);
      expect(await sent()).toEqual(without);
      desk.lab.home.write(settings, installed);
    });

    it('REQ-CFG-010: lsp: false', async () => {
      desk.lab.home.writeJson(OWN_SETTINGS, { lsp: false });
      expect(await sent()).toEqual(without);
    });
  });

  describe('its terminal', () => {
    it('REQ-STATUS-010, REQ-LIFE-020: /lsp status asks no model; a turn that leaves an error goes on once; a kill leaves nothing', async () => {
      const desk = deskOf();
      const { model, terminal, close } = await desk.open([
        desk.breakCart,
        { say: 'All well.' },
        { say: 'It stays.' },
        desk.mendCart,
        { say: 'Now it is well.' },
      ]);
      onTestFinished(close);
      await terminal.until((text) => text.includes('Ask anything'), 'its prompt');
      expect(desk.family.running(' --lsp')).toEqual([]);
      await terminal.submit('/lsp status', (text) => text.includes('LSP servers in'));
      await terminal.until((text) => /typescript +active/.test(text), 'the status');
      expect(model.asked).toEqual([]);

      await terminal.submit('Go on.', working);
      await terminal.until((text) => text.includes('It stays.'), 'the answer to the reminder');
      const spoken = JSON.stringify(model.asked[2]?.conversation.at(-1));
      expect(spoken).toContain(REMINDER);
      expect(JSON.stringify(model.asked[0]?.conversation)).not.toContain('LSP servers in');

      await terminal.submit('Mend it.', working);
      await terminal.until((text) => text.includes('Now it is well.'), 'the end');
      expect(model.resultOf(3)).toBe('Edit applied successfully.');
      expect(model.asked).toHaveLength(5);
      expect(model.faults).toEqual([]);

      expect(desk.family.running('sidecar.js')).toHaveLength(1);
      expect(desk.family.running(' --lsp')).toHaveLength(1);
      process.kill(terminal.pid, 'SIGKILL');
      await gone(desk.family);
    });

    it('a setting that does not count is shown to the person', async () => {
      const desk = deskOf({ diagnosticTimeout: '3s' });
      const { terminal, close } = await desk.open([{ say: 'So.' }]);
      onTestFinished(close);
      await terminal.until((text) => text.includes('Ask anything'), 'its prompt');
      await terminal.submit('Go.', working);
      await terminal.until((text) => text.includes('lsp.diagnosticTimeout'), 'the problem');
    });
  });

  it('REQ-LIFE-040: a session that is killed in the middle of an edit leaves nothing', async () => {
    const desk = deskOf();
    const edited = new Gate();
    const never = new Gate();
    const run = await desk.begin([
      desk.breakCart,
      async () => {
        edited.open();
        await never.opened;
        return { say: 'Never.' };
      },
    ]);
    onTestFinished(() => run.close());
    await edited.opened;
    expect(desk.family.running('sidecar.js')).toHaveLength(1);
    run.child.kill('SIGKILL');
    await gone(desk.family);
  });
});
