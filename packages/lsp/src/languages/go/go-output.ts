import { join } from 'node:path';
import * as v from 'valibot';
import type { Schema } from '../../support/schema.ts';
import { Findings } from '../../backend/output/findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from '../../backend/output/output.ts';
import { printedPath } from '../../backend/output/printed-path.ts';
import { readJson } from '../../backend/output/read-json.ts';

/** `./a.go:5:2: "os" imported and not used`, and the errors of go.mod, which have no column. */
const PLACED = /^(\S.*?):(\d+)(?::(\d+))?: (.*)$/s;

/** The last entry of the stack is the package that the error is about. The stack may be empty. */
const packageError = v.object({
  ImportStack: v.nullish(v.array(v.string())),
  Pos: v.optional(v.string()),
  Err: v.string(),
});

const listed = v.object({
  ImportPath: v.optional(v.string(), ''),
  Error: v.optional(packageError),
  DepsErrors: v.optional(v.nullable(v.array(packageError))),
  Dir: v.optional(v.string(), ''),
  /** Files for other systems, for example. */
  IgnoredGoFiles: v.optional(v.array(v.string()), []),
});

interface Vetted {
  readonly posn: string;
  readonly end?: string | undefined;
  readonly message: string;
  readonly category?: string | undefined;
}

const vettedFinding = v.object({
  posn: v.string(),
  end: v.optional(v.string()),
  message: v.string(),
  category: v.optional(v.string()),
});

/**
 * Results of each analyzer, by package. Where an analyzer failed, an object with `error` replaces
 * its findings.
 */
const vetted = v.record(
  v.string(),
  v.record(
    v.string(),
    v.union([
      v.array(vettedFinding),
      v.pipe(
        v.unknown(),
        v.transform((): Vetted[] => []),
      ),
    ]),
  ),
);

/** The longest object that is read, UTF-16 code units. */
const LONGEST = 32 * 1024 * 1024;
/** Files of packages that are not compiled. */
const MOST_IGNORED = 100_000;

/**
 * Reads subcommands of the go command that print one indented JSON object after another. Columns of
 * Go are bytes and include a byte order mark.
 */
abstract class GoOutput<T> implements CompilerOutput {
  readonly #findings = new Findings();
  #held: string[] = [];
  #size = 0;
  protected objects = 0;
  protected problem: string | undefined;

  /** @param root the folder that it ran in, absolute */
  constructor(
    private readonly command: string,
    private readonly root: string,
    private readonly schema: Schema<T>,
  ) {}

