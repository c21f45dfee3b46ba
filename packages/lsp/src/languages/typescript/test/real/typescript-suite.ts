import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import type { ServerProgram } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import { brief, found, type Links, openReal, rows } from '../../../../../test/real/real-lab.ts';
import { PROJECT, tsconfig } from './typescript-language.ts';

export interface Implementation {
  title: string;
  links: Links;
  program: Partial<ServerProgram>;
  /** The processes behind one server, the sidecar left out. */
  processes: number;
}

/** What holds for every TypeScript, in a workspace that asks for hints too. */
export function describeTypescript({ title, links, program, processes }: Implementation): void {
  describe(title, () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await openReal({
        servers: ['typescript'],
        files: PROJECT,
        links,
        config: { includeSeverities: ['error', 'hint'] },
      });
    });
    afterAll(() => lab[Symbol.asyncDispose]());

    test('REQ-FMT-065: hints are asked for where they are wanted', async () => {
      const text =
        '/** @deprecated */\nexport function old(used: number, unused: number): number {\n  return used;\n}\nold(1, 2);\n';
      expect((await lab.checkFile('hints.ts', text)).map((one) => [one.severity, brief(one)])).toEqual([
        ['hint', "2:35 6133 'unused' is declared but its value is never read."],
        ['hint', "5:1 6387 The signature '(used: number, unused: number): number' of 'old' is deprecated."],
      ]);
    });

    test('REQ-STATUS-020: status names the server, and whose TypeScript it judges with', async () => {
      const [row, ...others] = await rows(lab, 'typescript');
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 'active', root: '.', program });
      const pids = lab.sidecar.processes().map(({ pid }) => pid);
      expect(pids).toContain(row?.serverPid ?? 0);
      expect(pids).toHaveLength(1 + processes);
    });

    test('a file with syntax errors is judged by its types too', async () => {
      expect(
        (await lab.checkFile('syntax.ts', 'export const n: number = "x";\nconst = ;\n')).map(brief),
      ).toEqual([
        "1:14 2322 Type 'string' is not assignable to type 'number'.",
        '2:7 1134 Variable declaration expected.',
      ]);
    });

    test('REQ-FMT-080: what is missing at the end stands on the line below the last line break, as in the compiler, opened or edited', async () => {
      const wanted = ["3:1 1005 '}' expected."];
      for (const text of ['function f() {\n  f();\n', 'function g() {\n  g();\n']) {
        expect(
          (await lab.checkFile('end.ts', text)).map(brief).filter((line) => line.includes('1005')),
        ).toEqual(wanted);
        expect(
          (await lab.checkFile('end.ts', `${text}}\n`)).map(brief).filter((line) => line.includes('1005')),
        ).toEqual([]);
      }
    });

    test('REQ-FMT-080: U+2028 and U+2029 begin a new line to the compiler and none to a reader, in whatever order they come and go', async () => {
      const places = async (text: string): Promise<number[][]> =>
        (await lab.checkFile('separators.ts', text)).map(({ line, character }) => [line, character]);
      const wrong = 'export const n: number = "x";\n';
      for (let round = 0; round < 2; round += 1) {
        expect(
          await places(`export const a = "\u2028\u2029"; ${wrong}export const m: number = "x";\n`),
        ).toEqual([
          [1, 37],
          [2, 14],
        ]);
        expect(await places(`export const a = "\u2028 \u2029"; ${wrong}`)).toEqual([[1, 38]]);
        expect(await places(wrong)).toEqual([[1, 14]]);
        expect(await places(`\r${wrong}`)).toEqual([[2, 14]]);
        expect(await places(`\r\r\u2028${wrong}`)).toEqual([[3, 15]]);
        expect(await places('export {};\n')).toEqual([]);
      }
    });

    test('REQ-DIAG-045: an edit of tsconfig.json, which no server is asked about, has the other files rechecked', async () => {
      const others = async (options: Record<string, unknown>): Promise<string[] | undefined> => {
        const report = await lab.check({ 'tsconfig.json': tsconfig(options) }, true);
        expect(report.files).toEqual({ 'tsconfig.json': [] });
        return found(report.others)['options.ts'];
      };
      await lab.check({ 'options.ts': 'export const n: number = null;\n' });
      expect(await others({ strict: false })).toBeUndefined();
      expect(await others({ strict: true })).toEqual([
        "1:14 2322 Type 'null' is not assignable to type 'number'.",
      ]);
    });
  });
}
