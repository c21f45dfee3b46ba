import { runningServices, stopShared } from '@vybestack/llxprt-lsp-core';
import { PATIENT, serverAlone, startClient, timed } from '../client.js';
import { quiet } from '../measure/stage.js';
import { declaredName, type NavigationQuestion, QUESTIONS } from '../navigation/questions.js';
import { startDirect, startOurs, type Guide, type NavigationTarget } from '../navigation/sides.js';
import { compare, median, type Comparison, type Pair } from '../stats.js';
import { Clone, type LastChange } from './clone.js';
import type { LargeSubject } from './subjects.js';

export interface LargeEffort {
  /** Of files: what their last commit made of them. */
  readonly edits: number;
  /** Of each question, to each side. */
  readonly questions: number;
}

/** One edit, each time with the former text before it. All times in ms. */
export interface LargeEdit {
  readonly file: string;
  /** The check of the file alone. */
  readonly alone: number;
  /** With what it has broken in others. */
  readonly others: number;
  readonly complete: boolean;
}

export interface LargeResult {
  readonly id: string;
  readonly repository: string;
  readonly commit: string;
  readonly server: string;
  /** Of the server's language, in the whole repository. */
  readonly files: number;
  readonly edits: readonly LargeEdit[];
  readonly questions: readonly {
    readonly tool: string;
    readonly name: string;
    /** Ours, and the bare server's, which lists installed packages, too. */
    readonly results: Readonly<Record<'ours' | 'floor', number>>;
    readonly comparison: Comparison;
  }[];
  /** A session's first verdict: of the first one, of a second one that finds the service; and warm edits. */
  readonly sessions: { readonly first: number; readonly second: number; readonly warm: number };
}

const HOT = QUESTIONS.filter(
  ({ tool }) => tool === 'lsp_find_references' || tool === 'lsp_workspace_symbols',
);
/** Of a server that goes on to answer with another number of results. */
const MOST_ASKED = 12;
/** Long enough for the second session; the service is stopped then. */
const LINGER_MS = 600_000;

/** @param folder with the clones; what is edited in them is put back */
export async function measureLarge(
  subject: LargeSubject,
  folder: string,
  effort: LargeEffort,
  say: (phase: string) => void,
): Promise<LargeResult> {
  const clone = await Clone.open(folder, subject);
  try {
    const changes = await clone.lastChanges(effort.edits);
    if (changes.length < 2)
      throw new Error(`${clone.root} has no history of changed files: clone it without --depth`);
    return {
      id: subject.id,
      repository: subject.repository,
      commit: clone.commit,
      server: subject.server,
      files: await clone.count(),
      sessions: await measureSessions(subject, clone, changes, say),
      edits: await measureEdits(subject, clone, changes, say),
      questions: await measureQuestions(subject, clone, effort.questions, say),
    };
  } finally {
    clone.restore();
  }
}

async function measureEdits(
  { server }: LargeSubject,
  clone: Clone,
  changes: readonly LastChange[],
  say: (phase: string) => void,
): Promise<LargeEdit[]> {
  const client = await startClient(clone.root, { ...PATIENT, servers: serverAlone(server, clone.root) });
  const edit = async (file: string, from: string, to: string, others: boolean) => {
    clone.write(file, to);
    const report = await timed(() =>
      client.check({
        files: [{ filePath: file, text: to, before: from }],
        written: true,
        origins: true,
        others,
      }),
    );
    await quiet();
    // Of the edit's own files: what an earlier one has left is not waited for.
    return { ms: report.ms, complete: report.value.othersPending !== true };
  };
  const edits: LargeEdit[] = [];
  try {
    for (const [index, { file, before, after }] of changes.entries()) {
      say(`edit ${index + 1} of ${changes.length}: ${file}`);
      const measured = { alone: 0, others: 0, complete: true };
      for (const others of index % 2 === 0 ? [true, false] : [false, true]) {
        // What this leaves to be searched is searched before the next one.
        await edit(file, after, before, true);
        const { ms, complete } = await edit(file, before, after, others);
        measured[others ? 'others' : 'alone'] = ms;
        if (others) measured.complete = complete;
      }
      edits.push({ file, ...measured });
    }
    return edits;
  } finally {
    await client.shutdown();
  }
}

async function measureQuestions(
  { server, hot }: LargeSubject,
  clone: Clone,
  rounds: number,
  say: (phase: string) => void,
): Promise<LargeResult['questions']> {
  const target: NavigationTarget = {
    file: hot.file,
    ...declaredName(clone.read(hot.file), hot.declares),
  };
  const measured: LargeResult['questions'][number][] = [];
  for (const question of HOT) {
    say(`${question.tool} ${target.name}`);
    // One after the other: two servers beside each other would not have the memory.
    const side = async (start: () => Promise<Guide>): Promise<{ times: number[]; results: number }> => {
      const guide = await start();
      try {
        const results = await warmUp(guide, question, target);
        const times: number[] = [];
        while (times.length < rounds) times.push((await timed(() => guide.ask(question, target))).ms);
        return { times, results };
      } finally {
        await guide.close();
      }
    };
    const floor = await side(() => startDirect(server, clone.root, target.file));
    const ours = await side(() => startOurs(server, clone.root));
    const pairs = ours.times.map((ms, index): Pair => ({ ours: ms, floor: floor.times[index] ?? ms }));
    measured.push({
      tool: question.tool,
      name: target.name,
      results: { ours: ours.results, floor: floor.results },
      comparison: compare(pairs),
    });
  }
  return measured;
}

/** A server that has not seen all of its files yet answers with a part: asks until an answer comes again. */
async function warmUp(guide: Guide, question: NavigationQuestion, target: NavigationTarget): Promise<number> {
  let results = (await guide.ask(question, target)) ?? 0;
  for (let same = 0, asked = 1; same < 2 && asked < MOST_ASKED; asked++) {
    await quiet();
    const again = (await guide.ask(question, target)) ?? 0;
    same = again === results && again > 0 ? same + 1 : 0;
    results = again;
  }
  return results;
}

async function measureSessions(
  { server }: LargeSubject,
  clone: Clone,
  changes: readonly LastChange[],
  say: (phase: string) => void,
): Promise<LargeResult['sessions']> {
  const config = {
    ...PATIENT,
    servers: serverAlone(server, clone.root),
    share: true,
    serviceLinger: LINGER_MS,
  };
  const [{ file, before, after }] = changes as readonly [LastChange];
  try {
    const firsts: number[] = [];
    const warm: number[] = [];
    for (const session of ['first', 'second']) {
      say(`the ${session} session`);
      const client = await startClient(clone.root, config);
      const edit = async (text: string): Promise<number> => {
        clone.write(file, text);
        return (await timed(() => client.check({ files: [{ filePath: file, text }], written: true }))).ms;
      };
      firsts.push(await edit(before));
      for (const text of [after, before, after, before, after]) {
        await quiet();
        warm.push(await edit(text));
      }
      await client.shutdown();
    }
    const [first = 0, second = 0] = firsts;
    return { first, second, warm: median(warm) };
  } finally {
    const { services } = await runningServices();
    for (const service of services) if (service.workspaceRoot === clone.root) await stopShared(service);
  }
}
