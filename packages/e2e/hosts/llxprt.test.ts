import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hostVersions } from '../../../scripts/lib/hosts/index.mjs';
import {
  FINDING,
  heardAfter,
  indented,
  install,
  newLab,
  pageOf,
  play,
  section,
  uninstall,
  WRONG,
} from '../support/hosts/host-case.js';
import { hostSuite } from '../support/hosts/host-suite.js';
import type { HostLab } from '../support/hosts/lab.js';
import { llxprtCase } from '../support/hosts/llxprt-code.js';
import { OLD_FINDING, WRITERS, WRITTEN } from '../support/hosts/llxprt-writers.js';
import type { Played } from '../support/hosts/program.js';
import type { Step } from '../support/hosts/script.js';
import { describeWith } from '../support/needs.js';

/** How tools that change files create one, beside `write_file` and `apply_patch`. */
const CREATORS: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[] = [
  { tool: 'replace', args: { old_string: '', new_string: WRONG } },
  { tool: 'insert_at_line', args: { line_number: 1, content: WRONG } },
  { tool: 'ast_edit', args: { old_string: '', new_string: WRONG, force: true } },
];

/** Turns with an error that stands. */
const TURNS = 20;

describeWith(['llxprt'], 'LLxprt Code', () => {
  hostSuite(llxprtCase);

  describe('one long session', () => {
    let lab: HostLab;
    let played: Played;
    const wrongTurn = (turn: number): string => `export const turn: boolean = ${turn};\n`;
    const made = { file: 'src/made.ts', lines: WRONG.trimEnd() };
    const patch = (lab: HostLab, patch_content: string): Step => ({
      call: 'apply_patch',
      args: { absolute_path: lab.path(made.file), patch_content },
    });
    /** What the model has read of each step, by its place in the script. */
    const heard = (step: number): string => heardAfter(llxprtCase, played.model, step);
    const firstCreator = WRITERS.length + 4;
    const firstTurn = firstCreator + CREATORS.length;

    beforeAll(async () => {
      lab = newLab(llxprtCase, undefined, WRITTEN);
      await install(llxprtCase, lab);
      played = await play(llxprtCase, lab, [
        llxprtCase.create(lab, 'src/tax.ts', WRONG),
        ...WRITERS.map(({ tool, name, path, args }) => ({
          call: tool,
          args: { [path]: lab.path(`src/${name}.ts`), ...args },
        })),
        {
          call: 'ast_edit',
          args: { file_path: lab.path('src/cart.ts'), old_string: 'number', new_string: 'strang' },
        },
        patch(lab, `--- /dev/null\n+++ b/${made.file}\n@@ -0,0 +1,1 @@\n+${made.lines}\n`),
        patch(lab, `--- a/${made.file}\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-${made.lines}\n`),
        ...CREATORS.map(({ tool, args }) => ({
          call: tool,
          args: { file_path: lab.path(`src/by-${tool}.ts`), ...args },
        })),
        ...Array.from({ length: TURNS }, (_, turn) =>
          llxprtCase.create(lab, 'src/turns.ts', wrongTurn(turn)),
        ),
      ]);
    });
    afterAll(() => lab.dispose());

    test('the page shows what the model reads, and names the version', () => {
      expect(heard(0)).toContain(section('src/tax.ts', FINDING));
      const [, result = ''] = /\boutput:\n([^]*)$/.exec(heard(0)) ?? [];
      expect(pageOf('llxprt-code')).toContain(
        `${indented(result.replace(lab.workspace, '/home/me/shop'))}\n`,
      );
      expect(pageOf('llxprt-code')).toContain(`LLxprt Code ${hostVersions.llxprt} `);
    });

    test('REQ-NAV-010: the tools are declared by the names that LLXPRT.md has', () => {
      const named = readFileSync(
        lab.home.path('.local/share/llxprt-code/extensions/llxprt-lsp/LLXPRT.md'),
        'utf8',
      ).match(/mcp__llxprt__\w*[a-z]\b(?!_)/g);
      expect(named?.length).toBeGreaterThan(5);
      expect(played.model.asked[0]?.tools).toEqual(expect.arrayContaining(named ?? []));
    });

    test.each(WRITERS.map((writer, at) => ({ ...writer, at })))(
      'REQ-DIAG-010: $tool carries the error that it has caused, and counts the one that was there',
      ({ at, name, finding }) => {
        const result = heard(1 + at);
        expect(result).toContain(section(`src/${name}.ts`, finding));
        expect([...result.matchAll(OLD_FINDING)]).toEqual([]);
        expect(result).toContain('1 error was there before');
      },
    );

    test('a preview of ast_edit carries nothing', () => {
      expect(heard(1 + WRITERS.length)).not.toContain('<diagnostics');
    });

    test('apply_patch creates a file, with its error, and deletes it, without one', () => {
      const [created, deleted] = [heard(2 + WRITERS.length), heard(3 + WRITERS.length)];
      expect(created).toContain('Successfully created file from patch');
      expect(created).toContain(section(made.file, FINDING));
      expect(deleted).toContain('Successfully deleted file from patch');
      expect(deleted).not.toContain('<diagnostics');
    });

    test.each(CREATORS.map(({ tool }, at) => ({ tool, at })))(
      'REQ-DIAG-010: a file that $tool creates comes with its error',
      ({ tool, at }) => {
        expect(heard(firstCreator + at)).toContain(section(`src/by-${tool}.ts`, FINDING));
      },
    );

    test(`${TURNS} turns with errors that stand: no call is cancelled, in no request`, () => {
      for (let turn = 0; turn < TURNS; turn += 1)
        expect(heard(firstTurn + turn)).toMatch(
          /Successfully [^]*\n\n[^]*(?:src\/turns\.ts|were there before)/,
        );
      const { asked, requests } = played.model;
      expect(asked).toHaveLength(firstTurn + TURNS + 1);
      // A call that is cancelled runs all the same: one request says so, and later ones have its result.
      for (const { conversation } of requests)
        expect(JSON.stringify(conversation)).not.toMatch(/Tool call interrupted or cancelled/);
    });
  });

  test('for a project: an edit carries its error, and the settings come back byte for byte', async () => {
    const lab = newLab(llxprtCase);
    onTestFinished(() => lab.dispose());
    const settings = '{\n\t// Mine.\n\t"hooksConfig": { "notifications": false }\n}\n';
    lab.write('.llxprt/settings.json', settings);
    await install(llxprtCase, lab, '--project');
    const { model } = await play(llxprtCase, lab, [llxprtCase.create(lab, 'src/tax.ts', WRONG)]);
    expect(heardAfter(llxprtCase, model, 0)).toContain(section('src/tax.ts', FINDING));
    await uninstall(llxprtCase, lab, '--project');
    expect(readFileSync(lab.path('.llxprt/settings.json'), 'utf8')).toBe(settings);
  });
});
