import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { editorOf } from './editor.js';
import { hasOurEntries } from './own-entries.js';
import { readText, realFile } from './read-text.js';
import { behindLinks, knownFiles, type KnownFile, type Receipt } from './receipt.js';
import type { Content, Editor, Target, Written } from './target.js';
import type { FileChange } from './write-all.js';

type FileAction = 'created' | 'changed' | 'removed' | 'restored' | 'unchanged' | 'kept';

export interface FilePlan extends FileChange {
  /** As the host names it; `path` is the file behind links. */
  readonly shown: string;
  readonly action: FileAction;
  /** Why the file is kept, or what a person has to know of it. */
  readonly reason?: string;
}

export interface Problem {
  readonly path: string;
  readonly reason: string;
  /** What a person has to add; absent where there is nothing to add. */
  readonly byHand?: string;
  /** Something of the same name is there; the command that takes it back if it is the host's. */
  readonly ownRemoval?: string | undefined;
}

export type Plan =
  | {
      readonly kind: 'ready';
      readonly files: readonly FilePlan[];
      readonly receipt: ReceiptFiles;
      readonly folders: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** What the receipt knows of, by the path that the host names. */
interface ReceiptFiles {
  /** While the files are written: everything that a run that is cut short may leave. */
  readonly during: ReadonlyMap<string, Written>;
  readonly after: ReadonlyMap<string, Written>;
}

interface Targets {
  readonly targets: readonly Target[];
  /** Files that an earlier run may have taken instead. */
  readonly others?: readonly Target[];
}

/** Decides what an installation writes, over all files of a host, and reads only. */
export function planInstall({ targets, others = [] }: Targets, earlier: Receipt | undefined): Plan {
  const known = followed(knownFiles(earlier), { targets, others });
  const steps = targets.map((target) => installStep(target, known));
  const paths = byRealPath(targets);
  const planned = planOf([
    ...steps,
    ...uninstallSteps(
      [...known].filter(([path]) => !paths.has(path)),
      others,
    ),
  ]);
  if (planned.kind === 'refused') return planned;
  const folders = [
    ...new Set([
      ...(earlier?.folders ?? []),
      ...planned.files.flatMap(({ path, after }) => (after === undefined ? [] : missingFolders(path))),
    ]),
  ];
  return { ...planned, folders };
}

/** People give the one file of a host that has two names the other name. */
function followed(
  known: ReadonlyMap<string, KnownFile>,
  { targets, others = [] }: Targets,
): ReadonlyMap<string, KnownFile> {
  if (others.length === 0) return known;
  const found = [...byRealPath([...targets, ...others])].find(([path, { content }]) => {
    const file = readText(path);
    if (known.has(path) || file.kind === 'failed' || file.text === undefined) return false;
    return (
      hasOurEntries(content, file.text) || editorOf(content).conflict(file.text, undefined)?.kind === 'taken'
    );
  });
  if (found === undefined) return known;
  return new Map(
    [...known].map(([path, file]) =>
      existsSync(path) ? [path, file] : [found[0], { ...file, shown: found[1].path }],
    ),
  );
}

/** Decides how to take an installation back. */
export function planUninstall({ targets, others = [] }: Targets, receipt: Receipt): Plan {
  const known = followed(knownFiles(receipt), { targets, others });
  const all = [...targets, ...others];
  const unknown = [...byRealPath(all)].flatMap(([path, target]) =>
    known.has(path) ? [] : takeOutEqual(target),
  );
  const planned = planOf([
    ...uninstallSteps([...known], all),
    ...unknown.filter((step) => step.kind === 'planned'),
  ]);
  return planned.kind === 'refused' ? planned : { ...planned, folders: receipt.folders };
}

/** Takes out what equals our entries where there is no receipt, as of a project that was moved. */
export function planWithoutReceipt({
  root,
  targets,
  others = [],
}: Targets & { readonly root: string }): Plan {
  const planned = planOf(
    [...byRealPath([...targets, ...others]).values()].flatMap((target) => takeOutEqual(target)),
  );
  if (planned.kind === 'refused') return planned;
  const folders =
    planned.files.length === 0
      ? []
      : targets.flatMap(({ path, content }) => (content.kind === 'whole' ? foldersBetween(root, path) : []));
  return { ...planned, folders: [...new Set(folders)] };
}

function takeOutEqual({ path: shown, content: whole, ownRemoval }: Target): Step[] {
  const content = unsharedOf(whole);
  const real = realFile(shown);
  const file = real.kind === 'real' ? readText(real.path) : real;
  // What cannot be read is not known to be ours.
  if (real.kind === 'failed' || file.kind === 'failed' || file.text === undefined) return [];
  const editor = editorOf(content);
  const problem = (reason: string): Step[] => [
    {
      kind: 'problem',
      path: shown,
      reason: `${reason}. There is no receipt of it: if it is ours, take it out by hand`,
      ownRemoval,
    },
  ];
  const conflict = editor.conflict(file.text, undefined);
  if (conflict?.kind === 'taken') return problem(conflict.reason);
  if (!hasOurEntries(content, file.text)) return [];
  const removal = editor.remove(file.text, {
    before: isFileKept(shown, content) ? '' : undefined,
    written: editor.add(undefined),
  });
  if (removal.kind !== 'removed') return problem(removal.reason);
  return [
    {
      kind: 'planned',
      file: {
        shown,
        path: real.path,
        before: file.text,
        after: removal.text,
        action: removal.text === undefined ? 'removed' : 'changed',
      },
    },
  ];
}

function unsharedOf(content: Content): Content {
  return content.kind === 'json'
    ? {
        kind: 'json',
        entries: content.entries.filter((entry) => entry.kind !== 'property' || entry.isShared !== true),
      }
    : content;
}

/** Each after the one that it is in. */
function foldersBetween(root: string, path: string): string[] {
  const names = relative(root, dirname(path)).split(sep);
  return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))];
}

