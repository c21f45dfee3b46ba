import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isFolder, readBytes, readTextFile, SETTINGS_BYTES, SOURCE_BYTES } from './read-file.js';
import { isPathWithin, nativeRealPath } from './real-path.js';

/** What git keeps beside a work tree. Nothing here runs git, which runs what a repository configures. */
export interface GitFolder {
  /** Of this work tree. */
  readonly own: string;
  /** Of all work trees of the repository. */
  readonly common: string;
}

/** The folder of the work tree that begins at `root`; undefined where none does. */
export function gitFolderOf(root: string): GitFolder | undefined {
  const git = join(root, '.git');
  const own = isFolder(git) ? git : namedIn(git, /^gitdir: (.+)$/m, root);
  if (own === undefined) return undefined;
  return { own, common: namedIn(join(own, 'commondir'), /^(.+)$/m, own) ?? own };
}

/** In a linked work tree, files name the folders. */
function namedIn(path: string, pattern: RegExp, base: string): string | undefined {
  const file = readTextFile(path, SETTINGS_BYTES);
  const named = file.kind === 'text' ? pattern.exec(file.text)?.[1]?.trim() : undefined;
  return named === undefined ? undefined : resolve(base, named);
}

/** What a folder holds in which a work tree begins. */
export const WORK_TREE_MARKS: readonly string[] = ['.git', '.jj'];

/**
 * Whether a work tree begins in this folder that another one of the same repository is around, as after `git
 * worktree add .worktrees/x` or `jj workspace add`. What it holds are copies of the files around it. A
 * submodule and another clone have a repository of their own. So have the work trees below a workspace that
 * is the folder for them, `.worktrees`: what they are copies of is no part of it.
 *
 * @param root of the workspace: real
 */
export function isNestedWorkTree(folder: string, root: string): boolean {
  return treesAround(folder).some((above) => isPathWithin(above, root) || hasCopyOf(folder, root, above));
}

/** Whether a work tree begins in this folder that another one is around, and is no copy of the workspace. */
export function isNestedOutside(folder: string, root: string): boolean {
  return treesAround(folder).length > 0 && !isNestedWorkTree(folder, root);
}

/** Where other work trees of its repository begin around one, the nearest first. */
function treesAround(folder: string): string[] {
  const own = repositoriesOf(folder);
  if (own.length === 0) return [];
  const found: string[] = [];
  for (let above = dirname(folder); ; above = dirname(above)) {
    // Beside a bare repository, work trees are the only ones that there are, and no copies.
    if (!isBare(above) && repositoriesOf(above).some((one) => own.includes(one))) found.push(above);
    if (dirname(above) === above) return found;
  }
}

/** A work tree holds what a folder of another one holds: more than work trees. */
function hasCopyOf(tree: string, folder: string, around: string): boolean {
  const copy = join(tree, relative(around, folder));
  try {
    return readdirSync(copy).some((name) => repositoriesOf(join(copy, name)).length === 0);
  } catch {
    return false;
  }
}

/** The repositories of the work tree that begins in a folder: real paths. */
export function repositoriesOf(folder: string): string[] {
  const git = gitFolderOf(folder);
  const jj = join(folder, '.jj', 'repo');
  // In an added workspace of jj, it is a file that names the folder.
  const repo = isFolder(jj) ? jj : namedIn(jj, /^(.+)$/m, dirname(jj));
  const named = [git && (removedFrom(git, folder) ?? git.common), repo];
  return named.flatMap((path) => (path === undefined ? [] : (nativeRealPath(path) ?? path)));
}

/** The repository of a work tree that git no longer knows: `git worktree prune` leaves the tree's files. */
function removedFrom({ own, common }: GitFolder, root: string): string | undefined {
  const list = dirname(own);
  const isNamed = own !== join(root, '.git');
  return isNamed && own === common && basename(list) === 'worktrees' ? dirname(list) : undefined;
}

/** Whether there is a repository, and no work tree. Settings of work trees may have the entry. */
function isBare(folder: string): boolean {
  const git = gitFolderOf(folder);
  return (
    git !== undefined &&
    git.own === git.common &&
    ['config', 'config.worktree'].some((name) => {
      const config = readTextFile(join(git.own, name), SETTINGS_BYTES);
      return (
        config.kind === 'text' &&
        /^[ \t]*bare[ \t]*(?:=[ \t]*(?:true|yes|on|1)[ \t\r]*)?$/im.test(config.text)
      );
    })
  );
}

