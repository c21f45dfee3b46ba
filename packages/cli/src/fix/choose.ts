import type { TriedFix } from '@vybestack/llxprt-lsp-core';

/** Which fixes of one file are written without asking. */
export interface Choice {
  /** At most one for each error. */
  readonly chosen: readonly TriedFix[];
  /** By error: more than one way, and none that the server prefers. */
  readonly undecided: readonly (readonly TriedFix[])[];
}

/**
 * Of each error, the fix that its server prefers, or the only one. A fix that takes code away or
 * puts a placeholder is never chosen.
 */
export function chooseFixes(fixes: readonly TriedFix[]): Choice {
  const byError = new Map<string, TriedFix[]>();
  for (const fix of fixes) {
    const { line, character, message } = fix.for;
    const key = [line, character, message].join('\0');
    if (fix.mark === undefined) byError.set(key, [...(byError.get(key) ?? []), fix]);
  }
  const chosen: TriedFix[] = [];
  const undecided: TriedFix[][] = [];
  for (const offered of byError.values()) {
    const preferred = offered.filter(({ isPreferred }) => isPreferred === true);
    const [only, ...others] = preferred.length > 0 ? preferred : offered;
    if (only !== undefined && others.length === 0) chosen.push(only);
    else undecided.push(offered);
  }
  return { chosen, undecided };
}
