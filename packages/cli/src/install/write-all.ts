import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../bridge/running.js';
import { messageOf, readText } from './read-text.js';

export interface FileChange {
  /** Absolute and real: a link is written through. */
  readonly path: string;
  /** What was read; undefined: there was no file. */
  readonly before: string | undefined;
  /** undefined: the file is removed. */
  readonly after: string | undefined;
  /** Only the user may read it. */
  readonly isPrivate?: true;
}

export type WriteResult = { readonly kind: 'written' } | { readonly kind: 'failed'; readonly reason: string };

/**
 * Makes all changes or none, in this order; a file may come twice. Everything that needs room or
 * permissions is done under other names first. Then each file is read again, and only then are
 * names exchanged. What was done is undone on the first failure.
 *
 * A new file or folder is the owner's alone to write, under any umask: such files name programs. What
 * is there keeps its permissions.
 */
export function writeAll(changes: readonly FileChange[]): WriteResult {
  const undo: (() => void)[] = [];
  const leftovers: string[] = [];
  let path = '';
  try {
    const steps = changes.map((change) => {
      path = change.path;
      if (change.after === undefined) return () => exchange(change, undefined, undo, leftovers);
      makeFolder(change, undo);
      const temp = writeAside(change, change.after, undo);
      return () => exchange(change, temp, undo, leftovers);
    });
    const first = new Map(changes.toReversed().map((change) => [change.path, change]));
    for (const change of first.values()) {
      path = change.path;
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link');
      const now = readText(path);
      if (now.kind === 'failed') throw new Error(now.reason);
      if (now.text !== change.before) throw new Error('it was changed meanwhile');
    }
    for (const [index, step] of steps.entries()) {
      path = changes[index]?.path ?? '';
      step();
    }
  } catch (error) {
    const lost = undo.reverse().flatMap((step) => failureOf(step) ?? []);
    const reason = `${path}: ${messageOf(error)}`;
    return {
      kind: 'failed',
      reason: lost.length === 0 ? reason : `${reason}; not put back: ${lost.join('; ')}`,
    };
  }
  for (const leftover of leftovers) rmSync(leftover, { force: true });
  return { kind: 'written' };
}

/** Why a change of a file would fail: its folder, or the first one above it that is there. */
export function whyUnwritable(path: string): { path: string; reason: string } | undefined {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const failure = failureOf(() => accessSync(folder, constants.W_OK | constants.X_OK));
  return failure === undefined ? undefined : { path, reason: `cannot be written: ${failure}` };
}

function makeFolder({ path, isPrivate }: FileChange, undo: (() => void)[]): void {
  const folder = dirname(path);
  const first = mkdirSync(folder, { recursive: true, mode: isPrivate === true ? 0o700 : 0o755 });
  if (first === undefined) return;
  undo.push(() => {
    for (let made = folder; isEmptyFolder(made); made = dirname(made)) {
      rmdirSync(made);
      if (made === first) return;
    }
  });
}

/** Another process may use a folder by now, or have removed it. */
const isEmptyFolder = (path: string): boolean => existsSync(path) && readdirSync(path).length === 0;

function writeAside({ path, isPrivate }: FileChange, text: string, undo: (() => void)[]): string {
  const temp = aside(path);
  const stat = statSync(path, { throwIfNoEntry: false });
  undo.push(() => rmSync(temp, { force: true }));
  writeFileSync(temp, text, {
    flag: 'wx',
    mode: stat?.mode ?? (isPrivate === true ? 0o600 : 0o644),
    flush: true,
  });
  if (stat !== undefined) {
    chmodSync(temp, stat.mode & 0o7777);
    if (failureOf(() => chownSync(temp, stat.uid, stat.gid)) !== undefined)
      chmodSync(temp, stat.mode & 0o777);
  }
  return temp;
}

function exchange(
  { path, before }: FileChange,
  temp: string | undefined,
  undo: (() => void)[],
  leftovers: string[],
): void {
  if (before === undefined) {
    if (temp === undefined) return;
    renameSync(temp, path);
    undo.push(() => rmSync(path));
    return;
  }
  const kept = aside(path);
  undo.push(() => rmSync(kept, { force: true }));
  // Not every file system has links.
  if (failureOf(() => linkSync(path, kept)) !== undefined) copyFileSync(path, kept);
  leftovers.push(kept);
  if (temp === undefined) rmSync(path);
  else renameSync(temp, path);
  undo.push(() => renameSync(kept, path));
}

/** A new name in the file's own folder, so that it can be exchanged with the file in one step. */
const aside = (path: string): string =>
  join(dirname(path), `${asidePrefix(path)}${process.pid}-${randomBytes(6).toString('hex')}.tmp`);

const asidePrefix = (path: string): string => `.${basename(path).slice(0, 32)}.`;

const LEFTOVER = /^(\..*\.)(\d+)-[0-9a-f]{12}\.tmp$/;

/** Removes the copies of a file that runs have left which were killed: they may hold secrets. */
export function removeLeftovers(path: string): void {
  const folder = dirname(path);
  const remove = (): void => {
    for (const name of readdirSync(folder)) {
      const [, prefix, pid] = LEFTOVER.exec(name) ?? [];
      if (prefix === asidePrefix(path) && !isRunning(Number(pid)))
        rmSync(join(folder, name), { force: true });
    }
  };
  // The folder may be gone, or closed to this user.
  failureOf(remove);
}

function failureOf(step: () => void): string | undefined {
  try {
    step();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
