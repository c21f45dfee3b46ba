import { join, resolve } from 'node:path';
import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckerDefinition } from '../../backend/checker/definition.ts';
import type { CheckedProject, Diagnostic, Project, ProjectReport } from '../../types.ts';
import type { CheckerRuns } from './checker-runs.ts';
import type { BatchResult } from '../session/compiler/run-steps.ts';
import { mergeServers, type ReportedFindings } from '../base/cross-server-duplicates.ts';
import { sortedRecord } from '../base/merge.ts';
import { type ProjectChoice, chooseProjects, type ChosenProject, rootOf } from './project-checker-choice.ts';
import { findingsOfProject, isJudgedIn } from './project-checker-findings.ts';
import { isServed } from './project-checker-served.ts';
import type { ProjectQuestion } from './project-question.ts';
import type { SessionServers } from '../session/pool/servers.ts';

/** A project that was asked about, the outcome of its check, and the findings. */
interface ProjectFindings {
  readonly project: ChosenProject;
  readonly row: CheckedProject;
  readonly files: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

/** A file of a folder, whatever its name is. */
const ANY_FILE = '*';

const NOTHING: ProjectFindings['files'] = new Map();

/** What a channel asks. */
export type ProjectChecks = Pick<ProjectChecker, 'projects' | 'check' | 'state'>;

/**
 * The second kind of backend: runs compilers and linters on the projects of the workspace, as they
 * are on disk (push-diagnostics.md). Nothing rejects.
 */
export class ProjectChecker {
  /**
   * @param checkers those that are switched on, by id
   * @param runs of all host sessions
   */
  constructor(
    private readonly services: SessionServers,
    private readonly checkers: readonly CheckerDefinition[],
    private readonly runs: CheckerRuns,
  ) {}

  /** Looks at the disk; runs nothing. */
  async projects(question: ProjectQuestion): Promise<Project[]> {
    await this.#look();
    const { projects } = await this.#choose(question);
    return projects.map((project) => this.#describe(project));
  }

  /**
   * One run at a time for each project. All callers share it while the disk is unchanged. It is
   * killed when no caller waits for it.
   */
  async check(question: ProjectQuestion, cancel: AbortSignal): Promise<ProjectReport> {
    this.#need(question);
    const seen = await this.state();
    // Files that are not scanned may have changed, so no run is shared.
    const state = this.services.disk.isWhole ? seen : `${seen} ${this.runs.nextLook()}`;
    const { projects, refused } = await this.#choose(question);
    const judged = await Promise.all(projects.map((project) => this.#judge(project, state, cancel)));
    return {
      files: this.#merged(judged),
      projects: judged.map(({ row }) => row),
      ...(Object.keys(refused).length > 0 && { refused }),
    };
  }

  /**
   * The basis of the report, as a string that changes whenever the report could. Looks at the disk,
   * runs nothing. For a workspace that is too large to scan it is always the same.
   */
  async state(): Promise<string> {
    await this.#look();
    const { disk } = this.services;
    return disk.isWhole ? String(disk.revision) : 'unseen';
  }

  /** Whoever asks about a nested work tree wants to know what changes in it. */
  #need({ paths = [] }: ProjectQuestion): void {
    const { workspace, disk } = this.services;
    const folders = paths.map((path) => resolve(workspace.root, path));
    const inTrees = folders.filter((folder) => workspace.trees.aroundFolder(folder) !== undefined);
    disk.need(workspace.admitted(inTrees.map((folder) => join(folder, ANY_FILE))));
  }

  async #look(): Promise<void> {
    const { disk } = this.services;
    await disk.sweep();
    await disk.walked;
  }

  async #choose(question: ProjectQuestion): Promise<ProjectChoice> {
    const { checkers: wanted, only, onlyUnserved = false } = question;
    const asked =
      wanted === undefined ? this.checkers : this.checkers.filter(({ id }) => wanted.includes(id));
    const choice = await chooseProjects(this.services, asked, question);
    const named = only && new Set(only.map(({ checker, root }) => `${checker}\0${root}`));
    const isWanted = ({ checker, candidate }: ChosenProject): boolean => {
      const root = rootOf(candidate);
      if (named?.has(`${checker.id}\0${this.services.workspace.folder(root)}`) === false) return false;
      return !(onlyUnserved && isServed(this.services, checker, root));
    };
    return { ...choice, projects: choice.projects.filter(isWanted) };
  }

