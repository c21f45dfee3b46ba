import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { type ChangeEntry, MANY } from '../../changes/change-log.ts';
import { mayChangeAll } from '../abilities.ts';
import type { SessionParts } from '../session.ts';

/** Lines by which a file may name others. */
const IMPORT = /^.*\b(?:import|require|export|reference|from|embed)\b.*$/gm;

/** How many files are remembered; the lists begin anew beyond that. */
const MOST = 20_000;

/**
 * Which files the programs of one server have read, asked for once an answer is out: where a document's
 * imports are others than at the last time, or files have come or gone. What it has read as settings is one
 * of them.
 */
export class ProgramFiles {
  /** Of each document, its lines with imports, when the files were listed. */
  readonly #imports = new Map<AdmittedPath, number | bigint>();
  readonly #read = new Set<string>();
  #position = 0;

  constructor(private readonly parts: SessionParts) {}

  /**
   * Never rejects.
   *
   * @param position of the tree that the server was asked about: it may have been notified of more since
   */
  async list(documents: readonly OpenDocument[], position: number): Promise<void> {
    const { source, options, session, notified, settingsRead } = this.parts;
    const { packages } = session.definition;
    const before = this.#read.size;
    for (const file of settingsRead.files) this.#read.add(file);
    if (this.#read.size > before) options.hasRead(session, [...this.#read]);
    if (source.programFiles === undefined && packages?.installedFiles === undefined) return;
    // Settings and manifests say which files there are in a program.
    const isText = ({ change, path }: ChangeEntry): boolean =>
      change === 'changed' && !mayChangeAll(session, path);
    const since = notified.since(this.#position);
    const areTexts = since !== undefined && since.length <= MANY && since.every(isText);
    if (!areTexts) this.#imports.clear();
    this.#position = position;
    const changed = documents.filter(({ path, text }) => {
      const imports = Bun.hash((text.match(IMPORT) ?? []).join('\n'));
      return this.#imports.get(path) !== imports && this.#imports.set(path, imports);
    });
    const [document] = changed;
    if (document === undefined) return;
    const files = await (source.programFiles?.(document) ??
      changed.flatMap(({ path, text }) => packages?.installedFiles?.(text, path, options.search) ?? []));
    if (files === undefined) return;
    if (this.#read.size > MOST) this.#read.clear();
    for (const file of files) this.#read.add(file);
    options.hasRead(session, [...this.#read]);
  }
}