  line(text: string): void {
    if (this.#held.length === 0 && text !== '{') return;
    this.#size += text.length;
    // The lines of an object that is too long are passed over; its end stays.
    if (this.#size <= LONGEST || text === '}') this.#held.push(text);
    if (text !== '}') return;
    if (this.#size > LONGEST)
      this.problem ??= `${this.command} printed more than ${LONGEST} characters about one package`;
    const object = readJson(this.schema, this.#held.join('\n'));
    this.#held = [];
    this.#size = 0;
    this.objects += 1;
    if (object !== undefined) for (const finding of this.findingsOf(object)) this.#findings.add(finding);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const errors = code === 0 ? [] : this.findingsIn(stderr.join('\n'));
    const failure = code === 0 ? this.problem : this.failureOf(code, stderr);
    for (const finding of errors) this.#findings.add(finding);
    return this.#findings.report(failure);
  }

  protected abstract findingsOf(object: T): PrintedFinding[];

  protected failureOf(code: number, stderr: readonly string[]): string | undefined {
    const reason = stderr.find((line) => line !== '') ?? 'no reason given';
    return `${this.command} exited with code ${code}: ${reason}`;
  }

  /**
   * Reads the compiler's output, by lines. Further locations of a finding follow below it,
   * indented.
   */
  protected findingsIn(text: string): PrintedFinding[] {
    const found: { -readonly [K in keyof PrintedFinding]: PrintedFinding[K] }[] = [];
    for (const line of text.split('\n')) {
      const last = found.at(-1);
      if (line.startsWith('\t')) {
        if (last !== undefined) last.message += `\n${line.trimEnd()}`;
        continue;
      }
      const finding = this.at(line);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  }

  protected at(line: string): PrintedFinding | undefined {
    const [, file, row, column, message] = PLACED.exec(line) ?? [];
    if (file === undefined || message === undefined) return undefined;
    const path = printedPath(this.root, file);
    return {
      path,
      line: Number(row),
      character: Number(column ?? 1),
      columns: 'bytes',
      countsMark: true,
      severity: 'error',
      message,
      source: 'compiler',
    };
  }
}

/**
 * `go list -e -test -export -gcflags=-e -json=...`: compiles every package with its tests and links
 * nothing. Unlike `go vet` and `go build` it reports all errors of a package, and those of tests.
 */
export class GoListOutput extends GoOutput<v.InferOutput<typeof listed>> {
  readonly #ignored = new Set<string>();

  constructor(root: string) {
    super('go list', root, listed);
  }

  override conclude(code: number, stderr: readonly string[]): CompilerReport {
    return { ...super.conclude(code, stderr), excludes: (path) => this.#ignored.has(path) };
  }

  protected findingsOf({
    ImportPath,
    Error: own,
    DepsErrors,
    Dir,
    IgnoredGoFiles,
  }: v.InferOutput<typeof listed>): PrintedFinding[] {
    for (const name of IgnoredGoFiles) {
      if (this.#ignored.size < MOST_IGNORED) this.#ignored.add(join(Dir, name));
      else this.problem ??= `more than ${MOST_IGNORED} files are ignored`;
    }
    const deps = DepsErrors ?? [];
    const isWaiting =
      own === undefined &&
      deps.length > 0 &&
      deps.every(({ ImportStack }) => ImportStack?.at(-1) !== ImportPath);
    // The generated program that runs tests has no source in the workspace.
    if (isWaiting && !ImportPath.endsWith('.test'))
      this.problem ??= `${ImportPath} was not compiled: it depends on a package that has errors`;
    return [...(own === undefined ? [] : [own]), ...deps].flatMap(({ Pos = '', Err }) => {
      // An import that cannot be found has its location beside the message. Messages of the
      // compiler contain the location.
      const place = Pos === '' ? undefined : this.at(`${Pos}: `);
      const found = place === undefined ? this.findingsIn(Err) : [{ ...place, message: Err.trim() }];
      if (found.length === 0) this.problem ??= Err.trim().split('\n').at(-1);
      return found;
    });
  }
}

/**
 * `go vet -json`: findings of its analyzers in packages that compile. For other packages it reports
 * one error each, which the compiler has already reported.
 */
export class GoVetOutput extends GoOutput<v.InferOutput<typeof vetted>> {
  constructor(root: string) {
    super('go vet', root, vetted);
  }

  protected findingsOf(packages: v.InferOutput<typeof vetted>): PrintedFinding[] {
    return Object.values(packages).flatMap((analyzers) =>
      Object.entries(analyzers).flatMap(([analyzer, found]) =>
        found.flatMap((one) => this.#finding(analyzer, one)),
      ),
    );
  }

  /**
   * A package that does not compile is not vetted. A package that cannot be loaded, such as a
   * missing import, prevents the vetting of all packages.
   */
  protected override failureOf(code: number, stderr: readonly string[]): string | undefined {
    return this.objects > 0 || stderr.some((line) => line.startsWith('# '))
      ? undefined
      : super.failureOf(code, stderr);
  }

  protected override findingsIn(): PrintedFinding[] {
    return [];
  }

  #finding(analyzer: string, { posn, end, message, category }: Vetted): PrintedFinding[] {
    const start = this.at(`${posn}: ${message}`);
    const stop = end === undefined ? undefined : this.at(`${end}: `);
    if (start === undefined) return [];
    const range = stop === undefined ? {} : { endLine: stop.line, endCharacter: stop.character };
    // The names that gopls uses.
    return [
      { ...start, ...range, message, severity: 'warning', code: category ?? 'default', source: analyzer },
    ];
  }
}
