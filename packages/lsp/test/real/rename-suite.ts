import { describe, expect } from 'bun:test';

import type { NamedSymbol, RefactorResult } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { type Links, openReal } from './real-lab.ts';

/** One language: a symbol `total` that a file declares and another one uses. */
export interface RenameLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[];
  project: Tree;
  links?: Links;
  /** `total` is declared in the first, used in both, and stands in a comment of the second. */
  declared: { file: string; text: string };
  user: { file: string; text: string };
  /** A file in which `aaa` renamed to `bbb` would mean the other one; both stand there. */
  capture: { file: string; text: string };
  keyword: string;
}

/** A server that loads on a busy machine, ms. */
const PATIENT = { navigationTimeout: 60_000 };

type Changed = Extract<RefactorResult, { readonly changes: unknown }>;

/** The new texts by file, or the reason. */
export function outcomeOf(result: RefactorResult): Record<string, string> | string {
  return 'refused' in result
    ? result.refused
    : Object.fromEntries(result.changes.map(({ file, text = '' }) => [file, text]));
}

export function describeRename(language: RenameLanguage): void {
  const { title, define, servers, project, links, declared, user, capture, keyword } = language;
  const open = (): Promise<Lab> =>
    openReal({
      servers,
      config: PATIENT,
      files: {
        ...project,
        [declared.file]: declared.text,
        [user.file]: user.text,
        [capture.file]: capture.text,
      },
      ...(links !== undefined && { links }),
    });
  const rename = (
    lab: Lab,
    params: NamedSymbol & { newName: string; force?: boolean },
  ): Promise<RefactorResult> => lab.sidecar.request('lsp/refactor', { kind: 'rename', ...params });
  const renamed = (text: string): string => text.replaceAll(/(?<!\/\/ |# )\btotal\b/g, 'sum');

  describe(`rename, ${title}`, () => {
    define('in all files, cold, and back to the same bytes; what stands in a comment is listed', async () => {
      await using lab = await open();
      const there = await rename(lab, { filePath: declared.file, symbol: 'total', newName: 'sum' });
      expect(outcomeOf(there)).toEqual({
        [declared.file]: renamed(declared.text),
        [user.file]: renamed(user.text),
      });
      const { mentions, caused } = there as Changed;
      expect({ caused, mentions: mentions.map(({ file, text }) => `${file} ${text}`) }).toEqual({
        caused: [],
        mentions: [`${user.file} ${user.text.split('\n').find((line) => /(\/\/|#) total/.test(line)) ?? ''}`],
      });
      for (const { file, text = '' } of (there as Changed).changes) lab.workspace.write(file, text);
      const back = await rename(lab, { filePath: declared.file, symbol: 'sum', newName: 'total' });
      expect(outcomeOf(back)).toEqual({ [declared.file]: declared.text, [user.file]: user.text });
    });

    define('not to a keyword, to no name, or to the name that it has', async () => {
      await using lab = await open();
      for (const newName of [keyword, 'two words', '', '1st', 'total'])
        expect(outcomeOf(await rename(lab, { filePath: declared.file, symbol: 'total', newName }))).toMatch(
          /keyword|no name|already|identifier|empty|nvalid/,
        );
    });

    define('not to a name that means something else where it is used', async () => {
      await using lab = await open();
      expect(
        outcomeOf(await rename(lab, { filePath: capture.file, symbol: 'aaa', newName: 'bbb', force: true })),
      ).toMatch(/has a meaning already|conflict|shadow|would/);
    });

    define('not what is not there', async () => {
      await using lab = await open();
      expect(
        outcomeOf(await rename(lab, { filePath: declared.file, symbol: 'nothing', newName: 'sum' })),
      ).toContain('there is no `nothing`');
    });
  });
}
