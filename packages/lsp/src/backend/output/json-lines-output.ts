import * as v from 'valibot';
import { Findings } from './findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from './output.ts';
import { severityNamed } from './pattern-output.ts';
import { printedPath } from './printed-path.ts';
import { readJson } from './read-json.ts';

/**
 * 1-based; columns are UTF-16 code units. `col` is another name for `column` of
 * spec/push-diagnostics.md.
 */
const line = v.object({
  file: v.string(),
  line: v.optional(v.number(), 1),
  col: v.optional(v.number()),
  column: v.optional(v.number()),
  endLine: v.optional(v.number()),
  endColumn: v.optional(v.number()),
  severity: v.optional(v.string()),
  message: v.string(),
  code: v.optional(v.union([v.string(), v.number()])),
  source: v.optional(v.string()),
});

/**
 * Reads one object a line: `{"file", "line", "column", "severity", "message", "code"}`. Ignores
 * lines that hold no object.
 */
export class JsonLinesOutput implements CompilerOutput {
  readonly #findings = new Findings();
  #unread = 0;

  /** @param root the folder that it ran in, absolute */
  constructor(private readonly root: string) {}

  line(text: string): void {
    if (!text.startsWith('{')) return;
    const found = this.#read(text);
    if (found === undefined) this.#unread += 1;
    else this.#findings.add(found);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const findings = this.#findings.all();
    if (this.#unread > 0) return { findings, failure: `printed ${this.#unread} lines that are no findings` };
    const failure =
      code === 0 || findings.length > 0
        ? undefined
        : `exited with code ${code}: ${stderr.at(-1) ?? 'no reason given'}`;
    return this.#findings.report(failure, findings);
  }

  #read(text: string): PrintedFinding | undefined {
    const printed = readJson(line, text);
    if (printed === undefined) return undefined;
    const {
      file,
      line: row,
      col = 1,
      column = col,
      endLine,
      endColumn,
      severity,
      message,
      code,
      source,
    } = printed;
    return {
      path: printedPath(this.root, file),
      line: row,
      character: column,
      ...(endColumn !== undefined && { endLine: endLine ?? row, endCharacter: endColumn }),
      severity: severityNamed(severity) ?? 'error',
      message,
      ...(code !== undefined && { code }),
      ...(source !== undefined && { source }),
    };
  }
}
