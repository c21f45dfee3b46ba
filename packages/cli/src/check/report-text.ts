import { relative, resolve } from 'node:path';
import {
  type CheckedProject,
  counted,
  type Diagnostic,
  type Escaped,
  escaped,
  inline,
  joined,
  numberOf,
  oneLine,
  type Severity,
} from '@vybestack/llxprt-lsp-core';
import type { Colors, Io } from '../io.js';
import type { CheckResults } from './report.js';

/**
 * `path:line:col severity message (code)` for each diagnostic, in a form that terminals and editors
 * can follow; '' if there is none.
 */
export function formatFile(
  { file, diagnostics }: Findings,
  workspaceRoot: string,
  { cwd, outColors }: Io,
): Escaped {
  const path = shownPath(file, workspaceRoot, cwd);
  return joined(
    diagnostics.map((diagnostic) => formatDiagnostic(path, diagnostic, outColors)),
    '',
  );
}

export interface Findings {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

function formatDiagnostic(path: Escaped, diagnostic: Diagnostic, colors: Colors): Escaped {
  const { line, character, severity, message, code } = diagnostic;
  const paint: Record<Severity, (text: Escaped) => Escaped> = {
    error: colors.red,
    warning: colors.yellow,
    info: colors.blue,
    hint: colors.dim,
  };
  const position = escaped`${colors.bold(path)}:${line}:${character}`;
  const reference = code === undefined ? '' : escaped` ${colors.dim(escaped`(${oneLine(String(code))})`)}`;
  return escaped`${position} ${paint[severity](escaped`${severity}`)} ${oneLine(message)}${reference}\n`;
}

/** Relative to the user's current folder. */
export function shownPath(file: string, workspaceRoot: string, cwd: string): Escaped {
  return inline(relative(cwd, resolve(workspaceRoot, file)) || '.');
}

const SHOWN_PATHS = 5;

/** What was not checked, and why: one line for each reason. */
export function formatTroubles({ troubles }: CheckResults): Escaped[] {
  const reasons = [...new Set(troubles.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const paths = troubles.flatMap((trouble) => (trouble.reason === reason ? (trouble.path ?? []) : []));
    const rest = paths.length - SHOWN_PATHS;
    const shown = escaped`${joined(
      paths.slice(0, SHOWN_PATHS).map((path) => inline(path)),
      ', ',
    )}${rest > 0 ? escaped` and ${rest} more` : ''}`;
    return shown === '' ? oneLine(reason) : escaped`not judged: ${shown}: ${oneLine(reason)}`;
  });
}

/** `2 errors and 1 warning in 14 files`, or another sentence about the whole check. */
export function formatSummary(report: CheckResults, severities: readonly Severity[]): Escaped {
  if (report.projects !== undefined) return formatProjects(report, report.projects, severities);
  const counts = formatCounts(severities, (severity) => report.count(severity));
  const elsewhere = report.others?.files ?? [];
  const found = elsewhere.flatMap(({ diagnostics }) => diagnostics);
  const otherCounts = formatCounts(severities, (severity) =>
    numberOf(found.filter((diagnostic) => diagnostic.severity === severity)),
  );
  const partly = report.results.length - report.judged();
  const reasons = [...new Set(report.skipped.map(({ reason }) => reason))].join(', ');
  const parts = [
    counts !== ''
      ? escaped`${counts} in ${counted(report.results.length, 'file')}`
      : formatClean(report, severities),
    ...(otherCounts === '' ? [] : [escaped`${otherCounts} in ${counted(elsewhere.length, 'other file')}`]),
    ...describeParts(report),
    ...(partly > 0 ? [escaped`${counted(partly, 'file')} not judged by every server`] : []),
    ...(reasons === ''
      ? []
      : [escaped`${counted(report.skipped.length, 'file')} skipped (${oneLine(reasons)})`]),
  ];
  return escaped`${joined(parts, '; ')}.`;
}

/** Files that were not judged whole, as one of which the reason is. */
function describeParts({ results }: CheckResults): Escaped[] {
  const [first, ...others] = results.filter(({ inPart }) => inPart !== undefined);
  if (first === undefined) return [];
  const rest = others.length > 0 ? escaped` and ${counted(others.length, 'more file')}` : '';
  return [escaped`${inline(first.file)}${rest}: ${oneLine(first.inPart ?? '')}`];
}

/** The same for whole projects: it is not known how many files compilers read. */
function formatProjects(
  report: CheckResults,
  projects: readonly CheckedProject[],
  severities: readonly Severity[],
): Escaped {
  if (projects.length === 0 && report.results.length === 0)
    return escaped`Nothing was judged: ${oneLine(report.idle)}.`;
  const counts = formatCounts(severities, (severity) => report.count(severity));
  const complete = projects.filter(({ outcome }) => outcome === 'complete');
  const clean =
    complete.length === 0 ? escaped`Nothing was judged completely` : escaped`No ${listed(severities)}`;
  const judges = countByName(
    complete.map(({ checker, program }) => inline([checker, program?.version].filter(Boolean).join(' '))),
  );
  const rest = projects.length - complete.length;
  const parts = [
    counts !== '' ? escaped`${counts} in ${counted(report.results.length, 'file')}` : clean,
    ...(judges === '' ? [] : [escaped`judged by ${judges}`]),
    ...(rest > 0 && complete.length > 0 ? [escaped`${counted(rest, 'project')} not judged completely`] : []),
  ];
  return escaped`${joined(parts, '; ')}.`;
}

/**
 * `tsc 5.9.3 in 2 projects, eslint 10.0.0`.
 *
 * @param names one for each project, in any order
 */
export function countByName(names: readonly Escaped[]): Escaped {
  const all = [...new Set(names)].map((name) => {
    const count = names.filter((other) => other === name).length;
    return count === 1 ? name : escaped`${name} in ${counted(count, 'project')}`;
  });
  return joined(all, ', ');
}

function formatCounts(severities: readonly Severity[], countOf: (severity: Severity) => number): Escaped {
  const counts = severities
    .map((severity) => ({ severity, count: countOf(severity) }))
    .filter(({ count }) => count > 0);
  return joined(
    counts.map(({ severity, count }) => counted(count, severity)),
    ', ',
  );
}

function formatClean(report: CheckResults, severities: readonly Severity[]): Escaped {
  if (report.judged() === 0) return escaped`Nothing was judged`;
  return escaped`No ${listed(severities)} in ${counted(report.judged(), 'file')}`;
}

function listed(severities: readonly Severity[]): Escaped {
  return joined(
    severities.map((severity) => escaped`${severity}s`),
    ' or ',
  );
}
