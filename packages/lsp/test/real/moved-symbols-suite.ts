import { describe, expect } from 'bun:test';

import type { MoveSymbolParams, RefactorResult } from '../../src/types.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import { writeAndProve } from './move-suite.ts';
import { type Links, openReal } from './real-lab.ts';
import { outcomeOf } from './rename-suite.ts';

/** A symbol of a project that gets to another file, and the files that are other ones then, or the reason. */
export interface MovedSymbolCase {
  title: string;
  files: Tree;
  ask: Omit<MoveSymbolParams, 'kind'>;
  want: Readonly<Record<string, string>> | RegExp;
  /** Lines that still name its old place. */
  left?: readonly string[];
}

export interface MovedSymbolsLanguage {
  title: string;
  define: (title: string, run: () => Promise<void>) => void;
  servers: readonly string[];
  project: Tree;
  links?: Links;
  cases: readonly MovedSymbolCase[];
}

const CONFIG = { navigationTimeout: 60_000 };

export function moveSymbol(lab: Lab, params: Omit<MoveSymbolParams, 'kind'>): Promise<RefactorResult> {
  return lab.sidecar.request('lsp/refactor', { kind: 'move-symbol', ...params });
}

/** Each case has a workspace of its own. What is allowed is written, and causes no error. */
export function describeMovedSymbols({
  title,
  define,
  servers,
  project,
  links,
  cases,
}: MovedSymbolsLanguage): void {
  describe(`moved symbols, ${title}`, () => {
    for (const { title: name, files, ask, want, left = [] } of cases) {
      define(name, async () => {
        await using lab = await openReal({
          servers,
          config: CONFIG,
          files: { ...project, ...files },
          ...(links !== undefined && { links }),
        });
        const result = await moveSymbol(lab, ask);
        if (want instanceof RegExp) expect(outcomeOf(result)).toMatch(want);
        else {
          expect(outcomeOf(result)).toEqual(want);
          const mentions = 'changes' in result ? result.mentions : [];
          expect(mentions.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([...left]);
          if ('changes' in result) expect(await writeAndProve(lab, result)).toEqual([]);
        }
      });
    }
  });
}
