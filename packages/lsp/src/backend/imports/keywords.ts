import type { ImportSyntax } from '../definition.ts';

/** Words that do not name what a line is about. */
interface Keywords {
  /** Never names. */
  readonly reserved: ReadonlySet<string>;
  /** Names where they are declared, called or looked up: `string(`, `type:`, `.of`. */
  readonly contextual: ReadonlySet<string>;
}

const KEYWORDS: Readonly<Record<ImportSyntax, Keywords>> = {
  ecmascript: {
    reserved: words(`break case catch class const constructor continue debugger do else enum export extends false finally for function if import in instanceof
      new null return super switch this throw true try typeof var void while with let static yield await`),
    contextual: words(`abstract accessor any as asserts async bigint boolean declare default delete from get global implements infer interface
      intrinsic is keyof module namespace never number object of out override package private protected public readonly require satisfies set string
      symbol type undefined unique unknown using`),
  },
  python: {
    reserved: words(`False None True and as assert async await break class continue def del elif else except finally for from global if import in is
      lambda nonlocal not or pass raise return try while with yield`),
    contextual: words('self cls int str float bool bytes object Any case match type print'),
  },
  c: {
    reserved: words(`auto break case catch class const constexpr continue default delete do else enum extern false for friend goto if inline
      namespace new noexcept nullptr operator private protected public register return sizeof static struct switch template this throw true try
      typedef typename union using virtual volatile while`),
    contextual: words('bool char double float int long short signed unsigned void size_t std include define ifdef ifndef endif override final'),
  },
};

/** Whether the word from `start` to `end` of `line` is a name. */
export function isName(line: string, start: number, end: number, syntax: ImportSyntax): boolean {
  const { reserved, contextual } = KEYWORDS[syntax];
  const word = line.slice(start, end);
  const isMember = line[start - 1] === '.' && line[start - 2] !== '.';
  if (isMember) return true;
  if (reserved.has(word)) return false;
  return !contextual.has(word) || DECLARED.test(line.slice(end, end + 4));
}

const DECLARED = /^\s?\??[(:]/;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
