import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckFileParams, CheckReport, Diagnostic } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import { outcomes } from '../harness/lab.ts';
import type { Tree, Workspace } from '../harness/workspace.ts';
import { found, type Links, openReal } from './real-lab.ts';

/** What one compiler is asked in the suite, in its own language. */
export interface Compiler {
  title: string;
  /** The server's id. */
  server: string;
  project: Tree;
  links?: Links;
  extension: string;
  /** A module of which `value` is a number, or a text. */
  number: string;
  text: string;
  /** A module that needs `value` of another one, by that one's name, to be a number. */
  user(of: string): string;
  /** What is found in the user if it is a text, and if the other module is not there; notation of `found`. */
  mismatch: string;
  missing(of: string): string;
  /** A file of its own with one error. */
  broken: string;
  error: Omit<Diagnostic, 'file'>;
  /** Files whose findings have to be exactly those of the command-line tool. */
  table: Tree;
  truth(workspace: Workspace): Promise<Record<string, string[]>>;
}

/** What holds for every compiler; one sidecar for all of it, and two more for what has to be cold. */
export function describeCompiler(compiler: Compiler): void {
  const { title, server, project, links, extension, number, text, user, mismatch, missing, broken, error } =
    compiler;
  const open = (options: { name?: string; root?: (workspace: Workspace) => string } = {}): Promise<Lab> =>
    openReal({ servers: [server], files: project, ...(links === undefined ? {} : { links }), ...options });
  const file = (name: string): string => `${name}${extension}`;

  describe(title, () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await open();
    });
    afterAll(() => lab[Symbol.asyncDispose]());

    /** Writes files as the tools do, and asks about them and all others in one question. */
    async function check(
      files: Record<string, string>,
      { created = false, deleted = [] }: { created?: boolean; deleted?: string[] } = {},
    ): Promise<CheckReport> {
      const asked = Object.entries(files).map(([filePath, content]): CheckFileParams => {
        lab.workspace.write(filePath, content);
        return { filePath, text: content, ...(created ? { created } : {}) };
      });
      const report = await lab.sidecar.request('lsp/check', { files: asked, deleted, others: true });
      expect(Object.values(outcomes(report)).filter((outcome) => outcome !== 'complete')).toEqual([]);
      return report;
    }

    async function expectReport(
      report: Promise<CheckReport>,
      files: Record<string, string[]>,
      others: Record<string, string[]> = {},
    ): Promise<void> {
      const { othersComplete, ...rest } = await report;
      expect({ files: found(rest.files), others: found(rest.others), othersComplete }).toEqual({
        files,
        others,
        othersComplete: true,
      });
    }

    test('REQ-DIAG-010 REQ-TIME-030 REQ-FMT-080: cold, exactly the error that is there is reported, and a clean file is clean', async () => {
      const { files } = await check({ [file('cold')]: broken, [file('clean')]: number }, { created: true });
      expect(files).toEqual({ [file('cold')]: [{ file: file('cold'), ...error }], [file('clean')]: [] });
    });

    test('REQ-DIAG-010: every breaking and mending edit has its own result', async () => {
      for (let round = 0; round < 5; round += 1) {
        await expectReport(check({ [file('cold')]: number }), {});
        expect((await check({ [file('cold')]: broken })).files).toEqual({
          [file('cold')]: [{ file: file('cold'), ...error }],
        });
      }
      await expectReport(check({ [file('cold')]: '' }), {});
    });

    test('REQ-FMT-080: a byte order mark is no column', async () => {
      expect((await check({ [file('cold')]: `\uFEFF${broken}` })).files).toEqual({
        [file('cold')]: [{ file: file('cold'), ...error }],
      });
      await expectReport(check({ [file('cold')]: '\uFEFF' }), {});
    });

    test('REQ-DIAG-040 REQ-DIAG-045 REQ-KNOWN-020: that an edit breaks another file is reported, and that one mends it too', async () => {
      const [definition, dependent] = [file('definition'), file('dependent')];
      await expectReport(
        check({ [definition]: number, [dependent]: user('definition') }, { created: true }),
        {},
      );
      for (let round = 0; round < 2; round += 1) {
        await expectReport(check({ [definition]: text }), {}, { [dependent]: [mismatch] });
        expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ [dependent]: [mismatch] });
        await expectReport(check({ [definition]: number }), {});
        expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
      }
    });

    test('REQ-DIAG-010: a file that is created mends those that import it, and one that is deleted breaks them', async () => {
      const [late, importer] = [file('late'), file('importer')];
      await expectReport(check({ [importer]: user('late') }, { created: true }), {
        [importer]: [missing('late')],
      });
      for (let round = 0; round < 2; round += 1) {
        await expectReport(check({ [late]: number }, { created: true }), {});
        await expectReport(check({ [importer]: user('late') }), {});
        lab.workspace.remove(late);
        await expectReport(check({}, { deleted: [late] }), {}, { [importer]: [missing('late')] });
      }
      lab.workspace.remove(importer);
      await expectReport(check({}, { deleted: [importer] }), {});
    });

    test('REQ-DIAG-017: a patch is judged as a whole, whichever of its files comes first', async () => {
      const users = ['p1', 'p2', 'p3'].map(file);
      const patch = (definition: string, blankLines: number): Record<string, string> => ({
        ...Object.fromEntries(users.map((name) => [name, user('base') + '\n'.repeat(blankLines)])),
        [file('base')]: definition,
      });
      // First of all the users of a module that the same patch creates.
      await expectReport(check(patch(number, 0), { created: true }), {});
      for (let round = 0; round < 2; round += 1) {
        await expectReport(
          check(patch(text, 1)),
          Object.fromEntries(users.map((name) => [name, [mismatch]])),
        );
        await expectReport(check(patch(number, 0)), {});
      }
    });

    test('REQ-KNOWN-010: what a shell changed on disk behind open documents is judged, not what they were', async () => {
      await expectReport(
        check({ [file('shelled')]: number, [file('watcher')]: user('shelled') }, { created: true }),
        {},
      );
      lab.workspace.write(file('shelled'), text);
      await expectReport(
        check({ [file('bystander')]: number }, { created: true }),
        {},
        { [file('watcher')]: [mismatch] },
      );
      lab.workspace.write(file('shelled'), number);
      expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
      lab.workspace.write(file('watcher'), broken);
      expect(found({ [file('watcher')]: await lab.checkFile(file('watcher')) })).not.toEqual({});
      lab.workspace.write(file('watcher'), number);
      expect(await lab.checkFile(file('watcher'))).toEqual([]);
    });

    test('an empty file is clean, from the start and after an error', async () => {
      await expectReport(check({ [file('empty')]: '' }, { created: true }), {});
      expect(await lab.checkFile(file('empty'), broken)).toHaveLength(1);
      expect(await lab.checkFile(file('empty'), '')).toEqual([]);
    });

    test('REQ-TIME-015: twenty files in one question have twenty answers, in the order of the question', async () => {
      const names = Array.from({ length: 20 }, (_, n) => file(`many${20 - n}`));
      const { files } = await check(
        Object.fromEntries(names.map((name, n) => [name, n % 2 === 0 ? broken : number])),
        { created: true },
      );
      expect(Object.keys(files)).toEqual(names);
      expect(Object.values(files).map((list) => list.length)).toEqual(
        names.map((_, n) => (n % 2 === 0 ? 1 : 0)),
      );
      await expectReport(check(Object.fromEntries(names.map((name) => [name, '']))), {});
    });

    test('REQ-FMT-080: lines, columns, codes and messages are those of the command-line tool', async () => {
      for (const [name, content] of Object.entries(compiler.table)) lab.workspace.write(name, content);
      const asked = Object.keys(compiler.table).map((filePath) => ({ filePath, created: true }));
      const [{ files }, truth] = await Promise.all([
        lab.sidecar.request('lsp/check', { files: asked }),
        compiler.truth(lab.workspace),
      ]);
      expect(Object.keys(truth)).not.toEqual([]);
      expect(found(files)).toEqual(truth);
    });

    test('REQ-PATH-010: names that need escaping, below a root that does and is a symlink', async () => {
      await using odd = await open({
        name: 'my #1 [work] 100% (x)',
        root: ({ root, outside }) => {
          symlinkSync(root, join(outside, 'linked #2'));
          return join(outside, 'linked #2');
        },
      });
      const folder = 'sub [id] #/50%20 off';
      const [definition, dependent] = [file(`${folder}/definition`), file(`${folder}/what? é 日本🎉`)];
      odd.workspace.write(definition, number);
      // Cold, and clean: the whole answer is that there is nothing.
      const cold = await odd.check({ [dependent]: user('definition') });
      expect([cold.files, outcomes(cold)]).toEqual([{ [dependent]: [] }, { [server]: 'complete' }]);
      for (const path of [
        definition,
        join(odd.workspace.outside, 'linked #2', definition),
        odd.workspace.path(definition),
      ]) {
        odd.workspace.write(definition, text);
        const broke = await odd.sidecar.request('lsp/check', {
          files: [{ filePath: path, text }],
          others: true,
        });
        expect([found(broke.files), found(broke.others)]).toEqual([{}, { [dependent]: [mismatch] }]);
        odd.workspace.write(definition, number);
        const mended = await odd.sidecar.request('lsp/check', {
          files: [{ filePath: path, text: number }],
          others: true,
        });
        expect([found(mended.files), mended.others]).toEqual([{}, {}]);
      }
    });

    test('REQ-LIFE-010: a warmed server has the project in view, and its first check is right', async () => {
      await using warm = await open();
      const [definition, dependent] = [file('definition'), file('dependent')];
      warm.workspace.write(definition, number);
      warm.workspace.write(dependent, user('definition'));
      warm.sidecar.notify('lsp/warm', { filePath: dependent });
      const report = await warm.check({ [definition]: text }, true);
      expect([found(report.files), found(report.others)]).toEqual([{}, { [dependent]: [mismatch] }]);
      expect(await warm.status(server)).toBe('active');
    });
  });
}
