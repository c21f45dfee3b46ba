import type { Diagnostic, ServerOutcome } from '../../types.ts';
import { MAX_DIAGNOSTICS, MAX_MESSAGE } from './limits.ts';
import { counted } from '../counted.ts';
import { clip, oneLine } from './plain-text.ts';
import { placeOf, written } from './render.ts';

/** How a server that was asked about a file came out. */
export interface Asked {
  readonly id: string;
  readonly outcome: ServerOutcome;
}

interface KnownOptions {
  readonly total: number;
  readonly nextCursor: string | null;
  /** How many diagnostics of one file are shown. */
  readonly perFile: number;
  readonly folder?: string;
  /** False where a file is left out, as nobody could say in time what holds of it now. */
  readonly complete: boolean;
}

const INCOMPLETE = 'Not every file has been judged again since the last change: call again.';

/** Of many files; each shows only its first diagnostics. */
export function renderKnown(files: readonly (readonly [file: string, list: readonly Diagnostic[]])[], { perFile, folder, complete, ...page }: KnownOptions): string {
  const where = folder === undefined ? '' : ` below ${oneLine(folder)}`;
  if (page.total === 0) return `No problems are known${where}. ${complete ? 'Only files that were edited or asked about so far are known, and those that they broke.' : INCOMPLETE}`;
  const lines = files.flatMap(([file, list]) => {
    const left = list.length - perFile;
    return [...list.slice(0, perFile).map((diagnostic) => renderDiagnostic(file, diagnostic)), ...(left > 0 ? [`... and ${left} more in ${oneLine(file)}`] : [])];
  });
  const isWhole = files.length === page.total;
  const problems = files.reduce((sum, [, list]) => sum + list.length, 0);
  const head = `${counted(problems, 'problem')} in ${isWhole ? '' : `${files.length} of `}${counted(page.total, 'file')}${where}:`;
  return written(head, complete ? lines : [...lines, `(${INCOMPLETE})`], page);
}

/** Of one file, and what those have to say who have not said it. */
export function renderChecked(file: string, list: readonly Diagnostic[], asked: readonly Asked[]): string {
  const shown = list.slice(0, MAX_DIAGNOSTICS).map((diagnostic) => renderDiagnostic(file, diagnostic));
  const missing = asked.filter(({ outcome }) => outcome !== 'complete');
  const judges = asked.filter(({ outcome }) => outcome === 'complete').map(({ id }) => id);
  const by = judges.length === 0 ? '' : `, checked by ${judges.join(', ')}`;
  const head = shown.length === 0 ? `No problems in ${oneLine(file)}${by}.` : `${counted(list.length, 'problem')} in ${oneLine(file)}${by}:`;
  const notes = missing.length === 0 ? [] : [`(without ${missing.map(renderOutcome).join(', ')})`];
  return written(head, [...shown, ...notes], { left: list.length - shown.length });
}

/** `typescript, which is still starting`, and what to do about it. */
export function renderOutcome({ id, outcome }: Asked): string {
  return `${id}, which ${OUTCOMES[outcome]}`;
}

const OUTCOMES: Readonly<Record<ServerOutcome, string>> = {
  complete: 'has answered',
  'timed-out': 'has not answered in time: call again',
  starting: 'is still starting: call again',
  broken: 'has ended and is not started again in this session',
  unavailable: 'is not installed, or not for this project',
};

function renderDiagnostic(file: string, { line, character, severity, message, code }: Diagnostic): string {
  const suffix = code === undefined || code === '' ? '' : ` (${clip(oneLine(String(code)), 100)})`;
  return `${placeOf({ file, line, character })}  ${severity}: ${oneLine(clip(message, MAX_MESSAGE))}${suffix}`;
}
