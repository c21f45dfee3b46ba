import { compareText } from '../support/compare.js';
import { counted } from '../support/counted.js';
import { messageWithCode, overflow, TEXT_CAPS } from '../support/diagnostic-text.js';
import { type Escaped, escaped, inline, joined, withoutTags } from '../support/escaped.js';
import { byPlace, identityOf, isCaused, type Listed, listWithin } from './diagnostics.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { Diagnostic, LspConfig, RelatedPlace, Severity } from './types.js';

/**
 * How many lines of diagnostics a result about several files may have, not counting overflow lines
 * (REQ-DIAG-070, REQ-FMT-068).
 */
export const MAX_TOTAL_LINES = 50;

/** How many files a sentence names; the others are counted. */
export const MAX_NAMED_FILES = 5;

export type FormatLimits = Pick<
  Required<LspConfig>,
  'includeSeverities' | 'maxDiagnosticsPerFile' | 'maxProjectDiagnosticsFiles' | 'report'
>;

/** Diagnostics by file; paths are relative to the workspace root, with `/`. */
export type DiagnosticsByFile = Readonly<Record<string, readonly Diagnostic[]>>;

/**
 * What a model reads after an edit or a patch: a label and one tag for each file with findings, in
 * the order of `files` (REQ-DIAG-015, REQ-DIAG-030). If other files were asked for, they follow as
 * after write_file. `''` without findings. With `report: "caused"`, only those findings are there
 * that the change may have caused.
 *
 * One file is limited by `maxDiagnosticsPerFile` alone, several also by `MAX_TOTAL_LINES`.
 */
export function formatAfterEdit(
  files: DiagnosticsByFile,
  others: DiagnosticsByFile,
  limits: FormatLimits,
): Escaped {
  return formatSections(
    'LSP diagnostics after edit:',
    files,
    othersWithFindings(files, others, limits),
    limits,
    Infinity,
  );
}

/**
 * What a model reads after write_file: the written file first, then at most
 * `maxProjectDiagnosticsFiles` others by path. A section without findings is left out
 * (REQ-DIAG-050, REQ-DIAG-060, REQ-FMT-090).
 */
export function formatAfterWrite(
  written: DiagnosticsByFile,
  others: DiagnosticsByFile,
  limits: FormatLimits,
): Escaped {
  const rest = othersWithFindings(written, others, limits);
  return formatSections('LSP errors detected in this file:', written, rest, limits, MAX_TOTAL_LINES);
}

/**
 * What a model reads after a command of a shell: as after an edit. Nobody has named the files that it
 * wrote, so they are limited together with the others by `maxProjectDiagnosticsFiles`.
 */
export function formatAfterCommand(
  written: DiagnosticsByFile,
  others: DiagnosticsByFile,
  limits: FormatLimits,
): Escaped {
  const most = limits.maxProjectDiagnosticsFiles;
  const own = withFindings(Object.entries(written), limits);
  return formatSections(
    'LSP diagnostics after command:',
    written,
    othersWithFindings(written, others, limits),
    { ...limits, maxProjectDiagnosticsFiles: most === 0 ? 0 : Math.max(1, most - own.length) },
    MAX_TOTAL_LINES,
    Math.max(1, most),
  );
}

/** What has come since about files of earlier edits. */
export function formatLate(late: DiagnosticsByFile, limits: FormatLimits): Escaped {
  const findings = withFindings(Object.entries(late), limits);
  const { chosen, left } = chooseFindings(findings, limits, MAX_TOTAL_LINES);
  const { tags } = writeTags(chosen, left);
  const hidden = moreFiles(findings.slice(tags.length));
  return labelled(escaped`LSP diagnostics of earlier edits, which have come since:`, [...tags, ...hidden]);
}

/**
 * @param budget how many lines a result about one file may hold
 * @param most how many of the files are shown
 */
function formatSections(
  label:
    'LSP diagnostics after edit:' | 'LSP diagnostics after command:' | 'LSP errors detected in this file:',
  files: DiagnosticsByFile,
  others: readonly FileFindings[],
  limits: FormatLimits,
  budget: number,
  most = Infinity,
): Escaped {
  const isAboutOne = Object.keys(files).length + others.length === 1;
  const ownFindings = withFindings(Object.entries(files), limits);
  const own = chooseFindings(ownFindings.slice(0, most), limits, isAboutOne ? budget : MAX_TOTAL_LINES);
  const other = chooseFindings(others.slice(0, limits.maxProjectDiagnosticsFiles), limits, own.left);
  const ownTags = writeTags(own.chosen, other.left);
  const otherTags = writeTags(other.chosen, ownTags.left);
  const hidden = limits.maxProjectDiagnosticsFiles === 0 ? [] : others.slice(other.chosen.length);
  return joined(
    [
      labelled(escaped`${label}`, [...ownTags.tags, ...moreFiles(ownFindings.slice(own.chosen.length))]),
      labelled(escaped`LSP errors detected in other files:`, [...otherTags.tags, ...moreFiles(hidden)]),
    ].filter((section) => section !== ''),
    '\n\n',
  );
}

/** The other files with findings, by path. */
function othersWithFindings(
  files: DiagnosticsByFile,
  others: DiagnosticsByFile,
  limits: FormatLimits,
): readonly FileFindings[] {
  const rest = Object.entries(others)
    .filter(([file]) => !Object.hasOwn(files, file))
    .sort(([a], [b]) => compareText(a, b));
  return withFindings(rest, limits);
}

/** `ERROR [3:14] message (code)`, always one line (REQ-FMT-010). */
export function formatLine({ severity, line, character, ...words }: Diagnostic): Escaped {
  return escaped`${LABELS[severity]} [${line}:${character}] ${withoutTags(messageWithCode(words))}`;
}

