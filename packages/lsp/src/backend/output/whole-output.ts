import { safeParse } from 'valibot';
import type { Schema } from '../../support/schema.ts';
import { FindingsBudget, withoutDuplicates, TOO_MANY } from './findings.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from './output.ts';

/**
 * The longest document that is read, UTF-16 code units. The findings of a project with ten thousand
 * errors take a tenth of it.
 */
const LONGEST = 64 * 1024 * 1024;

/** A program that prints one JSON document about everything that it checked. */
export interface DocumentFormat<T> {
  /** The program's name in error messages. */
  readonly program: string;
  readonly document: Schema<T>;
  /** The exit codes of a run that has checked everything. */
  readonly judged: readonly number[];
  /** @param root the folder that it ran in, absolute */
  read(
    document: T,
    root: string,
  ): { readonly findings: readonly PrintedFinding[]; readonly failure?: string | undefined };
}

/** Reads the JSON document of such a program, after the end of the output. */
export class WholeOutput<T> implements CompilerOutput {
  #lines: string[] = [];
  #size = 0;

  constructor(
    private readonly format: DocumentFormat<T>,
    private readonly root: string,
  ) {}

  line(text: string): void {
    this.#size += text.length + 1;
    if (this.#size <= LONGEST) this.#lines.push(text);
    else this.#lines = [];
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const { program, document, judged } = this.format;
    const failed = (why: string): CompilerReport => ({
      findings: [],
      failure: `${program} ${why}: ${stderr.at(-1) ?? 'no reason given'}`,
    });
    if (this.#size > LONGEST)
      return { findings: [], failure: `${program} printed more than ${LONGEST} characters` };
    const parsed = safeParse(document, toJson(this.#lines.join('\n')));
    if (!parsed.success)
      return failed(judged.includes(code) ? 'did not print what it should' : `exited with code ${code}`);
    const { findings, failure } = this.format.read(parsed.output, this.root);
    const whole = judged.includes(code) ? undefined : failed(`exited with code ${code}`).failure;
    const budget = new FindingsBudget();
    const kept = withoutDuplicates(findings.filter((finding) => budget.take(finding)));
    return { findings: kept, failure: failure ?? whole ?? (budget.isSpent ? TOO_MANY : undefined) };
  }
}

/** How many lines that look like the start of a document are tried. */
const MOST_STARTS = 16;

/**
 * Undefined for text that is not JSON. Some programs, or what they load, print a line before the
 * document: `[plugin] is old`.
 */
function toJson(text: string): unknown {
  let tried = 0;
  for (const { index } of text.matchAll(/^[[{]/gm)) {
    if (++tried > MOST_STARTS) break;
    try {
      return JSON.parse(text.slice(index));
    } catch {
      // The document may begin on a later line.
    }
  }
  return undefined;
}
