/** A longer line is no declaration that somebody wrote. UTF-16 code units. */
const LONGEST = 1000;

const LEFT_OUT = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*(?:"|$)/g;
const MACRO = /^\s*#\s*define\s+(\w+)/;
/** Words in capitals before the name are attributes: `class MY_EXPORT Name`. */
const TYPE =
  /\b(?:class|struct|union|enum|namespace|concept)\s+(?:class\s+)?(?:[A-Z_][A-Z0-9_]*\s+)*([A-Za-z_]\w*)/;
const ALIAS = /\busing\s+(\w+)\s*=/;
const CALLED = /\b([A-Za-z_]\w*)\s*\(/g;
const NAMED = /\b([A-Za-z_]\w*)\s*(?:\[[^\]]{0,40}\]\s*)?(?:=(?!=)|;|,|\{|:|$)/g;
/** `GUARDED_BY(mutex)`, behind a member or before a function. */
const ATTRIBUTES = /\b[A-Z_][A-Z0-9_]{2,}\s*\([^()]*\)/g;
/** A parameter, and not an enumerator: it has a type. */
const PARAMETER = /\w[\s*&]+\w+\s*,$/;
/** More than a type and a name. UTF-16 code units. */
const LONGEST_PARAMETER = 120;

const NO_NAMES = new Set(
  (
    'if while for switch return sizeof alignof decltype noexcept alignas catch throw new delete case ' +
    'default else do public private protected const override final operator static_assert defined ' +
    'requires explicit virtual static extern inline typename template this int char bool void auto'
  ).split(' '),
);

/**
 * What a line declares, as far as it tells: a type, an alias, a macro; else what stands before its first
 * parenthesis; else its variables, members or enumerators.
 * Nothing of a line that goes on with the parameters of a function.
 */
export function declaredNames(line: string): string[] {
  const macro = MACRO.exec(line.slice(0, LONGEST))?.[1];
  if (macro !== undefined) return [macro];
  const code = line.slice(0, LONGEST).replaceAll(LEFT_OUT, ' ');
  const type = TYPE.exec(code)?.[1] ?? ALIAS.exec(code)?.[1];
  if (type !== undefined) return [type];
  if (goesOn(code)) return [];
  const bare = code.replaceAll(ATTRIBUTES, ' ');
  const [first] = namesOf(bare, CALLED);
  const names = first === undefined ? namesOf(bare, NAMED) : [first];
  return names.length > 0 ? names : namesOf(code, CALLED);
}

/** `const Options& options,` and `int level) = 0;`: parameters of a function in a line before. */
function goesOn(code: string): boolean {
  const [open, close] = [code.indexOf('('), code.indexOf(')')];
  if (close >= 0 && (open < 0 || open > close)) return true;
  return !/[()=]/.test(code) && PARAMETER.test(code.trimEnd().slice(-LONGEST_PARAMETER));
}

function namesOf(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, name = '']) => (NO_NAMES.has(name) ? [] : [name]));
}
