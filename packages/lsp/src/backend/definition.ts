import type { SharedName } from './shared-name.ts';
import type { ServerLaunch } from '../client/process/launch.ts';
import type {
  CheckerProject,
  CheckerStep,
  CompilerRun,
  DaemonProgram,
  Manifests,
} from './checker/definition.ts';
import type { ImportLanguage } from './imports/imports.ts';
import type { LeavesTo } from './leaves-to.ts';
import type { Absent } from './program/program.ts';
import type { Search } from './program/search.ts';
import type { ReadOnce } from './read-once.ts';
import type { ServerStrategies } from './strategies.ts';
import type { ServerTraits } from './traits.ts';

/**
 * Duplicates across servers: findings that other servers report as well, in other words. They are
 * left out where those servers have answered for the file.
 *
 * A list: every compiler of the language reports findings with these codes too (`''` is no code);
 * for linters. `linesOf`: the id of a server that takes precedence on every line it reports on; for
 * a second compiler.
 */
export type CrossServerDuplicates = readonly string[] | { readonly linesOf: string };

/** What is known of one language server, or of one compiler, before any folder is looked at. */
export interface ServerFacts extends ServerTraits {
  readonly id: string;
  /** Shown to the user, in `/lsp status`. */
  readonly language: string;
  /** File name endings, with the dot, or whole file names; lower case. */
  readonly extensions: readonly string[];
  /** A linter never delays a compiler's answer for longer than the setting `linterGrace`. */
  readonly role: 'compiler' | 'linter';
  readonly crossServerDuplicates?: CrossServerDuplicates;
  /**
   * Well-known: a missing program is not reported, unless the user's settings name the server.
   */
  readonly optional?: boolean;
  /**
   * This package bundles a program for it that runs no code of the workspace, so it serves an
   * untrusted workspace, too. No other server does.
   */
  readonly needsNoTrust?: boolean;
  /** The settings files that it reads, by name; without it, all that look like some. */
  readonly reads?: RegExp;
  /** It judges unopened documents when it is asked about them. */
  readonly imports?: ImportLanguage;
  /** Its findings about a file depend on no other file. */
  readonly judgesAlone?: true;
  /** It sees one file at a time, though others take names from it: of a stylesheet, `$brand`. */
  readonly seesOneFile?: true;
  /** Of the name at an offset of its file, what files of other languages say of it, if it is such a one. */
  readonly sharedName?: (text: string, offset: number, path: string) => SharedName | undefined;
  /** What is a name in its language, where that is more than a word: `--brand`, `$brand-dark`. Global. */
  readonly names?: RegExp;
  /**
   * The id of the server whose language stands inside its files (TypeScript in a Vue component).
   * That server does not see these files; this one sees the files of both.
   */
  readonly embeds?: string;
  /**
   * Its processes import files of each other's projects, and notice a change there late. So each
   * one also gets the texts that another one is asked about, as long as they are open.
   */
  readonly sharesFiles?: true;
  /** Of one root there is one process: with another toolchain, it takes the former one's place. */
  readonly oneForRoot?: true;
  /** It reports only on projects of which a file was opened in it, or that it was started for. */
  readonly manifests?: Manifests;
  /** Set where the program is a compiler to run, not a language server. */
  readonly run?: CompilerRun;
  /** Set where a project has builds beside the usual one, and one process judges one of them. */
  readonly builds?: Builds;
  /**
   * The id of the primary server for which this one is the fallback: where the primary serves a
   * file too, this one is asked only while the primary is late.
   */
  readonly standsInFor?: string;
  /** What it leaves to the judge that the project runs itself, if it does. */
  readonly leavesTo?: LeavesTo | undefined;
  /** A compiler that is asked beside the other compilers of its files, not instead of them. */
  readonly beside?: true;
  /**
   * It serves only where the workspace has a configuration of its own: see
   * {@link ServerDefinition.yieldsTo}.
   */
  readonly isChosen?: boolean;
}

/** The facts, with the user's settings merged in, and the program for a folder. */
export interface ServerDefinition extends ServerFacts {
  /** The LSP language id of its files, where it differs from language-map.ts. */
  readonly languageId?: string;
  /** Ids of servers. Where one of them is found for a file, this one is not asked about it. */
  readonly yieldsTo: readonly string[];
  /**
   * Finds the program that judges files in `folder`.
   *
   * Called before every check, so it only stats and reads small files; it never runs anything and
   * never throws.
   *
   * @param folder absolute, real, at or below `search.workspaceRoot`
   * @param build what `builds` says of the files
   */
  locate(folder: string, search: Search, build?: string): ServerLocation;
}

/** Other builds of a project, of other files. None of these throws. */
export interface Builds {
  /**
   * With which one a file is judged, where that is not the usual one: opaque, the toolchain of a
   * process of its own. Called for every file that is looked up.
   */
  of(path: string): string | undefined;
  /** This build has the file; other builds may have it, too. */
  has(build: string, path: string): boolean;
  /** By its text: the file may use what the other one declares. */
  mayUse(path: string, other: string): boolean;
}

export type ServerLocation = { readonly kind: 'found'; readonly launch: Launch } | Absent;

/** The process that serves a folder, and the files it is asked about. */
export interface Launch extends ServerLaunch {
  /**
   * Opaque. Tells two processes apart that have the same server id and root: real path and version
   * of the `typescript` it judges with, or the project and the compiler of a batch run.
   */
  readonly toolchain?: string;
  /** Set where the definition has a `run`: what a run needs beside its command. */
  readonly batch?: Pick<CheckerStep, 'output'> &
    Pick<CheckerProject, 'prepare' | 'excludes'> & {
      /** `replaces`: the number of arguments of the step that it stands for. */
      readonly daemon?: DaemonProgram & { readonly replaces: number };
    };
  /**
   * Overrides what the definition's data says, where the version of the program decides: TypeScript
   * 7 pulls, 6 and below do not.
   */
  readonly strategies?: ServerStrategies;
  /**
   * Whether this process is the one for a file, by the present content of the disk. Reads small
   * files and never throws; the two below do the same.
   */
  serves(path: string): boolean;
  /**
   * By the configuration the file is in no project: no compiler reports on it, though the server
   * may, once it is open. Without this function, no file is excluded.
   */
  excludes?(path: string): boolean;
  /**
   * After a change of this file or folder on disk, the server reads it only after a delay, unless
   * it is notified that its settings may have changed.
   */
  reloads?(path: string): boolean;
  /** Called when a process starts: what this one will have read, by the content of the disk. */
  readsOnce?(): ReadOnce;
}
