import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeBaseOf } from '../code-base.js';
import { plan, type Step } from '../plan/plan.js';
import { describe } from '../progress.js';
import { Shell } from '../shell.js';
import type { Subject } from '../subject.js';
import { Compiler } from './compiler.js';
import { measureCost } from './cost.js';
import { checkOf, proposalOf, writeEdit } from './edits.js';
import { judgeReport, judgeSession } from './judge-report.js';
import { caseLine, roundsLine } from './lines.js';
import { judgeProposals } from './proposals.js';
import { about } from '../judged.js';
import type { OriginAsking, OriginCase, OriginsResult } from './results.js';
import type { OriginsService } from './service.js';
import type { OriginsOptions, OriginsStage } from './stage.js';
import { errorsOf, type Snapshot } from './truth.js';

/** So many edits are one session. */
const SESSION = 20;
/** The session is compared with the compiler after so many edits. */
const COMPARED = 10;

/** In every second session only the edits change the disk: then the service can know all causes. */
const isQuiet = (number: number): boolean => Math.floor((number - 1) / SESSION) % 2 === 1;

const ASKING: readonly OriginAsking[] = ['text', 'before', 'name'];

/**
 * Makes the edits of a subject one by one, and what the shell does between them. The origins of
 * each check are compared with the compiler's errors before and after the edit. Then come proposals
 * that are not written, and the times.
 *
 * @param folder to be made; for the workspace and what the compiler writes
 * @param tell is given what happens, a line each
 */
export async function judgeOrigins(
  subject: Subject,
  folder: string,
  options: OriginsOptions,
  start: OriginsStage['start'],
  tell: (line: string) => void,
): Promise<OriginsResult> {
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const { only, seed, mutations } = options;
  const base = codeBaseOf(subject, workspace);
  const steps = plan(base, subject.ways, { seed, mutations, isQuiet });
  if (only !== undefined && only > steps.length)
    throw new Error(`${subject.id} has ${steps.length} edits, and no number ${only}`);
  const shell = await Shell.open(workspace, steps, base.sources);
  const stage: OriginsStage = {
    subject,
    workspace,
    start,
    compiler: new Compiler(subject, workspace, folder),
  };
  const atStart = errorsOf((await stage.compiler.now()).judgement.findings).length;
  const cases: OriginCase[] = [];
  for (let first = 0; first < (only ?? steps.length); first += SESSION) {
    const session = new Session(stage, await start(workspace), await stage.compiler.now());
    try {
      for (const step of steps.slice(first, Math.min(first + SESSION, only ?? steps.length))) {
        for (const change of step.unannounced) await shell.perform(change);
        const judged = await session.edit(
          step,
          steps[step.number],
          only === undefined || step.number === only,
        );
        if (judged === undefined) continue;
        cases.push(judged);
        tell(`${subject.id} ${caseLine(judged, steps.length)}`);
      }
    } finally {
      await session.close();
    }
  }
  const isWhole = only === undefined;
  const rounds = isWhole ? await judgeProposals(stage, base.sources, steps, options) : [];
  if (isWhole) tell(`${subject.id} ${roundsLine(rounds)}`);
  const cost = isWhole ? await measureCost(stage, base.sources, steps, options.times) : undefined;
  return { judges: 'origins', ...about(subject, started), atStart, cases, rounds, cost };
}

/** A session of the service, and how the tree was when it began. */
class Session {
  /** The texts that the service was last asked about, by name. */
  readonly #known = new Map<string, string>();
  #edits = 0;
  #isWarm = false;

  constructor(
    private readonly stage: OriginsStage,
    private readonly service: OriginsService,
    private readonly start: Snapshot,
  ) {}

  /** @param next the edit after this one: the model may read its file first */
  async edit(step: Step, next: Step | undefined, isJudged: boolean): Promise<OriginCase | undefined> {
    const { subject, workspace, compiler } = this.stage;
    const { number, before, after } = step;
    const former = isJudged ? await compiler.now() : undefined;
    const proposal = number % 2 === 0 ? await this.service.propose(proposalOf(step)) : undefined;
    writeEdit(workspace, step);
    const asking = this.#askingOf(step);
    const reply = await this.service.check(checkOf(step, asking));
    const isWarm = this.#isWarm;
    this.#isWarm ||= reply.kind === 'answered';
    this.#edits += 1;
    this.#known.delete(before.path);
    this.#known.set(after.path, after.text);
    if (next !== undefined && next.number % 2 === 0) this.service.read(next.before.path);
    if (former === undefined) return undefined;
    const now = await compiler.now();
    const trees = { after: now, before: former, start: this.start };
    const checked = judgeReport(reply, after.path, trees, subject);
    if (checked.kind === 'unavailable')
      throw new Error(
        `${subject.server} is not installed, or what it needs is not: npm run setup:servers ` +
          'installs language servers',
      );
    return {
      ...{ number, action: step.action, kind: step.mutation.kind, file: after.path, asking, isWarm, checked },
      unannounced: step.unannounced.map(describe),
      ...(proposal && { proposed: judgeReport(proposal, after.path, { ...trees, start: former }, subject) }),
      ...(this.#edits % COMPARED === 0 && {
        session: judgeSession(await this.service.session(), { ...trees, before: this.start }, subject),
      }),
    };
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** A request without the text before is about a text that the service knows. */
  #askingOf({ number, before }: Step): OriginAsking {
    const asking = ASKING[number % ASKING.length] ?? 'text';
    return asking === 'name' && this.#known.get(before.path) !== before.text ? 'before' : asking;
  }
}
