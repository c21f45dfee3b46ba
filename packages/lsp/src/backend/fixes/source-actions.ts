import type { Range } from '../navigation/model.ts';
import type { Question } from '../navigation/source.ts';

/** @param kind LSP's CodeActionKind */
export function codeActions(range: Range, kind: string): Question {
  return { provider: 'codeActionProvider', method: 'textDocument/codeAction', scope: 'file', params: (uri) => ({ textDocument: { uri }, range, context: { diagnostics: [], only: [kind] } }) };
}

/** @param action as the server sent it */
export function resolved(action: object): Question {
  return { provider: 'codeActionProvider', method: 'codeAction/resolve', scope: 'file', params: () => action };
}
