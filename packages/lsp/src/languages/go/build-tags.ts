import { basename, dirname, join } from 'node:path';
import { readText, startOf } from '../../backend/program/files.ts';
import { namesIn } from '../../support/folders.ts';
import type { Builds } from '../../backend/definition.ts';
import type { WhyNoError } from '../../backend/why-no-error.ts';
import { isObject } from '../../support/json.ts';

/** A constraint stands before the package clause, behind comments at most. */
const HEAD_BYTES = 2 * 1024;
const LONGEST_HEAD_BYTES = 64 * 1024;
/** What gopls reads of a file, bytes. */
const FILE_BYTES = 4 * 1024 * 1024;

const SYSTEMS =
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris ' +
  'wasip1 windows zos';
const PROCESSORS =
  '386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 ' +
  'mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm';

const SYSTEM_NAMES: ReadonlySet<string> = new Set(SYSTEMS.split(' '));
const PROCESSOR_NAMES: ReadonlySet<string> = new Set(PROCESSORS.split(' '));

/** Tags that the go command sets by itself, on some machine. */
const PLATFORM: ReadonlySet<string> = new Set([
  ...SYSTEM_NAMES,
  ...PROCESSOR_NAMES,
  ...['unix', 'cgo', 'gc', 'gccgo'],
]);

/** Those that it sets on this one. */
const HERE: ReadonlySet<string> = new Set([
  { win32: 'windows', sunos: 'solaris' }[process.platform as string] ?? process.platform,
  { x64: 'amd64', ia32: '386' }[process.arch as string] ?? process.arch,
  ...(process.platform === 'win32' ? [] : ['unix']),
  'cgo',
  'gc',
]);

/**
 * By convention no build sets them: of a program of one file, which gopls judges by itself, and of imports
 * of commands, which no compiler accepts.
 */
const NEVER_SET: ReadonlySet<string> = new Set(['ignore', 'tools']);

/** Set by compilers with a standard library of their own, which gopls does not know, or not by `-tags`. */
const OTHER_COMPILER = /^(?:tinygo(?:\.\w+)?|baremetal|gopherjs|boringcrypto)$/;

/** A constraint of more tags has too many builds to try. */
const MOST_TAGS = 5;
/** How many files of its package are compared with a file. */
const MOST_FILES = 500;

/**
 * The argument with which the go command builds a file that it reads only with tags which are not set:
 * `-tags=integration`. Undefined where it needs none, or where no such build is the one that is meant: the
 * file would not be of its package then, or one of two programs in a folder.
 */
export function buildOf(path: string): string | undefined {
  const set = setBy(process.env['GOFLAGS']);
  const expression = unmet(path, set);
  if (expression === undefined) return undefined;
  const tags = expression.tags.filter((tag) => !isPlatform(tag) && !set.has(tag));
  if (tags.length > MOST_TAGS || tags.some(isNotGiven) || !isNamedForHere(path)) return undefined;
  // The flag replaces that of the environment.
  const fewest = subsets(tags)
    .map((some) => [...set, ...some])
    .find((some) => expression.holds(isSetBy(some)) === true);
  return fewest !== undefined && fits(path, isSetBy(fewest)) ? `-tags=${fewest.join(',')}` : undefined;
}

/** The build has a file that needs no tag beside those of the build. */
function has(build: string, path: string): boolean {
  if (!isNamedForHere(path)) return false;
  const constraint = constraintOf(startOfGo(path));
  return constraint === undefined || new Expression(constraint).holds(isSetBy([...setBy(build)])) === true;
}

/** It is of its package, or imports one that may be its. */
function mayUse(path: string, other: string): boolean {
  const folder = dirname(other);
  if (dirname(path) === folder) return true;
  // A module's own folder may have any name.
  const module = /^module[ \t]+["`]?([^\s"`]+)/m.exec(
    readText(join(folder, 'go.mod'), FILE_BYTES) ?? '',
  )?.[1];
  const name = basename(folder);
  const text = readText(path, FILE_BYTES) ?? '';
  return [`"${name}"`, `/${name}"`, ...(module === undefined ? [] : [`"${module}"`])].some((each) =>
    text.includes(each),
  );
}