interface Planned {
  readonly kind: 'planned';
  readonly file: FilePlan;
  /** What the receipt says of the file while files are written, and afterwards. */
  readonly during?: Written;
  readonly after?: Written;
}

type Step = Planned | ({ readonly kind: 'problem' } & Problem);

function installStep(
  { path: shown, content, ownRemoval }: Target,
  files: ReadonlyMap<string, KnownFile>,
): Step {
  const editor = editorOf(content);
  const problem = (reason: string, isTaken = false): Step => ({
    kind: 'problem',
    path: shown,
    reason,
    byHand: editor.byHand(),
    ownRemoval: isTaken ? ownRemoval : undefined,
  });
  const real = realFile(shown);
  if (real.kind === 'failed') return problem(real.reason);
  const file = readText(real.path);
  if (file.kind === 'failed') return problem(file.reason);
  const { path } = real;
  const { text: before } = file;
  const stored = files.get(path)?.known;
  const known = stored && stateOf(editor, before, stored);
  const conflict = editor.conflict(before, known);
  if (conflict !== undefined) return problem(conflict.reason, conflict.kind === 'taken');
  // All of it is there, beside what others have changed since.
  if (
    before !== undefined &&
    known !== undefined &&
    before !== known.written &&
    editor.add(before) === before &&
    (content.kind !== 'json' ||
      isDeepStrictEqual(
        editor.remove(before, known),
        editor.remove(before, { ...known, written: editor.add(known.before) }),
      ))
  ) {
    return {
      kind: 'planned',
      file: { shown, path, before, after: before, action: 'unchanged' },
      during: known,
      after: known,
    };
  }
  const base =
    before === undefined || known === undefined
      ? { kind: 'removed' as const, text: before }
      : takeOut(editor, before, known);
  if (base.kind !== 'removed') return problem(base.reason);
  // Those of another version that stood there before the installation are replaced, too.
  const isOther =
    content.kind !== 'whole' &&
    known !== undefined &&
    base.text !== undefined &&
    editor.conflict(base.text, undefined)?.kind === 'taken';
  const isEdited = before !== undefined && known !== undefined && before !== known.written;
  const bare = isOther
    ? editor.remove(base.text, { before: '', written: editor.add(undefined) })
    : isEdited
      ? editor.removeStale(before, known)
      : base;
  if (bare.kind !== 'removed') return problem(bare.reason);
  const after = editor.add(bare.text);
  const action = before === undefined ? 'created' : after === before ? 'unchanged' : 'changed';
  const written = { before: base.text, written: after };
  const isReplaced = before !== undefined && before !== after && before !== base.text;
  const wasThere = stored === undefined &&
    after === before && { reason: 'our entries are there already, though no receipt says so' };
  return {
    kind: 'planned',
    file: { shown, path, before, after, action, ...wasThere },
    during: isReplaced ? { ...written, earlier: before } : written,
    after: written,
  };
}

