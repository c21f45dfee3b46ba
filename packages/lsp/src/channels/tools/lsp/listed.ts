import { identityOf, type Listed, listWithin } from '../../../diagnostics.ts';
import type { Diagnostic } from '../../../types.ts';
import { once } from '../once.ts';
import type { Sources } from '../sources.ts';

/** What an answer lists of one file. */
export interface ListedFile extends Listed {
  readonly file: string;
}

/**
 * Cuts the diagnostics of each file at `maxDiagnosticsPerFile`. What changes of the session have
 * caused is kept first, as in a result of an edit. What that is, is asked at most once, where a file
 * has too many.
 *
 * @param areCaused all diagnostics are
 */
export function lister(
  { orchestrator, config: { maxDiagnosticsPerFile } }: Pick<Sources, 'orchestrator' | 'config'>,
  areCaused: boolean,
  cancel: AbortSignal,
): (file: string, diagnostics: readonly Diagnostic[]) => Promise<ListedFile> {
  const open = once(async () => (await orchestrator.session(cancel)).open);
  return async (file, diagnostics) => {
    const isAsked = !areCaused && diagnostics.length > maxDiagnosticsPerFile;
    const caused = new Set((isAsked ? (await open())[file] : undefined)?.map(identityOf));
    const isCaused = (one: Diagnostic): boolean => caused.has(identityOf(one));
    return { file, ...listWithin(diagnostics, maxDiagnosticsPerFile, isCaused) };
  };
}
