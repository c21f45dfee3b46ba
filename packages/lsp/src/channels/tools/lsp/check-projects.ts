import type { ProjectQuestion } from '../../../engine/project/project-question.ts';
import { Deadline } from '../../../engine/base/deadline.ts';
import type { CheckedProject, Diagnostic } from '../../../types.ts';
import { found } from '../../../engine/navigate/found.ts';
import type { State } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { MAX_MESSAGE, MAX_NAME } from './limits.ts';
import { inline, oneLine } from '../../../support/escaped.ts';
import type * as schemas from './schemas.ts';

/** What compilers and linters report about the projects of one call. */
export interface CheckedProjects {
  /** By file, alphabetical. */
  readonly files: Readonly<Record<string, Diagnostic[]>>;
  /** One for each project; the ones with an incomplete check come first. */
  readonly checkers: readonly schemas.Checker[];
  /** Why the requested files cannot be checked, or only some of them. */
  readonly refusal: string | undefined;
}

const NOTHING: CheckedProjects = { files: {}, checkers: [], refusal: undefined };

/**
 * The checkers' part in one call: they run once, and again only where files have changed meanwhile.
 */
export class ProjectsCheck {
  readonly #deadline: number;
  #state: Promise<string> | undefined;
  #result: { readonly state: string; readonly value: Promise<CheckedProjects> } | undefined;

  /**
   * @param cancel kills the runs that no other call waits for. `checkerTimeout` does the same; it
   * counts from here.
   */
  constructor(
    private readonly sources: Pick<Sources, 'projects' | 'config'>,
    private readonly question: ProjectQuestion,
    private readonly cancel: AbortSignal,
  ) {
    this.#deadline = performance.now() + sources.config.checkerTimeout;
  }

  /**
   * While it stays the same, the checkers would report the same. Where no checker is to run,
   * nothing else is examined.
   */
  get state(): State {
    const look = async () => found(await this.#look());
    return { known: () => this.#look(), look, computed: look };
  }

  /** For the state of the last look. */
  async result(): Promise<CheckedProjects> {
    const state = await (this.#state ?? this.#look());
    if (this.#result?.state !== state)
      this.#result = { state, value: this.#isUnneeded(state) ? Promise.resolve(NOTHING) : this.#run() };
    return await this.#result.value;
  }

  /** Whether there are projects that this call leaves out because a language server covers them. */
  async areOthersServed(): Promise<boolean> {
    const { projects } = this.sources;
    const [asked, all] = await Promise.all([
      projects.projects(this.question),
      projects.projects({ ...this.question, onlyUnserved: false }),
    ]);
    return all.length > asked.length;
  }

  /** A call that asks for checkers must get the reason why there are none, so it still runs. */
  #isUnneeded(state: string): boolean {
    return state === '' && this.question.onlyUnserved === true;
  }

  #look(): Promise<string> {
    const { projects } = this.sources;
    this.#state = projects.projects(this.question).then((all) => (all.length === 0 ? '' : projects.state()));
    return this.#state;
  }

  async #run(): Promise<CheckedProjects> {
    const { projects, config } = this.sources;
    using deadline = new Deadline(Math.max(0, this.#deadline - performance.now()));
    const {
      files,
      projects: checked,
      refused = {},
    } = await projects.check(this.question, AbortSignal.any([this.cancel, deadline.signal]));
    const [refusal] = Object.values(refused);
    return { files, checkers: rowsOf(checked, config.checkerTimeout), refusal };
  }
}

function rowsOf(checked: readonly CheckedProject[], limit: number): schemas.Checker[] {
  const [whole, rest] = [
    checked.filter(({ outcome }) => outcome === 'complete'),
    checked.filter(({ outcome }) => outcome !== 'complete'),
  ];
  return [...rest, ...whole].map((project) => rowOf(project, limit));
}

function rowOf({ checker, root, outcome, reason, install }: CheckedProject, limit: number): schemas.Checker {
  const why =
    outcome === 'cancelled'
      ? `it takes longer than ${limit} ms; ask about a smaller part with \`path\`, or have the setting ` +
        '`checkerTimeout` raised'
      : reason;
  return {
    id: inline(checker, MAX_NAME),
    root,
    outcome: outcome === 'cancelled' ? 'timed-out' : outcome,
    ...(why !== undefined && { reason: oneLine(why, MAX_MESSAGE) }),
    ...(install !== undefined && { install: oneLine(install, MAX_MESSAGE) }),
  };
}
