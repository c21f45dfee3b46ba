import { dirname, resolve } from 'node:path';
import { isFile, readText } from '../../backend/program/files.ts';
import type { Search } from '../../backend/program/search.ts';
import { onceForText } from '../../backend/why-no-error.ts';
import { isBelow } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import type { Diagnostic } from '../../types.ts';

/** A member that a type does not have, by the type: a class, or an interface. */
const TYPES = [
  /^Property '[^']+' does not exist on type '(?:typeof )?([\w$]+)(?:<.*>)?'/,
  /\bdoes not exist in type '([\w$]+)(?:<.*>)?'/,
  /\bdoes not exist on type '(?:IntrinsicAttributes & )([\w$]+)(?:<.*>)?'/,
  /^This member cannot have an 'override' modifier because its containing class '([\w$]+)(?:<.*>)?'/,
];
const CODES = new Set([2339, 2551, 2353, 2561, 4112, 2322]);
/** Of what a type extends. */
const LONGEST = 400;
/** Declarations that extend each other. */
const MOST = 5;
const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.js', '.jsx', '/index.ts', '/index.tsx', '/index.js'];

/**
 * The module that a base of the type comes from which the finding is about, and the file that imports
 * it. Without that module, TypeScript takes the type for one without a base.
 */
export function moduleBehind(
  { code, message }: Pick<Diagnostic, 'code' | 'message'>,
  text: string,
  file: string,
  search: Search,
): { readonly module: string; readonly file: string } | undefined {
  if (!CODES.has(Number(code))) return undefined;
  const name = TYPES.map((pattern) => pattern.exec(message)?.[1]).find((one) => one !== undefined);
  return name === undefined ? undefined : baseOf(name, text, file, search, 0);
}

function baseOf(
  name: string,
  text: string,
  file: string,
  search: Search,
  depth: number,
): { readonly module: string; readonly file: string } | undefined {
  if (depth > MOST) return undefined;
  for (const base of basesIn(name, text)) {
    const module = importOf(base, text);
    if (module !== undefined && !module.startsWith('.')) return { module, file };
    const found = baseOf(base, text, file, search, depth + 1);
    if (found !== undefined) return found;
  }
  const module = importOf(name, text);
  if (module?.startsWith('.') !== true) return undefined;
  const path = ENDINGS.map((ending) => resolve(dirname(file), module.replace(/\.js$/, '')) + ending).find(
    (each) => isBelow(each, search.workspaceRoot) && isFile(each),
  );
  const other = path === undefined ? undefined : readText(path, SETTINGS_BYTES);
  return other === undefined || path === undefined ? undefined : baseOf(name, other, path, search, depth + 1);
}

/** `class A extends mixin(B, C)`, `interface A extends B, C`: all names in it. */
function basesIn(name: string, text: string): string[] {
  const clause = (clausesIn(text).get(name) ?? '').replace(/\bimplements\b[^]*/, '');
  return [...clause.matchAll(/(?<![\w$.'"])[A-Za-z_$][\w$]*/g)]
    .map(([one]) => one)
    .filter((one) => one !== name);
}

const CLASS = String.raw`\b(?:class|interface)\s+([\w$]+)(?:<[^{]{0,400}?>)?`;
const EXTENDING = String.raw`${CLASS}\s+extends\s+(?=([^{]{1,400}))`;
const ALIAS = String.raw`\btype\s+([\w$]+)(?:<[^=]{0,400}>)?\s*=\s*(?=([^;]{1,400}))`;
const DECLARED = new RegExp(`${EXTENDING}|${ALIAS}`, 'g');

/** What each type extends, or stands for: of several, the first. Read once for all findings in a file. */
const clausesIn = onceForText((text) => {
  const found = new Map<string, string>();
  for (const [, type, bases, alias = '', value = ''] of text.matchAll(DECLARED))
    if (!found.has(type ?? alias)) found.set(type ?? alias, bases ?? value);
  return found;
});

/** Up to the module, or to where no import goes on. */
const IMPORT = /^[ \t]*import\b([^'";]*)(?:['"]([^'"]*)['"]?)?/gm;

/** The module of each name that an import brings. Read once for all findings in a file. */
const importsIn = onceForText((text) => {
  const found = new Map<string, string>();
  for (const [, clause = '', module = ''] of text.matchAll(IMPORT)) {
    // One without a module may stand before it: `import a = b.c`.
    const own = clause.split(/^[ \t]*import\b/m).at(-1) ?? '';
    if (module === '' || !/\bfrom\s*$/.test(own.slice(-LONGEST))) continue;
    for (const [name] of own.matchAll(/[\w$]+/g)) if (!found.has(name)) found.set(name, module);
  }
  return found;
});

/** The module that an import takes a name from. */
export function importOf(name: string, text: string): string | undefined {
  return importsIn(text).get(name);
}
