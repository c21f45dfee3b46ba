import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { editorOf } from './editor.js';
import { readText, realFile } from './read-text.js';
import type { Receipt } from './receipt.js';
import type { Editor, Target, Written } from './target.js';
import type { FileChange } from './write-all.js';

type FileAction = 'created' | 'changed' | 'removed' | 'restored' | 'unchanged' | 'kept';

export interface FilePlan extends FileChange {
  /** As the host names it; `path` is the file behind links. */
  readonly shown: string;
  readonly action: FileAction;
  /** Why the file is kept. */
  readonly reason?: string;
}

export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** What a person has to add; absent where there is nothing to add. */
  readonly byHand?: string;
  /** An entry of the same name is there. */
  readonly isTaken?: true;
}

export type Plan =
  | { readonly kind: 'ready'; readonly files: readonly FilePlan[]; readonly written: ReadonlyMap<string, Written>; readonly folders: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** Decides what an installation writes, over all files of a host, and reads only. */
export function planInstall(targets: readonly Target[], earlier: Receipt | undefined): Plan {
  const steps = targets.map((target) => installStep(target, earlier));
  const paths = new Set(steps.flatMap((step) => (step.kind === 'planned' ? [step.file.path] : [])));
  // Files of an older version that this one does not use.
  const unused = [...(earlier?.files ?? [])].filter(([path]) => !paths.has(path)).map(([path, known]) => uninstallStep({ path, shown: path }, known, undefined));
  const planned = planOf([...steps, ...unused]);
  if (planned.kind === 'refused') return planned;
  const folders = [...new Set([...(earlier?.folders ?? []), ...planned.files.flatMap(({ path, after }) => (after === undefined ? [] : missingFolders(path)))])];
  return { ...planned, folders };
}

/** Decides how to take an installation back. */
export function planUninstall(targets: readonly Target[], receipt: Receipt): Plan {
  const places = targets.flatMap((target) => {
    const real = realFile(target.path);
    return real.kind === 'real' ? [{ target, path: real.path }] : [];
  });
  const steps = [...receipt.files].map(([path, known]) => {
    const target = places.find((place) => place.path === path)?.target;
    return uninstallStep({ path, shown: target?.path ?? path }, known, target && editorOf(target.content));
  });
  const planned = planOf(steps);
  return planned.kind === 'refused' ? planned : { ...planned, folders: receipt.folders };
}

type Step = { readonly kind: 'planned'; readonly file: FilePlan; readonly written?: Written } | ({ readonly kind: 'problem' } & Problem);

function installStep({ path: shown, content }: Target, earlier: Receipt | undefined): Step {
  const editor = editorOf(content);
  const problem = (reason: string, isTaken = false): Step => ({ kind: 'problem', path: shown, reason, byHand: editor.byHand(), ...(isTaken && { isTaken }) });
  const real = realFile(shown);
  if (real.kind === 'failed') return problem(real.reason);
  const file = readText(real.path);
  if (file.kind === 'failed') return problem(file.reason);
  const known = earlier?.files.get(real.path);
  const conflict = editor.conflict(file.text, known);
  if (conflict !== undefined) return problem(conflict.reason, conflict.kind === 'taken');
  // All of it is there, beside what others have changed since.
  if (file.text !== undefined && known !== undefined && file.text !== known.written && editor.add(file.text) === file.text) {
    return { kind: 'planned', file: { shown, path: real.path, before: file.text, after: file.text, action: 'unchanged' }, written: known };
  }
  const base = file.text === undefined || known === undefined ? { kind: 'removed' as const, text: file.text } : takeOut(editor, file.text, known);
  if (base.kind !== 'removed') return problem(base.reason);
  const after = editor.add(base.text);
  const action = file.text === undefined ? 'created' : after === file.text ? 'unchanged' : 'changed';
  return { kind: 'planned', file: { shown, path: real.path, before: file.text, after, action }, written: { before: base.text, written: after } };
}

function uninstallStep({ path, shown }: { path: string; shown: string }, known: Written, editor: Editor | undefined): Step {
  const file = readText(path);
  if (file.kind === 'failed') return { kind: 'problem', path: shown, reason: file.reason };
  const { text: before } = file;
  const planned = (after: string | undefined, action: FileAction, reason?: string): Step => ({ kind: 'planned', file: { shown, path, before, after, action, ...(reason !== undefined && { reason }) } });
  if (before === known.before || before === undefined) return planned(before, 'unchanged');
  const removal = takeOut(editor, before, known);
  if (removal.kind === 'failed') return { kind: 'problem', path: shown, reason: `${removal.reason}; take our entries out by hand` };
  if (removal.kind === 'kept') return planned(before, 'kept', removal.reason);
  const action = removal.text === undefined ? 'removed' : removal.text === known.before ? 'restored' : removal.text === before ? 'unchanged' : 'changed';
  return planned(removal.text, action);
}

/** Restores the bytes where nothing else has changed them. */
function takeOut(editor: Editor | undefined, text: string, known: Written): ReturnType<Editor['remove']> {
  if (text === known.written) return { kind: 'removed', text: known.before };
  return editor?.remove(text, known) ?? { kind: 'kept', reason: 'was changed since' };
}

function planOf(steps: readonly Step[]): Plan {
  const problems = steps.filter((step) => step.kind === 'problem');
  if (problems.length > 0) return { kind: 'refused', problems: problems.map(({ kind: _, ...problem }) => problem) };
  const planned = steps.filter((step) => step.kind === 'planned');
  const written = new Map(planned.flatMap((step) => (step.written === undefined ? [] : [[step.file.path, step.written] as const])));
  return { kind: 'ready', files: planned.map(({ file }) => file), written, folders: [] };
}

/** Folders that have to be made for a file, each after the one that it is in. */
function missingFolders(path: string): string[] {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? [] : [...missingFolders(folder), folder];
}
