import { relative, sep } from 'node:path';
import { counted, escaped, type Escaped, joined, jsonOf, oneLine } from '@vybestack/llxprt-lsp-core';
import { findTargets } from '../check/targets.js';
import { shownPath } from '../check/report-text.js';
import { withLongTimeouts } from '../check/task.js';
import type { ExitCode, Io } from '../io.js';
import {
  printError,
  trouble,
  whyNoService,
  withSession,
  type WorkspaceOptions,
  type Session,
} from '../session.js';
import { colored } from './diff.js';
import { fixFile, type FixedFile, type FixTask } from './fix-file.js';

export interface FixOptions extends WorkspaceOptions {
  readonly dryRun: boolean;
  readonly all: FixTask['all'];
  readonly json: boolean;
}

/** `llxprt-lsp fix [paths...]`: writes the fixes that were tried and need no choice. */
export async function fixPaths(io: Io, paths: readonly string[], options: FixOptions): Promise<ExitCode> {
  return await withSession(io, options, withLongTimeouts, async (session) => {
    const client = session.config.getLspServiceClient();
    if (session.lsp === false || client?.isAlive() !== true)
      return trouble(io, whyNoService(session.lsp, client, 'interrupted'));
    const { files, troubles } = await targetsOf(io, paths, session);
    for (const { path, reason } of troubles)
      printError(io, path === undefined ? reason : `${path}: ${reason}`);
    const task: FixTask = {
      client,
      context: session.config.toolContext(),
      isDryRun: options.dryRun,
      all: options.all,
      signal: io.signal,
    };
    const fixed: FixedFile[] = [];
    for (const file of files) {
      if (io.signal.aborted) return 2;
      const one = await fixFile(task, file);
      fixed.push(one);
      if (!options.json) print(io, one, session.workspaceRoot);
    }
    const asJson = {
      workspace: session.workspaceRoot,
      dryRun: options.dryRun,
      files: fixed.filter(isWorthSaying),
    };
    io.out(options.json ? escaped`${jsonOf(asJson, 2)}\n` : summary(fixed, options.dryRun));
    if (troubles.length > 0 || fixed.some((one) => one.troubles.length > 0)) return 2;
    return fixed.some(({ undecided }) => undecided.length > 0) ? 1 : 0;
  });
}

async function targetsOf(
  io: Io,
  paths: readonly string[],
  { config, lsp, workspaceRoot }: Session,
): Promise<{ files: string[]; troubles: { path?: string; reason: string }[] }> {
  const servers = (await config.getLspServiceClient()?.status({ all: true })) ?? [];
  const enabled = servers.filter(
    ({ id, optional }) => lsp !== false && lsp.servers[id]?.enabled !== false && optional !== true,
  );
  const { files, troubles } = await findTargets(paths.length === 0 ? [workspaceRoot] : paths, {
    cwd: io.cwd,
    workspaceRoot,
    extensions: enabled.flatMap(({ extensions }) => extensions ?? []),
    signal: io.signal,
  });
  return {
    files: files.map(({ path }) => relative(workspaceRoot, path).replaceAll(sep, '/')),
    troubles: [...troubles],
  };
}

function isWorthSaying({ fixes, undecided, troubles }: FixedFile): boolean {
  return fixes.length + undecided.length + troubles.length > 0;
}

function print(io: Io, { file, fixes, undecided, troubles }: FixedFile, workspaceRoot: string): void {
  const path = shownPath(file, workspaceRoot, io.cwd);
  for (const { titles, diff } of fixes)
    io.out(
      escaped`${io.outColors.bold(path)}: ${joined(
        titles.map((title) => oneLine(title)),
        '; ',
      )}\n${colored(diff, io)}\n`,
    );
  for (const offered of undecided) {
    const [first] = offered;
    if (first === undefined) continue;
    const { line, character, message } = first.for;
    io.out(escaped`${io.outColors.bold(path)}:${line}:${character} ${oneLine(message)}\n`);
    io.out(
      escaped`  not fixed, there are ${offered.length} ways: ${joined(
        offered.map(({ title }) => oneLine(title)),
        '; ',
      )}\n`,
    );
  }
  for (const trouble of troubles) printError(io, `${path}: ${oneLine(trouble)}`);
}

function summary(fixed: readonly FixedFile[], isDryRun: boolean): Escaped {
  const changed = fixed.filter(({ fixes }) => fixes.length > 0);
  const titles = changed.flatMap(({ fixes }) => fixes.flatMap((one) => one.titles)).length;
  const undecided = fixed.reduce((sum, one) => sum + one.undecided.length, 0);
  const written = escaped`${counted(titles, 'fix', 'fixes')} in ${counted(changed.length, 'file')}`;
  const what =
    titles === 0 ? escaped`No fix to write` : escaped`${isDryRun ? 'Would write' : 'Wrote'} ${written}`;
  return undecided === 0
    ? escaped`${what}.\n`
    : escaped`${what}; ${counted(undecided, 'error')} with several ways to fix it.\n`;
}
