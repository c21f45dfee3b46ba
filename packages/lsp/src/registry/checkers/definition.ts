import type { CompilerOutput, CompilerReport } from '../../compiler/output.ts';
import type { ServerProgram } from '../../types.ts';
import type { Search } from '../definition.ts';
import type { Program } from '../program.ts';

/** A compiler or a linter that judges a whole project when it is run: the second kind of backend (push-diagnostics.md). */
export interface CheckerDefinition {
  readonly id: string;
  /** For people. */
  readonly language: string;
  /** How the names of the files that it judges end, lower case. */
  readonly extensions: readonly string[];
  /** What a file is called whose folder is a project of it; lower case. */
  readonly markers: readonly string[];
  /** The servers, by their ids, that find the same: where one of them answers, it is run only if somebody asks for it. */
  readonly sameAs: readonly string[];
  /** Of this one we bring a program along that runs nothing of the workspace: it judges an untrusted one, too. No other checker does. */
  readonly needsNoTrust?: true;
  /** One run of it is enough for all processors. */
  readonly alone?: true;
  /**
   * The project that files in `folder` belong to, and what judges it. It only stats and reads small files, runs nothing and never throws.
   *
   * @param folder absolute, real, at or below `search.workspaceRoot`
   * @param own the program that the user's settings name
   */
  locate(folder: string, search: Search, own?: Program): CheckerLocation;
}

export type CheckerLocation =
  | { readonly kind: 'found'; readonly project: CheckerProject }
  /** There is no project of it here: nothing to check, and nothing to say. */
  | { readonly kind: 'not-applicable'; readonly reason: string }
  /** There is a project, and the program is missing (`install` is the command that installs it) or not to be run. */
  | { readonly kind: 'unavailable'; readonly root: string; readonly tool: string; readonly reason: string; readonly install?: string };

export interface CheckerProject {
  /** Tells it from every other project of this checker. */
  readonly key: string;
  /** Of those with the same, one is judged at a time. */
  readonly group?: string;
  /** The folder that it runs in; absolute, real. */
  readonly root: string;
  readonly program: ServerProgram;
  /**
   * Called before the steps, as a part of the run: makes ready what they read. Never rejects.
   *
   * @param signal nobody waits for it any more
   * @returns why nothing can be judged
   */
  prepare?(signal: AbortSignal): Promise<string | undefined>;
  /** As of a {@link CompilerReport}, where what is printed does not say it. */
  readonly leavesOut?: CompilerReport['leavesOut'];
  /** Run one after the other; what they find is put together. */
  readonly steps: readonly [CheckerStep, ...CheckerStep[]];
}

export interface CheckerStep {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What somebody who wants the same verdict types; absent where that of another step is enough. */
  readonly shown?: readonly string[];
  /** So many of its last arguments say what it looks at, and stay the last: there and in `args`. */
  readonly operands?: number;
  /** Reads what it prints. */
  output(root: string): CompilerOutput;
}
