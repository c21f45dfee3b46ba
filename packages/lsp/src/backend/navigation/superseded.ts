import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Question } from './source.ts';

/**
 * Whether the position in the request may mean something else by now, because the server got
 * another text after the document was shown. Check this directly before the request is sent, after
 * any wait for a project or a turn. False once the server has ended: it has no document open.
 */
export function isSuperseded(
  { documents, ended }: Pick<LspClient, 'documents' | 'ended'>,
  question: Question,
  document: OpenDocument | undefined,
): boolean {
  return (
    document !== undefined &&
    'position' in question.params(document.uri) &&
    !documents.isCurrent(document) &&
    !ended.aborted
  );
}
