import type { Project, ProjectReport } from '../types.ts';

/** Which projects are asked about; see `ProjectsParams`. */
export interface ProjectQuestion {
  readonly paths?: readonly string[] | undefined;
  readonly checkers?: readonly string[] | undefined;
  readonly only?: readonly Pick<Project, 'checker' | 'root'>[] | undefined;
  /** Leaves out checkers that find what a language server finds, where one of those servers can answer for the project. */
  readonly onlyUnserved?: boolean | undefined;
}

/** The second kind of backend: compilers and linters that are run and judge whole projects (push-diagnostics.md). Nothing rejects. */
export interface ProjectChecks {
  /** Looks at the disk; runs nothing. */
  projects(question: ProjectQuestion): Promise<Project[]>;
  /** One run at a time for each project, shared by all who ask while the disk holds the same, and killed when nobody waits for it. */
  check(question: ProjectQuestion, cancel: AbortSignal): Promise<ProjectReport>;
  /**
   * What the report rests on, as a string that changes whenever it could: looks at the disk, runs nothing. Of a workspace that is too large to be looked at
   * it is always the same.
   */
  state(question: ProjectQuestion): Promise<string>;
}
