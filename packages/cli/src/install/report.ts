import { sep } from 'node:path';
import type { Io } from '../io.js';
import { editorOf } from './editor.js';
import { MAIN } from '../package.js';
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
  readonly commandsOnPath: boolean;
  readonly ownRemoval: string | undefined;
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

function toJson({ root, files, problems, next, commandsOnPath, targets }: Report, { host, scope, uninstall, dryRun, env }: ReportOptions): unknown {
  return {
    ...{ host, scope, root, action: uninstall ? 'uninstall' : 'install', dryRun, ok: problems.length === 0 },
    program: onPath(INSTALLS[host].program, env) ?? null,
    commandsOnPath,
    files: files.map(({ shown, path, action, reason }) => ({ path: shown, ...(path !== shown && { realPath: path }), action, ...(reason !== undefined && { reason }) })),
    problems,
    next: problems.length === 0 ? next : [],
    ...(targets && !uninstall && { adds: targets.map(({ path, content }) => ({ path, text: editorOf(content).byHand() })) }),
  };
}

function describe({ root, files, next, commandsOnPath, targets }: Report, options: ReportOptions): string {
  const { host, scope, uninstall, dryRun, home, env } = options;
  const { title, program } = INSTALLS[host];
  const where = scope === 'user' ? 'for all your projects' : 'for this project';
  const show = (path: string): string => (path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);
  if (uninstall && files.length === 0) return `${title}, ${where}: nothing of llxprt-lsp is installed in ${show(root)}\n`;
  const rows = files.map(({ shown, path, action, reason }) => {
    const link = path === shown ? '' : `, a link to ${show(path)}`;
    return `  ${action.padEnd(9)}  ${show(shown)}${link}${reason === undefined ? '' : `: ${reason}`}`;
  });
  const found = onPath(program, env);
  const notes = [
    found === undefined ? `${program} is not on PATH.` : `${program} is ${show(found)}.`,
    ...(commandsOnPath ? [] : [/[\\/]_npx[\\/]/.test(MAIN) ? 'This installation is in the cache of npx, which may go at any time: install it by `npm install -g` first.' : 'A login shell does not find this version of llxprt-lsp, so the entries name it by its path: install again when that moves.']),
  ];
  const adds = dryRun && !uninstall ? (targets ?? []).flatMap(({ path, content }) => ['', `${show(path)}:`, ...indented(editorOf(content).byHand())]) : [];
  const lines = [`${title}, ${where}${dryRun ? '; a dry run, nothing is written' : ''}:`, ...rows, ...adds, ...(uninstall ? [] : ['', ...notes, 'Next:', ...next.map((step) => `  - ${step}`)])];
  return `${lines.join('\n')}\n`;
}

function describeProblems({ problems, ownRemoval }: Report, { home, uninstall }: ReportOptions): string {
  const show = (path: string): string => (path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);
  const parts = problems.flatMap(({ path, reason, byHand }) => [`${show(path)}: ${reason}`, ...(byHand === undefined ? [] : ['To add by hand, in place of what there may be of it:', ...indented(byHand)])]);
  const isTaken = problems.some(({ reason }) => reason.startsWith('has another'));
  const own = isTaken && ownRemoval !== undefined ? [`If it comes from an installation by the host itself, this takes it back: ${ownRemoval}`] : [];
  return `${[`Nothing was ${uninstall ? 'taken back' : 'installed'}.`, ...parts, ...own].join('\n')}\n`;
}

const indented = (text: string): string[] => text.trimEnd().split('\n').map((line) => `    ${line}`);
