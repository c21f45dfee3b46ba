import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { Diagnostic, ServerConfig } from '../../src/types.ts';
import { type Lab, outcomes } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { brief, type Links, openReal, rows } from './real-lab.ts';

/** What a well-known server is asked in the suite, in its own language. */
export interface Installed {
  server: string;
  /** Its package is the workspace's own. */
  links: Links;
  config?: ServerConfig;
  files?: Tree;
  extension: string;
  clean: string;
  broken: string;
  /** All that it finds in `broken`. */
  finding: Omit<Diagnostic, 'file'>;
  /** Texts with all that is found in them, notation of `brief`. */
  table: Readonly<Record<string, readonly string[]>>;
  program: { name: string; version: string };
  /** How tests are defined; by default `test`. */
  define?: (title: string, run: () => Promise<void>) => void;
}

/** What holds for every server that somebody has installed: one sidecar for all of it, and one more for odd names. */
export function describeInstalled({
  server,
  links,
  config = {},
  files = {},
  extension,
  clean,
  broken,
  finding,
  table,
  program,
  define = test,
}: Installed): void {
  describe(server, () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await openReal({ servers: { [server]: config }, files, links });
    });
    afterAll(() => lab[Symbol.asyncDispose]());

    const file = (name: string): string => `${name}${extension}`;

    define(
      'REQ-DIAG-010 REQ-FMT-080: cold, exactly the error that is there is reported, and a clean file is clean',
      async () => {
        const report = await lab.check({ [file('cold')]: broken, [file('clean')]: clean });
        expect([report.files, outcomes(report)]).toEqual([
          { [file('cold')]: [{ file: file('cold'), ...finding }], [file('clean')]: [] },
          { [server]: 'complete' },
        ]);
      },
    );

    define(
      'REQ-DIAG-010 REQ-TIME-060: each of twenty breaking and mending edits has its own result',
      async () => {
        // Five rounds of four files each, two of them broken: a server waits for more typing only once a round.
        const names = ['cold', 'warm', 'first', 'second'].map(file);
        for (let round = 0; round < 5; round += 1) {
          const isBroken = (at: number): boolean => (at + round) % 2 === 1;
          const texts = names.map((name, at): [string, string] => [name, isBroken(at) ? broken : clean]);
          const wanted = names.map((name, at): [string, Diagnostic[]] => [
            name,
            isBroken(at) ? [{ file: name, ...finding }] : [],
          ]);
          expect((await lab.check(Object.fromEntries(texts))).files).toEqual(Object.fromEntries(wanted));
        }
      },
    );

    define('REQ-TIME-050: a new file that is clean is known to be, and so is an empty one', async () => {
      const reports = await Promise.all(
        [clean, ''].map((text) => lab.check({ [file(`new${text.length}`)]: text })),
      );
      for (const report of reports)
        expect([Object.values(report.files), outcomes(report)]).toEqual([[[]], { [server]: 'complete' }]);
    });

    define(
      'REQ-FMT-080: line endings, a byte order mark and characters of two units move no column',
      async () => {
        const asked = Object.keys(table).map(async (text, at): Promise<[string, string[]]> => [
          text,
          (await lab.checkFile(file(`table${at}`), text)).map(brief),
        ]);
        expect(await Promise.all(asked)).toEqual(
          Object.entries(table).map(([text, want]) => [text, [...want]]),
        );
      },
    );

    define('REQ-STATUS-020: status names the program and its version', async () => {
      expect(await rows(lab, server)).toMatchObject([
        { status: 'active', program: { ...program, origin: 'workspace' } },
      ]);
    });

    define('REQ-PATH-010: names that need escaping, below a root that does and is a symlink', async () => {
      await using odd = await openReal({
        servers: { [server]: config },
        files,
        links,
        name: 'my #1 [work] 100% (x)',
        root: ({ root, outside }) => {
          symlinkSync(root, join(outside, 'linked #2'));
          return join(outside, 'linked #2');
        },
      });
      const name = file('sub [id] #/50%20 off/what? é 日本🎉');
      expect(await odd.checkFile(name, broken)).toEqual([
        { file: name, ...finding, column: finding.character },
      ]);
      expect(await odd.checkFile(name, clean)).toEqual([]);
    });
  });
}
