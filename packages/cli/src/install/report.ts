import { sep } from 'node:path';
import type { Io } from '../io.js';
import { editorOf } from './editor.js';
import { MAIN } from '../package.js';
import { printError } from '../session.js';
import { INSTALLS, type InstallHost } from './hosts.js';
import { onPath } from './place.js';
import type { FilePlan, Problem } from './plan.js';
import type { Scope } from './receipt.js';
import type { Target } from './target.js';

/** What a command has done, or why it has done nothing. */
export interface Report {
  readonly root: string;
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
  readonly next: readonly string[];
  /** The entries name the programs by their paths. */
  readonly pathsNamed: boolean;
  /** What would be added, after a dry run. */
  readonly targets?: readonly Target[];
}

interface ReportOptions {
  readonly host: InstallHost;
  readonly scope: Scope;
  readonly uninstall: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export function printReport(io: Io, report: Report, options: ReportOptions): void {
  if (options.json) io.out(`${JSON.stringify(toJson(report, options), undefined, 2)}\n`);
  else if (report.problems.length > 0) io.err(describeProblems(report, options));
  else io.out(describe(report, options));
}

/** Without a home folder or a workspace. */
export function printUnopened(io: Io, { path, reason }: Problem, { host, scope, uninstall, dryRun, json }: Omit<ReportOptions, 'home' | 'env'>): void {
  if (json) io.out(`${JSON.stringify({ host, scope, action: uninstall ? 'uninstall' : 'install', dryRun, ok: false, files: [], problems: [{ path, reason }], next: [] }, undefined, 2)}\n`);
  else printError(io, reason);
}

function toJson({ root, files, problems, next, pathsNamed, targets }: Report, { host, scope, uninstall, dryRun, env }: ReportOptions): unknown {
  return {
    ...{ host, scope, root, action: uninstall ? 'uninstall' : 'install', dryRun, ok: problems.length === 0 },
    program: onPath(INSTALLS[host].program, env) ?? null,
    pathsNamed,
    files: files.map(({ shown, path, action, reason }) => ({ path: shown, ...(path !== shown && { realPath: path }), action, ...(reason !== undefined && { reason }) })),
    problems: problems.map(({ path, reason, byHand }) => ({ path, reason, ...(byHand !== undefined && { byHand }) })),
    next: problems.length === 0 ? next : [],
    ...(targets && !uninstall && { adds: targets.map(({ path, content }) => ({ path, text: editorOf(content).byHand() })) }),
  };
}

function describe({ root, files, next, pathsNamed, targets }: Report, options: ReportOptions): string {
  const { host, scope, uninstall, dryRun, home, env } = options;
  const { title, program } = INSTALLS[host];
  const show = shortened(home);
  const heading = `${title}, ${scope === 'user' ? 'for all your projects' : 'for this project'}`;
  if (uninstall && files.length === 0) return `${heading}: nothing of llxprt-lsp is installed in ${show(root)}\n`;
  const rows = files.map(({ shown, path, action, reason }) => {
    const link = path === shown ? '' : `, a link to ${show(path)}`;
    return `  ${action.padEnd(9)}  ${show(shown)}${link}${reason === undefined ? '' : `: ${reason}`}`;
  });
  const adds = dryRun && !uninstall ? (targets ?? []).flatMap(({ path, content }) => ['', `${show(path)}:`, ...indented(editorOf(content).byHand())]) : [];
  const found = onPath(program, env);
  const isThere = found === undefined ? `${program} is not on PATH.` : `${program} is ${show(found)}.`;
  const after = ['', isThere, ...(pathsNamed ? [whyPaths()] : []), 'Next:', ...next.map((step) => `  - ${step}`)];
  return `${[`${heading}${dryRun ? '; a dry run, nothing is written' : ''}:`, ...rows, ...adds, ...(uninstall ? [] : after)].join('\n')}\n`;
}

function whyPaths(): string {
  if (/[\\/]_npx[\\/]/.test(MAIN)) return 'This installation is in the cache of npx, which may go at any time: install it by `npm install -g` first.';
  return 'The entries name this installation by its path: install again when that moves.';
}

function describeProblems({ problems }: Report, { home, uninstall }: ReportOptions): string {
  const parts = problems.flatMap(({ path, reason, byHand }) => {
    const lines = byHand === undefined ? [] : ['To add by hand, in place of what there may be of it:', ...indented(byHand)];
    return [`${shortened(home)(path)}: ${reason}`, ...lines];
  });
  const own = problems.flatMap(({ ownRemoval }) => (ownRemoval === undefined ? [] : [`If the host itself has installed it, this takes it back: ${ownRemoval}`]));
  return `${[`Nothing was ${uninstall ? 'taken back' : 'installed'}.`, ...parts, ...own].join('\n')}\n`;
}

/** Paths as people write them. */
const shortened = (home: string) => (path: string): string => (path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);

const indented = (text: string): string[] => text.trimEnd().split('\n').map((line) => `    ${line}`);
