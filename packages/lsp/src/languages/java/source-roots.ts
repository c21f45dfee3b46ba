import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { startOf } from '../../backend/program/files.ts';
import { readEntries } from '../../support/folders.ts';
import { isNestedWorkTree, WORK_TREE_MARKS } from '../../support/git-folder.ts';
import { isBelow } from '../../support/paths.ts';
import { sortedNames } from './artifacts.ts';

/** How much of a file is read for its package, bytes: licences stand before it. */
const HEAD = 16 * 1024;
/** What build tools and version control keep: no sources of a person. */
const NOT_SOURCES = new Set(['node_modules', 'target', 'build', 'out', 'bin', 'dist']);
/** Sources in folders of these names are one project with those beside them: `src` and `test`. */
const SHARED = new Set(['src', 'source', 'sources', 'java', 'main', 'test', 'tests']);
/** Files whose folders are compiled by their own build. */
export const BUILD_FILES = [
  'pom.xml',
  'settings.gradle',
  'settings.gradle.kts',
  'build.gradle',
  'build.gradle.kts',
];

/**
 * The package that a source declares, with dots; '' for the default one. Comments and annotations
 * may stand before it.
 */
export function packageOf(text: string): string {
  const code = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n\r]*/g, ' ');
  const [, name = ''] =
    /^(?=[^;{]*;)(?:\uFEFF)?\s*(?:@[^;{]*\s)?package\s([\p{L}\p{N}_$.\s]+);/u.exec(code) ?? [];
  return name.replace(/\s+/g, '');
}

/** Where javac looks for the package of `folder`, by what a source there declares. */
export function sourceRoot(folder: string, text: string): string {
  const names = packageOf(text)
    .split('.')
    .filter((name) => name !== '');
  const tail = names.join(sep);
  if (names.length === 0 || !folder.endsWith(sep + tail)) return folder;
  return folder.slice(0, -tail.length - 1);
}

/** Sources that are compiled together. */
interface SourceGroup {
  /** The folder that holds all of them. */
  readonly root: string;
  /** The folders that directly hold sources. */
  readonly folders: readonly string[];
  /** Where javac looks for their packages. */
  readonly sourceRoots: readonly string[];
}

/** What lies below a folder that no build file describes. */
export interface PlainSources {
  readonly groups: readonly SourceGroup[];
  readonly jars: readonly string[];
}

/**
 * Finds sources and jars. Folders with a build file of their own are left out.
 *
 * @param most folders that are looked at
 */
export async function plainSources(root: string, signal: AbortSignal, most = 20_000): Promise<PlainSources> {
  const groups = new Map<string, { folders: string[]; sourceRoots: Set<string> }>();
  const jars: string[] = [];
  const queue = [root];
  for (const [at, folder] of queue.entries()) {
    if (signal.aborted) break;
    const entries = await readEntries(folder);
    if (at > 0 && entries.some(({ name }) => BUILD_FILES.includes(name))) continue;
    if (
      at > 0 &&
      entries.some(({ name }) => WORK_TREE_MARKS.includes(name)) &&
      isNestedWorkTree(folder, root)
    )
      continue;
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const first = names.find((name) => name.endsWith('.java') && name !== 'module-info.java');
    if (first !== undefined) {
      const found = sourceRoot(folder, startOf(join(folder, first), HEAD).toString('utf8'));
      const key = groupOf(isBelow(found, root) ? found : root, root);
      const group = groups.get(key) ?? { folders: [], sourceRoots: new Set() };
      groups.set(key, group);
      group.folders.push(folder);
      group.sourceRoots.add(found);
    }
    for (const name of names) if (name.endsWith('.jar')) jars.push(join(folder, name));
    for (const entry of entries) {
      if (
        entry.isDirectory() &&
        !entry.name.startsWith('.') &&
        !NOT_SOURCES.has(entry.name) &&
        queue.length < most
      )
        queue.push(join(folder, entry.name));
    }
  }
  return {
    groups: [...groups].map(([key, { folders, sourceRoots }]) => ({
      root: key,
      folders,
      sourceRoots: [...sourceRoots],
    })),
    jars,
  };
}

/** The folder whose sources see each other. */
function groupOf(found: string, root: string): string {
  let group = found;
  while (group !== root && SHARED.has(basename(group).toLowerCase())) group = dirname(group);
  return group;
}

/**
 * The folders of sources that a build has generated: each generator has one of its own in `folder`,
 * or `java` in that.
 */
export function generatedRoots(folder: string, leftOut: readonly string[] = []): string[] {
  return sortedNames(folder)
    .filter((name) => !leftOut.includes(name))
    .map((name) =>
      existsSync(join(folder, name, 'java')) ? join(folder, name, 'java') : join(folder, name),
    );
}
