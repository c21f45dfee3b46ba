import type { SuggestedFix } from '../../backend/fixes/source.ts';
import { type Changes, toChanges } from '../../backend/fixes/text-changes.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import { type AdmittedPath, diskStamp, touchedSince } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { markOnDisk, textOnDisk } from '../disk/text-source.ts';
import type { Workspace } from '../base/workspace.ts';
import type { ChangedFile, Suggestion } from './session.ts';

export interface SuggestionContext {
  readonly workspace: Workspace;
  /** When the server was asked, ms since 1970. */
  readonly asked: number;
  /** What the server was shown of the file; undefined for a file that is not open. */
  readonly document: (path: AdmittedPath) => { readonly version: number; readonly text: string } | undefined;
}

/** Undefined where the edits are not about the files as they are on disk, or leave the workspace. */
export function toSuggestion(
  fix: SuggestedFix,
  finding: Diagnostic,
  context: SuggestionContext,
): Suggestion | undefined {
  const files = fix.files.map((edits) => toChangedFile(edits, context));
  const changed = files.filter((file) => file !== undefined);
  if (changed.length < files.length || changed.length === 0) return undefined;
  const { title, kind, isPreferred } = fix;
  return { title, kind, isPreferred, finding, files: changed };
}

/** Undefined where the edits are not about the file as it is on disk, or leave the workspace. */
export function toChangedFile(
  { path: named, version, isCreated, edits }: FileEdits,
  { workspace, asked, document }: SuggestionContext,
): ChangedFile | undefined {
  const admission = workspace.admit(named);
  if (admission.kind === 'refused') return undefined;
  const { path } = admission;
  if (isCreated) {
    if (diskStamp(path) !== undefined) return undefined;
    return withChanges(path, undefined, toChanges('', edits));
  }
  const former = textOnDisk(path);
  if (former === undefined) return undefined;
  const shown = document(path);
  if (shown === undefined) {
    if (version !== undefined || touchedSince(path, asked)) return undefined;
    // Servers disagree on whether the columns of the first line count a byte order mark.
    if (edits.some(({ start }) => start.line === 0) && markOnDisk(path) !== '') return undefined;
  } else if (shown.text !== former || (version !== undefined && version !== shown.version)) return undefined;
  return withChanges(path, former, toChanges(former, edits));
}

function withChanges(
  path: AdmittedPath,
  former: string | undefined,
  changes: Changes,
): ChangedFile | undefined {
  return typeof changes === 'string' || (changes.length === 0 && former !== undefined)
    ? undefined
    : { path, former, changes };
}
