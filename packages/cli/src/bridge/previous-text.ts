import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { textOnDisk, undoEdits, undoPatch, type CheckFileParams } from '@vybestack/llxprt-lsp-core';
import type { CheckRequest, PreviousText, WrittenFile } from './request.js';
import { isStaged } from './staged.js';

/** Computes a file's previous text from its current one; undefined where that is not certain. */
type TakeBack = (now: string) => string | undefined;

/**
 * The files that a hook names, each with its previous text where the host's data determine that
 * text with certainty. Never rejects.
 */
export async function writtenFiles({ cwd, files, patch }: CheckRequest): Promise<CheckFileParams[]> {
  const byPatch =
    patch === undefined ? new Map<string, TakeBack>() : await undoneOnce(cwd, files, undoPatch(patch.text));
  return Promise.all(
    files.map(async ({ path, created, former: previousText }) => {
      const filePath = resolve(cwd, path);
      const takeBack =
        previousText === undefined ? byPatch.get(path) : (now: string) => previousTextOf(now, previousText);
      const found =
        created === true || takeBack === undefined ? undefined : await takenBack(filePath, takeBack);
      const before =
        found !== undefined && patch?.endsFiles === true ? await asItEnded(filePath, found) : found;
      return { filePath, ...(created !== undefined && { created }), ...(before !== undefined && { before }) };
    }),
  );
}

/**
 * Leaves out files that the patch changes under two names. Each part of the patch would be undone
 * on the result of the other.
 */
async function undoneOnce(
  cwd: string,
  files: readonly WrittenFile[],
  undo: ReadonlyMap<string, TakeBack>,
): Promise<ReadonlyMap<string, TakeBack>> {
  const changed = files.filter(({ created }) => created !== true);
  const real = await Promise.all(changed.map(({ path }) => realpath(resolve(cwd, path)).catch(() => path)));
  const first = new Map<string, string>();
  const twice = new Set<string>();
  for (const [index, { path }] of changed.entries()) {
    const target = real[index] ?? path;
    const other = first.get(target);
    if (other === undefined) first.set(target, path);
    else twice.add(other).add(path);
  }
  return new Map([...undo].filter(([name]) => !twice.has(name)));
}

async function takenBack(filePath: string, takeBack: TakeBack): Promise<string | undefined> {
  const found = await textOnDisk(filePath);
  return found.kind === 'text' ? takeBack(found.text) : undefined;
}

/** The text as it is or without its last line break, whichever git's index holds for the file. */
async function asItEnded(filePath: string, text: string): Promise<string | undefined> {
  for (const candidate of [text, text.replace(/\n$/, '')])
    if (await isStaged(filePath, candidate)) return candidate;
  return undefined;
}

function previousTextOf(now: string, previousText: PreviousText): string | undefined {
  if (previousText.kind === 'lines') return undoLines(now, previousText);
  return previousText.kind === 'edits'
    ? undoEdits(now, previousText.edits)
    : wholeBefore(now, previousText.text);
}

/**
 * The break behind the last line stays as it was. Of a file that is empty now, it is not known
 * whether there was one.
 */
function undoLines(
  now: string,
  { line, old, new: inserted }: Extract<PreviousText, { kind: 'lines' }>,
): string | undefined {
  if (now === '') return undefined;
  const end = now.endsWith('\n') ? '\n' : '';
  const lines = now.slice(0, now.length - end.length).split('\n');
  const at = line - 1;
  if (at > lines.length || inserted.some((text, index) => lines[at + index] !== text)) return undefined;
  const before = [...lines.slice(0, at), ...old, ...lines.slice(at + inserted.length)];
  return before.length === 0 ? '' : (before.join('\n') + end).replace(BOM, '');
}

const BOM = /^\uFEFF/;
/** Stands for bytes that are no text. */
const REPLACEMENT = '\uFFFD';

/**
 * Some hosts show a text with LF only, whatever the file had. Where the file may have had CRLF, the
 * shown text is not its previous text.
 */
function wholeBefore(now: string, text: string): string | undefined {
  const endingsAreKnown =
    text.includes('\r') || !text.includes('\n') || (now.includes('\n') && !now.includes('\r'));
  return endingsAreKnown && !text.includes(REPLACEMENT) ? text.replace(BOM, '') : undefined;
}
