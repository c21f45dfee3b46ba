import { EVERYWHERE, type ImportReader } from '../../../backend/imports/imports.ts';

/** White space and comments may be between any two tokens. */
const GAP = String.raw`(?:\s|/\*[^]*?\*/|//[^\n]*\n)*`;
const QUOTED = String.raw`(?:"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|\x60((?:[^\x60\\$]|\\.)+)\x60)`;

const after = (pattern: string): RegExp => new RegExp(GAP + pattern, 'y');

/**
 * The text after each introducer: `import "x"`, `import("x")`, `import.defer("x")`,
 * `require.resolve("x")`.
 */
const FOLLOWS: ReadonlyMap<string, RegExp> = new Map([
  ['from', after(QUOTED)],
  ['import', after(String.raw`(?:\.\s*\w+${GAP})?\(?${GAP}${QUOTED}`)],
  ['require', after(String.raw`(?:\.\s*\w+${GAP})?\(${GAP}${QUOTED}`)],
  ['module', after(QUOTED)],
  ['reference', /[^>\n]*?\bpath\s*=\s*(?:"([^"\n]+)"|'([^'\n]+)')/y],
  ['jsxImportSource', /\s+([^\s*]+)/y],
]);

/** Import and export declarations, calls, types, augmentations and triple-slash references. */
export const ecmascriptImports: ImportReader = {
  introducers: [...FOLLOWS.keys(), 'global'],
  read(text, start, end, { specifiers, declares }, path) {
    const word = text.slice(start, end);
    if (word === 'global' && /\bdeclare\s+$/.test(text.slice(Math.max(0, start - 20), start))) declares.add(EVERYWHERE);
    const follows = FOLLOWS.get(word);
    if (follows === undefined) return;
    follows.lastIndex = end;
    const found = follows.exec(text);
    const quoted = found?.[1] ?? found?.[2] ?? found?.[3];
    // With a substitution, the import is in a template string and part of another text.
    if (quoted?.includes('${') !== false || (word !== 'reference' && TYPESCRIPT.test(path) && isProse(text, start))) return;
    const specifier = quoted.replace(/\\(.)/g, '$1');
    if (word === 'reference') specifiers.add(isPath(specifier) ? specifier : `./${specifier}`);
    else if (word === 'jsxImportSource') specifiers.add(`${specifier}/jsx-runtime`);
    else specifiers.add(specifier);
    if (word === 'module') declares.add(specifier);
  },
  isGlobal(text, path) {
    return !MODULE.test(text) && (TYPESCRIPT.test(path) || !/\b(?:require|exports|module)\b/.test(text));
  },
};

/** A file with one of these at its top level is a module. */
const MODULE = /^(?:\uFEFF)?(?:export\b|import\b(?!\s*[(.]))/m;

const TYPESCRIPT = /\.[cm]?tsx?$/;

/**
 * A line that is all comment; only JavaScript has types there. Examples in a package's
 * documentation import the package itself. Counting them would make everything in the package
 * depend on everything.
 *
 * A leading star may also be that of `export * from` or of a product. So the comment has to begin
 * on a line above, with only comment lines between.
 */
function isProse(text: string, at: number): boolean {
  for (let end = at; end >= 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trimStart();
    if (end === at && line.startsWith('//')) return true;
    if (line.includes('*/')) return false;
    if (line.startsWith('/*')) return true;
    if (!line.startsWith('*')) return false;
    end = start - 1;
  }
  return false;
}

/** The specifier is a path. Any other one is a package, an alias or an ambient module. */
export function isPath(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';
}
