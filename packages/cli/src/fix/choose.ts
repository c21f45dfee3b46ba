import type { TriedFix } from '@vybestack/llxprt-lsp-core';

/** Which fixes of one file are written without asking. */
export interface Choice {
  /** At most one for each error: what a result of an edit would name. */
  readonly chosen: readonly TriedFix[];
  /** By error: more than one way, and none that may be chosen. */
  readonly undecided: readonly (readonly TriedFix[])[];
}

/** A fix that takes code away or puts a placeholder is never chosen, and no way to fix an error. */
export function chooseFixes(fixes: readonly TriedFix[]): Choice {
  const byError = new Map<string, TriedFix[]>();
  for (const fix of fixes) {
    const { line, character, message } = fix.for;
    const key = [line, character, message].join('\0');
    if (fix.mark === undefined) byError.set(key, [...(byError.get(key) ?? []), fix]);
  }
  const isDecided = (offered: readonly TriedFix[]): boolean =>
    offered.some(({ isChosen }) => isChosen === true);
  return {
    chosen: fixes.filter(({ isChosen }) => isChosen === true),
    undecided: [...byError.values()].filter((offered) => !isDecided(offered)),
  };
}
