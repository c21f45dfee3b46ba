import { Random } from '../../../../../scripts/lib/random.js';
import type { ToolMutation } from '../plan/mutation.js';
import type { Step } from '../plan/plan.js';
import { Tree } from '../plan/tree.js';
import { checkOf, proposalOf, reversed, writeEdit, type Edit } from './edits.js';
import { judgeReport } from './judge-report.js';
import type { OriginOutcome, Round } from './results.js';
import type { OriginsService } from './service.js';
import type { OriginsOptions, OriginsStage } from './stage.js';
import type { Snapshot } from './truth.js';

/** An edit of the tree as it was fetched, and the compiler's verdict on the tree that it makes. */
interface Candidate {
  readonly edit: Edit;
  readonly after: Snapshot;
}

/** How many edits are compiled, for how many checks; more take the compiler longer. */
const CANDIDATES = { least: 6, most: 20, share: 0.05 } as const;
/** How often an edit is written and taken back after a proposal. */
const WRITTEN = 0.2;

/**
 * Proposes random edits and does not write them. Each proposal is compared with the verdict on the
 * tree as it would be, and the check after it with the verdict on the tree as it is.
 */
export async function judgeProposals(
  stage: OriginsStage,
  sources: ReadonlyMap<string, string>,
  steps: readonly Step[],
  { seed, rounds: checks }: OriginsOptions,
): Promise<Round[]> {
  const random = new Random(seed);
  const base = await stage.compiler.now();
  const candidates: Candidate[] = [];
  for (const edit of editsOf(
    sources,
    steps,
    Math.min(CANDIDATES.most, Math.max(CANDIDATES.least, checks * CANDIDATES.share)),
  )) {
    writeEdit(stage.workspace, edit);
    candidates.push({ edit, after: await stage.compiler.now() });
    writeEdit(stage.workspace, reversed(edit));
  }
  const service = await stage.start(stage.workspace);
  const rounds: Round[] = [];
  try {
    for (let done = 0; done < checks;) {
      const { edit, after } = random.pick(candidates);
      const reply = await service.propose(proposalOf(edit));
      const outcome = judgeReport(
        reply,
        edit.after.path,
        { after, before: base, start: base },
        stage.subject,
      );
      const follow = random.chance(WRITTEN) ? written : unchanged;
      const followed = await follow({ ...stage, service, base }, random.pick(candidates));
      done += followed.length;
      rounds.push({
        number: rounds.length + 1,
        proposed: { file: edit.after.path, outcome },
        checks: followed,
      });
    }
  } finally {
    await service.close();
  }
  return rounds;
}

type World = OriginsStage & { readonly service: OriginsService; readonly base: Snapshot };

async function unchanged(world: World, { edit: { before } }: Candidate): Promise<Round['checks']> {
  const { base } = world;
  return [await check(world, { before, after: before }, { after: base, before: base })];
}

async function written(world: World, { edit, after }: Candidate): Promise<Round['checks']> {
  const { workspace, base } = world;
  writeEdit(workspace, edit);
  const first = await check(world, edit, { after, before: base });
  writeEdit(workspace, reversed(edit));
  return [first, await check(world, reversed(edit), { after: base, before: after })];
}

async function check(
  { service, subject, base }: World,
  edit: Edit,
  trees: { readonly after: Snapshot; readonly before: Snapshot },
): Promise<{ file: string; outcome: OriginOutcome }> {
  const reply = await service.check(checkOf(edit, 'text'));
  const file = edit.after.path;
  return { file, outcome: judgeReport(reply, file, { ...trees, start: base }, subject) };
}

/** The mutations of a plan, each by itself. */
export function editsOf(sources: ReadonlyMap<string, string>, steps: readonly Step[], most: number): Edit[] {
  const mutations = new Set<ToolMutation>(steps.map(({ mutation }) => mutation));
  const base = new Tree(sources);
  return [...mutations].slice(0, most).map((mutation) => ({
    before: base.present(mutation.file),
    after: base.with(mutation).present(mutation.file),
  }));
}
