import type { ProjectQuestion } from '../../service/project-checks.ts';
import { Deadline } from '../../service/deadline.ts';
import type { CheckedProject, Diagnostic } from '../../types.ts';
import { found } from '../../service/found.ts';
import type { State } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { MAX_MESSAGE, MAX_NAME } from './limits.ts';
import { clip, oneLine } from './plain-text.ts';
import type * as schemas from './schemas.ts';

/** What compilers and linters say of the projects that one call is about. */
export interface Judged {
  /** By file, alphabetical. */
  readonly files: Readonly<Record<string, Diagnostic[]>>;
  /** One for each project; those first that did not judge everything. */
  readonly checkers: readonly schemas.Checker[];
  /** Why what was asked about cannot be judged, or not all of it. */
  readonly refusal: string | undefined;
}

const NOTHING: Judged = { files: {}, checkers: [], refusal: undefined };

/** The checkers' part in one call: they run once, and again only where something has moved meanwhile. */
export class Judging {
  readonly #deadline: number;
  #state: Promise<string> | undefined;
  #judged: { readonly state: string; readonly value: Promise<Judged> } | undefined;

  /** @param cancel kills what nobody else waits for; so does `checkerTimeout`, which counts from here */
  constructor(
    private readonly sources: Pick<Sources, 'projects' | 'config'>,
    private readonly question: ProjectQuestion,
    private readonly cancel: AbortSignal,
  ) {
    this.#deadline = performance.now() + sources.config.checkerTimeout;
  }

  /** For as long as it stays the same, they would say the same; where nobody is to be run, nothing more is looked at. */
  get state(): State {
    const look = async () => found(await this.#look());
    return { known: () => this.#look(), look, computed: look };
  }

  /** As of the last look. */
  async judged(): Promise<Judged> {
    const state = await (this.#state ?? this.#look());
    if (this.#judged?.state !== state) this.#judged = { state, value: this.#isNobodys(state) ? Promise.resolve(NOTHING) : this.#run() };
    return await this.#judged.value;
  }

  /** Whether there are projects of which this call asked no checker, as a language server answers for them. */
  async areOthersServed(): Promise<boolean> {
    const { projects } = this.sources;
    const [asked, all] = await Promise.all([projects.projects(this.question), projects.projects({ ...this.question, onlyUnserved: false })]);
    return all.length > asked.length;
  }

  /** Whoever asks for checkers gets to know why there are none. */
  #isNobodys(state: string): boolean {
    return state === '' && this.question.onlyUnserved === true;
  }

  #look(): Promise<string> {
    const { projects } = this.sources;
    this.#state = projects.projects(this.question).then((all) => (all.length === 0 ? '' : projects.state(this.question)));
    return this.#state;
  }

  async #run(): Promise<Judged> {
    const { projects, config } = this.sources;
    using deadline = new Deadline(Math.max(0, this.#deadline - performance.now()));
    const { files, projects: checked, refused = {} } = await projects.check(this.question, AbortSignal.any([this.cancel, deadline.signal]));
    const [refusal] = Object.values(refused);
    return { files, checkers: rowsOf(checked, config.checkerTimeout), refusal };
  }
}

function rowsOf(checked: readonly CheckedProject[], limit: number): schemas.Checker[] {
  const [whole, rest] = [checked.filter(({ outcome }) => outcome === 'complete'), checked.filter(({ outcome }) => outcome !== 'complete')];
  return [...rest, ...whole].map((project) => rowOf(project, limit));
}

function rowOf({ checker, root, outcome, reason, install }: CheckedProject, limit: number): schemas.Checker {
  const why = outcome === 'cancelled' ? `it takes longer than ${limit} ms; ask about a smaller part with \`path\`, or have the setting \`checkerTimeout\` raised` : reason;
  return {
    id: clip(checker, MAX_NAME),
    root,
    outcome: outcome === 'cancelled' ? 'timed-out' : outcome,
    ...(why !== undefined && { reason: clip(oneLine(why), MAX_MESSAGE) }),
    ...(install !== undefined && { install: clip(oneLine(install), MAX_MESSAGE) }),
  };
}
