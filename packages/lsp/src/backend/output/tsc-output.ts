import { realPath } from '../program/files.ts';
import type { Severity } from '../../types.ts';
import { Findings } from './findings.ts';
import type { CompilerOutput, CompilerReport, Finding } from './output.ts';
import { printedPath } from './printed-path.ts';
import { isSyntaxError } from './tsc-syntax.ts';

/** `src/a.ts(12,7): error TS2322: Type 'string' ...`. File names may contain parentheses. */
const PLACED = /^(\S.*)\((\d+),(\d+)\): (error|warning|message) TS(\d+): (.*)$/s;
/** `error TS18003: No inputs were found ...` */
const UNPLACED = /^error TS\d+: (.*)$/s;
/** tsc cannot write its build cache: the next run takes longer, and nothing else is wrong. */
const UNREMEMBERED = /^error TS5033: .*\.tsbuildinfo'/;

/** A line of `--listFiles`; it follows all other output. */
const LISTED = /^(?:\/|[A-Za-z]:\/)/;

/** No program has as many files. */
const MOST_LISTED = 200_000;
/** What follows the first line of a message is kept up to here, UTF-16 code units. */
const LONGEST_MESSAGE = 64 * 1024;

const SEVERITIES: Readonly<Record<string, Severity>> = {
  error: 'error',
  warning: 'warning',
  message: 'info',
};

/**
 * Reads `tsc --pretty false`, also of TypeScript 7, with `--build` or `--listFiles` or without.
 * Columns are UTF-16 code units.
 */
export class TscOutput implements CompilerOutput {
  readonly #findings = new Findings();
  /** The first error without a location: of the command line, or about a project without files. */
  #unplaced: string | undefined;
  readonly #listed = new Set<string>();
  #listsMore = false;
  #isUnremembered = false;
  /** What an indented line continues. */
  #goesOn: ((line: string) => void) | undefined;

  /**
   * @param root the folder that tsc ran in, absolute
   * @param lists tsc was started with `--listFiles`
   */
  constructor(
    private readonly root: string,
    private readonly lists = false,
  ) {}

  line(text: string): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    const [, file, row, column, severity, code, message] = PLACED.exec(line) ?? [];
    if (file !== undefined && message !== undefined) {
      const finding = {
        path: printedPath(this.root, file),
        line: Number(row),
        character: Number(column),
        severity: SEVERITIES[severity ?? ''] ?? 'error',
        message,
        code: Number(code),
        source: 'ts',
      };
      this.#findings.add(finding);
      this.#goesOn = (more) => {
        if (finding.message.length < LONGEST_MESSAGE)
          finding.message += `\n${more.slice(0, LONGEST_MESSAGE)}`;
      };
      return;
    }
    if (line.startsWith('  ')) {
      this.#goesOn?.(line);
      return;
    }
    this.#goesOn = undefined;
    const problem = UNPLACED.exec(line)?.[1];
    if (UNREMEMBERED.test(line)) this.#isUnremembered = true;
    else if (problem !== undefined) this.#unplaced ??= problem;
    else if (this.lists && LISTED.test(line)) {
      if (this.#listed.size < MOST_LISTED) this.#listed.add(line);
      else this.#listsMore = true;
    }
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const findings = this.#findings.all();
    const unexplained =
      code === 0 || findings.length > 0 || this.#isUnremembered
        ? undefined
        : `tsc exited with code ${code}: ${stderr.at(-1) ?? 'no reason given'}`;
    const report = this.#findings.report(
      this.#unplaced ??
        whyNoTypes(findings) ??
        unexplained ??
        (this.#listsMore ? `tsc reads more than ${MOST_LISTED} files` : undefined),
      findings,
    );
    return this.#listed.size === 0 || this.#listsMore
      ? report
      : { ...report, excludes: (path) => this.#excludes(path) };
  }

  /** tsc may list a file under the name of a link to it. */
  #excludes(path: string): boolean {
    return !this.#listed.has(path) && ![...this.#listed].some((named) => realPath(named) === path);
  }
}

/** Why tsc has checked no types in any file: it does so only if the program has no other errors. */
function whyNoTypes(findings: readonly Finding[]): string | undefined {
  if (findings.some(({ code }) => isSyntaxError(Number(code))))
    return 'TypeScript looks at no types while a syntax error is in the program';
  const isOfConfiguration = findings.length > 0 && findings.every(({ path }) => path.endsWith('.json'));
  return isOfConfiguration ? 'TypeScript may look at no types while the configuration has errors' : undefined;
}
