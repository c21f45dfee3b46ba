import { type Block, definesWithin, isDocstring, allLinesOf, ownLinesOf } from './blocks.ts';
import { ASSIGNS_TO, type LogicalLine, WHOLE_NAME } from './lines.ts';

const COMPOUND = new Set('if elif else try except finally for while with match case async'.split(' '));
const ENDS = new Set(['return', 'raise', 'break', 'continue']);
const TYPE = /\btype\s*:(?!\s*ignore)/;

/** Tokens before which a statement assigns, or declares a type, in any of its parts; in doubt, it does. */
function targetEnd({ tokens, depths }: LogicalLine): number {
  const isAt = (index: number): boolean => {
    const token = tokens[index] ?? '';
    return depths[index] === 0 && (ASSIGNS_TO.test(token) || (token === ':' && index < tokens.length - 1));
  };
  return Math.max(
    0,
    tokens.findLastIndex((_, index) => isAt(index)),
  );
}

/** Tokens that a statement may assign to: before `=`, between `for` and `in`, behind `as`, before `:=`. */
function targetsOf(line: LogicalLine): string[] {
  const { tokens } = line;
  const loop = tokens.indexOf('for');
  const end = tokens.indexOf('in', loop);
  return [
    ...tokens.slice(0, targetEnd(line)),
    ...(loop < 0 ? [] : tokens.slice(loop, end < 0 ? undefined : end)),
    ...tokens.flatMap((token, at) => (token === 'as' ? tokens.slice(at + 1) : [])),
    ...tokens.filter((_, at) => tokens[at + 1] === ':='),
  ];
}

/** `self.x = 1`, `self.x, y = z`, `for self.x in`, `with a as self.x`, of anything; in doubt, it does. */
export function assignsAttribute(line: LogicalLine): boolean {
  return targetsOf(line).includes('.');
}

/**
 * The attributes that a method gives its objects, and whether it declares their types. Quirk(pyright): those
 * of its first parameter, and of the name of the class.
 */
export function attributesOf(body: readonly Block[], owners: ReadonlySet<string>): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const line of ownLinesOf(body)) {
    const targets = targetsOf(line);
    for (const [at, token] of targets.entries()) {
      const [dot, name = '', after = ''] = targets.slice(at + 1);
      // Of `self.x.y = z`, and `self.x[y] = z`, it is `self.x` that has another one.
      if (!owners.has(token) || dot !== '.' || targets[at - 1] === '.' || '.[('.includes(after || ' '))
        continue;
      const isTyped = line.tokens[at + 3] === ':' || line.notes.some((note) => TYPE.test(note));
      found.set(name, found.get(name) === true || isTyped);
    }
  }
  return found;
}

/** A statement, as far as the types of attributes may depend on it. */
interface Statement {
  readonly text: string;
  readonly words: readonly string[];
  /** It counts where one of these counts; absent: always. */
  readonly targets?: readonly string[];
  /** What is left of it where it does not: a call may end the function. */
  readonly rest?: string;
  /** What is left of it where only what is below it counts. Default: all. */
  readonly head?: string;
  /** The local that this calls: what it is decides that. */
  readonly called?: string;
  readonly below: readonly Statement[];
}

/** What decides the types of the attributes that the body of a method assigns. */
export class AttributeSlices {
  readonly #body: readonly Statement[];

  /** @param owners the first parameter, and the name of the class */
  constructor(
    body: readonly Block[],
    private readonly owners: ReadonlySet<string>,
  ) {
    this.#body = this.#compiled(body);
  }

  /** Lines of the body, and the names that they say. */
  of(attribute: string): { readonly lines: readonly string[]; readonly names: ReadonlySet<string> } {
    const names = new Set([attribute]);
    for (;;) {
      const { size } = names;
      const lines = rendered(this.#body, names);
      if (names.size === size) return { lines, names };
    }
  }

  #compiled(blocks: readonly Block[]): Statement[] {
    return blocks.flatMap((block) => this.#statement(block) ?? []);
  }

  #statement({ line, below }: Block): Statement | undefined {
    const { tokens, depths } = line;
    const [first = '', second = ''] = tokens;
    const text = textOf(line);
    const words = this.#words(tokens);
    if (isDocstring(line) || first === 'pass' || first === '...') return undefined;
    if (definesWithin(line)) {
      const all = [line, ...allLinesOf(below)];
      const name = tokens[first === 'async' ? 2 : 1] ?? '';
      return {
        text: all.map(textOf).join('\n'),
        words: all.flatMap((one) => this.#words(one.tokens)),
        targets: [name],
        below: [],
      };
    }
    if (below.length > 0 && first === 'while') return { text, words, below: this.#compiled(below) };
    const inner = this.#compiled(below);
    // A pattern gives names to what it finds.
    const bound = this.#words(first === 'case' ? tokens : targetsOf(line));
    // What is caught decides nothing but what its name is.
    if (below.length > 0 && first === 'except')
      return { text, words, targets: bound, head: first, below: inner };
    if (below.length > 0) return { text, words, targets: bound, below: inner };
    if (COMPOUND.has(first) || tokens.includes(';') || first === 'assert' || first === '@')
      return { text, words, below: [] };
    if (ENDS.has(first)) return { text, words, targets: [], rest: first, below: [] };
    if (first === 'import' || first === 'from' || first === 'del')
      return { text, words, targets: words, below: [] };
    const targets = this.#words(targetsOf(line));
    if (targetEnd(line) > 0) return { text, words, targets, below: [] };
    const base = first === 'await' ? 1 : 0;
    const start = this.owners.has(tokens[base] ?? second) ? tokens[base + 2] : tokens[base];
    const rest = tokens.filter((_, at) => depths[at] === 0).join(' ');
    const [called] = tokens[base + 1] === '(' ? tokens.slice(base) : [];
    if (called !== undefined) return { text, words, targets, rest, called, below: [] };
    const ends = tokens.includes('(') && { rest };
    return { text, words, targets: [...targets, start ?? ''], ...ends, below: [] };
  }

  #words(tokens: readonly string[]): string[] {
    return tokens.filter((token) => WHOLE_NAME.test(token) && !this.owners.has(token));
  }
}

const textOf = ({ notes, tokens }: LogicalLine): string => [...notes, tokens.join(' ')].join('\n');

/** Adds the names that these lines say. */
function rendered(body: readonly Statement[], names: Set<string>): string[] {
  return body.flatMap(({ text, words, targets, rest, called, head, below }) => {
    const inner = rendered(below, names);
    const counts = targets === undefined || targets.some((name) => names.has(name));
    if (!counts && inner.length > 0 && head !== undefined) return [head, ...inner];
    if (!counts && inner.length === 0) {
      if (called !== undefined) names.add(called);
      return rest ?? [];
    }
    for (const word of words) names.add(word);
    return [text, ...inner];
  });
}
