import type { TextChange } from './text-changes.ts';

/** A fix as it changes one file. `former` is empty for a file that it creates. */
export interface ChangedText {
  readonly former: string;
  readonly changes: readonly TextChange[];
}

/**
 * How a fix that may well be wanted differs from one that may be offered. `removal`: it takes words
 * away and adds none. `stub`: it declares what is missing, or leaves the work to be done.
 */
export type FixMark = 'removal' | 'stub';

const SUPPRESSING_TITLE =
  /^(?:fix:?\s*)?(?:disable|ignore|suppress)\b|\bif this is intentional\b|\bwith an underscore\b|\b(?:disable|ignore|suppress)\b.{0,60}\b(?:this line|for the (?:entire )?file|this error|this warning)\b/i;

/** What tells compilers and linters to be silent. */
const SUPPRESSING_TEXT =
  /@ts-(?:ignore|expect-error|nocheck)|#\s*(?:type|ty|pyright|mypy|pylint|pyre)\s*:\s*(?:ignore|disable)|#\s*noqa|#\s*ruff:|\bnolint\b|\blint:ignore\b|#!?\[(?:allow|expect)\b|eslint-disable|biome-ignore|oxlint-disable|#\s*pragma\s+(?:GCC|clang)\s+diagnostic/i;

/** Such a fix silences the finding instead of solving it. */
export function isSuppression(title: string, files: readonly ChangedText[]): boolean {
  return (
    SUPPRESSING_TITLE.test(title) ||
    files.some(({ changes }) => changes.some(({ text }) => SUPPRESSING_TEXT.test(text)))
  );
}

const STUB_TITLE =
  /^(?:create|declare|define|generate|implement|stub)\b|^add (?:all )?(?:missing )?(?:\w+ )?(?:declaration|properties|property|members?|methods?|attributes?|index signature)\b/i;

const STUB_TEXT =
  /\b(?:todo|unimplemented)!|\bnot (?:yet )?implemented\b|\bpanic\("(?:unimplemented|todo)\b|\bNotImplementedError\b/i;

/** @param name the text that the finding is about */
export function markOf(title: string, files: readonly ChangedText[], name: string): FixMark | undefined {
  const added = files.flatMap(({ changes }) => changes.map(({ text }) => text));
  if (STUB_TITLE.test(title) || added.some((text) => STUB_TEXT.test(text))) return 'stub';
  if (declares(added.join('\n'), name) && !files.some(({ former }) => declares(former, name))) return 'stub';
  const tokens = files.map(tokensOf);
  const [lost, gained] = [
    tokens.flatMap(({ lost: each }) => each),
    tokens.flatMap(({ gained: each }) => each),
  ];
  return without(lost, gained).some(isWord) && without(gained, lost).length === 0 ? 'removal' : undefined;
}

/** It takes words away, which others may depend on. */
export function losesWords(files: readonly ChangedText[]): boolean {
  return files
    .map(tokensOf)
    .some(({ lost, gained }) =>
      without(lost, gained).some(
        (word) => isWord(word) && !(VARIABLE.has(word) && gained.some((other) => VARIABLE.has(other))),
      ),
    );
}

/** One of these for another one: the variable is still there. */
const VARIABLE: ReadonlySet<string> = new Set(['var', 'let', 'const']);

/** A word, or any other character but white space. */
const TOKEN = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/** UTF-16 code units. */
const LONGEST_WORD = 200;

interface Tokens {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** A change within a word counts as one of the whole word. */
function tokensOf({ former, changes }: ChangedText): Tokens {
  const lost: string[] = [];
  const gained: string[] = [];
  for (const { start, end, text } of changes) {
    const before =
      /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]*$/u.exec(
        former.slice(Math.max(0, start - LONGEST_WORD), start),
      )?.[0] ?? '';
    const after = /^[\p{L}\p{N}_$]*/u.exec(former.slice(end, end + LONGEST_WORD))?.[0] ?? '';
    for (const token of `${before}${former.slice(start, end)}${after}`.match(TOKEN) ?? []) lost.push(token);
    for (const token of `${before}${text}${after}`.match(TOKEN) ?? []) gained.push(token);
  }
  return { lost, gained };
}

function isWord(token: string): boolean {
  return /^[\p{L}\p{N}_$]/u.test(token);
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
}

const DECLARATION =
  '(?:^|[\\n;])[ \\t]*(?:(?:export|pub|async|abstract|static|private|public|protected)[ \\t]+)*';
const KEYWORD = '(?:var|let|const|function|def|func|fn|class|type|struct|enum|interface|trait|mod)';

/** The text declares the name that the finding calls unknown. A list of imports is none. */
function declares(text: string, name: string): boolean {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return false;
  const word = name.replaceAll('$', '\\$');
  return new RegExp(
    `${DECLARATION}${KEYWORD}[ \\t]+${word}\\s*[=(<:{;\\w]|(?<![\\w$.])${word}\\s*:=`,
    'u',
  ).test(text);
}
