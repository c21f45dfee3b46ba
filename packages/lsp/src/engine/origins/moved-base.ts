import { linesOf } from '../../backend/navigation/lines.ts';
import { LineMap } from '../changes/line-map.ts';
import type { TextFindings } from '../changes/pair.ts';
import type { Base } from '../question/known.ts';
import type { FormerPlace } from './moved-files.ts';

/** A path from the file's own folder. */
const RELATIVE = /["'`]\.{1,2}\/|\bfrom\s+\.|^\s*#\s*include\s*"/;

/**
 * What a file had that was moved, where no server can tell: what stands on lines that it had there. If one
 * of these leads to another file by its place, the move may have caused anything in it.
 */
export function baseOfMove({ text }: FormerPlace, now: TextFindings): Base | undefined {
  const map = new LineMap(text, now.text);
  const kept = now.diagnostics.filter(({ line }) => map.hunk('now', line) === undefined);
  const findings = { diagnostics: kept, text: now.text };
  return dependsOnPlace(findings) ? undefined : { findings, isExact: false };
}

/** One of these stands on a line that leads to another file by a path from the file's own folder. */
export function dependsOnPlace({ diagnostics, text }: TextFindings): boolean {
  const lines = linesOf(text);
  return diagnostics.some(({ line }) => RELATIVE.test(lines[line - 1] ?? ''));
}
