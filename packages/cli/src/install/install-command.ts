import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExitCode, Io } from '../io.js';
import { openWorkspace, printError } from '../session.js';
import { MAIN, OPENCODE_PLUGIN } from '../package.js';
import { findCommands } from './commands.js';
import { editorOf } from './editor.js';
import { INSTALLS, type HostScope, type InstallHost } from './hosts.js';
import { homeOf, type InstallPlace } from './place.js';
import { planInstall, planUninstall, planWithoutReceipt, type Plan } from './plan.js';
import { readReceipt, receiptPath, receiptText, type Receipt, type Scope } from './receipt.js';
import { printReport, type Report } from './report.js';
import type { Content } from './target.js';
import { writeAll, type FileChange } from './write-all.js';

export interface InstallOptions {
  readonly host: InstallHost;
  readonly workspace: string;
  readonly scope: Scope;
  readonly uninstall: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `llxprt-lsp install <host>`: writes the host's own files, or takes that back. All of it or nothing. */
export async function install(io: Io, options: InstallOptions, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const opened = await openPlace(io, options, env);
  if (opened === undefined) return 2;
  const report = perform(opened, options);
  printReport(io, report, { ...options, home: opened.place.home, env });
  return report.problems.length === 0 ? 0 : 2;
}

export interface OpenedPlace {
  readonly place: InstallPlace;
  readonly scope: HostScope;
}

/** @returns undefined after printing why there is none */
export async function openPlace(io: Io, { host, workspace, scope }: Pick<InstallOptions, 'host' | 'workspace' | 'scope'>, env: NodeJS.ProcessEnv): Promise<OpenedPlace | undefined> {
  const home = homeOf(env);
  if (home === undefined) {
    printError(io, 'there is no home folder: HOME names none');
    return undefined;
  }
  const folder = openWorkspace(io, workspace);
  if (folder === undefined) return undefined;
  const place = { home, workspace: folder, env, commands: await findCommands(env) };
  return { place, scope: INSTALLS[host][scope](place) };
}

function perform({ place, scope }: OpenedPlace, options: InstallOptions): Report {
  const key = { host: options.host, scope: options.scope, root: scope.root };
  const path = receiptPath(place.home, key);
  const about = { root: scope.root, pathsNamed: scope.targets.some(({ content }) => namesPaths(content)), next: options.uninstall ? [] : scope.next, ownRemoval: scope.ownRemoval };
  const stored = readReceipt(path);
  if (stored.kind === 'failed') return { ...about, files: [], problems: [{ path, reason: stored.reason }] };
  const plan = !options.uninstall ? planInstall(scope, stored.receipt) : stored.receipt === undefined ? planWithoutReceipt(scope) : planUninstall(scope, stored.receipt);
  if (plan.kind === 'refused') return { ...about, files: [], problems: plan.problems };
  const files = { files: plan.files, problems: [] };
  if (options.dryRun) return { ...about, ...files, targets: scope.targets };
  const done = writeAll(changesOf(plan, { ...key, path, before: stored.text }, options.uninstall));
  if (done.kind === 'failed') return { ...about, files: [], problems: [{ path: scope.root, reason: `nothing was changed: ${done.reason}` }] };
  if (options.uninstall) removeFolders([...plan.folders, ...(stored.text === undefined ? [] : [dirname(dirname(path)), dirname(path)])]);
  return { ...about, ...files };
}

/**
 * The receipt comes first and goes last: if this process dies in between, it knows of every text
 * that may have been left. It stays where a file may still hold our entries.
 */
function changesOf(plan: Plan & { kind: 'ready' }, receipt: Pick<Receipt, 'host' | 'scope' | 'root'> & { path: string; before: string | undefined }, uninstall: boolean): FileChange[] {
  const { path, before, ...key } = receipt;
  const text = (files: Receipt['files']): string => receiptText({ ...key, files, folders: plan.folders });
  const stored = (from: string | undefined, to: string | undefined): FileChange => ({ path, before: from, after: to, isPrivate: true });
  const { during, after } = plan.receipt;
  const changes = uninstall
    ? [...plan.files, stored(before, after.size === 0 ? undefined : text(after))]
    : [stored(before, text(during)), ...plan.files, stored(text(during), text(after))];
  return changes.filter((change) => change.before !== change.after);
}

/** Whether the entries name the programs by their paths, as text of a file holds them. */
const namesPaths = (content: Content): boolean => [MAIN, OPENCODE_PLUGIN].some((path) => editorOf(content).byHand().includes(JSON.stringify(path)));

/** Those that hold anything else stay. */
function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Not empty, or gone.
    }
  }
}
