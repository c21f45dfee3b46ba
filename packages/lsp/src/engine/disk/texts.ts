import { linesOf } from '../../backend/navigation/lines.ts';
import { type AdmittedPath, MAX_FILE_BYTES, readAdmitted } from '../../support/paths.ts';
import { fileState, type FileState, lookAt, nextState } from './disk-state.ts';
import { type SourceText, textIn } from './text-source.ts';

/** Limit for all kept texts together, UTF-16 code units. */
const MOST = 8 * 1024 * 1024;

/** What an entry without a text counts. */
const EMPTY = 256;

/** What a line counts beside its text, which it shares. */
const LINE = 16;

interface Known {
  readonly state: FileState;
  readonly source: SourceText;
  /** The lines of the text, if they were asked for. */
  readonly lines?: readonly string[];
}

/**
 * What files hold on disk at the moment they are asked about. A file that was not touched since is
 * not read again. Those not asked about for longest are forgotten first.
 */
export class Texts {
  /** Least recently asked first. */
  readonly #known = new Map<AdmittedPath, Known>();
  #held = 0;

  constructor(private readonly most = MOST) {}

  of(path: AdmittedPath): SourceText {
    const known = this.#known.get(path);
    this.#forget(path);
    const asOf = performance.now();
    const seen = lookAt(path);
    if (seen.kind !== 'file') return { kind: 'refused', reason: 'not readable' };
    if (seen.stat.size > MAX_FILE_BYTES) return { kind: 'refused', reason: 'too large' };
    const { state, isOther } =
      known === undefined
        ? { state: fileState(path, seen.stat), isOther: true }
        : nextState(known.state, path, seen.stat);
    const { source, lines }: Omit<Known, 'state'> =
      known === undefined || isOther ? { source: read(path, state, asOf) } : known;
    this.#keep(path, { state, source, ...(lines !== undefined && { lines }) });
    return source.kind === 'text' ? { kind: 'text', content: { ...source.content, asOf } } : source;
  }

  /** Its text; undefined where it is gone, or holds none. */
  text(path: AdmittedPath): string | undefined {
    const source = this.of(path);
    return source.kind === 'text' ? source.content.text : undefined;
  }

  /** The lines of its text; none where it holds none. */
  lines(path: AdmittedPath): readonly string[] {
    const source = this.of(path);
    if (source.kind !== 'text') return [];
    const known = this.#known.get(path);
    if (known?.lines !== undefined) return known.lines;
    const lines = linesOf(source.content.text);
    const whole = known && { ...known, lines };
    if (whole !== undefined && unitsOf(whole) <= this.most) {
      this.#forget(path);
      this.#keep(path, whole);
    }
    return lines;
  }

  #keep(path: AdmittedPath, known: Known): void {
    const units = unitsOf(known);
    if (units > this.most) return;
    this.#known.set(path, known);
    this.#held += units;
    for (const oldest of this.#known.keys()) {
      if (this.#held <= this.most) break;
      this.#forget(oldest);
    }
  }

  #forget(path: AdmittedPath): void {
    const known = this.#known.get(path);
    if (known === undefined) return;
    this.#known.delete(path);
    this.#held -= unitsOf(known);
  }
}

/** The state is taken before the text, so a change in between is noticed later, not lost. */
function read(path: AdmittedPath, stamp: FileState, asOf: number): SourceText {
  try {
    return textIn(readAdmitted(path), stamp, asOf);
  } catch {
    return { kind: 'refused', reason: 'not readable' };
  }
}

function unitsOf({ source, lines = [] }: Known): number {
  return EMPTY + (source.kind === 'text' ? source.content.text.length : 0) + LINE * lines.length;
}
