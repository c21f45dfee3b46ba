import { itemsOf } from '../json.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import { type AdmittedPath, toPath, toUri } from '../paths.ts';
import type { OpenDocument } from '../client/documents.ts';
import type { DirectSource } from './direct.ts';
import { ImportedNames } from './imported-names.ts';
import * as questions from './questions.ts';
import { readDocumentSymbols, readWorkspaceSymbols } from './read-symbols.ts';
import type { Question } from './source.ts';

/** Quirk(TypeScript 7): it lists no more, and does not say that there are. Names that are only imported count, too: often they are all that it lists. */
const CAP = 256;

/** One more than are ever listed. */
const MOST = 20_001;

/** Files that are asked about at once. */
const AT_ONCE = 64;

/**
 * Searches for symbols in the projects that TypeScript 7 has loaded. What it lists has to be all; where that cannot be, its files are asked about one by
 * one.
 *
 * @param files to ask about then
 */
export async function searchSymbols(server: DirectSource, question: Question, files: readonly AdmittedPath[], signal: AbortSignal): Promise<Reply> {
  const reply = await server.ask(question, undefined, signal);
  if (reply.kind !== 'result') return reply;
  if (itemsOf(reply.result).length < CAP) return { kind: 'result', result: declared(reply.result) };
  const params = question.params('');
  return searchFiles(server, 'query' in params ? String(params.query) : '', files, signal);
}

function declared(result: unknown): object[] {
  const imported = new ImportedNames();
  return [...readWorkspaceSymbols(result)].flatMap(({ uri, range, ...label }) => {
    const path = toPath(uri);
    return label.kind === VARIABLE && path !== undefined && imported.has(path, range.start) ? [] : { ...label, location: { uri, range } };
  });
}

const VARIABLE = 13;

async function searchFiles(server: DirectSource, query: string, files: readonly AdmittedPath[], signal: AbortSignal): Promise<Reply> {
  const imported = new ImportedNames();
  const found: object[] = [];
  for (let at = 0; at < files.length && found.length < MOST; at += AT_ONCE) {
    const batch = files.slice(at, at + AT_ONCE);
    const replies = await Promise.all(batch.map((path) => server.ask(questions.documentSymbols, { uri: toUri(path) } as OpenDocument, signal)));
    for (const [index, path] of batch.entries()) {
      const reply = replies[index];
      if (reply?.kind === 'cancelled' || reply?.kind === 'closed') return reply;
      // Of a file that no project holds any more there is nothing to say.
      if (reply?.kind !== 'result') continue;
      for (const { name, kind, selectionRange: range, containerName } of readDocumentSymbols(reply.result)) {
        if (!isMatch(name, query) || (kind === VARIABLE && imported.has(path, range.start))) continue;
        found.push({ name, kind, location: { uri: toUri(path), range }, ...(containerName !== undefined && { containerName }) });
      }
    }
  }
  return { kind: 'result', result: found };
}

/** As the server has it: the name says the letters of the query in that order, capitals as they are, others as either. */
function isMatch(name: string, query: string): boolean {
  const rest = name[Symbol.iterator]();
  for (const letter of query) {
    const isExact = letter !== letter.toLowerCase();
    let next = rest.next();
    while (!next.done && (isExact ? next.value : next.value.toLowerCase()) !== letter) next = rest.next();
    if (next.done) return false;
  }
  return true;
}
