import { startOf } from '../../backend/program/files.ts';

/** Constraints stand before the package clause, behind comments at most. */
const HEAD_BYTES = 64 * 1024;

const SYSTEMS =
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris ' +
  'wasip1 windows zos';
const PROCESSORS =
  '386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 ' +
  'mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm';

/** Tags that the go command sets by itself, on some machine. */
const PLATFORM: ReadonlySet<string> = new Set([
  ...SYSTEMS.split(' '),
  ...PROCESSORS.split(' '),
  ...['unix', 'cgo', 'gc', 'gccgo', 'race', 'msan', 'asan', 'purego', 'boringcrypto'],
]);

/**
 * Why the go command, and with it gopls, reads no such file here: its constraint names tags that
 * nothing has set.
 */
export function neededTags(path: string): string | undefined {
  const constraint = constraintOf(path);
  // gopls judges a program of one file with this tag by itself.
  if (constraint === undefined || constraint === 'ignore') return undefined;
  const expression = new Expression(constraint);
  // Whatever tags there are, the go command sets those of a platform as it needs them.
  const needed = expression.tags.filter((tag) => !isPlatform(tag));
  if (needed.length === 0 || expression.holds(isPlatform) !== false) return undefined;
  const tags = needed.length === 1 ? `build tag ${needed[0] ?? ''}` : `build tags ${needed.join(', ')}`;
  return `nothing was judged: needs ${tags} (\`//go:build ${constraint}\`)`;
}

function isPlatform(tag: string): boolean {
  return PLATFORM.has(tag) || /^go1\.\d+$/.test(tag);
}

function constraintOf(path: string): string | undefined {
  const text = startOf(path, HEAD_BYTES)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const head = text.replace(/\/\*[^]*?\*\//g, '').split(/^package\s/m, 1)[0] ?? '';
  const line = /^\/\/go:build[ \t]+(\S.*?)\s*$/m.exec(head)?.[1];
  return line !== undefined && line.length < LONGEST ? line : undefined;
}

const LONGEST = 1000;

/** Of a `//go:build` line: names, `!`, `&&`, `||` and parentheses. */
class Expression {
  readonly tags: readonly string[];
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
    this.tags = [...new Set(this.#tokens.filter((token) => /^\w/.test(token)))];
  }

  /** Undefined where it is no expression. */
  holds(isSet: (tag: string) => boolean): boolean | undefined {
    this.#at = 0;
    const value = this.#or(isSet);
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #or(isSet: (tag: string) => boolean): boolean {
    let value = this.#and(isSet);
    while (this.#take('||')) value = this.#and(isSet) || value;
    return value;
  }

  #and(isSet: (tag: string) => boolean): boolean {
    let value = this.#not(isSet);
    while (this.#take('&&')) value = this.#not(isSet) && value;
    return value;
  }

  #not(isSet: (tag: string) => boolean): boolean {
    if (this.#take('!')) return !this.#not(isSet);
    if (this.#take('(')) {
      const value = this.#or(isSet);
      this.#take(')');
      return value;
    }
    const tag = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    return isSet(tag);
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}
