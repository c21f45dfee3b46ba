import { computeRefactoring, oneLine, prepareRefactoring, writeRefactoring, type RefactorParams, type ToolContext, type Wording } from '@vybestack/llxprt-lsp-core';
import { findPlaces } from '../check/targets.js';
import { withLongTimeouts } from '../check/task.js';
import { colored, diffOf } from '../fix/diff.js';
import type { ExitCode, Io } from '../io.js';
import { printError, withSession, type Place } from '../session.js';
import { confirm } from './confirm.js';

export interface RefactorOptions extends Place {
  /** Show it, and write nothing. */
  readonly dryRun: boolean;
  /** Write it without a question. */
  readonly yes: boolean;
  readonly json: boolean;
}

/** One kind of refactoring, as a command line asks for it. */
export interface Refactoring {
  readonly params: RefactorParams;
  readonly wording: Wording;
}

/**
 * Shows what a refactoring would change, asks, and writes it.
 *
 * @param path of the file or folder that it is about, as the user named it
 * @param of that path, absolute and real
 */
export async function refactorPath(io: Io, path: string, options: RefactorOptions, of: (real: string) => Refactoring): Promise<ExitCode> {
  const isAsked = !options.dryRun && !options.yes;
  if (isAsked && (options.json || !io.isTerminal)) {
    printError(io, `${options.json ? '--json' : 'No terminal'}: nothing can be asked; --yes writes it, --dry-run shows it`);
    return 2;
  }
  return await withSession(io, options, withLongTimeouts, async ({ config, lsp, workspaceRoot }) => {
    const client = config.getLspServiceClient();
    if (lsp === false || client?.isAlive() !== true) {
      printError(io, lsp === false ? 'LSP disabled by configuration' : `LSP unavailable: ${client?.getUnavailableReason() ?? 'interrupted'}`);
      return 2;
    }
    const { found, troubles } = await findPlaces([path], { cwd: io.cwd, workspaceRoot });
    const [place] = found;
    if (place === undefined) {
      for (const { reason } of troubles) printError(io, `${oneLine(path)}: ${reason}`);
      return 2;
    }
    return await perform(io, { ...config.toolContext(), appendDiagnostics: (success) => Promise.resolve(success) }, of(place.real), options);
  });
}

/** @returns 1 if it is refused, or if the answer is no */
export async function perform(io: Io, context: ToolContext, { params, wording }: Refactoring, { dryRun, yes, json }: Omit<RefactorOptions, keyof Place>): Promise<ExitCode> {
  const { workspaceRoot } = context;
  const printJson = (what: object): void => {
    if (json) io.out(`${JSON.stringify({ workspace: workspaceRoot, dryRun, ...what }, undefined, 2)}\n`);
  };
  const refuse = (type: string, message: string): ExitCode => {
    printJson({ written: false, refused: message, files: [] });
    if (!json) printError(io, message);
    return type === 'change_refused' ? 1 : 2;
  };
  const computed = await computeRefactoring(context, params, wording, io.signal);
  if (!computed.ok) return refuse(computed.refusal.type, computed.refusal.message);
  const prepared = await prepareRefactoring(computed.value, wording, { context, isDry: dryRun, signal: io.signal });
  if (!prepared.ok) return refuse(prepared.refusal.type, prepared.refusal.message);
  const { display, intent, success } = prepared.value;
  const { changes, ...rest } = computed.value;
  if (!json) {
    io.out(`${colored(display, io)}\n\n`);
    if (!yes) io.out(`This would ${intent}\n`);
  }
  const isWanted = !dryRun && (yes || (await confirm(io, 'Write it?')));
  if (isWanted) {
    const { error } = await writeRefactoring(computed.value, wording, { context, isDry: false, signal: io.signal });
    if (error !== undefined) return refuse(error.type, error.message);
  }
  printJson({ written: isWanted, files: changes.map((change) => ({ file: change.file, ...('from' in change && { from: change.from }), ...(change.text !== undefined && { diff: diffOf({ ...change, text: change.text }) }) })), ...rest });
  if (json) return 0;
  if (isWanted) io.out(yes ? `${success}\n` : 'Written.\n');
  else if (!dryRun) io.out('Nothing was written.\n');
  return isWanted || dryRun ? 0 : 1;
}
