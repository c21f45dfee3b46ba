import { type DerivedName, modulesIn, modulesOfNames } from '../../backend/imports/derived-names.ts';
import { onceForText } from '../../backend/why-no-error.ts';
import type { Diagnostic } from '../../types.ts';

// What may go on without an end is bounded: texts of a megabyte are matched in linear time.
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]{0,4000}\)|[^\n#]*)/gm;
const IMPORT = /^[ \t]*import[ \t]+([^\n#]*)/gm;
const DECLARED = [
  /^[ \t]*(?:self\.)?(\w[\w, \t]*)(?::[^=\r\n\u2028\u2029]*)?=(?!=)([^\n#]*)/gm,
  // A parameter, and a variable of a class.
  /\b(\w+)[ \t]*:[ \t]*([\w.[\], \t|"']+)/g,
  /^[ \t]*class[ \t]+(\w+)[ \t]*\(([^)]{0,1000})\)/gm,
  /\bfor[ \t]+(\w[\w, \t]{0,200}?)[ \t]+in[ \t]+([^\n:#]*)/g,
];
const AS = /\bwith[ \t]+([^\n#]{1,500})[ \t]as[ \t]+(\w+)/g;

/** What pyright, mypy and ty say of a comment that ignores an error where there is none. */
const UNUSED: ReadonlySet<string> = new Set([
  ...['reportUnnecessaryTypeIgnoreComment', 'unused-ignore', 'unused-ignore-comment'],
]);
/** What mypy says of a value that a package would tell. */
const ANY_RETURNED = 'no-any-return';
/** A value is what it begins with: of `json.loads(client.text)` another package tells. */
const RETURNED = /^\s*(?:return|yield)\s+(?:(?:await|not)\s+|\()*([\w.]+)/;
/** Lines of one statement. */
const MOST_LINES = 20;

/** The modules that a statement comes from of which a checker can say so only because one is missing. */
export function modulesIgnored(
  { code, line }: Pick<Diagnostic, 'code' | 'line'>,
  text: string,
): readonly string[] {
  const isReturn = code === ANY_RETURNED;
  if (!isReturn && !UNUSED.has(String(code))) return [];
  const statement = statementAt(text, line);
  const about = isReturn ? (RETURNED.exec(statement)?.[1] ?? '') : statement;
  return modulesIn(about, modulesOf(text));
}

/** Of each name. Read once for all findings in a file. */
const modulesOf = onceForText((text) => {
  const imports = [
    ...[...text.matchAll(FROM)].map(([, from = '', names = '']): DerivedName => ({ names, from })),
    ...[...text.matchAll(IMPORT)].flatMap(([, list = '']) => list.split(',').map(moduleOf)),
  ].filter(({ from }) => !from.startsWith('.'));
  const declared = [
    ...DECLARED.flatMap((pattern) => [...text.matchAll(pattern)]).map(
      ([, names = '', from = '']): DerivedName => ({ names, from }),
    ),
    ...[...text.matchAll(AS)].map(([, from = '', names = '']): DerivedName => ({ names, from })),
  ];
  return modulesOfNames(imports, declared);
});

/** `a.b` binds `a`, `a.b as c` binds `c`. */
function moduleOf(item: string): DerivedName {
  const [from = '', word, alias] = item.trim().split(/\s+/);
  return { names: (word === 'as' ? alias : undefined) ?? from.split('.')[0] ?? '', from };
}

const linesIn = onceForText((text) => text.split('\n'));

/** The line, and those up to which its brackets are open; without comments. */
function statementAt(text: string, line: number): string {
  let found = '';
  for (const one of linesIn(text).slice(line - 1, line - 1 + MOST_LINES)) {
    found += `${one.replace(/#.*$/s, '')}\n`;
    if ([...found.matchAll(/[([{]/g)].length <= [...found.matchAll(/[)\]}]/g)].length) break;
  }
  return found;
}
