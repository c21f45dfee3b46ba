import type { Search } from './program/search.ts';

/** What the imports of a project are resolved with, for a person. */
interface ProjectEnvironment {
  /** The project's folder; absolute. */
  readonly root: string;
  /** An interpreter, an SDK, a compiler, a class path, with its version and path. */
  readonly uses: string;
  /** What chose it. */
  readonly why: string;
}

export interface EnvironmentTraits {
  /** Shown to the user. */
  readonly language: string;
  /** Names of files that mark a folder as a project; lower case. */
  readonly markers: readonly string[];
  /** Endings of source files: where no folder is marked, the workspace is the project. */
  readonly extensions: readonly string[];
  /**
   * Only stats and reads small files, runs nothing and never throws.
   *
   * @param folder absolute, real, at or below `search.workspaceRoot`
   */
  describe(folder: string, search: Search): ProjectEnvironment | undefined;
}
