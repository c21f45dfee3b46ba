import { atVersion } from '../../engine/navigate/at-version.ts';
import type { Failure, TextDocumentPosition } from '../../engine/navigate/found.ts';
import type { Orchestrator } from '../../engine/orchestrator.ts';
import { organizeImports } from '../../engine/refactor/organize-imports.ts';
import { LIMIT, refusal, type Refactored } from '../../engine/refactor/refactoring.ts';
import { move } from '../../engine/refactor/move/move.ts';
import { rename } from '../../engine/refactor/rename.ts';
import { changeSymbol } from '../../engine/refactor/symbols/change-symbol.ts';
import { moveSymbol } from '../../engine/refactor/symbols/move-symbol.ts';
import type { NamedSymbol, RefactorParams, RefactorResult } from '../../types.ts';
import { escaped } from '../../support/escaped.ts';
import { parseQuery } from '../../engine/navigate/by-name/symbol-query.ts';
import { resolveSymbol } from '../tools/lsp/resolve-symbol.ts';

type Attempt = Refactored | Failure;

/** `lsp/refactor`. Symbols are named as in the navigation tools. */
export async function refactor(
  orchestrator: Orchestrator,
  params: RefactorParams,
  cancel: AbortSignal,
): Promise<RefactorResult> {
  const answered = await atVersion(LIMIT, cancel, async (signal) => {
    const result = await attempt(orchestrator, params, signal);
    return 'kind' in result ? result : { kind: 'answered' as const, result };
  });
  if (answered.kind === 'gave-up')
    return refusal(
      cancel.aborted
        ? 'the call was cancelled'
        : 'no complete answer in time; the language server may still be loading the project',
    );
  if (answered.value.kind === 'failed') return refusal(answered.value.message);
  const { result } = answered.value;
  if ('refused' in result || params.report === true) return result;
  const { report, ...rest } = result;
  return rest;
}

function attempt(orchestrator: Orchestrator, params: RefactorParams, cancel: AbortSignal): Promise<Attempt> {
  const { refactoring } = orchestrator;
  switch (params.kind) {
    case 'rename': {
      const { newName, force = false } = params;
      return ofSymbol(orchestrator, params, cancel, (at) =>
        rename(refactoring, { at, newName, force }, cancel),
      );
    }
    case 'move':
      return move(refactoring, { ...params, force: params.force === true }, cancel);
    case 'replace':
    case 'insert':
    case 'delete':
      return ofSymbol(orchestrator, params, cancel, (at) =>
        changeSymbol(refactoring, { at, change: params }, cancel),
      );
    case 'move-symbol':
      return ofSymbol(orchestrator, params, cancel, (at) => moveSymbol(refactoring, { at, params }, cancel));
    case 'organize-imports':
      return organizeImports(refactoring, params.filePath, cancel);
  }
}

/** Finds the symbol first; says what to do where several have its name. */
async function ofSymbol(
  { navigation }: Orchestrator,
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
