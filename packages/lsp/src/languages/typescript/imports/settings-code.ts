import { dirname, join, resolve, sep } from 'node:path';
import { TextReader } from '../../../backend/imports/read-text.ts';
import { ancestors, readText, realPath } from '../../../backend/program/files.ts';
import { findPackage } from '../../../backend/program/packages.ts';
import type { ReadOnce } from '../../../backend/read-once.ts';
import { entriesOf, NODE_MODULES } from '../../../support/folders.ts';
import { parseJsonc } from '../../../support/jsonc.ts';
import { diskStamp, isBelow } from '../../../support/paths.ts';
import { SETTINGS_BYTES } from '../../../support/read-file.ts';
import { ecmascriptImports, isPath } from './ecmascript-imports.ts';
import { WorkspacePackage } from './workspace-package.ts';

const CODE = /\.[cm]?[jt]sx?$/;
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];

/** Files that settings read by name: other settings, data, lists of what is ignored. */
const DATA = /\.(?:json[c5]?|ya?ml|toml|grit)$|(?:^|[/\\])\.\w+(?:ignore|rc)$/;

/** Words that may be paths, quoted or not. */
const WORDS = /[\w@./\\-]*[./\\][\w@./\\-]+|(?<=["'`])[\w-]+(?=["'`])/g;

const RELATIVE = /^\.{1,2}[/\\]/;

/** They name files, and do not read them. */
const NAMING = /(?:^|[/\\])(?:package\.json|[^/\\]*\block\b[^/\\]*|\.\w+ignore)$/;

/** Code that loads what is in a folder. */
const LISTING = /\breaddir|\bglob(?:Sync)?\s*\(|rules_?dir|require-?index/i;

/** Of files, and of words in each. More have another use than to configure something. */
const MOST = { files: 500, words: 2000, inFolder: 200 } as const;

const reader = new TextReader(ecmascriptImports);

/**
 * What settings read when they are loaded: what code imports, what either of them names. Packages
 * are not followed, unless they are part of the workspace or linked: an installation counts as a
 * change of them.
 *
 * @param entries absolute, there or not
 */
export function settingsCode(entries: readonly string[], workspaceRoot: string): ReadOnce {
  const files = new Set(entries);
  const folders = new Set<string>();
  for (const path of files) {
    if (files.size > MOST.files) break;
    const text = NAMING.test(path) ? undefined : readText(path, SETTINGS_BYTES);
    if (text === undefined) continue;
    const isCode = CODE.test(path);
    // Node imports by the real path.
    const folder = dirname(realPath(path));
    const imported = isCode ? reader.specifiers(path, text) : [];
    for (const specifier of imported)
      for (const file of importedFiles(folder, specifier, workspaceRoot)) files.add(file);
    const named = [...new Set(text.match(WORDS))].slice(0, MOST.words);
    for (const word of named) {
      const file = resolve(folder, word);
      const mayCome = RELATIVE.test(word);
      if (isBelow(file, workspaceRoot) && isRead(word, isCode) && (mayCome || isFile(file))) files.add(file);
    }
    if (!isCode || !LISTING.test(text)) continue;
    for (const word of named) {
      const listed = resolve(folder, word);
      const inside = isBelow(listed, workspaceRoot) ? filesIn(listed) : [];
      if (inside.length === 0 || inside.length > MOST.inFolder) continue;
      folders.add(listed);
      for (const file of inside) files.add(file);
    }
  }
  const isPackaged = isInstalled(entries);
  return {
    files,
    mayRead: (path) => folders.has(dirname(path)) || isPackaged(path),
  };
}

/** Code that code names is what it works on; data names its plug-ins so: `./lint/rule.js`. */
function isRead(word: string, isNamedByCode: boolean): boolean {
  return DATA.test(word) || (!isNamedByCode && RELATIVE.test(word) && CODE.test(word));
}

/** Packages are loaded once, and so are those that they need. */
function isInstalled(entries: readonly string[]): (path: string) => boolean {
  const loadsPackages = entries.some((path) => CODE.test(path) && isFile(path));
  return (path) => loadsPackages && path.includes(`${sep}${NODE_MODULES}${sep}`);
}

function importedFiles(folder: string, specifier: string, workspaceRoot: string): string[] {
  if (isPath(specifier)) return candidates(resolve(folder, specifier));
  if (specifier.startsWith('#')) {
    const home = ancestors(folder, workspaceRoot).find((above) => isFile(join(above, 'package.json')));
    const manifest = home === undefined ? undefined : packageIn(home);
    return manifest?.imports(specifier).flatMap(candidates) ?? [];
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const found = findPackage(folder, workspaceRoot, name);
  const real = found === undefined ? undefined : realPath(found);
  if (real === undefined || real.split(sep).includes(NODE_MODULES)) return [];
  const entries = packageIn(real)?.entries(`.${specifier.slice(name.length)}`) ?? [];
  return [join(real, 'package.json'), ...entries.flatMap(candidates).filter(isFile)];
}

function packageIn(folder: string): WorkspacePackage | undefined {
  const json = parseJsonc(readText(join(folder, 'package.json'), SETTINGS_BYTES) ?? '');
  return json && new WorkspacePackage(folder, json);
}

/** The files that a path may mean: those that are there, else those that may come. */
function candidates(path: string): string[] {
  const stem = path.replace(CODE, '');
  const all = [path, stem, join(path, 'index')].flatMap((base, at) => [
    ...(at === 0 ? [base] : []),
    ...ENDINGS.map((ending) => base + ending),
  ]);
  const there = [...new Set(all)].filter(isFile);
  return there.length > 0 ? there : [...new Set(all)];
}

function filesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && (CODE.test(entry.name) || DATA.test(entry.name)))
    .map(({ name }) => join(folder, name));
}

function isFile(path: string): boolean {
  return diskStamp(path) !== undefined;
}
