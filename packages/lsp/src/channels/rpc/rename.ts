import { atVersion } from '../../engine/navigate/at-version.ts';
import type { Failure } from '../../engine/navigate/found.ts';
import type { Orchestrator } from '../../engine/orchestrator.ts';
import type { RefactorResult, RenameParams } from '../../types.ts';
import { parseQuery } from '../tools/lsp/by-name/symbol-query.ts';
import { resolveSymbol } from '../tools/lsp/resolve-symbol.ts';

/** `lsp/rename`: the symbol is named as in the navigation tools. */
export async function rename(orchestrator: Orchestrator, params: RenameParams, cancel: AbortSignal): Promise<RefactorResult> {
  const { navigation, refactorings } = orchestrator;
  const attempt = async (signal: AbortSignal): Promise<(RefactorResult & { kind: 'renamed' }) | Failure> => {
    const { filePath: file, symbol, line, newName, force = false } = params;
    const resolved = await resolveSymbol(navigation, parseQuery({ file, symbol, line }), signal);
    if (resolved.kind === 'failed') return resolved;
    if (resolved.kind === 'unclear') return { kind: 'renamed', refused: resolved.problem };
    if (resolved.kind === 'undecided') return { kind: 'renamed', refused: `${resolved.text}\nGive \`line\` to say which one is meant.` };
    const result = await refactorings.rename({ at: resolved.at, newName, force }, signal);
    return 'kind' in result ? result : { kind: 'renamed', ...result };
  };
  const answered = await atVersion(refactorings.limit, cancel, attempt);
  if (answered.kind === 'gave-up') return { refused: cancel.aborted ? 'the call was cancelled' : 'no complete answer in time; the language server may still be loading the project' };
  if (answered.value.kind === 'failed') return { refused: answered.value.message };
  const { kind: _, ...result } = answered.value;
  return result;
}