function uninstallSteps(
  files: readonly (readonly [path: string, file: KnownFile])[],
  targets: readonly Target[],
): Step[] {
  const places = byRealPath(targets);
  return files.map(([path, file]) => uninstallStep(path, file, places.get(path)));
}

/** One of two names may be a link to the other. */
const byRealPath = (targets: readonly Target[]): ReadonlyMap<string, Target> =>
  new Map(targets.map((target) => [behindLinks(target.path), target]));

/** @param target absent: no version that this one knows of writes the file */
function uninstallStep(path: string, { shown, known: stored }: KnownFile, target: Target | undefined): Step {
  const real = realFile(path);
  const file = real.kind === 'real' ? readText(path) : real;
  if (file.kind === 'failed') return { kind: 'problem', path: shown, reason: file.reason };
  const { text: before } = file;
  const planned = (
    after: string | undefined,
    action: FileAction,
    reason = reasonOf(target, after),
  ): Planned => ({
    kind: 'planned',
    file: {
      shown,
      path,
      before,
      after,
      action: action === 'unchanged' && reason !== undefined ? 'kept' : action,
      ...(reason !== undefined && { reason }),
    },
    during: stored,
  });
  const editor = target && editorOf(target.content);
  const known = stateOf(editor, before, stored);
  if (before === known.before || before === undefined) return planned(before, 'unchanged');
  const isKept = target !== undefined && known.before === undefined && isFileKept(shown, target.content);
  const removal =
    editor !== undefined && isKept
      ? editor.remove(before, { ...known, before: '' })
      : takeOut(editor, before, known);
  if (removal.kind === 'failed')
    return { kind: 'problem', path: shown, reason: `${removal.reason}; take our entries out by hand` };
  if (removal.kind === 'kept')
    return editor === undefined
      ? { ...planned(before, 'kept', removal.reason), after: stored }
      : planned(before, 'kept', removal.reason);
  const action =
    removal.text === undefined
      ? 'removed'
      : removal.text === known.before
        ? 'restored'
        : removal.text === before
          ? 'unchanged'
          : 'changed';
  return planned(removal.text, action);
}

function reasonOf(target: Target | undefined, after: string | undefined): string | undefined {
  if (target === undefined || after === undefined) return undefined;
  if (hasOurEntries(target.content, after))
    return 'our entries stood there before the installation; --uninstall once more takes them out';
  const isOther = editorOf(target.content).conflict(after, undefined)?.kind === 'taken';
  return isOther
    ? 'entries of another version stood there before the installation; take them out by hand'
    : undefined;
}

/** Without it, the link of a person to a file that others share would lead nowhere. */
const isFileKept = (path: string, { kind }: Content): boolean =>
  kind !== 'whole' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A run that was cut short has left a file as it was before, or has written it. */
function stateOf(
  editor: Editor | undefined,
  text: string | undefined,
  { earlier, ...known }: Written,
): Written {
  if (earlier === undefined || text === known.written) return known;
  const isEarlier = text === earlier || editor?.conflict(text, known) !== undefined;
  return isEarlier ? { ...known, written: earlier } : known;
}

/** Restores the bytes where nothing else has changed them. */
function takeOut(editor: Editor | undefined, text: string, known: Written): ReturnType<Editor['remove']> {
  if (text === known.written) return { kind: 'removed', text: known.before };
  return (
    editor?.remove(text, known) ?? { kind: 'kept', reason: 'was changed since; take our entries out by hand' }
  );
}

function planOf(steps: readonly Step[]): Plan {
  const problems = steps.filter((step) => step.kind === 'problem');
  if (problems.length > 0)
    return { kind: 'refused', problems: problems.map(({ kind: _, ...problem }) => problem) };
  const planned = steps.filter((step) => step.kind === 'planned');
  const known = (time: 'during' | 'after'): Map<string, Written> =>
    new Map(
      planned.flatMap((step) => (step[time] === undefined ? [] : [[step.file.shown, step[time]] as const])),
    );
  return {
    kind: 'ready',
    files: planned.map(({ file }) => file),
    receipt: { during: known('during'), after: known('after') },
    folders: [],
  };
}

/** Folders that have to be made for a file, each after the one that it is in. */
export function missingFolders(path: string): string[] {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? [] : [...missingFolders(folder), folder];
}
