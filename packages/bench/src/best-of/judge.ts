import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparePatchesTool, type CheckReport, type LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { z } from 'zod';
import { Random } from '../../../../scripts/lib/random.js';
import { startClient, timed } from '../client.js';
import { codeBaseOf } from '../accuracy/code-base.js';
import { CONFIG, DEADLINE_MS } from '../accuracy/host.js';
import { Compiler } from '../accuracy/origins/compiler.js';
import type { Snapshot } from '../accuracy/origins/truth.js';
import type { Subject } from '../accuracy/subject.js';
import { findMistakes, type Compile } from './mistakes.js';
import { oneHunk } from './one-hunk.js';
import { makeTriples, type Patch, type Role, type Triple } from './triples.js';
import { countsIn, countsOf, isBetter, type Counts } from './truth.js';

export interface BestOfOptions {
  readonly seed: number;
  readonly triples: number;
}

/** What the tool said of one triple, beside the compiler. */
export interface Choice {
  readonly file: string;
  readonly kind: string;
  /** The role of the patch that the tool ranks first, and whether it says that it knows all. */
  readonly first: Role;
  readonly isComplete: boolean;
  /** Patches for which the tool counts the errors otherwise than the compiler does. */
  readonly differing: readonly string[];
  readonly ms: number;
}

export interface BestOfResult {
  readonly id: string;
  readonly choices: readonly Choice[];
  /** Triples whose right patch the compiler does not find the best: they are not asked about. */
  readonly unfit: number;
  /** How many triples were to be asked about. */
  readonly asked: number;
}

export const isRightChoice = ({ first, isComplete }: Choice): boolean => first === 'right' && isComplete;

/** A bound cuts a search short, and here is judged what is said, not when. */
const PATIENT = { ...CONFIG, otherFilesTimeout: DEADLINE_MS, includeSeverities: ['error' as const] };

const answer = z.object({ patches: z.array(z.object({ patch: z.number(), outcome: z.string() })) });

/** @param folder to be made; for the workspace and what the compiler writes */
export async function judgeBestOf(
  subject: Subject,
  folder: string,
  { seed, triples }: BestOfOptions,
  tell: (line: string) => void,
): Promise<BestOfResult> {
  mkdirSync(folder, { recursive: true });
  const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
  const base = codeBaseOf(subject, workspace);
  const random = new Random(seed);
  const compiler = new Compiler(subject, workspace, folder);
  const write = (texts: Patch): void => {
    for (const [file, text] of texts) writeFileSync(join(workspace, file), text);
  };
  const asFetched = (texts: Patch): Patch =>
    new Map([...texts.keys()].map((file) => [file, base.sources.get(file) ?? '']));
  const compile: Compile = async (texts) => {
    write(texts);
    try {
      return await compiler.now();
    } finally {
      write(asFetched(texts));
    }
  };
  const mistakes = await findMistakes(
    base,
    subject.ways,
    Math.max(12, Math.ceil(triples / 2)),
    random,
    compile,
  );
  const comment = subject.server === 'pyright' ? '# A comment.' : '// A comment.';
  const client = await startClient(workspace, PATIENT);
  const choices: Choice[] = [];
  let unfit = 0;
  try {
    for (const triple of makeTriples(mistakes, base.sources, comment, Infinity, random)) {
      if (choices.length === triples) break;
      const truths = await truthsOf(triple, subject, compile);
      if (truths === undefined) {
        unfit++;
        continue;
      }
      const wrong = new Map([[triple.mistake.file, triple.mistake.text]]);
      write(wrong);
      const choice = await choose(triple, truths, base.sources, (texts) =>
        compared(client, workspace, texts),
      );
      write(asFetched(wrong));
      choices.push(choice);
      tell(
        `${subject.id} ${choices.length}/${triples} ${choice.file}, ${choice.kind}: ${choice.first} first` +
          `${choice.isComplete ? '' : ', INCOMPLETE'}, ${choice.ms} ms` +
          (isRightChoice(choice) ? '' : ' WRONG') +
          choice.differing.map((one) => `; ${one}`).join(''),
      );
    }
  } finally {
    await client.shutdown();
  }
  return { id: subject.id, choices, unfit, asked: triples };
}

/** Undefined where the right patch is not the best one for the compiler. */
async function truthsOf(
  { mistake, patches }: Triple,
  { rules }: Subject,
  compile: Compile,
): Promise<Counts[] | undefined> {
  const truths: Counts[] = [];
  for (const { patch } of patches) truths.push(countsOf(mistake.after, await compile(patch), rules));
  const right = truths[patches.findIndex(({ role }) => role === 'right')];
  const others = truths.filter((truth) => truth !== right);
  return right !== undefined && others.every((other) => isBetter(right, other)) ? truths : undefined;
}

async function choose(
  { mistake, patches }: Triple,
  truths: readonly Counts[],
  sources: Snapshot['texts'],
  compare: (patches: readonly string[]) => ReturnType<typeof compared>,
): Promise<Choice> {
  const now = (file: string): string => (file === mistake.file ? mistake.text : (sources.get(file) ?? ''));
  const texts = patches.map(({ patch }) =>
    [...patch]
      .filter(([file, text]) => text !== now(file))
      .map(([file, text]) => oneHunk(file, now(file), text))
      .join(''),
  );
  const { value, ms } = await timed(() => compare(texts));
  const [first] = value.patches;
  const differing = patches.flatMap(({ role }, index) => {
    const [truth, report] = [truths[index], value.reports[index]];
    const told = report && countsIn(report);
    if (told?.caused === truth?.caused && told?.solved === truth?.solved) return [];
    return [
      `${role}: ${told?.caused ?? '?'} caused and ${told?.solved ?? '?'} solved ` +
        `instead of ${truth?.caused ?? '?'} and ${truth?.solved ?? '?'}`,
    ];
  });
  const role = patches[(first?.patch ?? 0) - 1]?.role;
  if (role === undefined) throw new Error('the tool ranks nothing first');
  return {
    file: mistake.file,
    kind: mistake.kind,
    first: role,
    isComplete: first?.outcome === 'complete',
    differing,
    ms: Math.round(ms),
  };
}

/** The tool's answer, and the reports that it was made from: one for each patch. */
async function compared(
  client: LspServiceClient,
  workspaceRoot: string,
  patches: readonly string[],
): Promise<z.infer<typeof answer> & { readonly reports: readonly CheckReport[] }> {
  const reports: CheckReport[] = [];
  const propose = async (...asked: Parameters<LspServiceClient['propose']>): Promise<CheckReport> => {
    const report = await client.propose(...asked);
    reports.push(report);
    return report;
  };
  const tool = comparePatchesTool({
    workspaceRoot,
    appendDiagnostics: (success) => Promise.resolve(success),
    preview: { settings: PATIENT, propose },
  });
  const { structuredContent, error } = await tool.execute({ patches });
  if (error !== undefined) throw new Error(`the tool refused: ${error.message}`);
  return { ...answer.parse(structuredContent), reports };
}
