import type { OpenDocument } from '../../../client/documents/documents.ts';
import { type AdmittedPath, toPath, toUri } from '../../../support/paths.ts';
import { isObject } from '../../../support/json.ts';
import { readText } from '../../../backend/program/files.ts';
import { SOURCE_BYTES } from '../../../support/read-file.ts';
import { declaredHere } from './declared-here.ts';
import type { Position } from '../../../backend/model.ts';
import { readCallItems } from '../../../backend/navigation/read-calls.ts';
import type { UriRange } from '../../../backend/navigation/read-locations.ts';
import type { Question } from '../../../backend/navigation/source.ts';

/** A declaration or a name whose uses are requested. */
export interface Target {
  readonly path: AdmittedPath;
  readonly position: Position;
  /** The text of the file. */
  readonly text: string;
  /** Where it is declared, if the request or the text shows that without asking a server. */
  readonly declaration?: UriRange;
  /**
   * False where uses need not contain its name: a class implements what its base class implements.
   */
  readonly byName: boolean;
}

/** The target whose uses a request asks for. Undefined where there is no particular one. */
export function targetOf(
  { method }: Question,
  params: object,
  document: OpenDocument | undefined,
): Target | undefined {
  if (method === 'callHierarchy/incomingCalls') {
    const [item] = readCallItems('item' in params ? [params.item] : []);
    const path = item === undefined ? undefined : (toPath(item.uri) as AdmittedPath | undefined);
    if (item === undefined || path === undefined) return undefined;
    const { selectionRange } = item;
    const text = path === document?.path ? document.text : (readText(path, SOURCE_BYTES) ?? '');
    return {
      path,
      position: selectionRange.start,
      text,
      declaration: { uri: toUri(path), range: selectionRange },
      byName: true,
    };
  }
  if (document === undefined || !('position' in params)) return undefined;
  const { path, text } = document;
  const position = params.position as Position;
  // An answer with uses only leaves out all declarations, so all of them have to be known.
  const isOfAll =
    method === 'textDocument/references' &&
    'context' in params &&
    isObject(params.context) &&
    params.context['includeDeclaration'] === true;
  const range = isOfAll ? declaredHere(path, text, position) : undefined;
  return {
    path,
    position,
    text,
    byName: method !== 'textDocument/implementation',
    ...(range !== undefined && { declaration: { uri: document.uri, range } }),
  };
}
