import type { OpenDocument } from '../client/documents.ts';
import { type AdmittedPath, toPath, toUri } from '../paths.ts';
import { readText } from '../registry/files.ts';
import type { Position } from './model.ts';
import { readCallItems } from './read-calls.ts';
import type { UriRange } from './read-locations.ts';
import type { Question } from './source.ts';

/** Something that is used somewhere. */
export interface Target {
  readonly path: AdmittedPath;
  readonly position: Position;
  /** What the file holds. */
  readonly text: string;
  /** Where it is declared, if the question says so. */
  readonly declaration?: UriRange;
  /** False where uses need not say its name: a class implements what the one that it extends implements. */
  readonly byName: boolean;
}

/** What a question asks for the uses of; undefined where that is nothing in particular. */
export function targetOf({ method }: Question, params: object, document: OpenDocument | undefined): Target | undefined {
  if (method === 'callHierarchy/incomingCalls') {
    const [item] = readCallItems('item' in params ? [params.item] : []);
    const path = item === undefined ? undefined : (toPath(item.uri) as AdmittedPath | undefined);
    if (item === undefined || path === undefined) return undefined;
    const { selectionRange } = item;
    const text = path === document?.path ? document.text : (readText(path) ?? '');
    return { path, position: selectionRange.start, text, declaration: { uri: toUri(path), range: selectionRange }, byName: true };
  }
  if (document === undefined || !('position' in params)) return undefined;
  const { path, text } = document;
  return { path, position: params.position as Position, text, byName: method !== 'textDocument/implementation' };
}
