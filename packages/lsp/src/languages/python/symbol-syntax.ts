import type { Definition, SymbolSyntax } from '../../backend/symbols/syntax.ts';

const LONG = ['"', "'"].map((quote) => {
  const plain = String.raw`[^${quote}\\]*`;
  const inside = String.raw`(?:\\[\s\S]|${quote}(?!${quote}${quote}))`;
  const three = quote.repeat(3);
  return `${three}${plain}(?:${inside}${plain}){0,20000}(?:${three})?`;
});
const SHORT = ['"', "'"].map(
  (quote) => String.raw`${quote}[^${quote}\\\n]*(?:\\[\s\S][^${quote}\\\n]*){0,20000}${quote}?`,
);

/** A text as the first statement of a body. */
const DOCSTRING =
  /(?<=:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*\n)*)[ \t]*[rR]?(?:"{3}[^]*?"{3}|'{3}[^]*?'{3}|"[^"\n]*"|'[^'\n]*')(?=[ \t]*(?:#[^\n]*)?\n|$)/;

/** Decorators that hand the function to nothing else. */
const PLAIN =
  /^(?:(?:typing|typing_extensions|functools|abc|contextlib|dataclasses)\.)?(?:property|staticmethod|classmethod|overload|override|final|abstractmethod|cached_property|cache|lru_cache|wraps|contextmanager|asynccontextmanager|dataclass|total_ordering|no_type_check|runtime_checkable|\w+\.(?:setter|getter|deleter))\b/;

function fixedName(name: string): string | undefined {
  return /^__\w+__$/.test(name) ? 'is called by Python itself' : undefined;
}

function unseenUse({ name, container, text }: Definition): string | undefined {
  const fixed = container === undefined ? undefined : fixedName(name);
  if (fixed !== undefined) return fixed;
  const [, decorator] =
    [...text.matchAll(/^[ \t]*@[ \t]*([\w.]+)/gm)].find(([, given = '']) => !PLAIN.test(given)) ?? [];
  return decorator === undefined ? undefined : `may be used by its decorator \`@${decorator}\``;
}

/**
 * Quirk(pyright): the range of a variable is its name alone. Of several definitions of one name in
 * a class or module, a property and its setter or overloads, it lists one.
 */
export const pythonSymbols: SymbolSyntax = {
  tokens: new RegExp(`(?<comment>#[^\\n]*)|(?<quoted>${[...LONG, ...SHORT].join('|')})`, 'g'),
  lead: /(?<![\w.])type[ \t]+$/,
  unrelated: /^#(?:!|.*coding[:=]|[ \t]*(?:type|pyright|mypy|ruff|flake8|pylint|%%)\b)/,
  namesOnly: true,
  offside: true,
  blankLines: 2,
  // `auto()` counts the members before it; after a value of their own it goes on from the highest.
  counted: {
    kinds: [7, 8, 13, 14, 22],
    withoutValue: /^\s*\w+\s*=\s*(?:enum\.)?auto\(\s*\)/,
    where: /\bauto\b/,
  },
  definitions: /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(?<name>[\p{ID_Start}_]\p{ID_Continue}*)/dgmu,
  laterPart: /^\s*@\s*\w+\.(?:setter|getter|deleter)\b/,
  namesMember:
    /\b(?:(?:(?:get|set|has|del)attr|patch\.object)\s*\([^"'#]*?(?:(?<of>[\p{ID_Start}_]\p{ID_Continue}*)\s*)?,|(?:attrgetter|methodcaller)\s*\()\s*["']$/du,
  docstring: DOCSTRING,
  fixedName,
  unseenUse,
};
