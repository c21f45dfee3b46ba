import type { Project } from '../../types.ts';

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
