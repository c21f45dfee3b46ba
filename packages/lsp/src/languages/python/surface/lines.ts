/** A logical line: whole lines, where brackets and backslashes hold them together. */
export interface LogicalLine {
  /** In columns; a tab goes to the next multiple of eight. */
  readonly indent: number;
  readonly tokens: readonly string[];
  /** Of each token, how many brackets are open around it. */
  readonly depths: readonly number[];
  /** Comments in it and above it that say something to a checker. */
  readonly notes: readonly string[];
}

/** Of an assignment, also of one that adds to what is there. */
export const ASSIGNS_TO = /^(?:\*\*|\/\/|<<|>>|[-+*/%@&|^])?=$/;
export const WHOLE_NAME = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** UTF-16 code units: larger texts are not looked at. */
const MOST = 512 * 1024;
const DEEPEST = 200;

const SPACE = /(?:[ \t\f]|\\\r?\n)+/y;
const LINE_END = /\r?\n|\r/y;
const COMMENT = /#[^\r\n]*/y;
const WORD = /[\p{ID_Continue}]+/uy;
const NUMBER = /\.\d\w*/y;
const PREFIXED = /([rRbBuUfFtT]{0,2})("""|'''|"|')/y;
const MARK =
  /->|:=|\.\.\.|(?:\*\*|\/\/|<<|>>|[-+*/%@&|^])=|[=!<>]=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>=.,:;()[\]{}!]/y;

/** To pyright, mypy and ty; `# type:` may hold a type. */
const SAYS = /\b(?:pyright|mypy|type|ty)\s*:/;

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Undefined where the text is in doubt: a bracket that has no other, a text that does not end. */
export function logicalLines(text: string): LogicalLine[] | undefined {
  if (text.length > MOST) return undefined;
  return new Reader(text).read();
}

class Reader {
  readonly #lines: LogicalLine[] = [];
  readonly #open: string[] = [];
  #tokens: string[] = [];
  #depths: number[] = [];
  #notes: string[] = [];
  #indent = 0;
  #at: number;
  #hasTabs = false;
  #hasSpaces = false;

  constructor(private readonly text: string) {
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  read(): LogicalLine[] | undefined {
    this.#indented();
    while (this.#at < this.text.length) {
      if (this.#skip(LINE_END)) {
        if (this.#open.length === 0) this.#finish();
        if (this.#open.length === 0) this.#indented();
      } else if (!this.#skip(SPACE) && !this.#piece()) return undefined;
    }
    this.#finish();
    if (this.#notes.length > 0) this.#lines.push(this.#line());
    // Which of them is the deeper one, a reader can only guess.
    return this.#open.length > 0 || (this.#hasTabs && this.#hasSpaces) ? undefined : this.#lines;
  }

  #piece(): boolean {
    const comment = this.#matched(COMMENT);
    if (comment !== undefined) {
      this.#at += comment.length;
      if (SAYS.test(comment)) this.#notes.push(comment.replaceAll(/\s+/g, ' ').trim());
      return true;
    }
    const end = this.#textEnd(this.#at, 0);
    if (end !== undefined) return end > 0 && this.#put(this.text.slice(this.#at, end));
    const found = this.#matched(NUMBER) ?? this.#matched(WORD) ?? this.#matched(MARK);
    if (found === undefined) return false;
    if ('([{'.includes(found)) {
      this.#put(found);
      this.#open.push(found);
      return this.#open.length <= DEEPEST;
    }
    const opener = CLOSERS[found];
    return (opener === undefined || this.#open.pop() === opener) && this.#put(found);
  }

  /** Behind the quoted text that begins there; 0 where it does not end; undefined: none begins. */
  #textEnd(start: number, depth: number): number | undefined {
    PREFIXED.lastIndex = start;
    const match = PREFIXED.exec(this.text);
    if (match === null) return undefined;
    const [, prefix = '', quote = ''] = match;
    const isFormatted = /[ft]/i.test(prefix);
    for (let at = PREFIXED.lastIndex; at < this.text.length; at += 1) {
      const unit = this.text.charAt(at);
      if (unit === '\\') at += this.text.startsWith('\r\n', at + 1) ? 2 : 1;
      else if (this.text.startsWith(quote, at)) return at + quote.length;
      else if (quote.length === 1 && (unit === '\n' || unit === '\r')) return 0;
      else if (isFormatted && (unit === '{' || unit === '}')) {
        if (this.text[at + 1] === unit) at += 1;
        else if (unit === '}') return 0;
        else {
          const end = this.#fieldEnd(at, quote, depth + 1);
          if (end === undefined) return 0;
          at = end;
        }
      }
    }
    return 0;
  }

  /** The brace that ends what is replaced in a formatted text. */
  #fieldEnd(start: number, quote: string, depth: number): number | undefined {
    if (depth > 20) return undefined;
    const open: string[] = [];
    let isFormat = false;
    for (let at = start + 1; at < this.text.length; at += 1) {
      const unit = this.text.charAt(at);
      if (isFormat) {
        if (unit === '}') return at;
        if (this.text.startsWith(quote, at) || unit === '\n' || unit === '\\') return undefined;
        if (unit !== '{') continue;
        const end = this.#fieldEnd(at, quote, depth + 1);
        if (end === undefined) return undefined;
        at = end;
      } else if (unit === '"' || unit === "'") {
        const first = /[rRbBuUfFtT]{0,2}$/.exec(this.text.slice(Math.max(start + 1, at - 2), at))?.[0] ?? '';
        const end = this.#textEnd(at - first.length, depth) ?? 0;
        if (end === 0) return undefined;
        at = end - 1;
      } else if (unit === '}' && open.length === 0) return at;
      else if (unit === ':' && open.length === 0) isFormat = true;
      else if (unit === '#' || unit === '\\' || (unit === '\n' && quote.length === 1)) return undefined;
      else if ('([{'.includes(unit)) open.push(unit);
      else if (CLOSERS[unit] !== undefined && open.pop() !== CLOSERS[unit]) return undefined;
    }
    return undefined;
  }

  #put(token: string): boolean {
    this.#tokens.push(token);
    this.#depths.push(this.#open.length);
    this.#at += token.length;
    return true;
  }

  #indented(): void {
    this.#indent = 0;
    for (; ; this.#at += 1) {
      const unit = this.text[this.#at];
      if (unit === ' ') this.#indent += 1;
      else if (unit === '\t') this.#indent += 8 - (this.#indent % 8);
      else if (unit === '\f') this.#indent = 0;
      else return;
      // Of a blank line, nothing is read.
      this.#hasTabs ||= unit === '\t';
      this.#hasSpaces ||= unit === ' ';
    }
  }

  #finish(): void {
    if (this.#tokens.length > 0) this.#lines.push(this.#line());
  }

  #line(): LogicalLine {
    const line = {
      indent: this.#indent,
      tokens: this.#tokens,
      depths: this.#depths,
      notes: this.#notes,
    };
    [this.#tokens, this.#depths, this.#notes] = [[], [], []];
    return line;
  }

  #skip(pattern: RegExp): boolean {
    const found = this.#matched(pattern);
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  #matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0];
  }
}
