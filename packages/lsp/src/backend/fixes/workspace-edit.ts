import { isObject, itemsOf } from '../../support/json.ts';
import { toPath } from '../../support/paths.ts';
import type { Position } from '../model.ts';
import type { RangeEdit } from './text-changes.ts';

/** What an edit does to one file. */
export interface FileEdits {
  /** Absolute. */
  readonly path: string;
  /** The version of the open document that it is about; undefined where the server states none. */
  readonly version: number | undefined;
  /** The file does not exist yet. */
  readonly isCreated: boolean;
  readonly edits: readonly RangeEdit[];
}

export type ReadEdit =
  | { readonly kind: 'edits'; readonly files: readonly FileEdits[] }
  | { readonly kind: 'refused'; readonly reason: string };

export const CHANGES_NOTHING = 'it changes nothing';

/** Reads LSP's `WorkspaceEdit`. Files may be changed and created, but neither moved nor deleted. */
export function readWorkspaceEdit(value: unknown): ReadEdit {
  if (!isObject(value)) return refused('it has no edit');
  const files = new Map<string, FileEdits & { readonly edits: RangeEdit[] }>();
  const add = (uri: unknown, version: unknown, list: unknown, isCreated = false): string | undefined => {
    const path = typeof uri === 'string' ? toPath(uri) : undefined;
    if (path === undefined) return 'it changes what is no file';
    const edits = itemsOf(list).map((edit) => readEdit(edit, value['changeAnnotations']));
    const read = edits.filter((edit) => edit !== undefined);
    if (read.length < edits.length) return 'it has an edit that is none, or that asks for a confirmation';
    const known = files.get(path);
    // Quirk(gopls): version 0 stands for a document that is not open.
    const stated = typeof version === 'number' && version !== 0 ? version : undefined;
    files.set(path, {
      path,
      version: stated ?? known?.version,
      isCreated: isCreated || known?.isCreated === true,
      edits: known?.edits ?? [],
    });
    for (const edit of read) files.get(path)?.edits.push(edit);
    return undefined;
  };
  const { changes, documentChanges } = value;
  const problems: (string | undefined)[] = [];
  if (Array.isArray(documentChanges)) {
    for (const change of itemsOf(documentChanges)) {
      if (!isObject(change)) problems.push('it has an edit that is none');
      else if (change['kind'] === 'create') problems.push(add(change['uri'], undefined, [], true));
      else if (change['kind'] !== undefined) problems.push('it moves or deletes a file');
      else if (isObject(change['textDocument']))
        problems.push(add(change['textDocument']['uri'], change['textDocument']['version'], change['edits']));
      else problems.push('it has an edit that is none');
    }
  } else if (isObject(changes)) {
    for (const [uri, edits] of Object.entries(changes)) problems.push(add(uri, undefined, edits));
  }
  const problem = problems.find((each) => each !== undefined);
  if (problem !== undefined) return refused(problem);
  const changed = [...files.values()].filter(({ edits, isCreated }) => isCreated || edits.length > 0);
  return changed.length === 0 ? refused(CHANGES_NOTHING) : { kind: 'edits', files: changed };
}

function readEdit(edit: unknown, annotations: unknown): RangeEdit | undefined {
  if (!isObject(edit) || typeof edit['newText'] !== 'string' || !isObject(edit['range'])) return undefined;
  if (isObject(annotations) && typeof edit['annotationId'] === 'string') {
    const annotation = annotations[edit['annotationId']];
    if (isObject(annotation) && annotation['needsConfirmation'] === true) return undefined;
  }
  const start = readPosition(edit['range']['start']);
  const end = readPosition(edit['range']['end']);
  return start === undefined || end === undefined ? undefined : { start, end, text: edit['newText'] };
}

function readPosition(value: unknown): Position | undefined {
  if (!isObject(value) || typeof value['line'] !== 'number' || typeof value['character'] !== 'number')
    return undefined;
  return { line: value['line'], character: value['character'] };
}

function refused(reason: string): ReadEdit {
  return { kind: 'refused', reason };
}
