import type { Project, ProjectReport } from '../../types.ts';

/** Which projects are asked about; see `ProjectsParams`. */
export interface ProjectQuestion {
  readonly paths?: readonly string[] | undefined;
  readonly checkers?: readonly string[] | undefined;
  readonly only?: readonly Pick<Project, 'checker' | 'root'>[] | undefined;
  /**
   * Leaves out checkers that find the same as a language server, where one of those servers can
   * answer for the project.
   */
  readonly onlyUnserved?: boolean | undefined;
}

/**
 * The second kind of backend: compilers and linters that run on whole projects
 * (push-diagnostics.md). Nothing rejects.
 */
export interface ProjectChecks {
  /** Looks at the disk; runs nothing. */
  projects(question: ProjectQuestion): Promise<Project[]>;
  /**
   * One run at a time for each project. All callers share it while the disk is unchanged. It is
   * killed when no caller waits for it.
   */
  check(question: ProjectQuestion, cancel: AbortSignal): Promise<ProjectReport>;
  /**
   * The basis of the report, as a string that changes whenever the report could. Looks at the disk,
   * runs nothing. For a workspace that is too large to scan it is always the same.
   */
  state(question: ProjectQuestion): Promise<string>;
}
