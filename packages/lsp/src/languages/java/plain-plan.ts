import { basename } from 'node:path';
import type { CompilePlan } from './compile-plan.ts';
import { plainSources } from './source-roots.ts';

/** Sources without a build: each group on its own, with all jars that lie around. */
export async function plainPlan(root: string, signal: AbortSignal): Promise<CompilePlan> {
  const { groups, jars } = await plainSources(root, signal);
  const units = groups.map(({ root: at, folders, sourceRoots }) => ({
    name: basename(at),
    roots: [],
    folders,
    sourcePath: groups.flatMap((each) => each.sourceRoots).filter((each) => !sourceRoots.includes(each)),
    options: ['-encoding', 'UTF-8'],
    classPath: jars,
    processors: [],
    missing: [],
    missingProcessors: [],
  }));
  return { units };
}
