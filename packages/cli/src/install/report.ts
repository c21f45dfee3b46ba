import { sep } from 'node:path';
import { type Escaped, escaped, inline, joined, jsonOf, oneLine, quoted } from '@vybestack/llxprt-lsp-core';
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
export interface InstallReport {
  readonly root: string;
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
  readonly next: readonly string[];
  /** What a person has to know besides, in sentences. */
  readonly remarks: readonly string[];
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

export function printReport(io: Io, report: InstallReport, options: ReportOptions): void {
  if (options.json) io.out(escaped`${jsonOf(toJson(report, options), 2)}\n`);
  else if (report.problems.length > 0) io.err(describeProblems(report, options));
  else io.out(describe(report, options));
}

/** Without a home folder or a workspace. */
export function printUnopened(
  io: Io,
  { path, reason }: Problem,
  { host, scope, uninstall, dryRun, json }: Omit<ReportOptions, 'home' | 'env'>,
): void {
  const action = uninstall ? 'uninstall' : 'install';
  const report = {
    host,
    scope,
    action,
    dryRun,
    ok: false,
    files: [],
    problems: [{ path, reason }],
    next: [],
  };
  if (json) io.out(escaped`${jsonOf(report, 2)}\n`);
  else printError(io, reason);
}

function toJson(
  { root, files, problems, next, remarks, pathsNamed, targets }: InstallReport,
  { host, scope, uninstall, dryRun, env }: ReportOptions,
): unknown {
  return {
    ...{ host, scope, root, action: uninstall ? 'uninstall' : 'install', dryRun, ok: problems.length === 0 },
    program: onPath(INSTALLS[host].program, env) ?? null,
    pathsNamed,
    files: files.map(({ shown, path, action, reason }) => ({
      path: shown,
      ...(path !== shown && { realPath: path }),
      action,
      ...(reason !== undefined && { reason }),
    })),
    problems: problems.map(({ path, reason, byHand }) => ({
      path,
      reason,
      ...(byHand !== undefined && { byHand }),
    })),
    next: problems.length === 0 ? next : [],
    ...(remarks.length > 0 && { remarks }),
    ...(targets &&
      !uninstall && {
        adds: targets.map(({ path, content }) => ({ path, text: editorOf(content).byHand() })),
      }),
  };
}

function describe(
  { root, files, next, remarks, pathsNamed, targets }: InstallReport,
  options: ReportOptions,
): Escaped {
  const { host, scope, uninstall, dryRun, home, env } = options;
  const [title, program] = [inline(INSTALLS[host].title), inline(INSTALLS[host].program)];
  const show = shortened(home);
  const heading = escaped`${title}, ${scope === 'user' ? 'for all your projects' : 'for this project'}`;
  if (uninstall && files.length === 0)
    return escaped`${heading}: nothing of llxprt-lsp is installed in ${show(root)}\n${joined(
      remarks.map((remark) => escaped`  ${inline(remark)}\n`),
      '',
    )}`;
  const rows = files.map(({ shown, path, action, reason }) => {
    const link = path === shown ? '' : escaped`, a link to ${show(path)}`;
    const why = reason === undefined ? '' : escaped`: ${oneLine(reason)}`;
    return escaped`  ${inline(action.padEnd(9))}  ${show(shown)}${link}${why}`;
  });
  const adds =
    dryRun && !uninstall
      ? (targets ?? []).flatMap(({ path, content }) => [
          escaped``,
          escaped`${show(path)}:`,
          ...indented(editorOf(content).byHand()),
        ])
      : [];
  const found = onPath(program, env);
  const isThere =
    found === undefined ? escaped`${program} is not on PATH.` : escaped`${program} is ${show(found)}.`;
  const after = [
    escaped``,
    isThere,
    ...(pathsNamed ? [whyPaths()] : []),
    escaped`Next:`,
    ...next.map((step) => escaped`  - ${inline(step)}`),
  ];
  const lines = [
    escaped`${heading}${dryRun ? '; a dry run, nothing is written' : ''}:`,
    ...rows,
    ...remarks.map((remark) => escaped`  ${inline(remark)}`),
    ...adds,
    ...(uninstall ? [] : after),
  ];
  return escaped`${joined(lines, '\n')}\n`;
}

function whyPaths(): Escaped {
  if (/[\\/]_npx[\\/]/.test(MAIN))
    return joined(
      [
        escaped`This installation is in the cache of npx, which may go at any time:`,
        escaped`install it by \`npm install -g\` first.`,
      ],
      ' ',
    );
  return escaped`The entries name this installation by its path: install again when that moves.`;
}

function describeProblems({ problems }: InstallReport, { home, uninstall }: ReportOptions): Escaped {
  const parts = problems.flatMap(({ path, reason, byHand }) => {
    const lines =
      byHand === undefined
        ? []
        : [escaped`To add by hand, in place of what there may be of it:`, ...indented(byHand)];
    return [escaped`${shortened(home)(path)}: ${oneLine(reason)}`, ...lines];
  });
  const own = problems.flatMap(({ ownRemoval }) =>
    ownRemoval === undefined
      ? []
      : [escaped`If the host itself has installed it, this takes it back: ${inline(ownRemoval)}`],
  );
  const nothing = escaped`Nothing was ${uninstall ? 'taken back' : 'installed'}.`;
  return escaped`${joined([nothing, ...parts, ...own], '\n')}\n`;
}

/** Paths as people write them. */
const shortened =
  (home: string) =>
  (path: string): Escaped =>
    inline(path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);

const indented = (text: string): Escaped[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => escaped`    ${quoted(line)}`);
