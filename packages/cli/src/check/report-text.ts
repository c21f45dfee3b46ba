import { relative, resolve } from 'node:path';
import { counted, numberOf, oneLine, type CheckedProject, type Diagnostic, type Severity } from '@vybestack/llxprt-lsp-core';
import type { Colors, Io } from '../io.js';
import type { Report } from './report.js';

/**
 * `path:line:col severity message (code)` for each diagnostic, in a form that terminals and editors
 * can follow; '' if there is none.
 */
export function formatFile({ file, diagnostics }: Findings, workspaceRoot: string, { cwd, outColors }: Io): string {
  const path = shownPath(file, workspaceRoot, cwd);
  return diagnostics.map((diagnostic) => formatDiagnostic(path, diagnostic, outColors)).join('');
}

export interface Findings {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

function formatDiagnostic(path: string, diagnostic: Diagnostic, colors: Colors): string {
  const { line, character, severity, message, code } = diagnostic;
  const paint: Record<Severity, (text: string) => string> = {
    error: colors.red,
    warning: colors.yellow,
    info: colors.blue,
    hint: colors.dim,
  };
  const position = `${colors.bold(path)}:${line}:${character}`;
  const reference = code === undefined ? '' : ` ${colors.dim(`(${oneLine(String(code))})`)}`;
  return `${position} ${paint[severity](severity)} ${oneLine(message)}${reference}\n`;
}

/** Relative to the user's current folder. */
export function shownPath(file: string, workspaceRoot: string, cwd: string): string {
  return oneLine(relative(cwd, resolve(workspaceRoot, file)) || '.');
}

const SHOWN_PATHS = 5;

/** What was not checked, and why: one line for each reason. */
export function formatTroubles({ troubles }: Report): string[] {
  const reasons = [...new Set(troubles.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const paths = troubles.flatMap((trouble) => (trouble.reason === reason ? (trouble.path ?? []) : []));
    const rest = paths.length - SHOWN_PATHS;
    const shown = paths.slice(0, SHOWN_PATHS).map((path) => oneLine(path)).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
    return shown === '' ? oneLine(reason) : `not judged: ${shown}: ${oneLine(reason)}`;
  });
}

/** `2 errors and 1 warning in 14 files`, or another sentence about the whole check. */
export function formatSummary(report: Report, severities: readonly Severity[]): string {
  if (report.projects !== undefined) return formatProjects(report, report.projects, severities);
  const counts = formatCounts(severities, (severity) => report.count(severity));
  const elsewhere = report.others?.files ?? [];
  const found = elsewhere.flatMap(({ diagnostics }) => diagnostics);
  const otherCounts = formatCounts(severities, (severity) => numberOf(found.filter((diagnostic) => diagnostic.severity === severity)));
  const partly = report.results.length - report.judged();
  const reasons = [...new Set(report.skipped.map(({ reason }) => reason))].join(', ');
  const parts = [
    counts !== '' ? `${counts} in ${counted(report.results.length, 'file')}` : formatClean(report, severities),
    ...(otherCounts === '' ? [] : [`${otherCounts} in ${counted(elsewhere.length, 'other file')}`]),
    ...(partly > 0 ? [`${counted(partly, 'file')} not judged by every server`] : []),
    ...(reasons === '' ? [] : [`${counted(report.skipped.length, 'file')} skipped (${oneLine(reasons)})`]),
  ];
  return `${parts.join('; ')}.`;
}

/** The same for whole projects: it is not known how many files compilers read. */
function formatProjects(report: Report, projects: readonly CheckedProject[], severities: readonly Severity[]): string {
  if (projects.length === 0 && report.results.length === 0) return `Nothing was judged: ${report.idle}.`;
  const counts = formatCounts(severities, (severity) => report.count(severity));
  const complete = projects.filter(({ outcome }) => outcome === 'complete');
  const clean = complete.length === 0 ? 'Nothing was judged completely' : `No ${listed(severities)}`;
  const judges = countByName(complete.map(({ checker, program }) => oneLine([checker, program?.version].filter(Boolean).join(' '))));
  const rest = projects.length - complete.length;
  const parts = [
    counts !== '' ? `${counts} in ${counted(report.results.length, 'file')}` : clean,
    ...(judges === '' ? [] : [`judged by ${judges}`]),
    ...(rest > 0 && complete.length > 0 ? [`${counted(rest, 'project')} not judged completely`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/**
 * `tsc 5.9.3 in 2 projects, eslint 10.0.0`.
 *
 * @param names one for each project, in any order
 */
export function countByName(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((other) => other === name).length;
      return count === 1 ? name : `${name} in ${counted(count, 'project')}`;
    })
    .join(', ');
}

function formatCounts(severities: readonly Severity[], countOf: (severity: Severity) => number): string {
  return severities
    .map((severity) => ({ severity, count: countOf(severity) }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => counted(count, severity))
    .join(', ');
}

function formatClean(report: Report, severities: readonly Severity[]): string {
  if (report.judged() === 0) return 'Nothing was judged';
  return `No ${listed(severities)} in ${counted(report.judged(), 'file')}`;
}

function listed(severities: readonly Severity[]): string {
  return severities.map((severity) => `${severity}s`).join(' or ');
}
