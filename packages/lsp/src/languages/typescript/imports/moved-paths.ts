import { dirname, extname, join, relative, sep } from 'node:path';
import type { TextChange } from '../../../backend/fixes/text-changes.ts';
import type { MovedPaths, MovedTree } from '../../../backend/imports/moved-imports.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import { typescriptSymbols } from '../symbol-syntax.ts';

const SCRIPTS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const COMPONENTS = ['.vue', '.svelte', '.astro', '.mdx'];
const STYLES = ['.css', '.scss', '.less'];
const PAGES = ['.html', '.htm'];

/** What an import may leave out of a file's name. */
const ENDINGS = ['', ...SCRIPTS, '.d.ts', '.json', '.vue', '.svelte', ...STYLES];
const COMPILED = /\.([cm]?)js(x?)$/;

/** A quoted text that may be a path; what a glob leaves out begins with an exclamation mark. */
const QUOTED = /(["'`])(!?)((?:\.{1,2}\/|@\/|~\/|\/(?!\/)|\$lib\/|\.{1,2}(?=["'`]))[^"'`\n]*)\1/g;

/** What stands before a quoted text that is surely a path from the folder of the file. */
const TYPES = String.raw`\s*(?:<(?:[^<>]|<[^<>]{0,200}>){0,300}>)?\(\s*`;
const LIST = String.raw`(?:\[[^\]]{0,2000})?`;
const CALLS = [
  String.raw`\b(?:import|from|declare\s+module)\s*`,
  String.raw`\b(?:import|require)\s*(?:\.\s*(?:resolve|context|defer|source)\s*)?\(\s*`,
  String.raw`\bimport\.meta\.(?:glob|globEager|resolve|hot\.accept)${TYPES}${LIST}`,
  String.raw`\bnew\s+URL\s*\(\s*`,
  String.raw`\b(?:vi|jest|vitest)\s*\.\s*\w*(?:[mM]ock|Actual)\w*${TYPES}(?:import\s*\(\s*)?`,
  String.raw`\bmock\s*\.\s*module\s*\(\s*`,
  String.raw`\bmodule\.hot\.accept\s*\(\s*${LIST}`,
].join('|');
const BEFORE = new RegExp(`(?:${CALLS})$`);
const AROUND_URL = /\bnew\s+URL\s*\(\s*$/;
const BEHIND_URL = /^\s*,\s*import\.meta\.url\b/;

/** How far before a text its call may begin, UTF-16 code units. */
const MOST_BEFORE = 2500;

const IN_STYLE =
  /(?:@(?:import|use|forward|reference|plugin|config)\s+(?:url\(\s*)?|\burl\(\s*)(["']?)([^"')\s;]+)\1/g;
const IN_MARKUP = /\s(?:src|href|poster)\s*=\s*(["'])([^"'{}<>\n]+)\1/g;

/**
 * Paths in texts that TypeScript's servers leave as they are: of files that are no code, in calls
 * that load a file by its path, in styles and pages.
 */
export const ecmascriptPaths: MovedPaths = {
  endings: [...SCRIPTS, ...COMPONENTS, ...STYLES, ...PAGES],
  rewrite(text, path, tree) {
    const ending = extname(path).toLowerCase();
    const found = [
      ...(SCRIPTS.includes(ending) || COMPONENTS.includes(ending) ? inScript(text, ending) : []),
      ...(STYLES.includes(ending) || COMPONENTS.includes(ending) ? matched(text, IN_STYLE) : []),
      ...(PAGES.includes(ending) || COMPONENTS.includes(ending) ? matched(text, IN_MARKUP) : []),
    ];
    const changes = new Map<number, TextChange>();
    for (const { start, spelled } of found) {
      const now = respelled(spelled, path, tree);
      if (now !== undefined && now !== spelled)
        changes.set(start, { start, end: start + spelled.length, text: now });
    }
    return [...changes.values()].sort((a, b) => a.start - b.start);
  },
  spellings: (path) => [
    path,
    path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ''),
    path.replace(/\/index\.[cm]?[jt]sx?$/, ''),
  ],
};

interface Spelled {
  readonly start: number;
  readonly spelled: string;
}

function* inScript(text: string, ending: string): Generator<Spelled> {
  // In markup, an apostrophe begins no text.
  const pieces = SCRIPTS.includes(ending) ? piecesOf(text, typescriptSymbols) : [];
  for (const { 0: whole, 2: mark = '', 3: spelled = '', index } of text.matchAll(QUOTED)) {
    if (spelled.includes('${') || pieceAt(pieces, index)?.kind === 'comment') continue;
    const before = text.slice(Math.max(0, index - MOST_BEFORE), index);
    if (!BEFORE.test(before)) continue;
    if (
      AROUND_URL.test(before) &&
      !BEHIND_URL.test(text.slice(index + whole.length, index + whole.length + 100))
    )
      continue;
    yield { start: index + 1 + mark.length, spelled };
  }
}

function* matched(text: string, pattern: RegExp): Generator<Spelled> {
  for (const { 0: whole, 1: quote = '', 2: spelled = '', index } of text.matchAll(pattern)) {
    if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(spelled)) continue;
    yield { start: index + whole.length - quote.length - spelled.length, spelled };
  }
}

/** Undefined where it leads to no file of the workspace. */
function respelled(spelled: string, path: string, tree: MovedTree): string | undefined {
  const [, bare = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(spelled) ?? [];
  const glob = bare.search(/[*{[(!]/);
  if (glob >= 0) {
    const head = bare.slice(0, bare.lastIndexOf('/', glob) + 1);
    const now = head.length < 2 ? undefined : folderAfter(head.replace(/\/$/, ''), path, tree);
    return now === undefined ? undefined : `${now}/${bare.slice(head.length)}${rest}`;
  }
  const prefix = /^(?:@\/|~\/|\$lib\/|\/)/.exec(bare)?.[0];
  const bases = prefix === undefined ? [dirname(path)] : basesOf(prefix, path, tree);
  const inner = prefix === undefined ? bare : bare.slice(prefix.length);
  for (const base of bases) {
    const target = targetOf(join(base, inner), tree);
    if (target === undefined) continue;
    const after = tree.pathAfter(target.file);
    const baseAfter = prefix === undefined ? dirname(tree.pathAfter(path)) : base;
    if (after === target.file && baseAfter === base) return spelled;
    if (prefix !== undefined && !after.startsWith(baseAfter + sep)) return undefined;
    const named = spelledLike(slashes(relative(baseAfter, after)), target);
    if (prefix !== undefined) return prefix + named + rest;
    return (bare.startsWith('.') && !named.startsWith('.') ? './' : '') + named + rest;
  }
  return undefined;
}

/** Where a path begins that has such a prefix: in the package of its file, or at the top. */
function basesOf(prefix: string, path: string, tree: MovedTree): string[] {
  const roots = [packageOf(path, tree), tree.root];
  const within = prefix === '$lib/' ? ['src/lib'] : prefix === '/' ? ['', 'public'] : ['src', ''];
  return [...new Set(roots)].flatMap((root) => within.map((folder) => join(root, folder)));
}

function packageOf(path: string, tree: MovedTree): string {
  let folder = dirname(path);
  while (folder.startsWith(tree.root + sep) && !tree.isFile(join(folder, 'package.json')))
    folder = dirname(folder);
  return folder.startsWith(tree.root + sep) ? folder : tree.root;
}

/** The folder that a glob begins with. */
function folderAfter(spelled: string, path: string, tree: MovedTree): string | undefined {
  if (spelled.startsWith('/')) {
    const base = basesOf('/', path, tree).find((one) => tree.isFolder(join(one, spelled)));
    const to = base === undefined ? undefined : tree.pathAfter(join(base, spelled));
    return base === undefined || to === undefined || !to.startsWith(base + sep)
      ? undefined
      : `/${slashes(relative(base, to))}`;
  }
  if (!spelled.startsWith('.')) return undefined;
  const folder = join(dirname(path), spelled);
  if (!tree.isFolder(folder)) return undefined;
  const [from, to] = [dirname(tree.pathAfter(path)), tree.pathAfter(folder)];
  if (from === dirname(path) && to === folder) return spelled;
  const now = slashes(relative(from, to)) || '.';
  return now.startsWith('.') ? now : `./${now}`;
}

interface Target {
  readonly file: string;
  /** What of the end of the file's path is not spelled, and what is in its place. */
  readonly omitted: string;
  readonly spelledEnd: string;
}

function targetOf(path: string, tree: MovedTree): Target | undefined {
  for (const ending of ENDINGS)
    if (tree.isFile(path + ending)) return { file: path + ending, omitted: ending, spelledEnd: '' };
  const compiled = COMPILED.exec(path);
  if (compiled !== null)
    for (const source of [`.${compiled[1] ?? ''}ts${compiled[2] ?? ''}`, '.ts', '.tsx']) {
      const file = path.slice(0, compiled.index) + source;
      if (tree.isFile(file)) return { file, omitted: source, spelledEnd: compiled[0] };
    }
  for (const ending of SCRIPTS) {
    const file = join(path, `index${ending}`);
    if (tree.isFile(file)) return { file, omitted: `/index${ending}`, spelledEnd: '' };
  }
  return undefined;
}

/** The new path with as much of its end as was spelled. */
function spelledLike(path: string, { omitted, spelledEnd }: Target): string {
  if (omitted === '') return path;
  return path.endsWith(omitted) ? path.slice(0, -omitted.length) + spelledEnd : path;
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
