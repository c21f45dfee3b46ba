import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';
import { readSource } from '../../backend/imports/read-text.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** More are not read for one change. */
const MOST_TEXTS = 1000;

export interface Source {
  readonly text: string;
  /** See {@link ImportLanguage.surface}. */
  readonly parts: readonly SurfacePart[] | undefined;
}

/** The files that are read for one change, each once. */
export class ReadFiles {
  readonly #texts = new Map<AdmittedPath, string>();
  readonly #parts = new Map<AdmittedPath, readonly SurfacePart[] | undefined>();

  constructor(private readonly graph: ImportGraph) {}

  /** Undefined: too many. */
  async text(path: AdmittedPath): Promise<string | undefined> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    if (this.#texts.size >= MOST_TEXTS) return undefined;
    const text = await readSource(path);
    this.#texts.set(path, text);
    return text;
  }

  /** Undefined: too many. */
  async of(path: AdmittedPath): Promise<Source | undefined> {
    const text = await this.text(path);
    if (text === undefined) return undefined;
    if (!this.#parts.has(path)) this.#parts.set(path, this.graph.language.surface?.(text, path));
    return { text, parts: this.#parts.get(path) };
  }
}
