import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { z } from 'zod';
import { filesOf } from '../../workspace.js';
import type { Rules } from '../compare.js';
import { headOf, type Finding, type Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

const STOPPED = 'the compiler stops at a header that it cannot find, and clangd goes on';
const IN_TEMPLATE =
  'an error in a header that compiles on its own: clangd tells it in the file that includes the header';
const TOLD_THERE =
  'an error that a header has on its own: clangd tells it in the header, and not always in ' +
  'the files that include it';
const ONCE = 'gcc says once that a name is not declared, and clang at each use, with what follows from it';
const MOST = 'clang stops after 20 errors, and says so';
const CONFLICTING =
  'of two conflicting declarations gcc judges calls by the later one, and clang by the earlier';

const isHeader = (file: string): boolean => /\.h(?:h|pp)?$/.test(file);

/** How a project is compiled, and by what. */
export interface CCompiler {
  readonly program: string;
  /** Besides those of the project. */
  readonly flags: readonly string[];
  /** What `-x` takes for a header on its own. */
  readonly header: string;
  /** After a syntax error this compiler and clang recover in different ways. */
  readonly recovers?: string;
  /** It points behind the last word of a line, where clangd marks the next word. */
  readonly pointsBehind?: true;
}

/** `gcc` as it is from version 14 on, and as clang is: what C99 forbids is an error. */
export const GCC: CCompiler = {
  program: 'gcc',
  flags: [
    'implicit-function-declaration',
    'implicit-int',
    'int-conversion',
    'incompatible-pointer-types',
    'return-type',
  ].map((name) => `-Werror=${name}`),
  header: 'c-header',
  recovers: 'after a syntax error gcc and clang go on at different places: the first error counts',
};

/** Of clangd's own version: it words errors as clangd does, and stops after as many. */
export const CLANG: CCompiler = {
  program: 'clang++-22',
  flags: ['-fdiagnostics-show-note-include-stack', '-fno-caret-diagnostics'],
  header: 'c++-header',
  pointsBehind: true,
};

/** What one file's compilation says, in the words of the compiler. */
export interface Unit {
  /** Of the workspace, relative: itself, and what it includes. */
  readonly files: readonly string[];
  readonly told: readonly Told[];
}

interface Told {
  readonly file: string;
  readonly line: number;
  readonly kind: 'error' | 'fatal error' | 'warning';
  readonly message: string;
  /**
   * The line of the compiled file that includes the one that is meant; undefined if that is the
   * compiled file itself.
   */
  readonly includedAt: number | undefined;
}

/**
 * Compiles each source, and each header on its own, as clangd does. What has not changed since it was
 * compiled last is not compiled again: neither its text nor one that it includes.
 */
export class CJudge {
  readonly #units = new Map<string, Unit & { readonly texts: readonly string[] }>();

  constructor(
    private readonly compiler: CCompiler,
    private readonly workspace: string,
  ) {}

  async judge(): Promise<Judgement> {
    const files = filesOf(this.workspace)
      .filter((file) => /\.(?:c|cc|cpp|h|hpp)$/.test(file))
      .sort();
    const flagsOf = readFlags(this.workspace);
    const units = new Map<string, Unit>();
    for (const file of files) units.set(file, await this.#compile(file, flagsOf(file)));
    return judgementOf(units, this.compiler);
  }

  async #compile(file: string, flags: readonly string[]): Promise<Unit> {
    const key = [...flags, file].join('\0');
    const known = this.#units.get(key);
    if (known?.files.every((name, index) => this.#text(name) === known.texts[index]) === true) return known;
    const { program, header, pointsBehind } = this.compiler;
    const args = [
      ...flags,
      ...this.compiler.flags,
      '-H',
      '-fsyntax-only',
      ...(isHeader(file) ? ['-x', header] : []),
      file,
    ];
    const ended = await run(program, args, { cwd: this.workspace, env: { LC_ALL: 'C' } });
    expectStatus(program, ended, [0, 1]);
    const unit = parseUnit(ended.stderr, file, pointsBehind && ((name) => this.#text(name)));
    if (ended.status !== 0 && !unit.told.some(({ kind }) => kind !== 'warning'))
      throw new Error(`${program} failed without naming a file: ${ended.stderr.slice(-2000)}`);
    // A header that was not found may be there the next time.
    if (unit.told.some(isFatal)) this.#units.delete(key);
    else this.#units.set(key, { ...unit, texts: unit.files.map((name) => this.#text(name) ?? '') });
    return unit;
  }

  #text(file: string): string | undefined {
    try {
      return readFileSync(join(this.workspace, file), 'utf8');
    } catch {
      return undefined;
    }
  }
}

const database = z.array(z.object({ file: z.string(), arguments: z.array(z.string()) }));

/**
 * Of `compile_commands.json`, whose entries have the same flags here, or of `compile_flags.txt`; none where
 * there is neither.
 */
function readFlags(workspace: string): (file: string) => readonly string[] {
  const [commands, plain] = ['compile_commands.json', 'compile_flags.txt'].map((name) => {
    const path = join(workspace, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  });
  if (commands === undefined) {
    const flags = plain?.split('\n').filter((line) => line !== '' && line !== '-xc') ?? [];
    return () => flags;
  }
  const entries = database.parse(JSON.parse(commands));
  const flags = entries.map((entry) => ({ file: entry.file, flags: entry.arguments.slice(1, -2) }));
  return (file) => (flags.find((entry) => entry.file === file) ?? flags[0])?.flags ?? [];
}

/**
 * The output of gcc or clang with `-H`: dots before the files that it includes, lines `a.h:3:5:
 * error: message`, and above these the includes that led there, unless they are those of the line
 * before.
 *
 * @param textOf if given, a place behind the last word of a line becomes the line of the next word
 */
export function parseUnit(stderr: string, main: string, textOf?: (file: string) => string | undefined): Unit {
  const files = new Set([main]);
  const told: Told[] = [];
  let [stack, isNew] = [new Map<string, number>(), true];
  for (const text of stderr.split('\n')) {
    const [, included] = /^\.+ (.*)$/.exec(text) ?? [];
    if (included !== undefined && !included.startsWith('/')) files.add(normalize(included));
    const [, from, at] = /^(?:In file included| +) from (.+?):(\d+)(?::\d+)?[,:]$/.exec(text) ?? [];
    if (from !== undefined) {
      if (isNew) stack = new Map();
      isNew = false;
      stack.set(normalize(from), Number(at));
    }
    const [, path, line, column, kind, message = ''] =
      /^(.+?):(\d+):(\d+): (fatal error|error|warning|note): (.*)$/.exec(text) ?? [];
    if (path === undefined) continue;
    isNew = true;
    const file = normalize(path);
    if (file === main) stack = new Map();
    if (kind === 'note') continue;
    told.push({
      file,
      line: wordAt(textOf?.(file), Number(line), Number(column)),
      kind: kind as Told['kind'],
      message,
      includedAt: file === main ? undefined : stack.get(main),
    });
  }
  return { files: [...files], told };
}

/** The line of the word at this place or behind it; 1-based. */
function wordAt(text: string | undefined, line: number, column: number): number {
  const lines = text?.split('\n') ?? [];
  if ((lines[line - 1]?.slice(column - 1) ?? 'x').trim() !== '') return line;
  const next = lines.findIndex((each, index) => index >= line && each.trim() !== '');
  return next < 0 ? line : next + 1;
}

const isFatal = ({ kind }: Told): boolean => kind === 'fatal error';

/** As clangd has it: of the errors in an included file the first one, where that is included. */
export function judgementOf(units: ReadonlyMap<string, Unit>, { recovers }: CCompiler): Judgement {
  const findings: Finding[] = [];
  const followers: Finding[] = [];
  const elsewhere: Finding[] = [];
  const broken = new Map<string, number>();
  const later: Finding[] = [];
  const toldThere: Finding[] = [];
  const undeclared = new Map<string, number>();
  for (const [file, { told }] of units) {
    const included = new Set<number>();
    const conflicting = new Set<string>();
    for (const one of told) {
      const { line, kind, includedAt } = one;
      const severity = kind === 'warning' ? 'warning' : 'error';
      if (includedAt !== undefined) {
        if (severity === 'warning') continue;
        elsewhere.push({ file: one.file, line, severity, message: capital(one.message) });
        if (included.has(includedAt)) continue;
        included.add(includedAt);
        const its =
          units
            .get(one.file)
            ?.told.some(
              (own) => own.includedAt === undefined && own.line === line && own.message === one.message,
            ) === true;
        (its ? toldThere : findings).push({
          file,
          line: includedAt,
          severity,
          message: `In included file: ${one.message}`,
        });
        continue;
      }
      const start = broken.get(file);
      const finding: Finding = { file, line, severity, message: capital(one.message) };
      const [, name] = /^conflicting types for '(\w+)'/.exec(one.message) ?? [];
      if (name !== undefined) conflicting.add(name);
      const [, called = ''] = /to function '(\w+)'$/.exec(one.message) ?? [];
      if (conflicting.has(called)) later.push(finding);
      else if (recovers !== undefined && start !== undefined && line >= start) followers.push(finding);
      else findings.push(finding);
      if (
        recovers !== undefined &&
        /undeclared \(first use|^implicit declaration/.test(one.message) &&
        !undeclared.has(file)
      )
        undeclared.set(file, line);
      if (severity === 'error' && isSyntax(one.message) && start === undefined) broken.set(file, line);
    }
  }
  const own = new Set(findings.map(({ file, line }) => `${file}:${line}`));
  const ofTemplates = elsewhere.filter(({ file, line }) => units.has(file) && !own.has(`${file}:${line}`));
  const stopped = new Set([...units].filter(([, { told }]) => told.some(isFatal)).map(([file]) => file));
  return {
    findings,
    silentOn: ({ file, line, code }) => {
      if (stopped.has(file)) return STOPPED;
      if (code === 'fatal_too_many_errors') return MOST;
      if (line >= (undeclared.get(file) ?? Infinity)) return ONCE;
      const start = broken.get(file);
      return recovers !== undefined && start !== undefined && line >= start ? recovers : undefined;
    },
    echoes: [
      { name: IN_TEMPLATE, findings: ofTemplates },
      { name: CONFLICTING, findings: later },
      { name: TOLD_THERE, findings: toldThere },
      ...(recovers === undefined ? [] : [{ name: recovers, findings: followers }]),
    ],
  };
}

/** In gcc's words. */
const isSyntax = (message: string): boolean =>
  /\bexpected\b|\bbefore\b|without a previous|at end of input/.test(message);

const capital = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/** gcc and clang word an error differently: its line counts. */
export const gccRules: Rules = { byMessage: true, words: () => '', variants: [] };
/** clangd adds whether it has fixes. */
export const clangRules: Rules = {
  byMessage: true,
  words: (message) => headOf(message).replace(/ \((?:fix|fixes) available\)$/, ''),
  variants: [],
};
