import { type DerivedName, modulesIn, modulesOfNames } from '../../backend/imports/derived-names.ts';
import { onceForText } from '../../backend/why-no-error.ts';
import type { Diagnostic } from '../../types.ts';

// What may go on without an end is bounded: texts of a megabyte are matched in linear time.
const IMPORT = /^[ \t]*import\b([^'";]{0,2000})\bfrom\s*['"]([^'"]+)['"]/gm;
const REQUIRE =
  /^[ \t]*(?:const|let|var)\b([^=;]{0,1000})=\s*(?:await\s+import|require)\(\s*['"]([^'"]+)['"]\s*\)/gm;
const DECLARED = /\b(?:const|let|var|class)\s+(\{[^}]{0,1000}\}|\[[^\]]{0,1000}\]|[\w$]+)([^;\n]*)/g;

/**
 * The modules that what stands below an unused `@ts-expect-error` comes from: without one of them there is
 * no error to expect.
 */
export function modulesExpected(
  { code, line }: Pick<Diagnostic, 'code' | 'line'>,
  text: string,
): readonly string[] {
  if (Number(code) !== 2578) return [];
  const below = linesIn(text)
    .slice(line)
    .find((one) => !/^\s*(?:$|\/\/|\/?\*|\*\/|\{\/\*)/.test(one));
  if (below === undefined) return [];
  return modulesIn(below, modulesOf(text));
}

const linesIn = onceForText((text) => text.split('\n'));

/** Of each name. Read once for all findings in a file. */
const modulesOf = onceForText((text) => {
  const imports = [...text.matchAll(IMPORT), ...text.matchAll(REQUIRE)].flatMap(pair);
  const declared = [...text.matchAll(DECLARED)].flatMap(pair);
  return modulesOfNames(
    imports.filter(({ from }) => !from.startsWith('.')),
    declared,
  );
});

const pair = ([, names = '', from = '']: RegExpExecArray): DerivedName => ({ names, from });
