import assert from 'node:assert/strict';
import { oneLine } from '../../src/support/escaped.js';
import { TEXT_CAPS } from '../../src/support/diagnostic-text.js';
import type { CheckedServer, Diagnostic } from '../../src/lsp/types.js';

/** What a strict reader finds in a tool's result. */
export interface Result {
  /** `related`: how many places explain these lines. */
  tags: { file: string; lines: string[]; related: number; leftOut: number }[];
  /** How many findings were there before, and how many errors earlier changes have left. */
  standing: { before: number; open: number };
  /** Not all other files were asked about. */
  isPending?: true;
  meta?: { errors: number; checked?: string[] };
}

const LABEL = /^LSP (?:diagnostics after edit|errors detected in this file|errors detected in other files):$/;
const OPEN = /^<diagnostics file="([^"<>]*)">$/;
const LINE = /^(?:ERROR|WARNING|INFO|HINT) \[\d+:\d+\] [^<>]*$/;
const RELATED = /^ {4}[^<>]*:\d+:\d+[^<>]*$/;
const OVERFLOW = /^\.\.\. and ([1-9]\d*) more$/;
const STANDING =
  /^(?:(\d+) (?:error|finding)s? (?:was|were) there before)?(?:; (?!\.))?(?:(\d+)(?: errors?)? from (?:an earlier change still stands|earlier changes still stand) in [^<>]*)?\.$/;
const MORE_FILES = /^\.\.\. and [1-9]\d* more files?: [^<>]+$/;
const PENDING = /^Not all files that import (?:it|them) were checked yet\.$/;
const META = /^\[meta\] diagnostics_errors=(\d+)(?: checked=(\S+) unchecked=(\S+))?$/;
/** Whatever some reader takes for the end of a line, the controls of terminals, and what is not seen. */
const CONTROL =
  /[^\P{Cc}\n]|[\u2028\u2029\u200B\u2060\uFEFF\p{Bidi_Control}\p{Surrogate}\u{E0000}-\u{E007F}]/u;

/** Reads by the grammar alone. Throws where the text is not of it. */
export function readResult(success: string, text: string): Result {
  assert.ok(text.startsWith(success), 'the success text comes first');
  assert.doesNotMatch(text.slice(success.length), CONTROL);
  const rest = text.slice(success.length);
  const result: Result = { tags: [], standing: { before: 0, open: 0 } };
  if (rest === '') return result;
  assert.ok(rest.startsWith('\n\n'), 'a blank line comes behind it');
  const sections = rest.slice(2).split('\n\n');
  const meta = META.exec(sections.at(-1) ?? '');
  if (meta !== null) {
    sections.pop();
    const [, errors, checked] = meta;
    result.meta = {
      errors: Number(errors),
      ...(checked !== undefined && { checked: checked === 'none' ? [] : checked.split(',').map(decodeName) }),
    };
  }
  if (PENDING.test(sections.at(-1) ?? '')) {
    sections.pop();
    result.isPending = true;
  }
  const standing = STANDING.exec(sections.at(-1) ?? '');
  if (standing !== null) {
    sections.pop();
    const [, before = 0, open = 0] = standing;
    result.standing = { before: Number(before), open: Number(open) };
  }
  for (const section of sections) readSection(section.split('\n'), result);
  return result;
}

function readSection([label = '', ...lines]: readonly string[], { tags }: Result): void {
  assert.match(label, LABEL);
  assert.ok(lines.length > 0, 'a label without a tag');
  for (let at = 0; at < lines.length; at++) {
    if (at === lines.length - 1 && MORE_FILES.test(lines[at] ?? '')) return;
    const file = OPEN.exec(lines[at] ?? '')?.[1] ?? assert.fail(`no tag: ${lines[at]}`);
    const tag: Result['tags'][number] = { file: unescape(file), lines: [], related: 0, leftOut: 0 };
    for (at++; lines[at] !== '</diagnostics>'; at++) {
      const line = lines[at] ?? assert.fail('a tag without an end');
      const leftOut = OVERFLOW.exec(line)?.[1];
      if (leftOut !== undefined) tag.leftOut = Number(leftOut);
      else if (RELATED.test(line)) {
        assert.ok(tag.lines.length > 0 && unescape(line) !== '', 'a place that explains nothing');
        tag.related++;
      } else {
        assert.match(line, LINE);
        assert.equal(tag.leftOut, 0, 'a line behind the last one');
        tag.lines.push(unescape(line));
      }
    }
    tags.push(tag);
  }
}

/** What the line of this diagnostic says, once what is escaped in it has been read. */
export function shownDiagnostic({ severity, line, character, message, code }: Diagnostic): string {
  const suffix = code === undefined || code === '' ? '' : ` (${oneLine(String(code), 100)})`;
  return `${severity.toUpperCase()} [${line}:${character}] ${oneLine(message, TEXT_CAPS.message)}${suffix}`;
}

/** Each server's name as the meta line has it, read back; those of the same name once. */
export function shownServers(servers: readonly CheckedServer[]): string[] {
  return [
    ...new Set(
      servers.map(({ id, version }) =>
        version === undefined ? clipped(id) : `${clipped(id)}@${clipped(version)}`,
      ),
    ),
  ];
}

/** One that is called nothing is a blank, so that something stands there. */
function clipped(name: string): string {
  if (name === '') return ' ';
  const text = name.length <= 80 ? name : `${name.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…`;
  // As UTF-8 has it, where half a character has no place.
  return Buffer.from(text).toString();
}

function decodeName(name: string): string {
  return decodeURIComponent(name);
}

/** Reads the four names; anything else behind an ampersand is no escape of ours. */
function unescape(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&([^;]*;?)/g, (_, reference: string) => {
    const name = reference.slice(0, -1);
    return names[name] ?? assert.fail(`&${reference} is no escape`);
  });
}