export const builds: Builds = { of: buildOf, has, mayUse };

/**
 * Why the go command, and with it gopls, reads no such file here: its constraint names tags that
 * nothing has set.
 */
export function neededTags(path: string, { configuration }: Configured): string | undefined {
  const expression = unmet(path, setBy(process.env['GOFLAGS'], ...flagsIn(configuration?.('gopls'))));
  if (expression === undefined || isStandalone(path, expression)) return undefined;
  const needed = expression.tags.filter((tag) => !isPlatform(tag));
  const tags = needed.length === 1 ? `build tag ${needed[0] ?? ''}` : `build tags ${needed.join(', ')}`;
  return `nothing was judged: needs ${tags} (\`//go:build ${expression.text}\`)`;
}

/**
 * Quirk(gopls): where no build has a file of a folder, it judges the one that is open as if there were no
 * other.
 */
export const unbuilt: WhyNoError = ({ source }, file) =>
  source === 'syntax' ? undefined : neededTags(file.path, file);

interface Configured {
  readonly configuration?: ((section: string) => unknown) | undefined;
}

/** The flags that these options or settings of gopls give the go command. */
export function flagsIn(options: unknown): readonly string[] {
  const settings = isObject(options) ? options : {};
  // Its page puts a group in front of the name.
  const group = isObject(settings['build']) ? settings['build'] : {};
  const flags = settings['buildFlags'] ?? group['buildFlags'] ?? settings['build.buildFlags'];
  return Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : [];
}

/** The constraint of a file that no platform fulfils with these tags. */
function unmet(path: string, set: ReadonlySet<string>): Expression | undefined {
  const constraint = constraintOf(startOfGo(path));
  if (constraint === undefined) return undefined;
  const expression = new Expression(constraint);
  // Whatever tags there are, the go command sets those of a platform as it needs them.
  const isOther = expression.tags.some((tag) => !isPlatform(tag));
  return isOther && expression.holds((tag) => isPlatform(tag) || set.has(tag)) === false
    ? expression
    : undefined;
}

