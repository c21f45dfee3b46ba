import { Findings } from './findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from './output.ts';
import { severityNamed } from './pattern-output.ts';
import { printedPath } from './printed-path.ts';

/**
 * `src/a.c:12:7: error: expected ';'`: the format of GCC, Clang and many other programs. The first
 * colon of `C:\a.c` does not end a file name.
 */
const PLACED =
  /^((?:[A-Za-z]:[\\/])?[^:\s][^:]*):(\d+):(?:(\d+):)? *(fatal error|error|warning|note|remark|info|style)(?:\[[\w-]+\])?: (.*)$/s;
/** The option that has switched the warning on. */
const OPTION = /^(.*) \[(-W[^\]\s]+)\]$/s;

/** `collect2: error: ld returned 1 exit status`: no location, so it is not a finding. */
const UNPLACED = /^[\w.+-]+: (?:fatal )?error: ./;

/** How many notes are kept below the message that they belong to. */
const MOST_NOTES = 2;

/** Reads messages of GCC and Clang, on stdout or stderr. Their columns are bytes. */
export class GccOutput implements CompilerOutput {
  readonly #findings = new Findings();
  #unplaced: string | undefined;
  #last:
    | { readonly finding: { -readonly [K in keyof PrintedFinding]: PrintedFinding[K] }; notes: number }
    | undefined;

  /** @param root the folder that it ran in, absolute */
  constructor(private readonly root: string) {}

  line(text: string): void {
    const [, file, row, column, level = '', rest] =
      PLACED.exec(text.endsWith('\r') ? text.slice(0, -1) : text) ?? [];
    if (file === undefined || rest === undefined) {
      if (UNPLACED.test(text)) this.#unplaced ??= text;
      return;
    }
    if (level === 'note' && this.#last !== undefined) {
      if (this.#last.notes++ < MOST_NOTES) this.#last.finding.message += `\nnote: ${rest}`;
      return;
    }
    const [, message = rest, option] = OPTION.exec(rest) ?? [];
    const finding = {
      path: printedPath(this.root, file),
      line: Number(row),
      character: Number(column ?? 1),
      columns: 'bytes' as const,
      severity: severityNamed(level) ?? 'error',
      message,
      ...(option !== undefined && { code: option }),
    };
    this.#findings.add(finding);
    this.#last = { finding, notes: 0 };
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    for (const line of stderr) this.line(line);
    const findings = this.#findings.all();
    // Linters exit with 1 for a warning, too.
    const isExplained = code === 0 || (findings.length > 0 && this.#unplaced === undefined);
    const failure = isExplained
      ? undefined
      : `exited with code ${code}: ${this.#unplaced ?? stderr.at(-1) ?? 'no reason given'}`;
    return this.#findings.report(failure, findings);
  }
}
