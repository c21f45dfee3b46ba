import {
  computeRefactoring,
  counted,
  type Escaped,
  escaped,
  jsonOf,
  prepareRefactoring,
  quoted,
  type Refactoring,
  type RefactoringProgress,
  type ResolvedLspConfig,
  type ToolContext,
  withTags,
  writeRefactoring,
} from '@vybestack/llxprt-lsp-core';
import { withLongTimeouts } from '../check/task.js';
import { colored, diffOf } from '../fix/diff.js';
import type { ExitCode, Io } from '../io.js';
import { printProblem, trouble, whyNoService, withSession, type WorkspaceOptions } from '../session.js';
import { asOptions } from './as-options.js';
import { confirm } from './confirm.js';
import { withLateProgress } from './late-progress.js';

export interface RefactorOptions extends WorkspaceOptions {
  /** Show it, and write nothing. */
  readonly dryRun: boolean;
  /** Write it without a question. */
  readonly yes: boolean;
  readonly json: boolean;
}

/** A refactoring as a command line asks for it, in this workspace; a text says why there is none. */
export type FindRefactoring = (folders: {
  readonly cwd: string;
  readonly workspaceRoot: string;
}) => Promise<Refactoring | Escaped>;

/** As long as its servers move, ms: a person sees how far it is, and may end it. */
const TIMEOUT = 300_000;

/** Shows what a refactoring would change, asks, and writes it. */
export async function refactorFiles(
  io: Io,
  options: RefactorOptions,
  find: FindRefactoring,
): Promise<ExitCode> {
  const isAsked = !options.dryRun && !options.yes;
  if (isAsked && (options.json || !io.isTerminal)) {
    return trouble(
      io,
      `${options.json ? '--json' : 'No terminal'}: nothing can be asked; --yes writes it, --dry-run shows it`,
    );
  }
  const settings = (lsp: ResolvedLspConfig): ResolvedLspConfig => withLongTimeouts(lsp, TIMEOUT);
  return await withSession(io, options, settings, async ({ config, lsp, workspaceRoot }) => {
    const client = config.getLspServiceClient();
    if (lsp === false || client?.isAlive() !== true)
      return trouble(io, whyNoService(lsp, client, 'interrupted'));
    const refactoring = await find({ cwd: io.cwd, workspaceRoot });
    if (typeof refactoring === 'string') {
      printProblem(io, asOptions(refactoring));
      return 2;
    }
    return await perform(
      io,
      { ...config.toolContext(), appendDiagnostics: (success) => Promise.resolve(success) },
      refactoring,
      options,
    );
  });
}

/** What is waited for: files of the workspace are loaded, asked about, and judged with the change. */
export function progressOf({ params }: Pick<Refactoring, 'params'>, now: RefactoringProgress): string {
  if (now.stage === 'asking') {
    const asked =
      'symbol' in params
        ? 'all uses of the symbol'
        : params.kind === 'move'
          ? 'all imports of it'
          : 'the change';
    return `Asking the language servers for ${asked}`;
  }
  const { changed, judged, files } = now;
  const tried = `Trying it, with changes in ${counted(changed, 'file')}`;
  return files === 0 ? tried : `${tried}: judged ${judged} of ${counted(files, 'file')}`;
}

/** @returns 1 if it is refused, or if the answer is no */
export async function perform(
  io: Io,
  context: ToolContext,
  refactoring: Refactoring,
  { dryRun, yes, json }: Omit<RefactorOptions, keyof WorkspaceOptions>,
): Promise<ExitCode> {
  const { workspaceRoot } = context;
  const printJson = (what: object): void => {
    if (json) io.out(escaped`${jsonOf({ workspace: workspaceRoot, dryRun, ...what }, 2)}\n`);
  };
  const refuse = (type: string, refusal: Escaped): ExitCode => {
    const message = asOptions(withTags(refusal));
    printJson({ written: false, refused: message, files: [] });
    if (!json) printProblem(io, message);
    return type === 'change_refused' ? 1 : 2;
  };
  const computed = await withLateProgress(
    { isShown: !json && io.showProgress, text: progressOf(refactoring, { stage: 'asking' }) },
    (tell) =>
      computeRefactoring(refactoring, {
        context,
        isDry: dryRun,
        signal: io.signal,
        progress: (now) => {
          tell(progressOf(refactoring, now));
        },
      }),
  );
  if (!computed.ok) return refuse(computed.refusal.type, computed.refusal.message);
  const prepared = await prepareRefactoring(computed.value, refactoring, {
    context,
    isDry: dryRun,
    signal: io.signal,
  });
  if (!prepared.ok) return refuse(prepared.refusal.type, prepared.refusal.message);
  const { display, intent, success } = prepared.value;
  const { changes, caused, mentions, moreMentions, untried, notes } = computed.value;
  if (!json) {
    io.out(escaped`${colored(display, io)}\n\n`);
    if (!yes) io.out(escaped`This would ${withTags(intent)}\n`);
  }
  const isWanted = !dryRun && (yes || (await confirm(io, 'Write it?')));
  if (isWanted) {
    const { error } = await writeRefactoring(computed.value, refactoring, {
      context,
      isDry: false,
      signal: io.signal,
    });
    if (error !== undefined) return refuse(error.type, quoted(error.message));
  }
  printJson({
    written: isWanted,
    files: changes.map((change) => ({
      file: change.file,
      ...('from' in change && { from: change.from }),
      ...(change.text !== undefined && { diff: diffOf({ ...change, text: change.text }) }),
    })),
    caused,
    mentions,
    moreMentions,
    untried,
    notes,
  });
  if (json) return 0;
  if (isWanted) io.out(yes ? escaped`${withTags(success)}\n` : escaped`Written.\n`);
  else if (!dryRun) io.out(escaped`Nothing was written.\n`);
  return isWanted || dryRun ? 0 : 1;
}
