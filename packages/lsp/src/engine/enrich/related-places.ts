import { linesOf } from '../../backend/navigation/lines.ts';
import type { Content, Text } from '../../client/documents/documents.ts';
import type { RelatedPlace as Named } from '../../client/documents/related.ts';
import { hasLineSeparators } from '../../client/documents/text-edit.ts';
import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Diagnostic, RelatedPlace } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Workspace } from '../base/workspace.ts';

/** How many places explain one error. */
const MOST_PLACES = 3;

/** Of a source line, UTF-16 code units. */
const LONGEST_TEXT = 160;

type GivenText = Omit<Text, 'languageId'>;

/** The places that explain errors, with the lines that are there now. Made for one check. */
export class RelatedPlaces {
  /** By path. Undefined for what lies outside of the workspace or holds no text. */
  readonly #lines = new Map<string, readonly string[] | undefined>();

  /** @param texts of the files that are checked, which need not be on disk */
  constructor(
    private readonly workspace: Workspace,
    private readonly texts: ReadonlyMap<string, GivenText>,
  ) {}

  /**
   * At most three of these places, one for each line, without those that only repeat the error's
   * own line, or that are not there.
   */
  of(error: Diagnostic, named: readonly Named[]): RelatedPlace[] {
    const places = new Map<string, RelatedPlace>();
    for (const { path, line, character, message } of named) {
      const place = this.#at(path, line, character, message);
      if (place === undefined || (place.file === error.file && line === error.line)) continue;
      places.getOrInsert(`${place.file}:${line}`, place);
    }
    return [...places.values()].slice(0, MOST_PLACES);
  }

  /** The text of a file that is checked. */
  given(path: AdmittedPath): GivenText | undefined {
    return this.texts.get(path);
  }

  /** A line of a file in the workspace, 1-based. */
  row(path: string, line: number): string | undefined {
    const admission = this.workspace.look(path);
    return admission.kind === 'admitted' ? this.#linesAt(admission.path)?.[line - 1] : undefined;
  }

  #at(path: string, line: number, character: number, message: string): RelatedPlace | undefined {
    const admission = this.workspace.look(path);
    // What lies outside is named and not read.
    if (admission.kind === 'refused')
      return admission.why === 'outside' && diskStamp(path) !== undefined
        ? { file: path, line, character, message }
        : undefined;
    const lines = this.#linesAt(admission.path);
    if (lines === undefined)
      return diskStamp(admission.path) === undefined
        ? undefined
        : { file: admission.relative, line, character, message };
    const row = lines[line - 1];
    // The file has changed since.
    if (row === undefined || character > row.length + 1) return undefined;
    return { file: admission.relative, line, character, message, ...textOf(row) };
  }

  #linesAt(path: AdmittedPath): readonly string[] | undefined {
    return this.#lines.getOrInsertComputed(path, () =>
      inLines(this.texts.get(path)?.text ?? textOnDisk(path)),
    );
  }
}

/** Programs do not agree on the lines of a text with separators. */
function inLines(text: Content['text'] | undefined): readonly string[] | undefined {
  return text === undefined || hasLineSeparators(text) ? undefined : linesOf(text);
}

function textOf(row: string): Pick<RelatedPlace, 'text'> {
  const text = row.trim();
  if (text === '') return {};
  return {
    text:
      text.length <= LONGEST_TEXT
        ? text
        : `${text.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`,
  };
}
