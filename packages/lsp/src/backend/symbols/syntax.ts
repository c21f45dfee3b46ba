/** A definition that nothing is found to refer to. */
export interface Definition {
  readonly name: string;
  /** The symbol that directly holds it, as its server names that. */
  readonly container: string | undefined;
  /** Without the comment above it. */
  readonly text: string;
  /** The text of its file. */
  readonly around: string;
}

/**
 * How definitions of a language stand in the text. Servers disagree about what the range of a
 * symbol holds: its doc comment, attributes, keyword, separator.
 */
export interface SymbolSyntax {
  /** Global. Finds comments and quoted texts, in groups `comment` and `quoted`, whichever begins first. */
  readonly tokens: RegExp;
  /** What belongs to a definition and may stand before its range; matches at the end of a text. */
  readonly lead?: RegExp;
  /** Comments right above a definition that are not about it: shebangs, directives to a compiler. */
  readonly unrelated?: RegExp;
  /** The range of a variable may be its name alone. */
  readonly namesOnly?: true;
  /** A block ends where the indentation does. */
  readonly offside?: true;
  /** LSP's SymbolKinds of what stands in lists, with commas between. */
  readonly listed?: readonly number[];
  /** How many blank lines part definitions at the top of a file, where neighbours do not show it; 1. */
  readonly blankLines?: number;
  /**
   * Finds all definitions, for servers that list only one of several of a name. Global, multi-line,
   * with indices, from the beginning of a line; group `name`. Its blocks end where the indentation
   * does.
   */
  readonly definitions?: RegExp;
  /** A decorator of what adds to the definition of its name before it: `@total.setter`; one line. */
  readonly laterPart?: RegExp;
  /**
   * Stands before a text that names a member, at the end of its line: `getattr(cart, "`. Group `of` is the
   * last name of what has it, where that is named.
   */
  readonly namesMember?: RegExp;
  /** Of a component: stands before a name of the markup that is code, in its line; matches at the end. */
  readonly codeInMarkup?: RegExp;
  /** Stands in a component whose markup has the names of its script. */
  readonly sharesNames?: RegExp;
  /** Documentation within a definition; matches its text. */
  readonly docstring?: RegExp;
  /** What qualifies a definition as decorators do, and stands at its end: the tags of a field. */
  readonly marksBehind?: (definition: string) => readonly string[];
  /**
   * A definition of such a kind (LSP: SymbolKind) gives a value to one behind it that has none of
   * its own.
   */
  readonly counted?: {
    readonly kinds: readonly number[];
    readonly withoutValue: RegExp;
    /** What counts the definitions before it, in whatever stands further behind, up to a bracket. */
    readonly counter?: RegExp;
    /** Only in files where this is found does anything depend on the values. */
    readonly where?: RegExp;
  };
  /** Why a name cannot change without another meaning, if so: a part of a sentence, `it ...`. */
  readonly fixedName?: (name: string) => string | undefined;
  /** Why something uses it though nothing refers to it, if so: a part of a sentence, `it ...`. */
  readonly unseenUse?: (definition: Definition) => string | undefined;
}
