import type { WrittenFile } from '../bridge/request.js';

/** What a patch did to files, as it names them. */
export interface PatchedPaths {
  readonly files: readonly WrittenFile[];
  readonly deleted: readonly string[];
  /** The patch without the text around it. */
  readonly text: string;
}

type Fate = 'created' | 'changed' | 'deleted';

/**
 * Reads from an applied patch which files it wrote and which it deleted, in both formats of core's
 * apply_patch. The host has already applied the patch, so only its headers are read.
 *
 * @param text may have anything before the patch, such as the command that it was an argument of
 */
export function patchedPaths(text: string): PatchedPaths {
  const raw = text.split('\n');
  const lines = raw.map((line) => line.replace(/\r$/, ''));
  const begin = lines.findIndex((line) => line.trim().endsWith(BEGIN));
  const end = lines.findIndex((line, index) => index > begin && line.trimEnd() === END);
  const fates = new Map<string, Fate>();
  const headers = begin === -1 ? unifiedHeaders(lines) : beginPatchHeaders(lines.slice(begin + 1));
  for (const [path, fate] of headers)
    fates.set(path, fate === 'changed' && fates.get(path) === 'created' ? 'created' : fate);
  const entries = [...fates];
  return {
    files: entries.flatMap(([path, fate]) =>
      fate === 'deleted' ? [] : [{ path, ...(fate === 'created' && { created: true }) }],
    ),
    deleted: entries.flatMap(([path, fate]) => (fate === 'deleted' ? [path] : [])),
    text: begin === -1 ? text : raw.slice(begin, end === -1 ? undefined : end + 1).join('\n'),
  };
}

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

type Header = readonly [path: string, fate: Fate];

/** No line of a file's content begins with a star. */
function* beginPatchHeaders(lines: readonly string[]): Generator<Header> {
  let updated: string | undefined;
  for (const line of lines) {
    const [, verb, rest = ''] =
      /^\*\*\* (Add File|Update File|Delete File|Move to|End Patch)(?:: (.*))?$/.exec(line.trimEnd()) ?? [];
    const path = rest.trim();
    if (verb === 'End Patch') return;
    if (verb === undefined || path === '') continue;
    if (verb === 'Move to' && updated !== undefined) yield [updated, 'deleted'];
    yield [path, verb === 'Delete File' ? 'deleted' : verb === 'Update File' ? 'changed' : 'created'];
    updated = verb === 'Update File' ? path : undefined;
  }
}

/** Lines of a hunk may look like headers, so a hunk's lines are counted and skipped. */
function* unifiedHeaders(lines: readonly string[]): Generator<Header> {
  let [old, added] = [0, 0];
  let from = '';
  for (const line of lines) {
    if (old > 0 || added > 0) {
      if (!line.startsWith('+') && !line.startsWith('\\')) old--;
      if (!line.startsWith('-') && !line.startsWith('\\')) added--;
      continue;
    }
    const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (counts) [old, added] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
    else if (line.startsWith('rename from ')) yield [line.slice('rename from '.length), 'deleted'];
    else if (line.startsWith('rename to ')) yield [line.slice('rename to '.length), 'created'];
    else if (line.startsWith('--- ')) from = line.slice(4);
    else if (line.startsWith('+++ ')) yield* unifiedFile(nameOf(from), nameOf(line.slice(4)));
  }
}

const NOWHERE = '/dev/null';

function* unifiedFile(from: string, to: string): Generator<Header> {
  if (to === NOWHERE) yield [withoutPrefix(from), 'deleted'];
  else if (from === NOWHERE) yield [withoutPrefix(to), 'created'];
  // A folder may have the name of a git prefix, so prefixes count only where both names have one.
  else yield [/^[aciow]\//.test(from) && /^[bciow]\//.test(to) ? withoutPrefix(to) : to, 'changed'];
}

function withoutPrefix(name: string): string {
  return name.replace(/^[abciow]\//, '');
}

/**
 * After a name there may be a tab and a time, and git puts names with unusual characters in quotes.
 */
function nameOf(header: string): string {
  return (header.split('\t')[0] ?? '').trimEnd().replace(/^"(.*)"$/, '$1');
}