  async #judge(project: ChosenProject, state: string, cancel: AbortSignal): Promise<ProjectFindings> {
    const { candidate } = project;
    const about = this.#describe(project);
    if (candidate.kind !== 'found')
      return { project, row: { ...about, outcome: 'unavailable', ms: 0 }, files: NOTHING };
    const { id, alone } = project.checker;
    const { key } = candidate.project;
    const result = await this.runs.judge(
      { ...candidate.project, key: `${id}\0${key}`, ...(alone && { group: id }) },
      state,
      cancel,
    );
    const judged = this.#read(project, about, result);
    const { outcome, ms, reason } = judged.row;
    this.services.log(
      `${about.checker} in ${about.root}: ${outcome} after ${Math.round(ms)} ` +
        `ms${reason === undefined ? '' : `: ${reason}`}`,
    );
    return judged;
  }

  #read(project: ChosenProject, about: Project, result: BatchResult): ProjectFindings {
    switch (result.kind) {
      case 'cancelled':
        return { project, row: { ...about, outcome: 'cancelled', ms: 0 }, files: NOTHING };
      case 'broken':
        return {
          project,
          row: { ...about, outcome: 'broken', ms: 0, reason: result.reason },
          files: NOTHING,
        };
      case 'judged': {
        const { files, reason: incompleteReason } = findingsOfProject(
          this.services.workspace,
          project,
          result,
        );
        const reason = result.failure ?? incompleteReason;
        const ms = Math.round(result.ms * 10) / 10;
        const sources = [
          ...new Set([...files.values()].flatMap((found) => found.flatMap(({ source }) => source ?? []))),
        ].sort(compareText);
        const checked = { ...about, ms, ...(sources.length > 0 && { sources }) };
        const row: CheckedProject =
          reason === undefined
            ? { ...checked, outcome: 'complete' }
            : { ...checked, outcome: 'incomplete', reason };
        return { project, row, files };
      }
    }
  }

  #describe({ checker: { id, language }, candidate }: ChosenProject): Project {
    const about = { checker: id, language, root: this.services.workspace.folder(rootOf(candidate)) };
    if (candidate.kind !== 'found')
      return {
        ...about,
        reason: candidate.reason,
        ...(candidate.hint !== undefined && { install: candidate.hint }),
      };
    const { steps, program } = candidate.project;
    return {
      ...about,
      commands: steps.flatMap(({ shown }) => (shown === undefined ? [] : [[...shown]])),
      program,
    };
  }

  /**
   * Each finding once, however many projects a file belongs to. As with their servers, a linter's
   * finding is dropped where a compiler reports the same better.
   */
  #merged(judged: readonly ProjectFindings[]): Record<string, Diagnostic[]> {
    const paths = new Set(judged.flatMap(({ files }) => [...files.keys()]));
    const allFindings = judged.map((each) => ({
      ...each,
      definition: this.#speaksLike(each.project.checker),
    }));
    const entries = [...paths].flatMap((path): [string, Diagnostic[]][] => {
      const allFound = allFindings.flatMap(({ definition, project, row, files }): ReportedFindings[] => {
        const diagnostics =
          files.get(path) ?? (row.outcome === 'complete' && isJudgedIn(project, path) ? [] : undefined);
        return diagnostics === undefined ? [] : [{ definition, diagnostics }];
      });
      const merged = mergeServers(allFound, this.services.severities);
      return merged.length === 0 ? [] : [[this.services.workspace.folder(path), merged]];
    });
    return sortedRecord(entries);
  }

  #speaksLike({ id, sameAs }: CheckerDefinition): ReportedFindings['definition'] {
    return (
      this.services.registry.all().find((server) => sameAs.includes(server.id)) ?? { id, role: 'compiler' }
    );
  }
}
