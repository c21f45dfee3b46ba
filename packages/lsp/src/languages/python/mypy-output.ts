import { Findings } from '../../backend/output/findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from '../../backend/output/output.ts';
import { printedPath } from '../../backend/output/printed-path.ts';
import { isObject, parseJson } from '../../support/json.ts';

/** `a.py:1:2:3:4: error: ...  [code]`; the end is that of the last character. */
const FINDING = /^(.+?):(\d+)(?::(\d+))?(?::(\d+):(\d+))?: (error|note|warning): (.*)$/s;
/** Behind the message. */
const CODE = / {2}\[([\w-]{1,100})\]$/;
/** Of a line, UTF-16 code units. */
const LONGEST = 16 * 1024;
/** Lines that are no finding and may say why it failed. */
const MOST_OTHERS = 50;

/**
 * What mypy and its daemon print, as text, which has the end of each finding in all versions; or as
 * JSON, where the configuration asks for that.
 *
 * mypy exits with 1 for findings, and with 2 where it stopped: at a syntax error, at an option, at a
 * failure of its own or of a plugin. The daemon exits with 1 for a syntax error, too.
 */
export class MypyOutput implements CompilerOutput {
  readonly #findings = new Findings();
  readonly #others: string[] = [];
  #stoppedBy: string | undefined;
  #errors = 0;

  /** @param root the folder that it ran in, absolute */
  constructor(private readonly root: string) {}

  line(text: string): void {
    const line = text.replace(/\r$/, '').slice(0, LONGEST);
    const finding = line.startsWith('{') ? this.#ofJson(line) : this.#ofText(line);
    if (finding === undefined) {
      if (line.trim() !== '' && this.#others.length < MOST_OTHERS) this.#others.push(line);
      return;
    }
    const { path, message, severity, code } = finding;
    // An error in a file of settings is one of the run.
    if (!/\.pyi?$|\.ipynb$/.test(path) && severity === 'error') {
      this.#stoppedBy ??= message;
      return;
    }
    if (severity === 'error') this.#errors += 1;
    if (code === 'syntax') this.#stoppedBy ??= `${message}, in ${path}`;
    this.#findings.add(finding);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const failure = this.#failure(code, stderr);
    // What is only noted does not tell that the file was judged.
    return this.#findings.report(failure, failure !== undefined && this.#errors === 0 ? [] : undefined);
  }

  #failure(code: number, stderr: readonly string[]): string | undefined {
    if (this.#stoppedBy !== undefined) return `mypy stopped: ${this.#stoppedBy}`;
    if (code === 0 || (code === 1 && this.#errors > 0)) return undefined;
    if (code === 2 && this.#errors > 0) return 'mypy stopped at the errors that it names';
    const reason = whyFailed([...this.#others, ...stderr]);
    return `mypy has failed with exit code ${code}: ${reason ?? 'it gives no reason'}`;
  }

  #ofText(line: string): PrintedFinding | undefined {
    const [, path, row, column, endRow, endColumn, kind, rest] = FINDING.exec(line) ?? [];
    if (path === undefined || rest === undefined) return undefined;
    const [ending = '', code] = CODE.exec(rest) ?? [];
    const message = rest.slice(0, rest.length - ending.length);
    return {
      path: printedPath(this.root, path),
      line: Number(row),
      character: Number(column ?? 1),
      ...(endRow !== undefined && { endLine: Number(endRow), endCharacter: Number(endColumn) + 1 }),
      ...shared(kind, code),
      message,
    };
  }

  /** Its columns are 0-based. */
  #ofJson(line: string): PrintedFinding | undefined {
    const value = parseJson(line);
    if (!isObject(value)) return undefined;
    const { file, line: row, column, message, severity, code, end_line: endLine, end_column: end } = value;
    if (typeof file !== 'string' || typeof message !== 'string' || typeof row !== 'number') return undefined;
    return {
      path: printedPath(this.root, file),
      line: row,
      character: typeof column === 'number' ? column + 1 : 1,
      ...(typeof endLine === 'number' && typeof end === 'number' && { endLine, endCharacter: end + 1 }),
      ...shared(severity, code),
      message,
    };
  }
}

/** Quirk(mypy 2): on a line with other characters than ASCII, its columns are too small. */
function shared(
  kind: unknown,
  code: unknown,
): Pick<PrintedFinding, 'columns' | 'severity' | 'source' | 'code'> {
  const severity = kind === 'error' ? 'error' : kind === 'warning' ? 'warning' : 'info';
  return { columns: 'bytes', severity, source: 'mypy', ...(typeof code === 'string' && { code }) };
}

/** The line that says most: an exception, what mypy says of its options, else the last one. */
function whyFailed(lines: readonly string[]): string | undefined {
  return (
    lines.findLast((line) => /^[\w.]+(?:Error|Exception|Configured)\b/.test(line)) ??
    lines.findLast((line) => /^(?:dm|m)ypy: error:|INTERNAL ERROR/.test(line)) ??
    lines.at(-1)
  );
}