/** The tags that flags of the go command set. */
function setBy(...flags: readonly (string | undefined)[]): ReadonlySet<string> {
  const lists = flags.flatMap((flag = '') => [...flag.matchAll(/(?:^|\s)--?tags[= ]["']?([\w.,]+)/g)]);
  return new Set(lists.flatMap(([, tags = '']) => tags.split(',')));
}

function isPlatform(tag: string): boolean {
  return PLATFORM.has(tag) || isRelease(tag);
}

const isRelease = (tag: string): boolean => /^go1\.\d+$/.test(tag);

const isSetBy =
  (tags: readonly string[]) =>
  (tag: string): boolean =>
    HERE.has(tag) || isRelease(tag) || tags.includes(tag);

const isNotGiven = (tag: string): boolean => NEVER_SET.has(tag) || OTHER_COMPILER.test(tag);

/**
 * No platform's name ends the file's name, or it is this one: `_windows.go`, `_linux_arm64_test.go`.
 * Quirk(gopls): for a file of another platform it tries no tags.
 */
function isNamedForHere(path: string): boolean {
  const [, ...words] = basename(path)
    .replace(/(?:_test)?\.go$/, '')
    .split('_')
    .slice(-3);
  const [system = '', processor = ''] = words.slice(-2);
  const last = processor === '' ? system : processor;
  if (PROCESSOR_NAMES.has(last) && !HERE.has(last)) return false;
  const own = PROCESSOR_NAMES.has(last) && processor !== '' ? system : last;
  return !SYSTEM_NAMES.has(own) || HERE.has(own);
}

/** All but the empty one, the smallest first. */
function subsets(tags: readonly string[]): string[][] {
  const all = tags.reduce<string[][]>((some, tag) => [...some, ...some.map((set) => [...set, tag])], [[]]);
  return all.filter((set) => set.length > 0).sort((a, b) => a.length - b.length);
}

/** A program of one file, which gopls judges by itself. */
function isStandalone(path: string, { text }: Expression): boolean {
  const isProgramAlone = (file: string): boolean =>
    unmet(file, new Set()) !== undefined && startsProgram(file);
  return text === 'ignore' || [path, ...siblingsOf(path)].every(isProgramAlone);
}

/** The other files of its folder that a build may have. */
function siblingsOf(path: string): string[] {
  const folder = dirname(path);
  return namesIn(folder)
    .filter((name) => /^[^._].*\.go$/.test(name) && name !== basename(path))
    .slice(0, MOST_FILES)
    .map((name) => join(folder, name));
}

/** What is built with it is of its package, and is not a second program. */
function fits(path: string, isSet: (tag: string) => boolean): boolean {
  const own = packageIn(startOfGo(path));
  if (own === undefined) return true;
  const isProgram = startsProgram(path);
  return siblingsOf(path).every((file) => {
    const head = startOfGo(file);
    const constraint = constraintOf(head);
    if (constraint !== undefined && new Expression(constraint).holds(isSet) !== true) return true;
    const its = packageIn(head);
    if (its === undefined || its === 'documentation') return true;
    return withoutTest(its) === withoutTest(own) && !(isProgram && startsProgram(file));
  });
}

const startsProgram = (path: string): boolean =>
  packageIn(startOfGo(path)) === 'main' && /^func\s+main\s*\(/m.test(readText(path, FILE_BYTES) ?? '');

/** Tests of a package may be in one beside it. */
const withoutTest = (name: string): string => name.replace(/_test$/, '');

/** Up to the package clause, at least, and without block comments. */
function startOfGo(path: string): string {
  const start = textAt(path, HEAD_BYTES);
  return packageIn(start) === undefined ? textAt(path, LONGEST_HEAD_BYTES) : start;
}

/** A block that does not end is one up to the end: what is read of a file may be cut in it. */
const COMMENTS = /\/\/.*|\/\*[^]*?(?:\*\/|$)/g;

const textAt = (path: string, bytes: number): string =>
  startOf(path, bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(COMMENTS, (comment) => (comment.startsWith('//') ? comment : ''));

const packageIn = (head: string): string | undefined =>
  /^package\s+([\p{L}_][\p{L}\p{N}_]*)/mu.exec(head)?.[1];

function constraintOf(start: string): string | undefined {
  const head = start.split(/^package\s/m, 1)[0] ?? '';
  const line = /^\/\/go:build[ \t]+(\S.*)$/m.exec(head)?.[1]?.trim() ?? oldConstraintOf(head);
  return line !== undefined && line.length < LONGEST ? line : undefined;
}

/**
 * What counts where there is no `//go:build`: of each line `// +build`, one of the words has to hold, and
 * of a word all that its commas part. Such lines stand before a blank one.
 */
function oldConstraintOf(head: string): string | undefined {
  const above = head.slice(0, head.lastIndexOf('\n\n') + 1).replaceAll('\r', '');
  const lines = [...above.matchAll(/^\/\/[ \t]*\+build[ \t]+(\S.*)$/gm)].map(([, words = '']) =>
    words
      .trim()
      .split(/[ \t]+/)
      .map((word) => word.replaceAll(',', ' && '))
      .join(' || '),
  );
  const [first] = lines;
  return lines.length === 1 ? first : lines.map((line) => `(${line})`).join(' && ') || undefined;
}

const LONGEST = 1000;

/** Of a `//go:build` line: names, `!`, `&&`, `||` and parentheses. */
class Expression {
  readonly tags: readonly string[];
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(readonly text: string) {
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
      // Behind the end: it is no expression.
      if (!this.#take(')')) this.#at = Infinity;
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
