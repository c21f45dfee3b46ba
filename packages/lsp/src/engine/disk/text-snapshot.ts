import { linesOf, offsetsIn } from '../../backend/navigation/lines.ts';
import type { Position } from '../../backend/model.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { textOnDisk } from './text-source.ts';

/** The texts of files when they were first looked at: each file is read once. */
export class TextSnapshot {
  readonly #texts = new Map<AdmittedPath, string | undefined>();
  readonly #lines = new Map<AdmittedPath, readonly string[]>();
  readonly #offsets = new Map<AdmittedPath, ReturnType<typeof offsetsIn>>();

  /** @param known texts that were read before */
  constructor(known: Iterable<{ readonly path: AdmittedPath; readonly former: string | undefined }> = []) {
    for (const { path, former } of known) if (former !== undefined) this.#texts.set(path, former);
  }

  /** Undefined where there is no such file, or it holds no text. */
  text(path: AdmittedPath): string | undefined {
    return this.#texts.getOrInsertComputed(path, () => textOnDisk(path));
  }

  /** 0-based, without its line end. Undefined past the end. */
  line(path: AdmittedPath, line: number): string | undefined {
    const text = this.text(path);
    return text === undefined ? undefined : this.#lines.getOrInsertComputed(path, () => linesOf(text))[line];
  }

  /** UTF-16 code units from the beginning; undefined behind the last line. Lines end at LF. */
  offset(path: AdmittedPath, position: Position): number | undefined {
    const text = this.text(path);
    return text === undefined
      ? undefined
      : this.#offsets.getOrInsertComputed(path, () => offsetsIn(text))(position);
  }
}
