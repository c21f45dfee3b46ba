import type { FileEdits, ReadEdit } from '../../backend/fixes/workspace-edit.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { ChangedFile, Knowledge, Judge } from '../session/session.ts';
import { toChangedFile } from '../session/suggestions.ts';
import type { Workspace } from '../base/workspace.ts';

export interface ServerEdit {
  readonly session: Judge;
  readonly edit: ReadEdit;
}

/**
 * The files that the edits of all servers together change, by path; a text: why they cannot be
 * used. Each file is admitted, and is what the server was asked about.
 *
 * @param most files that may be changed
 */
export function changedFiles(
  workspace: Workspace,
  answers: readonly ServerEdit[],
  most: number,
): ChangedFile[] | string {
  const edits = new Map<string, FileEdits>();
  const shown = answers.map(({ session }) => session.knowledge());
  for (const { edit } of answers) {
    if (edit.kind === 'refused') return `the language server's answer cannot be used: ${edit.reason}`;
    for (const file of edit.files) {
      const known = edits.get(file.path);
      const all = new Map([...(known?.edits ?? []), ...file.edits].map((one) => [JSON.stringify(one), one]));
      // The texts are compared instead of the versions.
      edits.set(file.path, { ...file, version: undefined, edits: [...all.values()] });
    }
  }
  if (edits.size > most)
    return `it would change ${edits.size} files; ${most} is the limit (the setting \`maxRefactoredFiles\`)`;
  const files: ChangedFile[] = [];
  for (const file of edits.values()) {
    const admission = workspace.admit(file.path);
    if (admission.kind === 'refused')
      return 'it would change a file outside of the workspace, or one that is ignored';
    const changed = toChangedFile(file, {
      workspace,
      asked: Date.now(),
      document: (path) => documentOf(shown, path),
    });
    if (changed === undefined)
      return (
        `the answer is not about ${workspace.folder(admission.path)} as it is on disk: it has a byte ` +
        'order mark, mixed line ends, or has changed'
      );
    files.push(changed);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What the servers were shown of a file; undefined where they have read it from disk. */
function documentOf(
  shown: readonly Knowledge[],
  path: AdmittedPath,
): { readonly version: number; readonly text: string } | undefined {
  const text = shown.map(({ textOf }) => textOf(path)).find((one) => one !== undefined);
  return text === undefined ? undefined : { version: 0, text };
}
