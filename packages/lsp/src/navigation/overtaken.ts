import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import type { Question } from './source.ts';

/**
 * Whether something else may stand at the position that is asked about, as the server has been told another text since the document was shown. Looked at
 * directly before a question is sent: whoever has to wait, for a project or his turn, waits before that. A server that has ended has none open.
 */
export function isOvertaken({ documents, ended }: Pick<LspClient, 'documents' | 'ended'>, question: Question, document: OpenDocument | undefined): boolean {
  return document !== undefined && 'position' in question.params(document.uri) && !documents.isCurrent(document) && !ended.aborted;
}
