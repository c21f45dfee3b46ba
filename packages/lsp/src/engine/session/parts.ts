import { relatedTo } from '../../client/related.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { Diagnostic } from '../../types.ts';
import type { Deadline } from '../deadline.ts';
import type { SessionOptions } from './session.ts';

/** So many of the files that it is compiled in are asked about. */
const MOST_WHOLES = 2;

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** A verdict on a file alone that is none on the file as it is compiled. */
export function isDoubtful(imports: ImportLanguage | undefined, path: string, diagnostics: readonly Diagnostic[]): boolean {
  return imports?.isPart?.(path) === true && diagnostics.some(isError);
}

/**
 * A header is compiled as a part of the files that include it, and may mean nothing without what they
 * include before. So what is wrong with it alone counts only where it is compiled nowhere else, or
 * where those files have errors outside of their own text, too.
 *
 * @param judge the findings of another file; undefined where they are not known in time
 */
export async function isSoundInWhole(path: AdmittedPath, { definition, importGraph }: Pick<SessionOptions, 'definition' | 'importGraph'>, deadline: Deadline, judge: (whole: AdmittedPath) => Promise<readonly Diagnostic[] | undefined>): Promise<boolean> {
  const { imports } = definition;
  if (imports === undefined) return false;
  const graph = await waitFor(importGraph(imports), deadline.signal);
  const importers = graph.kind === 'done' ? graph.value?.dependents([path]) : undefined;
  const wholes = [...(importers ?? [])].filter(([importer]) => imports.isPart?.(importer) !== true).sort(([, one], [, other]) => one - other);
  for (const [whole] of wholes.slice(0, MOST_WHOLES)) {
    const found = await judge(whole);
    if (found?.filter(isError).every((error) => relatedTo(error).every((place) => place.path === whole)) === true) return true;
  }
  return false;
}
