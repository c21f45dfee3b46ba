/** A longer line is no declaration that somebody wrote. UTF-16 code units. */
const LONGEST = 1000;

const LEFT_OUT = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*(?:"|$)/g;
const MACRO = /^\s*#\s*define\s+(\w+)/;
const DIRECTIVE = /^\s*#/;
/** `template <class T>`: no other file says what it names. */
const TEMPLATE = /\btemplate\s*<(?:[^<>]|<[^<>]*>)*>/g;
/**
 * Words in capitals before the name are attributes: `class MY_EXPORT Name`. In `struct stat *found;` the type
 * is used.
 */
const TYPE =
  /\b(?:class|struct|union|enum|namespace|concept)\s+(?:class\s+)?(?:[A-Z_][A-Z0-9_]*\s+)*([A-Za-z_]\w*)(?!\w)(?=\s*(?:[{;:<=]|final\b|$))/;
/** `int (*callback)(void *)`. */
const CALLBACK = /^[^(]*\(\s*(?:\w+::\s*)?\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(/;
const SPECIFIERS =
  /\b__attribute__\s*\(\([^()]*(?:\([^()]*\)[^()]*)?\)\)|\b(?:__declspec|alignas)\s*\([^()]*\)|\[\[[^\]]*\]\]/g;
/** Types and namespaces that begin, and lines that end. */
const SCOPE = /\b(?:class|struct|union|enum|namespace|extern)\b[^()=]*$|;\s*$/;
const OPERATOR = /\boperator\b/;
/** `const Slice& x` and `const char *name`. */
const REFERRED = /\b([A-Za-z_]\w*)\s*[*&]/g;
const ALIAS = /\busing\s+(\w+)\s*=/;
const CALLED = /\b([A-Za-z_]\w*)\s*\(/g;
/** Not the value behind an equals sign. */
const NAMED = /(?<!=\s{0,4})\b([A-Za-z_]\w*)\s*(?:\[[^\]]{0,40}\]\s*)?(?:=(?!=)|;|,|\{|:|$)/g;
/** `GUARDED_BY(mutex)`, behind a member or before a function. */
const ATTRIBUTES = /\b[A-Z_][A-Z0-9_]{2,}\s*\([^()]*\)/g;
/** A parameter, and not an enumerator: it has a type. */
const PARAMETER = /\w[\s*&]+\w+\s*,$/;
/** More than a type and a name. UTF-16 code units. */
const LONGEST_PARAMETER = 120;

/** Deeper than this, a line is in the body of something anyway. */
const MOST_HEADERS = 20;

const NO_NAMES = new Set(
  (
    'if while for switch return sizeof alignof decltype noexcept alignas catch throw new delete case ' +
    'default else do public private protected const override final operator static_assert defined ' +
    'requires explicit virtual static extern inline typename template this int char bool void auto'
  ).split(' '),
);

/**
 * What a line declares, or changes of the declaration around it: a statement in the body of a function, and a
 * parameter in a line of its own, are of that function.
 *
 * @param headers the lines that enclose it, innermost first
 */
export function declaredNames(line: string, headers: readonly string[]): string[] {
  const own = namesAt(line);
  if (MACRO.test(line)) return own;
  for (const header of headers.slice(-MOST_HEADERS).reverse()) {
    if (isOpen(header)) continue;
    const around = namesAt(header);
    if (around.length > 0) return around;
  }
  return own.length > 0 ? own : namesAt(headers[0] ?? '');
}

/** What stands in it declares something by itself. A line that ends with a semicolon encloses nothing. */
const isOpen = (header: string): boolean => SCOPE.test(codeOf(header));

const codeOf = (line: string): string =>
  [LEFT_OUT, TEMPLATE, SPECIFIERS].reduce((code, left) => code.replaceAll(left, ' '), line.slice(0, LONGEST));

/**
 * Of a line by itself: a type, an alias, a macro; else what stands before its first parenthesis; else its
 * variables, members or enumerators. Nothing of a line that goes on with the parameters of a function. An
 * operator is said by no name, so what it takes is.
 */
function namesAt(line: string): string[] {
  const macro = MACRO.exec(line.slice(0, LONGEST))?.[1];
  if (macro !== undefined) return [macro];
  if (DIRECTIVE.test(line)) return [];
  const code = codeOf(line);
  const type = TYPE.exec(code)?.[1] ?? ALIAS.exec(code)?.[1];
  if (type !== undefined) return [type];
  if (OPERATOR.test(code)) return namesOf(code, REFERRED);
  if (goesOn(code)) return [];
  const callback = CALLBACK.exec(code)?.[1];
  if (callback !== undefined) return [callback];
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
