import { describe, expect } from 'bun:test';

import type { RefactorResult, SymbolChangeParams } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { type Links, openReal } from './real-lab.ts';
import { outcomeOf } from './rename-suite.ts';

/** What is asked about a file, and its text afterwards, or the reason. */
export interface SymbolCase {
  title: string;
  ask: Omit<Extract<SymbolChangeParams, { kind: 'delete' }>, 'kind' | 'filePath'> &
    (
      | { kind: 'delete' }
      | { kind: 'replace'; text: string }
      | { kind: 'insert'; where: 'before' | 'after'; text: string }
    );
  /** Each is replaced in the text of the file; or what the refusal says. */
  want: readonly (readonly [before: string, after: string])[] | RegExp;
}

export interface SymbolsLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[];
  project: Tree;
  links?: Links;
  file: string;
  text: string;
  cases: readonly SymbolCase[];
}

export function changeSymbol(lab: Lab, params: SymbolChangeParams): Promise<RefactorResult> {
  return lab.sidecar.request('lsp/refactor', params);
}

/** Longer than the setting's default: the first answer of a server takes long on a busy machine. */
const CONFIG = { navigationTimeout: 60_000 };

/** All on one running server: nothing is written between them. */
export function describeSymbols({
  title,
  define,
  servers,
  project,
  links,
  file,
  text,
  cases,
}: SymbolsLanguage): void {
  describe(`symbols, ${title}`, () => {
    define('each is replaced, inserted or deleted with all that belongs to it, or refused', async () => {
      await using lab = await openReal({
        servers,
        config: CONFIG,
        files: { ...project, [file]: text },
        ...(links !== undefined && { links }),
      });
      const wanted: Record<string, unknown> = {};
      const got: Record<string, unknown> = {};
      for (const { title: name, ask, want } of cases) {
        const outcome = outcomeOf(await changeSymbol(lab, { ...ask, filePath: file }));
        if (want instanceof RegExp) {
          wanted[name] = typeof outcome === 'string' && want.test(outcome) ? outcome : String(want);
          got[name] = outcome;
        } else {
          for (const [before] of want) expect(text.split(before)).toHaveLength(2);
          wanted[name] = want.reduce((now, [before, after]) => now.replace(before, () => after), text);
          got[name] = typeof outcome === 'string' ? outcome : outcome[file];
        }
      }
      expect(got).toEqual(wanted);
    });

    define('CRLF and byte order mark stay', async () => {
      const windows = text.replaceAll('\n', '\r\n');
      await using lab = await openReal({
        servers,
        config: CONFIG,
        files: { ...project, [file]: windows },
        ...(links !== undefined && { links }),
      });
      const [first] = cases.filter(({ want }) => !(want instanceof RegExp));
      if (first === undefined || first.want instanceof RegExp)
        throw new Error('no case that changes anything');
      const want = first.want
        .reduce((now, [before, after]) => now.replace(before, () => after), text)
        .replaceAll('\n', '\r\n');
      expect(outcomeOf(await changeSymbol(lab, { ...first.ask, filePath: file }))).toEqual({ [file]: want });
      lab.workspace.write(file, `\uFEFF${text}`);
      expect(outcomeOf(await changeSymbol(lab, { ...first.ask, filePath: file }))).toEqual({
        [file]: `\uFEFF${want.replaceAll('\r\n', '\n')}`,
      });
    });
  });
}
