import { type DerivedName, modulesIn, modulesOfNames } from '../../backend/imports/derived-names.ts';
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
  const below = text
    .split('\n')
    .slice(line)
    .find((one) => !/^\s*(?:$|\/\/|\/?\*|\*\/|\{\/\*)/.test(one));
  if (below === undefined) return [];
  const imports = [...text.matchAll(IMPORT), ...text.matchAll(REQUIRE)].flatMap(pair);
  const declared = [...text.matchAll(DECLARED)].flatMap(pair);
  return modulesIn(
    below,
    modulesOfNames(
      imports.filter(({ from }) => !from.startsWith('.')),
      declared,
    ),
  );
}

const pair = ([, names = '', from = '']: RegExpExecArray): DerivedName => ({ names, from });
