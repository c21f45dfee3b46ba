import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { leadsThrough, leaveEarlierFolder, ownFolders } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { MAIN, OPENCODE_PLUGIN } from '../package.js';
import { editorOf } from './editor.js';
import { piSource } from './host-files.js';
import { INSTALLS, type HostScope, type InstallHost } from './hosts.js';
import type { InstallPlace } from './place.js';
import { openPlace, type OpenPlace } from './open-place.js';
import { isOurEntryIn } from './own-entries.js';
import { missingFolders, planInstall, planUninstall, planWithoutReceipt, type Plan } from './plan.js';
import {
  behindLinks,
  findReceipt,
  knownFiles,
  receiptText,
  type Receipt,
  type Scope,
  type StoredReceipt,
} from './receipt.js';
import { printReport, printUnopened, type InstallReport } from './report.js';
import { stayTarget } from './stay.js';
import { removeLeftovers, whyUnwritable, writeAll, type FileChange } from './write-all.js';

export interface InstallOptions {
  readonly host: InstallHost;
  readonly workspace: string;
  readonly scope: Scope;
  readonly uninstall: boolean;
  /** A shared service stays for a while after its last session. */
  readonly stay: boolean;
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

function perform({ place, scope: ofHost }: OpenPlace, options: InstallOptions): InstallReport {
  const key = { host: options.host, scope: options.scope, root: ofHost.root };
  const stored = findReceipt(place, key);
  const found = stored.kind === 'read' ? stored.found : undefined;
  const receipt = found && believed(found.receipt, found.path, place);
  const stay = stayTarget(place);
  const stays = options.stay || knownFiles(receipt).has(behindLinks(stay.path));
  const scope = stays ? { ...ofHost, targets: [...ofHost.targets, stay] } : ofHost;
  const remarks =
    found !== undefined && receipt === undefined
      ? [
          `The receipt ${found.path} lies in the workspace, where a model can write it, ` +
            'so it was not followed.',
        ]
      : [];
  const next = options.uninstall ? [] : [...twice(place, options, scope.root), ...scope.next];
  const about = { root: scope.root, pathsNamed: namesPaths(scope), next, remarks };
  if (stored.kind === 'failed')
    return { ...about, files: [], problems: [{ path: stored.path, reason: stored.reason }] };
  const plan = !options.uninstall
    ? planInstall(scope, receipt)
    : receipt === undefined
      ? planWithoutReceipt(scope)
      : planUninstall(scope, receipt);
  if (plan.kind === 'refused') return { ...about, files: [], problems: plan.problems };
  const files = { files: plan.files, problems: [] };
  const changes = changesOf(plan, key, stored, options.uninstall);
  if (options.dryRun) {
    const problems = changes.flatMap((change) => whyUnwritable(change.path) ?? []);
    return { ...about, ...(problems.length > 0 ? { files: [], problems } : files), targets: scope.targets };
  }
  const receipts = [stored, ...stored.elsewhere].map(({ path }) => path);
  for (const file of [...receipts, ...[...plan.files, ...scope.targets].map((one) => behindLinks(one.path))])
    removeLeftovers(file);
  const done = writeAll(changes);
  if (done.kind === 'failed')
    return {
      ...about,
      files: [],
      problems: [{ path: scope.root, reason: `nothing was changed: ${done.reason}` }],
    };
  if (options.uninstall) removeFolders([...plan.folders, ...(found ? foldersOf(stored.path) : [])]);
  leave(
    stored.elsewhere.map(({ path }) => path),
    place,
  );
  return { ...about, ...files };
}

/** Ours, in a folder that is for all programs. */
const foldersOf = (receipt: string): string[] => [dirname(dirname(receipt)), dirname(receipt)];

/** Takes away what receipts that have moved leave. */
function leave(paths: readonly string[], { home, env }: InstallPlace): void {
  const { earlier } = ownFolders(home, env);
  for (const path of paths) {
    if (dirname(dirname(path)) === earlier) leaveEarlierFolder(earlier);
    else removeFolders(foldersOf(path));
  }
}

/**
 * The receipt comes first and goes last: if this process dies in between, it knows of every text
 * that may have been left. It stays where a file may still hold our entries. What lies elsewhere goes
 * behind all of it.
 */
function changesOf(
  plan: Plan & { kind: 'ready' },
  key: Pick<Receipt, 'host' | 'scope' | 'root'>,
  { path, text: before, elsewhere }: StoredReceipt,
  uninstall: boolean,
): FileChange[] {
  const folders = [...new Set([...plan.folders, ...missingFolders(path)])];
  const text = (files: Receipt['files']): string => receiptText({ ...key, files, folders });
  const stored = (from: string | undefined, to: string | undefined): FileChange => ({
    path,
    before: from,
    after: to,
    isPrivate: true,
  });
  const { during, after } = plan.receipt;
  const moved = elsewhere.map((other) => ({ path: other.path, before: other.text, after: undefined }));
  const changes = uninstall
    ? [...plan.files, stored(before, after.size === 0 ? undefined : text(after)), ...moved]
    : [stored(before, text(during)), ...plan.files, stored(text(during), text(after)), ...moved];
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
