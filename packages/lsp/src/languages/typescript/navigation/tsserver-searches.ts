import type { LspClient } from '../../../client/lsp-client.ts';
import { bodyOf, NOT_IN_PROJECT, tsserverRequests } from '../server/tsserver-requests.ts';
import type { Response } from '../../../jsonrpc/connection.ts';
import type { ImportedNames } from './imported-names.ts';
import type { NavigationResult } from '../../../backend/navigation/source.ts';
import type { Target } from './target.ts';
import { type Read, readFileSpans, readIncomingCalls, readNavtoItems } from './tsserver-answers.ts';

/**
 * Asks in these projects by name, all of them loaded, and in the projects of open files. Sends at
 * once.
 */
export type ProjectSearch = (projects: readonly string[], signal: AbortSignal) => Promise<NavigationResult>[];

/** One more than are ever listed, so that a list cut short does not look complete. */
const MOST_SYMBOLS = 20_001;

/**
 * How a request is sent whose answer may lie in any project. Undefined where it is passed on as it
 * is.
 */
export function searchFor(
  client: LspClient,
  method: string,
  params: object,
  target: Target,
): ProjectSearch | undefined {
  switch (method) {
    case 'textDocument/references':
      return (_, signal) => [client.request(method, params, signal)];
    case 'textDocument/implementation':
      return inEach(client, 'implementation', target, readFileSpans);
    case 'callHierarchy/incomingCalls':
      return inEach(client, 'provideCallHierarchyIncomingCalls', target, readIncomingCalls);
    default:
      return undefined;
  }
}

/**
 * Searches all loaded projects. Sends at once. Names that a file only imports are left out: they
 * are declared elsewhere.
 *
 * Quirk(typescript-language-server): it asks only in the project of some open file. Without a file,
 * tsserver searches all loaded projects.
 */
export async function searchSymbols(
  client: LspClient,
  query: unknown,
  imported: ImportedNames,
  signal: AbortSignal,
): Promise<Response> {
  const requests = tsserverRequests(client);
  const before = requests.pass('status', undefined, false);
  const reply = requests.pass('navto', { searchValue: query, maxResultCount: MOST_SYMBOLS });
  const answer = await requests.until(signal, before, reply);
  return converted(answer, (body) => readNavtoItems(body, imported.now()));
}

/**
 * Quirk(tsserver): it searches implementations and callers in one project, that of the file unless
 * the request names another.
 */
function inEach(client: LspClient, command: string, { path, position }: Target, read: Read): ProjectSearch {
  const requests = tsserverRequests(client);
  const at = { file: path, line: position.line + 1, offset: position.character + 1 };
  return (projects, signal) => {
    let before = requests.pass('status', undefined, false);
    return [undefined, ...projects].map((projectFileName) => {
      const reply = requests.pass(command, {
        ...at,
        ...(projectFileName !== undefined && { projectFileName }),
      });
      const answer = requests.until(signal, before, reply);
      before = reply;
      return answer.then((one) => converted(one, read));
    });
  };
}

function converted(reply: Response, read: Read): Response {
  // A project that does not hold the file holds no answer.
  if (reply.kind === 'error')
    return NOT_IN_PROJECT.test(reply.error.message) ? { kind: 'result', result: [] } : reply;
  return reply.kind === 'result' ? { kind: 'result', result: read(bodyOf(reply)) } : reply;
}
