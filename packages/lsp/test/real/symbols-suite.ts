import { describe, expect } from 'bun:test';

import type { RefactorParams, RefactorResult } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { type Links, openReal } from './real-lab.ts';

type Change = { replace: string } | { before: string } | { after: string } | 'delete' | 'force delete';

export interface SymbolsLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[];
  project: Tree;
  links?: Links;
  file: string;
  text: string;
  /** What is done to which symbol, and the texts that go and come; a pattern: why it is refused. */
  cases: readonly (readonly [title: string, symbol: string, change: Change, expected: (text: string) => string] | readonly [title: string, symbol: string, change: Change, expected: RegExp])[];
}

function paramsOf(filePath: string, symbol: string, change: Change): RefactorParams {
  if (typeof change === 'string') return { kind: 'delete', filePath, symbol, force: change === 'force delete' };
  if ('replace' in change) return { kind: 'replace', filePath, symbol, text: change.replace };
  return 'before' in change ? { kind: 'insert', where: 'before', filePath, symbol, text: change.before } : { kind: 'insert', where: 'after', filePath, symbol, text: change.after };
}

const textOf = (result: RefactorResult): string | undefined => ('refused' in result ? result.refused : result.changes[0]?.text);

/** A part of the text, which is there once, becomes another one. */
export function part(from: string, to: string): (text: string) => string {
  return (text) => {
    expect(text.split(from).length).toBe(2);
    return text.replace(from, () => to);
  };
}

/** Nothing is written, so one project serves all cases. */
export function describeSymbols({ title, define, servers, project, links, file, text, cases }: SymbolsLanguage): void {
  describe(`symbols, ${title}`, () => {
    const open = (own: string): Promise<Lab> => openReal({ servers, files: { ...project, [file]: own }, ...(links !== undefined && { links }) });
    const changed = async (lab: Lab, symbol: string, change: Change): Promise<string | undefined> => textOf(await lab.sidecar.request('lsp/refactor', paramsOf(file, symbol, change)));

    define('replace, insert, delete, or say why not', async () => {
      await using lab = await open(text);
      for (const [what, symbol, change, expected] of cases) {
        const now = await changed(lab, symbol, change);
        if (typeof expected === 'function') expect({ what, text: now }).toEqual({ what, text: expected(text) });
        else expect({ what, reason: now }).toEqual({ what, reason: expect.stringMatching(expected) });
      }
    });

    define('with the line endings of the file', async () => {
      const windows = (of: string): string => of.replaceAll('\n', '\r\n');
      await using lab = await open(windows(text));
      for (const [what, symbol, change, expected] of cases) if (typeof expected === 'function') expect({ what, text: await changed(lab, symbol, change) }).toEqual({ what, text: windows(expected(text)) });
    });
  });
}
