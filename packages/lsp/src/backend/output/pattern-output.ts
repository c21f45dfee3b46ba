import { SEVERITIES, type Severity } from '../../types.ts';
import { Findings } from './findings.ts';
import type { CompilerOutput, CompilerReport } from './output.ts';
import { printedPath } from './printed-path.ts';

/**
 * One line of a message, as in the problem matchers of editors: the number of the group that holds
 * each part.
 */
interface LinePattern {
  readonly regexp: RegExp;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity?: number;
  readonly code?: number;
  readonly message?: number;
  /** The last of several patterns may match line after line; each match is a finding of its own. */
  readonly loop?: boolean;
}

export interface Matcher {
  /** Consecutive lines of one message. */
  readonly patterns: readonly [LinePattern, ...LinePattern[]];
  /** For findings without a severity of their own. */
  readonly severity: Severity;
  readonly columns?: 'scalars' | 'bytes';
}

/** Only this much of a line is matched, UTF-16 code units: some patterns take quadratic time. */
const LONGEST = 4096;

type Parts = Partial<Record<Exclude<keyof LinePattern, 'regexp' | 'loop'>, string>>;

/**
 * Reads what a pattern describes, on stdout and stderr. Other output is no failure; the exit code
 * may be one.
 */
export class PatternOutput implements CompilerOutput {
  readonly #findings = new Findings();
  #at = 0;
  #parts: Parts = {};

  /** @param root the folder that it ran in, absolute */
  constructor(
    private readonly matcher: Matcher,
    private readonly root: string,
  ) {}

  line(text: string): void {
    const line = (text.endsWith('\r') ? text.slice(0, -1) : text).slice(0, LONGEST);
    if (this.#take(line) || this.#at === 0) return;
    // The line ends an incomplete message, and may begin another one.
    this.#restart();
    this.#take(line);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    this.#restart();
    for (const line of stderr) this.line(line);
    const findings = this.#findings.all();
    const failure =
      code === 0 || findings.length > 0
        ? undefined
        : `exited with code ${code}: ${stderr.at(-1) ?? 'no reason given'}`;
    return this.#findings.report(failure, findings);
  }

  #take(line: string): boolean {
    const { patterns } = this.matcher;
    const pattern = patterns[this.#at];
    const match = pattern?.regexp.exec(line);
    if (pattern === undefined || match === null || match === undefined) return false;
    const parts = { ...this.#parts, ...partsOf(pattern, match) };
    if (this.#at < patterns.length - 1) {
      this.#parts = parts;
      this.#at += 1;
      return true;
    }
    this.#add(parts);
    if (pattern.loop !== true) this.#restart();
    return true;
  }

  #restart(): void {
    this.#at = 0;
    this.#parts = {};
  }

  #add({ file, line = '1', column = '1', endLine, endColumn, severity, code, message }: Parts): void {
    if (file === undefined || message === undefined) return;
    const { severity: usual, columns } = this.matcher;
    this.#findings.add({
      path: printedPath(this.root, file),
      line: oneBased(line),
      character: oneBased(column),
      ...(endColumn !== undefined && {
        endLine: oneBased(endLine ?? line),
        endCharacter: oneBased(endColumn),
      }),
      ...(columns !== undefined && { columns }),
      severity: severityNamed(severity) ?? usual,
      message,
      ...(code !== undefined && { code }),
    });
  }
}

function partsOf(pattern: LinePattern, match: RegExpExecArray): Parts {
  const parts: Parts = {};
  for (const name of [
    'file',
    'line',
    'column',
    'endLine',
    'endColumn',
    'severity',
    'code',
    'message',
  ] as const) {
    const group = pattern[name];
    const text = group === undefined ? undefined : match[group]?.trim();
    if (text !== undefined && text !== '') parts[name] = text;
  }
  return parts;
}

function oneBased(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : 1;
}

const NAMES: Readonly<Record<Severity, RegExp>> = {
  error: /^(e|err|error|fatal|fatal error|failure)$/i,
  warning: /^(w|warn|warning)$/i,
  info: /^(i|info|information|note|notice|remark)$/i,
  hint: /^(hint|suggestion|style|convention|refactor)$/i,
};

/** Recognizes the usual names of a severity; undefined for any other text. */
export function severityNamed(text: string | undefined): Severity | undefined {
  const word = text?.trim() ?? '';
  return SEVERITIES.find((severity) => NAMES[severity].test(word));
}
