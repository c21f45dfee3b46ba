import type { KeptFix } from './registry.ts';

/** Of the names of alternatives. */
const MOST = 3;

export type FixChoice =
  | { readonly kind: 'one'; readonly fix: KeptFix }
  | { readonly kind: 'several'; readonly fixes: readonly KeptFix[] }
  | { readonly kind: 'none' };

/**
 * The fix to offer for one finding: the only one that was kept, or the one that the server prefers.
 * Never a guess: of several imports, none is chosen. Neither a removal nor a stub is offered.
 */
export function chooseFix(kept: readonly KeptFix[]): FixChoice {
  const fixes = kept.filter(({ mark }) => mark === undefined);
  const imports = fixes.filter(addsImport);
  if (imports.length > 1) return { kind: 'several', fixes: imports.slice(0, MOST) };
  const preferred = fixes.filter(({ isPreferred }) => isPreferred);
  const [only] = preferred.length === 1 ? preferred : fixes;
  if (only === undefined) return { kind: 'none' };
  return preferred.length === 1 || fixes.length === 1
    ? { kind: 'one', fix: only }
    : { kind: 'several', fixes: fixes.slice(0, MOST) };
}

/** The fix imports a name, in whatever language. */
export function addsImport({ title, mark, files }: KeptFix): boolean {
  if (mark !== undefined) return false;
  return (
    /\bimport(?:ing|s)?\b|\binclude\b/i.test(title) ||
    files.some(({ changes }) =>
      changes.some(({ text }) => /^[ \t]*(?:import|from|use|#include)\b/m.test(text)),
    )
  );
}

/** The fix takes away what is not used. */
export function removesUnused({ mark, finding }: KeptFix): boolean {
  return (
    mark === 'removal' &&
    /\bunused\b|\bnever (?:used|read)\b|\bnot (?:used|accessed)\b/i.test(
      `${String(finding.code ?? '')} ${finding.message}`,
    )
  );
}
