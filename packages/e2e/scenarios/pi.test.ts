import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from '../support/hosts/host-case.js';
import { PI_EXTENSION, piCommand, runPi, type PiOutcome } from '../support/hosts/pi.js';
import { BREAK, declarations, Desk, edit, MEND, PI_SECTION, PI_TOOLS } from '../support/hosts/pi-desk.js';
import type { ScriptedModel } from '../support/hosts/script.js';
import { PRICES } from '../support/project.js';

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
        {
          call: 'write',
          args: {
            path: 'src/prices.ts',
            content: PRICES.replace('priceOf', 'costOf').replace('cents: number', 'cents: string'),
          },
        },
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
    expect(sections).toMatch(PI_SECTION);
  });

  it('its page shows what the model reads', () => {
    for (const turn of [0, 4]) expect(pageOf('pi')).toContain(`\n${model.resultOf(turn)}\n\`\`\``);
  });

  it('REQ-FMT-020: what is mended is not reported any more', () => {
    expect(model.resultOf(1)).toBe('Successfully replaced 1 block(s) in src/cart.ts.');
  });

  it('REQ-DIAG-040, REQ-DIAG-050: a write reports on the other files that it broke', () => {
    expect(model.resultOf(2)).toContain(
      'LSP errors detected in this file:\n<diagnostics file="src/prices.ts">',
    );
    expect(model.resultOf(2)).toContain(
      'LSP errors detected in other files:\n<diagnostics file="src/cart.ts">',
    );
    expect(model.resultOf(3)).toMatch(/^Successfully wrote (\d+ bytes )?to @src\/prices\.ts$/);
  });

  it('REQ-NAV-010, REQ-NAV-020: its tools are declared to the model with their schemas, from the first request on', () => {
    expect(declarations(model, 0)).toEqual(PI_TOOLS);
    const { tools } = model.asked[0]!.body as { tools: { function: { name: string } }[] };
    expect(tools.find(({ function: { name } }) => name === 'lsp_hover')).toMatchObject({
      function: {
        description: expect.stringContaining('type'),
        parameters: { type: 'object', properties: { file: { type: 'string' }, symbol: { type: 'string' } } },
      },
    });
  });

  it('a tool answers, and says what is wrong with a question', () => {
    expect(model.resultOf(4)).toMatch(/^3 references to `priceOf` in 2 files:\n/);
    expect(model.resultOf(5)).toMatch(/outside/);
  });

  it('REQ-GRACE-010: a failed edit, and a file that no server reads, stay as they are', () => {
    expect(model.resultOf(6)).toMatch(/^Could not find/);
    expect(model.resultOf(6)).not.toContain('diagnostics');
    expect(model.resultOf(7)).toMatch(/^Successfully wrote (22 bytes )?to notes\.txt$/);
  });
});
