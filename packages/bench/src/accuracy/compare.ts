import { headOf, type Finding, type Judgement } from './finding.js';

/** How findings of a language are told apart, and what server and compiler are known to word differently. */
export interface Rules {
  /**
   * Whether the message says which error it is, besides its line: where there is no code, or codes
   * say little.
   */
  readonly byMessage: boolean;
  /** What of a message tells errors apart; by default its first line. */
  readonly words?: (message: string) => string;
  readonly variants: readonly Variant[];
}

/** Two names of one error, which of them depends on something else than the code. */
export interface Variant {
  /** Of the known difference, for the report. */
  readonly name: string;
  readonly same: (reported: Finding, expected: Finding) => boolean;
}

export interface FindingsComparison {
  readonly right: number;
  /** The compiler has it, the tool has not. */
  readonly missed: readonly Finding[];
  /** The tool has it, the compiler has not. */
  readonly invented: readonly Finding[];
  /** Of those, what the compiler had said of this file before the edit. */
  readonly stale: readonly Finding[];
  readonly differences: readonly Difference[];
}

/** Known and documented: neither right nor wrong, or right under another name. */
export interface Difference {
  readonly name: string;
  readonly kind: 'right under another name' | 'not judged' | 'left out';
  /** As reported; as the compiler has it where it was left out. */
  readonly finding: Finding;
}

/**
 * The tool's answer for one file beside the compiler's, as sets.
 *
 * @param reported of that file
 * @param before what the compiler said of the file before the edit, under whatever name it had then
 */
export function compareFindings(
  file: string,
  reported: readonly Finding[],
  judgement: Judgement,
  before: readonly Finding[],
  { byMessage, words = headOf, variants }: Rules,
): FindingsComparison {
  const key = keyOf(byMessage, words);
  const told = unique(reported, key);
  const expected = unique(
    judgement.findings.filter((finding) => finding.file === file),
    key,
  );
  const open = new Map(expected);
  const echoing = (judgement.echoes ?? []).flatMap(({ name, findings }) =>
    [
      ...unique(
        findings.filter((finding) => finding.file === file),
        key,
      ),
    ].map(([id, finding]) => ({ id, name, finding })),
  );
  const echoes = new Set(echoing.map(({ id }) => id));
  const differences: Difference[] = echoing
    .filter(({ id }) => !told.has(id))
    .map(({ name, finding }) => ({ name, kind: 'left out', finding }));
  const unmatched: Finding[] = [];
  for (const [id, finding] of told) {
    if (!open.delete(id) && !echoes.has(id)) unmatched.push(finding);
  }
  const invented: Finding[] = [];
  for (const finding of unmatched) {
    const twin = findTwin(finding, open, variants);
    const silent = judgement.silentOn(finding);
    if (twin !== undefined) {
      open.delete(twin.id);
      differences.push({ name: twin.name, kind: 'right under another name', finding });
    } else if (silent !== undefined) differences.push({ name: silent, kind: 'not judged', finding });
    else invented.push(finding);
  }
  const former = unique(before, key);
  return {
    right: expected.size - open.size,
    missed: [...open.values()],
    invented,
    stale: invented.filter((finding) => former.has(key(finding))),
    differences,
  };
}

type Key = (finding: Finding) => string;

function keyOf(byMessage: boolean, words: (message: string) => string): Key {
  return ({ line, code, message }) => `${line}\0${byMessage || code === undefined ? words(message) : code}`;
}

function unique(findings: readonly Finding[], key: Key): Map<string, Finding> {
  return new Map(findings.map((finding) => [key(finding), finding]));
}

function findTwin(
  reported: Finding,
  open: ReadonlyMap<string, Finding>,
  variants: readonly Variant[],
): { id: string; name: string } | undefined {
  for (const [id, expected] of open) {
    const variant = variants.find(({ same }) => expected.line === reported.line && same(reported, expected));
    if (variant !== undefined) return { id, name: variant.name };
  }
  return undefined;
}
