import type { LeavesTo } from '../leaves-to.ts';
import type { CompilerOutput, CompilerReport } from '../output/output.ts';
import type { ServerProgram } from '../../types.ts';
import type { ServerLaunch } from '../../client/process/launch.ts';
import type { Search } from '../program/search.ts';
import type { Absent, Program } from '../program/program.ts';

/**
 * A compiler or a linter that judges a whole project in one run: the second kind of backend
 * (push-diagnostics.md).
 */
export interface CheckerDefinition {
  readonly id: string;
  /** Shown to the user. */
  readonly language: string;
  /** Name endings of the files that it judges, lower case. */
  readonly extensions: readonly string[];
  /** A folder with a file of one of these names is a project of it; lower case. */
  readonly markers: readonly string[];
  /**
   * The ids of the servers that report the same findings: where one of them answers, the checker
   * runs only on request.
   */
  readonly sameAs: readonly string[];
  /**
   * This package bundles a program for it that runs no code of the workspace, so it judges an
   * untrusted workspace, too. No other checker does.
   */
  readonly needsNoTrust?: true;
  /** The settings files that its program reads, by name; without it, all that look like some. */
  readonly reads?: RegExp;
  /** One run of it keeps all processors busy, so its runs go one at a time. */
  readonly alone?: true;
  readonly leavesTo?: LeavesTo;
  /**
   * The project that files in `folder` belong to, and the program that judges it. Only stats and
   * reads small files, runs nothing and never throws.
   *
   * @param folder absolute, real, at or below `search.workspaceRoot`
   * @param own the program that the user's settings name
   */
  locate(folder: string, search: Search, own?: Program): CheckerLocation;
}

/** A compiler that runs after each change and reads the disk. Its exit ends its report. */
export interface CompilerRun {
  /** Globs over absolute paths: the files its findings depend on. */
  readonly reads: readonly string[];
  /** The next run must not use the build cache of earlier runs. Never throws. */
  invalidateBuildCache?(launch: RunIn): void;
  /** How it judges a copy of its project. Without it, a copy of the root is enough. */
  readonly shadow?: ShadowRun;
}

/** Where a run is, and with which variables. */
export type RunIn = Pick<ServerLaunch, 'root' | 'command' | 'env'>;

/** How a run in a copy of the project differs from one in the project. Nothing here throws. */
export interface ShadowRun {
  /** Names of files that no run reads. */
  readonly ignores?: RegExp;
  /** What runs read outside of the root. Reads small files. */
  reads?(project: ShadowedProject): ShadowReads;
  /** What earlier runs have built. */
  built?(launch: RunIn): Built;
  /**
   * Variables of a run in the copy.
   *
   * @param launch the original's
   * @param output the folder for what the run builds
   * @param top holds the copies and `output`; nothing above it belongs to the project
   */
  env?(launch: RunIn, output: string, top: string): Readonly<Record<string, string>>;
}

/** Paths are absolute, and need not exist. */
export interface Built {
  readonly folder: string;
  /** Files and folders in it that are of no use to a copy. */
  readonly leftOut: readonly string[];
}

/** Paths are absolute. */
export interface ShadowedProject {
  readonly root: string;
  readonly workspaceRoot: string;
  /** The files that are copied so far. */
  readonly files: Iterable<string>;
  /** The files that the proposal changes, creates or deletes. */
  readonly changed: readonly string[];
}

/** Paths are absolute. */
export interface ShadowReads {
  /** They need not exist. */
  readonly files: readonly string[];
  /** With everything below them. */
  readonly folders?: readonly string[];
  /** Why a copy would be judged differently. */
  readonly obstacle?: string | undefined;
}

/** Projects of a language that name each other by their paths. */
export interface Manifests {
  /** The file names of a project's manifest, lower case. */
  readonly names: readonly string[];
  /**
   * The folders of other projects that the project in `folder` takes sources from, absolute. Reads
   * small files, and never throws.
   */
  uses(folder: string): readonly string[];
  /**
   * Of servers that know a project once they were shown a file of it: the folders of those that they know
   * together, by a file in this folder, absolute.
   */
  loads?(folder: string): readonly string[];
}

export type CheckerLocation =
  | { readonly kind: 'found'; readonly project: CheckerProject }
  /**
   * The folder is in no project of this checker: there is nothing to check, and nothing to report.
   */
  | (NotApplicable & { readonly root?: string })
  /** There is a project, and its program is missing or must not run. */
  | (Exclude<Absent, NotApplicable> & { readonly root: string });

type NotApplicable = Extract<Absent, { readonly kind: 'not-applicable' }>;

export interface CheckerProject {
  /** Identifies the project among all projects of this checker. */
  readonly key: string;
  /** Of the projects of one group, one is judged at a time. */
  readonly group?: string;
  /** The folder that it runs in; absolute, real. */
  readonly root: string;
  readonly program: ServerProgram;
  /**
   * Called before the steps, as a part of the run: prepares what they read. Never rejects.
   *
   * @param signal aborts when no caller waits for the run any more
   * @returns why nothing can be judged
   */
  prepare?(signal: AbortSignal): Promise<string | undefined>;
  /** Like the field of {@link CompilerReport}, for programs that do not print it. */
  readonly excludes?: CompilerReport['excludes'];
  readonly daemon?: DaemonProgram;
  /** Run one after the other; their findings are combined. */
  readonly steps: readonly [CheckerStep, ...CheckerStep[]];
}

/** A program that stays between runs after edits, and then gives the verdict of the steps sooner. */
export interface DaemonProgram {
  readonly command: string;
  /** Of a process that stays in the foreground: it ends with the session. */
  readonly args: readonly string[];
  /** The file that it makes once it can be asked; absolute. */
  readonly ready: string;
  /** Asks it about the project. */
  readonly step: CheckerStep;
  /** What it has read when it began, and never reads again: another text asks for another process. */
  readOnce(): string;
}

export interface CheckerStep {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The command a user types for the same verdict; absent where the command of another step is
   * enough.
   */
  readonly shown?: readonly string[];
  /**
   * The number of trailing arguments that name what it checks. They stay the last ones, in `shown`
   * and in `args`.
   */
  readonly operands?: number;
  /** Makes the reader of its output. */
  output(root: string): CompilerOutput;
}
