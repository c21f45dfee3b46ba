import { escaped } from '../../support/escaped.js';
import { refuse, type Outcome } from '../outcome.js';
import type { FilePatch } from './file-patch.js';
import { BEGIN, parseBeginPatch } from './parse-begin-patch.js';
import { parseUnified } from './parse-unified.js';

/** Parses a patch of either format. */
export function parsePatch(patch: string): Outcome<FilePatch[]> {
  if (patch.trim() === '') return refuse('patch_malformed', escaped`The patch is empty.`);
  const lines = patchLines(patch);
  return lines[0]?.trimEnd() === BEGIN ? parseBeginPatch(lines) : parseUnified(lines);
}

/**
 * Splits the patch, without leading empty lines. CRLF on the first line is a result of the
 * transport. CRLF only on later lines belongs to the content.
 */
function patchLines(patch: string): string[] {
  const lines = patch.replace(/^\uFEFF?(?:[ \t]*\r?\n)*/, '').split('\n');
  return lines[0]?.endsWith('\r') === true ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}
