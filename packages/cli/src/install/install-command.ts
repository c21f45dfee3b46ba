import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { leadsThrough } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { MAIN, OPENCODE_PLUGIN } from '../package.js';
import { editorOf } from './editor.js';
import { piSource } from './host-files.js';
import { INSTALLS, type HostScope, type InstallHost } from './hosts.js';
import type { InstallPlace } from './place.js';
import { openPlace, type OpenPlace } from './open-place.js';
import { isOurEntryIn } from './own-entries.js';
import { planInstall, planUninstall, planWithoutReceipt, type Plan } from './plan.js';
import { behindLinks, readReceipt, receiptPath, receiptText, type Receipt, type Scope } from './receipt.js';
import { printReport, printUnopened, type Report } from './report.js';
import { removeLeftovers, whyUnwritable, writeAll, type FileChange } from './write-all.js';

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
  const opened = await openPlace(io.cwd, options, env);
  if (opened.kind === 'failed') {
    printUnopened(io, opened, options);
    return 2;
  }
  const report = perform(opened, options);
  printReport(io, report, { ...options, home: opened.place.home, env });
  return report.problems.length === 0 ? 0 : 2;
}

function perform({ place, scope }: OpenPlace, options: InstallOptions): Report {
  const key = { host: options.host, scope: options.scope, root: scope.root };
  const path = receiptPath(place.home, key);
  const stored = readReceipt(path);
  const receipt = stored.kind === 'read' ? believed(stored.receipt, path, place) : undefined;
  const remarks =
    stored.kind === 'read' && stored.receipt !== undefined && receipt === undefined
      ? [`The receipt ${path} lies in the workspace, where a model can write it, so it was not followed.`]
      : [];
  const next = options.uninstall ? [] : [...twice(place, options, scope.root), ...scope.next];
  const about = { root: scope.root, pathsNamed: namesPaths(scope), next, remarks };
  if (stored.kind === 'failed') return { ...about, files: [], problems: [{ path, reason: stored.reason }] };
  const plan = !options.uninstall
    ? planInstall(scope, receipt)
    : receipt === undefined
      ? planWithoutReceipt(scope)
      : planUninstall(scope, receipt);
  if (plan.kind === 'refused') return { ...about, files: [], problems: plan.problems };
  const files = { files: plan.files, problems: [] };
  const changes = changesOf(plan, { ...key, path, before: stored.text }, options.uninstall);
  if (options.dryRun) {
    const problems = changes.flatMap((change) => whyUnwritable(change.path) ?? []);
    return { ...about, ...(problems.length > 0 ? { files: [], problems } : files), targets: scope.targets };
  }
  for (const file of [path, ...[...plan.files, ...scope.targets].map((one) => behindLinks(one.path))])
    removeLeftovers(file);
  const done = writeAll(changes);
  if (done.kind === 'failed')
    return {
      ...about,
      files: [],
      problems: [{ path: scope.root, reason: `nothing was changed: ${done.reason}` }],
    };
  if (options.uninstall)
    removeFolders([
      ...plan.folders,
      ...(stored.text === undefined ? [] : [dirname(dirname(path)), dirname(path)]),
    ]);
  return { ...about, ...files };
}

/**
 * The receipt comes first and goes last: if this process dies in between, it knows of every text
 * that may have been left. It stays where a file may still hold our entries.
 */
function changesOf(
  plan: Plan & { kind: 'ready' },
  receipt: Pick<Receipt, 'host' | 'scope' | 'root'> & { path: string; before: string | undefined },
  uninstall: boolean,
): FileChange[] {
  const { path, before, ...key } = receipt;
  const text = (files: Receipt['files']): string => receiptText({ ...key, files, folders: plan.folders });
  const stored = (from: string | undefined, to: string | undefined): FileChange => ({
    path,
    before: from,
    after: to,
    isPrivate: true,
  });
  const { during, after } = plan.receipt;
  const changes = uninstall
    ? [...plan.files, stored(before, after.size === 0 ? undefined : text(after))]
    : [stored(before, text(during)), ...plan.files, stored(text(during), text(after))];
  return changes.filter((change) => change.before !== change.after);
}

/**
 * A receipt says which file gets which text. One that a model or a stranger may have written says
 * nothing; where the whole home folder is the workspace, nothing about files outside of it.
 */
function believed(
  receipt: Receipt | undefined,
  path: string,
  { home, workspace }: InstallPlace,
): Receipt | undefined {
  if (receipt === undefined || !leadsThrough(path, workspace)) return receipt;
  if (!leadsThrough(home, workspace)) return undefined;
  return {
    ...receipt,
    files: new Map([...receipt.files].filter(([file]) => leadsThrough(behindLinks(file), workspace))),
  };
}

/** Whether the entries name the programs by their paths, as text of a file holds them. */
function namesPaths({ root, targets }: HostScope): boolean {
  const paths = [MAIN, OPENCODE_PLUGIN, piSource(root)].filter((path) => !path.startsWith('npm:'));
  const texts = targets.map(({ content }) => editorOf(content).byHand());
  return paths.some((path) => texts.some((text) => text.includes(JSON.stringify(path))));
}

/** Hosts read the files of the user and those of the project. */
function twice(place: InstallPlace, { host, scope }: InstallOptions, root: string): string[] {
  const other = scope === 'user' ? 'project' : 'user';
  const { root: otherRoot, targets } = INSTALLS[host][other](place);
  if (otherRoot === root || !targets.some((target) => isOurEntryIn(target))) return [];
  const where = other === 'user' ? 'for all your projects' : 'for this project';
  return [
    `It is installed ${where}, too, and may run twice here. This takes that one back: llxprt-lsp ` +
      `install ${host}${other === 'user' ? '' : ' --project'} --uninstall`,
  ];
}

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
