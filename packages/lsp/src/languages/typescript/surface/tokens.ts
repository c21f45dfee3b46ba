import { type Angled, pairAngles } from './angles.ts';

/** A piece of code. */
export interface Token extends Angled {
  /** `text`: a quoted text, a part of a template, a regular expression, text between tags. */
  readonly kind: 'word' | 'number' | 'text' | 'mark';
  readonly text: string;
  /** A line ends before it. */
  readonly onNewLine: boolean;
  /** Of a bracket: the index of the other one. -1: it is none. */
  pair: number;
  /** Where it stands in the text. */
  readonly start: number;
  /** The index of the innermost bracket that is open there; -1 at the top. */
  readonly within: number;
}

/** A comment that may be more than prose. */
export interface Note {
  readonly text: string;
  /** The index of the token behind it. */
  readonly before: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly notes: readonly Note[];
}

/** UTF-16 code units: larger texts are not looked at. */
const MOST = 512 * 1024;
const DEEPEST = 200;
/** How often a `<` may turn out to begin no element. */
const MOST_GUESSES = 100;
/** UTF-16 code units, beside the length of the text, that may be read again for that. */
const MOST_AGAIN = 10_000;

const BLANK = /\s*/y;
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*|\.\d\w*/y;
const QUOTED = /"[^"\\\n\r]*(?:\\[^][^"\\\n\r]*)*"|'[^'\\\n\r]*(?:\\[^][^'\\\n\r]*)*'/y;
const PATTERN = /\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/y;
const MARK = /=>|\?\.(?!\d)|\?\?|\.\.\.|\+\+|--|&&|\|\||\*\*|[()[\]{}<>=:;,.?!~+\-*/%&|^@#]/y;
const TAG = /[\p{ID_Start}$_][\p{ID_Continue}$\-.:]*/uy;
/** Texts of attributes go over lines, and have no escapes. */
const ATTRIBUTE = /"[^"]*"|'[^']*'/y;

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '${': '}' };

/** Behind these words a value begins, behind all others it has ended. */
const BEFORE_VALUES = new Set(
  (
    'return typeof case in of delete void throw new instanceof do else yield await default extends ' +
    'as satisfies keyof'
  ).split(' '),
);
/** Behind their parentheses a statement begins. */
const WITH_CONDITION = new Set(['if', 'while', 'for', 'with']);

/** Tags of comments that say nothing to a compiler; what is not here may. */
const PROSE_TAG = new RegExp(
  '@(?:param|returns?|see|example|link(?:code|plain)?|throws|remarks|since|default(?:Value)?|template|' +
    String.raw`author|todo|description|summary|typescript-eslint|type[Pp]aram|fileoverview|file|module)\b`,
  'g',
);

/**
 * The pieces of a TypeScript text; undefined where one of them is in doubt: a bracket that has no other, a
 * text that does not end, a slash that may divide or begin a pattern.
 *
 * @param hasTags a `<` may begin an element
 */
export function tokensOf(text: string, hasTags: boolean): Tokens | undefined {
  if (text.length > MOST) return undefined;
  const reader = new Reader(text, hasTags);
  if (!reader.readAll() || !pairAngles(reader.tokens)) return undefined;
  return { tokens: reader.tokens, notes: reader.notes };
}

class Reader {
  readonly tokens: Token[] = [];
  readonly notes: Note[] = [];
  readonly #open: number[] = [];
  #at: number;
  #depth = 0;
  #guesses = 0;
  #again = 0;
  #onNewLine = true;

  constructor(
    private readonly text: string,
    private readonly hasTags: boolean,
  ) {
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
    if (text.startsWith('#!', this.#at)) this.#at = endOfLine(text, this.#at);
  }

  readAll(): boolean {
    return this.#code() && this.#at >= this.text.length && this.#open.length === 0;
  }

  /** Up to the end, or to the bracket that closes what was open before. */
  #code(): boolean {
    const depth = this.#open.length;
    for (;;) {
      if (!this.#gap()) return false;
      if (this.#at >= this.text.length) return depth === 0;
      const first = this.text.charAt(this.#at);
      if (')]}'.includes(first)) {
        if (this.#open.length === depth) return depth > 0;
        if (!this.#close()) return false;
      } else if (!this.#piece(first)) return false;
    }
  }

  #piece(first: string): boolean {
    if (first === '`') return this.#template();
    if (first === '"' || first === "'") return this.#take('text', QUOTED);
    if (/[\d.]/.test(first) && this.#take('number', NUMBER)) return true;
    if (first === '/') {
      const begins = this.#mayValueBegin();
      if (begins === undefined) return false;
      if (begins) return this.#pattern();
    }
    if (first === '<' && this.hasTags && this.#mayValueBegin() !== false && !this.#isGeneric()) {
      const guessed = this.#guess();
      if (guessed !== 'none') return guessed === 'element';
    }
    if (this.#take('word', WORD)) return true;
    if (!this.#take('mark', MARK)) return false;
    return this.#opened();
  }

  /** Whatever the last piece opens. */
  #opened(): boolean {
    const index = this.tokens.length - 1;
    if (CLOSER[this.tokens[index]?.text ?? ''] === undefined) return true;
    this.#open.push(index);
    return this.#open.length <= DEEPEST;
  }

  #close(): boolean {
    const opener = this.#open.pop();
    const open = opener === undefined ? undefined : this.tokens[opener];
    const mark = this.text.charAt(this.#at);
    if (opener === undefined || open === undefined || CLOSER[open.text] !== mark) return false;
    open.pair = this.tokens.length;
    this.#put('mark', mark);
    const close = this.tokens.at(-1);
    if (close !== undefined) close.pair = opener;
    return true;
  }

  #pattern(): boolean {
    if (!this.#take('text', PATTERN)) return false;
    // In sets of sets, a slash may stand.
    return !/v[a-z]*$/.test(this.tokens.at(-1)?.text ?? '');
  }

  /** Undefined: nothing tells. */
  #mayValueBegin(): boolean | undefined {
    const { tokens } = this;
    const last = tokens.at(-1);
    if (last === undefined) return true;
    const before = tokens.at(-2);
    if (last.kind === 'word') return BEFORE_VALUES.has(last.text) && before?.text !== '.';
    if (last.kind !== 'mark') return false;
    switch (last.text) {
      case ']':
      case '++':
      case '--':
        return false;
      case '}':
        return undefined;
      case ')': {
        const word = tokens[last.pair - 1];
        return WITH_CONDITION.has(word?.text ?? '') && tokens[last.pair - 2]?.text !== '.';
      }
      case '!':
        return before === undefined || (before.kind === 'mark' && !')]}'.includes(before.text));
      default:
        return true;
    }
  }

  /** `<T,>(` and `<T extends A>(` begin functions. */
  #isGeneric(): boolean {
    return /^<\s*(?:const\s+)?[\w$]+\s*(?:,|\bextends\s)/.test(this.text.slice(this.#at, this.#at + 200));
  }

  /** An element, or where it is none, nothing: types have parameters in such places too. */
  #guess(): 'element' | 'none' | 'doubt' {
    const [at, count, notes, open] = [
      this.#at,
      this.tokens.length,
      this.notes.length,
      [...this.#open],
    ] as const;
    const onNewLine = this.#onNewLine;
    if (this.#element()) return 'element';
    this.#guesses += 1;
    this.#again += this.#at - at;
    if (this.#guesses > MOST_GUESSES || this.#again > this.text.length + MOST_AGAIN) return 'doubt';
    this.#at = at;
    this.#onNewLine = onNewLine;
    this.tokens.length = count;
    this.notes.length = notes;
    this.#open.splice(0, this.#open.length, ...open);
    return 'none';
  }

  #element(): boolean {
    this.#depth += 1;
    const isElement = this.#depth < DEEPEST && this.#tags();
    this.#depth -= 1;
    return isElement;
  }

  #tags(): boolean {
    this.#mark('<');
    if (!this.#gap()) return false;
    const tag = this.#matched(TAG) ?? '';
    if (tag !== '') this.#put('word', tag);
    for (;;) {
      if (!this.#gap()) return false;
      if (this.text.startsWith('/>', this.#at)) return this.#mark('/') && this.#mark('>') && tag !== '';
      if (this.text[this.#at] === '>') break;
      if (tag === '' || !this.#attribute()) return false;
    }
    this.#mark('>');
    return this.#children(tag);
  }

  #attribute(): boolean {
    if (this.text[this.#at] === '{') return this.#inBraces();
    if (!this.#take('word', TAG) || !this.#gap()) return false;
    if (this.text[this.#at] !== '=') return true;
    this.#mark('=');
    if (!this.#gap()) return false;
    const first = this.text[this.#at];
    if (first === '{') return this.#inBraces();
    return first === '<' ? this.#element() : this.#take('text', ATTRIBUTE);
  }

  #children(tag: string): boolean {
    for (;;) {
      const from = this.#at;
      while (this.#at < this.text.length && !'<{>}'.includes(this.text.charAt(this.#at))) this.#at += 1;
      const between = this.text.slice(from, this.#at);
      this.#at = from;
      if (between !== '') this.#put('text', between);
      const next = this.text[this.#at];
      if (next === '{') {
        if (!this.#inBraces()) return false;
      } else if (next !== '<') return false;
      else if (/^<\s*\//.test(this.text.slice(this.#at, this.#at + 50))) return this.#endTag(tag);
      else if (!this.#element()) return false;
    }
  }

  #endTag(tag: string): boolean {
    this.#mark('<');
    if (!this.#gap() || !this.#mark('/') || !this.#gap()) return false;
    const name = this.#matched(TAG) ?? '';
    if (name !== '') this.#put('word', name);
    return name === tag && this.#gap() && this.#mark('>');
  }

  #inBraces(): boolean {
    this.#mark('{');
    return this.#opened() && this.#code() && this.#close();
  }

  #template(): boolean {
    this.#depth += 1;
    for (let from = this.#at, at = from + 1; this.#depth < DEEPEST; at += 1) {
      if (at >= this.text.length) return false;
      if (this.text[at] === '\\') at += 1;
      else if (this.text[at] === '`') {
        this.#put('text', this.text.slice(from, at + 1));
        this.#depth -= 1;
        return true;
      } else if (this.text.startsWith('${', at)) {
        this.#put('text', this.text.slice(from, at));
        this.#mark('${');
        if (!this.#opened() || !this.#code() || !this.#close()) return false;
        from = this.#at;
        at = from - 1;
      }
    }
    return false;
  }

  /** Behind white space and comments. */
  #gap(): boolean {
    for (;;) {
      const from = this.#at;
      BLANK.lastIndex = from;
      BLANK.test(this.text);
      this.#at = BLANK.lastIndex;
      const isLine = this.text.startsWith('//', this.#at);
      if (!isLine && !this.text.startsWith('/*', this.#at)) {
        this.#onNewLine ||= /[\n\r\u2028\u2029]/.test(this.text.slice(from, this.#at));
        return true;
      }
      const end = isLine ? endOfLine(this.text, this.#at) : this.text.indexOf('*/', this.#at + 2) + 2;
      if (end < this.#at + 2) return false;
      this.#noted(this.text.slice(this.#at, end));
      this.#onNewLine ||= /[\n\r\u2028\u2029]/.test(this.text.slice(from, end));
      this.#at = end;
    }
  }

  #noted(comment: string): void {
    if (!comment.startsWith('///') && !comment.replaceAll(PROSE_TAG, '').includes('@')) return;
    this.notes.push({ text: comment.replaceAll(/\s+/g, ' '), before: this.tokens.length });
  }

  #take(kind: Token['kind'], pattern: RegExp): boolean {
    const found = this.#matched(pattern);
    if (found === undefined) return false;
    this.#put(kind, found);
    return true;
  }

  #mark(mark: string): boolean {
    if (!this.text.startsWith(mark, this.#at)) return false;
    this.#put('mark', mark);
    return true;
  }

  #matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0];
  }

  #put(kind: Token['kind'], text: string): void {
    const within = this.#open.at(-1) ?? -1;
    this.tokens.push({
      kind,
      text,
      onNewLine: this.#onNewLine,
      pair: -1,
      angle: -1,
      start: this.#at,
      within,
    });
    this.#at += text.length;
    this.#onNewLine = false;
  }
}

const LINE = /[^\n\r\u2028\u2029]*/y;

function endOfLine(text: string, from: number): number {
  LINE.lastIndex = from;
  LINE.test(text);
  return LINE.lastIndex;
}
