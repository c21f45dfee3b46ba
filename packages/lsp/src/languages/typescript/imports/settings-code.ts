import { dirname, join, resolve, sep } from 'node:path';
import { LONGEST_SPECIFIER } from '../../../backend/imports/imports.ts';
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

/** Keys, and words that may be paths. */
const WORDS = /[\w$@./\\-]+/g;
const IS_KEY = /["']?\s{0,9}[:=]/y;
const IS_PATH = /[./\\]/;

/** Keys whose values are loaded. Others name what is to be worked on. */
const LOADS = /plugin|extend|import|require|parser|processor|syntax|preset|config/i;

const RELATIVE = /^\.{1,2}[/\\]/;

/** They name files, and do not read them. */
const NAMING = /(?:^|[/\\])(?:package\.json|[^/\\]*\block\b[^/\\]*|\.\w+ignore)$/;

/** Code that loads what is in a folder. */
const LISTING = /\breaddir|\bglob(?:Sync)?\s*\(|rules_?dir|require-?index/i;

/** Of files, of words in all of them, in a folder. More have another use than to configure something. */
const MOST = { files: 500, words: 5000, inFolder: 200 } as const;

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
  let left: number = MOST.words;
  for (const path of files) {
    const text = NAMING.test(path) ? undefined : readText(path, SETTINGS_BYTES);
    if (text === undefined) continue;
    const isCode = CODE.test(path);
    // Node imports by the real path.
    const folder = dirname(realPath(path));
    for (const specifier of isCode ? reader.specifiers(path, text) : []) {
      if (--left < 0 || files.size > MOST.files) break;
      for (const file of importedFiles(folder, specifier, workspaceRoot)) files.add(file);
    }
    const named = namedIn(text, left).filter(({ word, key }) => isCode || isLoaded(word, key));
    left -= named.length;
    const below = named.flatMap(({ word }) => {
      const file = resolve(folder, word);
      return isBelow(file, workspaceRoot) ? [{ word, file }] : [];
    });
    for (const { word, file } of below) {
      const isSetting = !isCode || DATA.test(word);
      if (isSetting && (RELATIVE.test(word) || isFile(file))) files.add(file);
    }
    if (!isCode || !LISTING.test(text)) continue;
    for (const { file: listed } of below) {
      const inside = filesIn(listed);
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

interface Named {
  readonly word: string;
  /** The last one before it. */
  readonly key: string;
}

function namedIn(text: string, most: number): Named[] {
  const named = new Map<string, Named>();
  let key = '';
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (named.size >= most) break;
    const end = index + word.length;
    IS_KEY.lastIndex = end;
    if (word.length > LONGEST_SPECIFIER) continue;
    if (IS_KEY.test(text)) key = word;
    else if (IS_PATH.test(word) || /["'`]{2}/.test(`${text[index - 1] ?? ''}${text[end] ?? ''}`))
      named.set(`${key}\0${word}`, { word, key });
  }
  return [...named.values()];
}

/** Data loads other data, and plug-ins: `./lint/rule.js`. */
function isLoaded(word: string, key: string): boolean {
  return DATA.test(word) || (CODE.test(word) && RELATIVE.test(word) && LOADS.test(key));
}

/** Packages are loaded once, and so are those that they need. */
function isInstalled(entries: readonly string[]): (path: string) => boolean {
  const loadsPackages = entries.some((path) => CODE.test(path) && isFile(path));
  return (path) => loadsPackages && path.includes(`${sep}${NODE_MODULES}${sep}`);
}

function importedFiles(folder: string, specifier: string, workspaceRoot: string): readonly string[] {
  if (isPath(specifier)) return present(candidates(resolve(folder, specifier)));
  if (specifier.startsWith('#')) {
    const home = ancestors(folder, workspaceRoot).find((above) => isFile(join(above, 'package.json')));
    const manifest = home === undefined ? undefined : packageIn(home);
    return present(manifest?.imports(specifier).flatMap(candidates) ?? []);
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

/** The files that a path may mean. */
function candidates(path: string): string[] {
  const stem = path.replace(CODE, '');
  const bases = stem === path ? [path, join(path, 'index')] : [stem];
  return [path, ...bases.flatMap((base) => ENDINGS.map((ending) => base + ending))];
}

/** Those that are there, else those that may come. */
function present(paths: readonly string[]): readonly string[] {
  const there = paths.filter(isFile);
  return there.length > 0 ? there : paths;
}

function filesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && (CODE.test(entry.name) || DATA.test(entry.name)))
    .map(({ name }) => join(folder, name));
}

function isFile(path: string): boolean {
  return diskStamp(path) !== undefined;
}
