import type { Rules } from '../compare.js';
import { headOf, isError, type Finding, type Judgement } from '../finding.js';
import { align, type Alignment } from './align.js';

/** What the compiler says of a tree, and the texts of the files that it names. */
export interface Snapshot {
  readonly judgement: Judgement;
  readonly texts: ReadonlyMap<string, string>;
}

/** The trees around a change: as it left them, as it found them, and as the session began. */
export interface Trees {
  readonly after: Snapshot;
  readonly before: Snapshot;
  readonly start: Snapshot;
}

/**
 * `older`: `session` or `before`. `unknown`: the compiler did not judge the place before the
 * change, since other errors kept it from that.
 */
export interface Truth {
  readonly finding: Finding;
  readonly origin: 'edit' | 'session' | 'before' | 'older' | 'unknown';
}

/** The compiler's errors in a file after the change. What it did not have before is the edit's. */
export function truthsOf(file: string, { after, before, start }: Trees, rules: Rules): Truth[] {
  const now = errorsIn(file, after.judgement.findings);
  const last = new Stood(file, now, after, before, rules);
  const first = new Stood(file, now, after, start, rules);
  return now.map((finding) => ({ finding, origin: originOf(last.of(finding), first.of(finding)) }));
}

function originOf(stoodLast: Standing, stoodFirst: Standing): Truth['origin'] {
  if (stoodLast === 'unknown') return 'unknown';
  if (stoodLast === 'no') return 'edit';
  if (stoodFirst === 'unknown') return 'older';
  return stoodFirst === 'yes' ? 'before' : 'session';
}

type Standing = 'yes' | 'no' | 'unknown';

/** Which of a file's errors an earlier tree had, too. */
class Stood {
  readonly #found: ReadonlySet<Finding>;
  readonly #maybe: ReadonlySet<Finding>;
  readonly #earlier: Judgement;

  constructor(
    file: string,
    now: readonly Finding[],
    after: Snapshot,
    { judgement, texts }: Snapshot,
    rules: Rules,
  ) {
    const lines = align(texts.get(file) ?? '', after.texts.get(file) ?? '');
    const echoes = (judgement.echoes ?? []).flatMap(({ findings }) => findings);
    this.#earlier = judgement;
    this.#found = paired(now, errorsIn(file, judgement.findings), lines, rules);
    this.#maybe = paired(now, errorsIn(file, echoes), lines, rules);
  }

  of(finding: Finding): Standing {
    if (this.#found.has(finding)) return 'yes';
    const unknown =
      this.#maybe.has(finding) ||
      this.#earlier.silentOn(finding) !== undefined ||
      this.#earlier.unjudged?.(finding.file) !== undefined;
    return unknown ? 'unknown' : 'no';
  }
}

/**
 * The findings that have a partner of their own in the earlier text: the same error on the same
 * line, or in the same changed part.
 */
export function paired(
  now: readonly Finding[],
  earlier: readonly Finding[],
  lines: Alignment,
  { variants }: Rules,
): Set<Finding> {
  const open = [...earlier];
  const isPartner = (one: Finding, other: Finding): boolean => {
    if (lines.after(one.line) !== lines.before(other.line)) return false;
    if (one.code === other.code) return wordsOf(one) === wordsOf(other);
    return variants.some(({ same }) => same(one, other));
  };
  return new Set(
    now.filter((finding) => {
      const index = open.findIndex((other) => isPartner(finding, other));
      return index !== -1 && open.splice(index, 1).length > 0;
    }),
  );
}

/** Quirk(typescript): the order of a union's members varies from one run to the next. */
export function wordsOf({ message }: Finding): string {
  const inOrder = (union: string): string =>
    union
      .split('|')
      .map((member) => member.trim())
      .sort()
      .join(' | ');
  return headOf(message).replace(/[^|<>(){};,:']+(?:\|[^|<>(){};,:']+)+/g, inOrder);
}

function errorsIn(file: string, findings: readonly Finding[]): Finding[] {
  return errorsOf(findings.filter((finding) => finding.file === file));
}

/** A compiler may print an error once for each target that has the file: it counts once. */
export function errorsOf(findings: readonly Finding[]): Finding[] {
  const key = ({ file, line, code = '', message }: Finding): string =>
    [file, line, code, headOf(message)].join('\0');
  return [...new Map(findings.filter(isError).map((finding) => [key(finding), finding])).values()];
}
