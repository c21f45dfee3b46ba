import { atVersion } from '../../engine/navigate/at-version.ts';
import type { Failure, TextDocumentPosition } from '../../engine/navigate/found.ts';
import type { Orchestrator } from '../../engine/orchestrator.ts';
import { organizeImports } from '../../engine/refactor/organize-imports.ts';
import { refusal, type Refactored, type RefactoringContext } from '../../engine/refactor/refactoring.ts';
import { move } from '../../engine/refactor/move/move.ts';
import { rename } from '../../engine/refactor/rename.ts';
import { changeSymbol } from '../../engine/refactor/symbols/change-symbol.ts';
import { moveSymbol } from '../../engine/refactor/symbols/move-symbol.ts';
import type { NamedSymbol, RefactoringProgress, RefactorParams, RefactorResult } from '../../types.ts';
import { counted } from '../../support/counted.ts';
import { escaped } from '../../support/escaped.ts';
import { spellMs } from '../../support/spell-ms.ts';
import { parseQuery } from '../../engine/navigate/by-name/symbol-query.ts';
import { resolveSymbol } from '../tools/lsp/resolve-symbol.ts';

type Attempt = Refactored | Failure;

/** What one call is made with. */
interface Call extends Pick<Orchestrator, 'navigation'> {
  readonly context: RefactoringContext;
}

/**
 * `lsp/refactor`. Symbols are named as in the navigation tools.
 *
 * @param tell is told how far it is
 */
export async function refactor(
  { navigation, refactoring }: Orchestrator,
  params: RefactorParams,
  cancel: AbortSignal,
  tell: (progress: RefactoringProgress) => void,
): Promise<RefactorResult> {
  let reached: RefactoringProgress = { stage: 'asking' };
  const progress = (now: RefactoringProgress): void => {
    reached = now;
    tell(now);
  };
  const context = { ...refactoring, progress };
  const answered = await atVersion(context.limit, cancel, async (signal) => {
    progress({ stage: 'asking' });
    const result = await attempt({ navigation, context }, params, signal);
    return 'kind' in result ? result : { kind: 'answered' as const, result };
  });
  if (answered.kind === 'gave-up')
    return refusal(cancel.aborted ? 'the call was cancelled' : whyLate(reached, context.limit));
  if (answered.value.kind === 'failed') return refusal(answered.value.message);
  const { result } = answered.value;
  if ('refused' in result || params.report === true) return result;
  const { report, ...rest } = result;
  return rest;
}

/** @param ms how long it has taken */
export function whyLate(reached: RefactoringProgress, ms: number): string {
  const late = `no complete answer after ${spellMs(ms)}`;
  if (reached.stage === 'asking') return `${late}; the language server may still be loading the project`;
  const { judged, files } = reached;
  return files === 0
    ? `${late}: it was still being tried`
    : `${late}: it was being tried, and ${judged} of ${counted(files, 'file')} were judged`;
}

function attempt(call: Call, params: RefactorParams, cancel: AbortSignal): Promise<Attempt> {
  const { context } = call;
  switch (params.kind) {
    case 'rename': {
      const { newName, force = false } = params;
      return ofSymbol(call, params, cancel, (at) => rename(context, { at, newName, force }, cancel));
    }
    case 'move':
      return move(context, { ...params, force: params.force === true }, cancel);
    case 'replace':
    case 'insert':
    case 'delete':
      return ofSymbol(call, params, cancel, (at) => changeSymbol(context, { at, change: params }, cancel));
    case 'move-symbol':
      return ofSymbol(call, params, cancel, (at) => moveSymbol(context, { at, params }, cancel));
    case 'organize-imports':
      return organizeImports(context, params.filePath, cancel);
  }
}

/** Finds the symbol first; says what to do where several have its name. */
async function ofSymbol(
  { navigation }: Call,
  { filePath: file, symbol, line }: NamedSymbol,
  cancel: AbortSignal,
  change: (at: TextDocumentPosition) => Promise<Attempt>,
): Promise<Attempt> {
  const resolved = await resolveSymbol(navigation, parseQuery({ file, symbol, line }), cancel);
  switch (resolved.kind) {
    case 'failed':
      return resolved;
    case 'unclear':
      return refusal(resolved.problem);
    case 'undecided':
      return { refused: escaped`${resolved.text}\nGive \`line\` to say which one is meant.` };
    case 'resolved':
      return await change(resolved.at);
  }
}
