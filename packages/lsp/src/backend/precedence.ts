import type { ServerFacts } from './definition.ts';

/**
 * Of several compilers of the same files, one is asked: the one that the workspace has chosen by a
 * configuration of its own, else the first of the list. A linter, a fallback and a compiler that
 * goes beside others are asked anyway.
 *
 * @returns by id, the ids of the servers before which it steps back
 */
export function precedence(servers: readonly ServerFacts[]): Map<string, string[]> {
  const rivals = servers.filter(competes);
  const ranked = [
    ...rivals.filter(({ isChosen }) => isChosen),
    ...rivals.filter(({ isChosen }) => !isChosen),
  ];
  const byName = new Map<string, string[]>();
  const yields = new Map<string, string[]>();
  for (const { id, extensions } of ranked) {
    const before = new Set(extensions.flatMap((name) => byName.get(name) ?? []));
    if (before.size > 0) yields.set(id, [...before]);
    for (const name of extensions) byName.getOrInsert(name, []).push(id);
  }
  return yields;
}

function competes({ role, beside, standsInFor, crossServerDuplicates, run }: ServerFacts): boolean {
  const isSecond = crossServerDuplicates !== undefined && 'linesOf' in crossServerDuplicates;
  return (
    role === 'compiler' && beside !== true && standsInFor === undefined && !isSecond && run === undefined
  );
}