/** The user's settings of git, the last one counts most. */
export function userConfigs(variables: NodeJS.ProcessEnv = process.env): string[] {
  const { GIT_CONFIG_GLOBAL: instead, GIT_CONFIG_NOSYSTEM: noSystem } = variables;
  const own =
    instead === undefined
      ? [join(configHome(variables), 'git', 'config'), join(home(variables), '.gitconfig')]
      : [instead];
  return [...(noSystem === undefined && process.platform !== 'win32' ? ['/etc/gitconfig'] : []), ...own];
}

/**
 * Where the user's own ignored names are. A repository's settings are not asked: they may name any file of
 * this machine or of another one.
 */
export function userExcludes(variables: NodeJS.ProcessEnv = process.env): string {
  const named = userConfigs(variables)
    .map((path) => excludesIn(path, variables))
    .findLast((path) => path !== undefined);
  return named ?? join(configHome(variables), 'git', 'ignore');
}

function excludesIn(config: string, variables: NodeJS.ProcessEnv): string | undefined {
  const file = readTextFile(config, SETTINGS_BYTES);
  if (file.kind !== 'text') return undefined;
  let section = '';
  let found: string | undefined;
  for (const line of file.text.split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:(".*")\s*)?\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? '').toLowerCase() : '';
    const entry = line.slice(header?.[0].length ?? 0);
    const [, value] = /^\s*excludesfile\s*=(.*)$/i.exec(entry) ?? [];
    if (section === 'core' && value !== undefined) found = pathIn(value, variables);
  }
  return found;
}

function pathIn(value: string, variables: NodeJS.ProcessEnv): string | undefined {
  const trimmed = value.trim();
  const path = trimmed.startsWith('"')
    ? trimmed.slice(1, Math.max(1, trimmed.indexOf('"', 1))).replace(/\\(.)/g, '$1')
    : trimmed.replace(/[#;].*$/s, '').trimEnd();
  if (path.startsWith('~/')) return join(home(variables), path.slice(2));
  return isAbsolute(path) ? path : undefined;
}

function home({ HOME: own }: NodeJS.ProcessEnv): string {
  return own ?? homedir();
}

function configHome(variables: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: own = '' } = variables;
  return own === '' ? join(home(variables), '.config') : own;
}

const HEADER = 12;
/** Of an entry: the data about the file on disk. */
const STAT = 40;
const LONGEST_NAME = 0xfff;

/**
 * The files that the repository holds, relative to its root. Git ignores none of them, whatever its rules
 * say. Undefined for an index in another format than git writes without being asked.
 */
export function filesInIndex(
  { own, common }: GitFolder,
  keep: (path: string) => boolean,
): Set<string> | undefined {
  const found = new Set<string>();
  const file = readBytes(join(own, 'index'), SOURCE_BYTES);
  if (file.kind === 'none') return found;
  if (file.kind !== 'bytes') return undefined;
  const { bytes } = file;
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const config = readTextFile(join(common, 'config'), SETTINGS_BYTES);
  const hash =
    config.kind === 'text' && /^[ \t]*objectformat[ \t]*=[ \t]*sha256/im.test(config.text) ? 32 : 20;
  let name = '';
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at;
    at += STAT + hash;
    if (at + 2 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(at);
    at += 2 + ((flags & 0x4000) !== 0 && version > 2 ? 2 : 0);
    let kept = '';
    if (version === 4) {
      const removed = varint(bytes, at);
      if (removed === undefined) return undefined;
      at = removed.end;
      kept = name.slice(0, Math.max(0, name.length - removed.value));
    }
    const length = flags & 0xfff;
    const end = version < 4 && length < LONGEST_NAME ? at + length : bytes.indexOf(0, at);
    if (end < at || end > bytes.length) return undefined;
    // Bytes, not characters: version 4 counts those.
    name = kept + bytes.toString('latin1', at, end);
    const path = Buffer.from(name, 'latin1').toString('utf8');
    if (keep(path)) found.add(path);
    // Entries are padded with one to eight zeros.
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
  }
  return found;
}

function varint(bytes: Buffer, from: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at++) {
    const byte = bytes[at] ?? 0;
    value = at === from ? byte & 0x7f : ((value + 1) << 7) | (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  return undefined;
}
