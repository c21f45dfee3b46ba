import { type Escaped, escaped, joined } from '../support/escaped.js';
import { counted } from '../support/counted.js';
import { numberOf } from './diagnostics.js';
import {
  chooseFindings,
  type FormatLimits,
  MAX_NAMED_FILES,
  MAX_TOTAL_LINES,
  moreFiles,
  selectDiagnostics,
  writeTags,
} from './format-diagnostics.js';
import { TEXT_CAPS } from '../support/diagnostic-text.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { CheckReport, Diagnostic, SessionReport } from './types.js';

/**
 * What stands besides the findings that a change may have caused, in one line:
 *
 * `3 errors were there before; 2 from earlier changes still stand in a.ts, b.ts.`
 *
 * The first number is about the files of the report, the second one about all known files. `''` if
 * both are 0, and where the result lists all findings anyway.
 */
export function describeStanding(
  { files, others, open = {} }: Pick<CheckReport, 'files' | 'others' | 'open'>,
  { includeSeverities, report }: FormatLimits,
): Escaped {
  if (report === 'all') return escaped``;
  const before = Object.values({ ...others, ...files }).flatMap((found) =>
    selectDiagnostics(found, includeSeverities).filter(({ origin }) => origin === 'before'),
  );
  const standing = Object.entries(open).filter(([, errors]) => errors > 0);
  const parts = [
    ...(before.length === 0
      ? []
      : [
          joined(
            [
              counted(numberOf(before), nounOf(before)),
              escaped`${numberOf(before) === 1 ? 'was' : 'were'} there before`,
            ],
            ' ',
          ),
        ]),
    ...(standing.length === 0
      ? []
      : [describeOpen(standing, before.length > 0 && nounOf(before) === 'error')]),
  ];
  return parts.length === 0 ? escaped`` : escaped`${joined(parts, '; ')}.`;
}

/** @param isElliptic an earlier part of the sentence has counted errors, too */
function describeOpen(
  standing: readonly (readonly [file: string, errors: number])[],
  isElliptic: boolean,
): Escaped {
  const errors = standing.reduce((sum, [, count]) => sum + count, 0);
  const verb = errors === 1 ? 'from an earlier change still stands' : 'from earlier changes still stand';
  const number = isElliptic ? errors : counted(errors, 'error');
  return escaped`${number} ${verb} in ${fileList(standing.map(([file]) => file))}`;
}

/** What a model reads of files that were not judged whole; '' if all were. */
export function describeInPart(inPart: Readonly<Record<string, string>>): Escaped {
  const all = Object.entries(inPart);
  const lines = all
    .slice(0, MAX_NAMED_FILES)
    .map(([file, reason]) => escaped`Of ${nameInTags(file)}, ${proseInTags(reason, TEXT_CAPS.message)}.`);
  const left = all.length - lines.length;
  return joined([...lines, ...(left > 0 ? [escaped`... and ${counted(left, 'more file')}`] : [])], '\n');
}

/** What a model reads where a command wrote more files than were asked about; '' if all were. */
export function describeUnasked({ found }: Pick<CheckReport, 'found'>): Escaped {
  if (found === undefined || found.written <= found.asked) return escaped``;
  const changed = counted(found.written, 'source file');
  return escaped`The command changed ${changed}, and ${found.asked} of them were checked by name.`;
}

/** What a model reads where not all files could be asked about in time; '' if all were. */
export function describePending({
  files,
  found,
  othersPending,
}: Pick<CheckReport, 'files' | 'found' | 'othersPending'>): Escaped {
  if (othersPending !== true) return escaped``;
  if (found !== undefined)
    return escaped`Not all files that import what the command changed were checked yet.`;
  const changed = Object.keys(files).length > 1 ? 'them' : 'it';
  return escaped`Not all files that import ${changed} were checked yet.`;
}

/**
 * What a model reads at the end of a turn: the findings that the session has caused and that still
 * stand, within the limits of a result about several files. `undefined` if there are none.
 */
export function formatOpen({ open }: SessionReport, limits: FormatLimits): Escaped | undefined {
  const findings = Object.entries(open)
    .map(([file, found]) => ({ file, diagnostics: selectDiagnostics(found, limits.includeSeverities) }))
    .filter(({ diagnostics }) => diagnostics.length > 0);
  const all = findings.flatMap(({ diagnostics }) => diagnostics);
  if (all.length === 0) return undefined;
  const { chosen, left } = chooseFindings(findings, limits, MAX_TOTAL_LINES);
  const { tags } = writeTags(chosen, left);
  const [stand, advice] =
    numberOf(all) === 1
      ? (['stands', 'Fix it, or say why it stays.'] as const)
      : (['stand', 'Fix them, or say why they stay.'] as const);
  const number = counted(numberOf(all), nounOf(all));
  const caused = 'changes of this session caused' as const;
  return joined(
    [
      escaped`Language servers, at the end of this turn: ${number} that ${caused} still ${stand}. ${advice}`,
      ...tags,
      ...moreFiles(findings.slice(tags.length)),
    ],
    '\n',
  );
}

function nounOf(diagnostics: readonly Diagnostic[]): 'error' | 'finding' {
  return diagnostics.every(({ severity }) => severity === 'error') ? 'error' : 'finding';
}

/** `a.ts, b.ts and 3 more files` */
export function fileList(files: readonly string[]): Escaped {
  const left = files.length - MAX_NAMED_FILES;
  const names = files.slice(0, MAX_NAMED_FILES).map((file) => nameInTags(file));
  return escaped`${joined(names, ', ')}${left > 0 ? escaped` and ${counted(left, 'more file')}` : ''}`;
}