const LABELS = { error: 'ERROR', warning: 'WARNING', info: 'INFO', hint: 'HINT' } as const satisfies Record<
  Severity,
  string
>;

/** `    file:3:14 message: source`, below the line of the finding that it explains. */
function formatRelated({ file, line, character, message, text = '' }: RelatedPlace): Escaped {
  const words = [message, text]
    .map((part) => proseInTags(part, TEXT_CAPS.aside))
    .filter((part) => part !== '');
  const place = escaped`    ${nameInTags(file)}:${line}:${character}${message === '' ? ':' : ''}`;
  return words.length === 0 ? place : escaped`${place} ${joined(words, ': ')}`;
}

/**
 * The diagnostics that are shown, in the order of their lines. They are filtered by severity first
 * (REQ-FMT-068). Of those with the same range and message only one is kept (REQ-FMT-070).
 */
export function selectDiagnostics(
  diagnostics: readonly Diagnostic[],
  includeSeverities: readonly Severity[],
): Diagnostic[] {
  const distinct = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics
    .filter(({ severity }) => includeSeverities.includes(severity))
    .sort(byPosition)) {
    const key = identityOf(diagnostic);
    const known = distinct.get(key);
    if (known === undefined || (!isCaused(known) && isCaused(diagnostic))) distinct.set(key, diagnostic);
  }
  return [...distinct.values()];
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  return (
    byPlace(a, b) ||
    compareText(a.message, b.message) ||
    compareText(String(a.code ?? ''), String(b.code ?? ''))
  );
}

/** The findings of one file that are shown; never empty. */
export interface FileFindings {
  file: string;
  diagnostics: readonly Diagnostic[];
}

function withFindings(
  files: readonly (readonly [string, readonly Diagnostic[]])[],
  { includeSeverities, report }: FormatLimits,
): FileFindings[] {
  return files
    .map(([file, diagnostics]) => {
      const selected = selectDiagnostics(diagnostics, includeSeverities);
      return { file, diagnostics: report === 'caused' ? selected.filter(isCaused) : selected };
    })
    .filter(({ diagnostics }) => diagnostics.length > 0);
}

/** The findings of one file that fit in a result, and how many do not. */
interface ChosenFindings extends Listed {
  readonly file: string;
}

/**
 * The file that reaches the end of the budget is cut there, with an overflow line. No file follows
 * it.
 */
export function chooseFindings(
  findings: readonly FileFindings[],
  { maxDiagnosticsPerFile }: Pick<FormatLimits, 'maxDiagnosticsPerFile'>,
  budget: number,
): { chosen: ChosenFindings[]; left: number } {
  const chosen: ChosenFindings[] = [];
  let left = budget;
  for (const { file, diagnostics } of findings) {
    if (left <= 0) break;
    const listed = listWithin(diagnostics, Math.min(maxDiagnosticsPerFile, left));
    left -= listed.shown.length;
    chosen.push({ file, ...listed });
  }
  return { chosen, left };
}

/** @param room how many lines of explanations there may be: none takes the place of a finding */
export function writeTags(
  chosen: readonly ChosenFindings[],
  room: number,
): { tags: Escaped[]; left: number } {
  let left = room;
  const tags = chosen.map(({ file, shown, leftOut }) => {
    const lines = shown.flatMap((diagnostic) => {
      const related = (diagnostic.related ?? []).slice(0, left);
      left -= related.length;
      return [formatLine(diagnostic), ...related.map(formatRelated), ...formatFixes(diagnostic)];
    });
    return tag(file, lines, leftOut);
  });
  return { tags, left };
}

/**
 * `... and 25 more files: a.ts, b.ts, c.ts, d.ts, e.ts, ...`: those of which no finding is shown. Not
 * counted as a line (REQ-FMT-068).
 */
export function moreFiles(hidden: readonly FileFindings[]): Escaped[] {
  if (hidden.length === 0) return [];
  const names = hidden.slice(0, MAX_NAMED_FILES).map(({ file }) => nameInTags(file));
  const rest = hidden.length > names.length ? [escaped`...`] : [];
  return [escaped`... and ${counted(hidden.length, 'more file')}: ${joined([...names, ...rest], ', ')}`];
}

/** REQ-FMT-020, with the overflow line of REQ-FMT-055. */
function tag(file: string, lines: readonly Escaped[], leftOut: number): Escaped {
  return joined(
    [
      escaped`<diagnostics file="${attribute(file)}">`,
      ...lines,
      ...overflow(leftOut),
      escaped`</diagnostics>`,
    ],
    '\n',
  );
}

/** `  fix f204518: Add import from "./cart"`: fixes that were tried. They are written by `lsp_fix`. */
function formatFixes({ fix, alternatives = [] }: Diagnostic): Escaped[] {
  const offered = fix === undefined ? alternatives : [fix];
  const what = offered.length > 1 ? 'one of these fixes' : 'fix';
  return offered.map(
    ({ id, title }) => escaped`  ${what} ${nameInTags(id, 20)}: ${proseInTags(title, TEXT_CAPS.title)}`,
  );
}

function labelled(label: Escaped, tags: readonly Escaped[]): Escaped {
  return tags.length === 0 ? escaped`` : joined([label, ...tags], '\n');
}

/** A file's name may hold anything but `/` and NUL. It must end neither the attribute nor the line. */
function attribute(text: string): Escaped {
  const name = nameInTags(text);
  return name.includes('"')
    ? joined(
        name.split('"').map((part) => inline(part)),
        '&quot;',
      )
    : name;
}
