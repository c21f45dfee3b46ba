import { dirname, isAbsolute, resolve } from 'node:path';
import { isBelow } from '../../../support/paths.ts';
import type { ShadowFolder } from './shadow-folder.ts';
import type { CompilerOutput, CompilerReport, PrintedFinding } from '../../../backend/output/output.ts';
import { TscOutput } from '../../../backend/output/tsc-output.ts';

/**
 * Quirk(TypeScript < 5.6): it skips a project that references a project with errors, and reports
 * that only with `--verbose`.
 */
const SKIPPED = /^.{0,100}?Skipping build of project '(.+)' because /;

/** A failed import, by names or for its effects alone, or a failed reference by path. */
const NOT_THERE = /^(?:Cannot find module[^']*|File )'([^']+)'/;

/**
 * Reads `tsc --build --verbose --listFiles --pretty false` of a shadow workspace, as if it had run
 * on the originals.
 */
export class ShadowOutput implements CompilerOutput {
  readonly #output: TscOutput;
  #skipped: string | undefined;

  /** @param root the folder in which tsc ran: an original, absolute, real */
  constructor(
    private readonly root: string,
    private readonly place: ShadowFolder,
    private readonly workspaceRoot: string,
  ) {
    this.#output = new TscOutput(root, true);
  }

  line(text: string): void {
    const line = this.place.original(text, this.root);
    this.#skipped ??= SKIPPED.exec(line)?.[1];
    this.#output.line(line);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const report = this.#output.conclude(code, stderr);
    const { findings, failure } = report;
    const outside = findings.find((finding) => this.#leavesWorkspace(finding));
    if (outside !== undefined) {
      const what = 'imports from outside of the workspace, of which there is no copy to build';
      return {
        ...report,
        findings: findings.filter((finding) => !this.#leavesWorkspace(finding)),
        failure: `${outside.path} ${what}`,
      };
    }
    if (this.#skipped === undefined) return report;
    return {
      ...report,
      failure: failure ?? `${this.#skipped} was not judged: a project that it references has errors`,
    };
  }

  #leavesWorkspace({ path, message }: PrintedFinding): boolean {
    const [, name] = NOT_THERE.exec(message) ?? [];
    if (name === undefined || !(name.startsWith('.') || isAbsolute(name))) return false;
    const target = resolve(dirname(path), name);
    return target !== this.workspaceRoot && !isBelow(target, this.workspaceRoot);
  }
}
