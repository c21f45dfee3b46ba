import type { Place } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { holderOf, type Nested, nested } from '../../../engine/navigate/by-name/nesting.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';

/** Of how many files of a page the outlines are asked for. */
const MOST_FILES = 50;

/** The symbol that each place stands in, where its server lists one. Places of one file are together. */
export async function holdersOf(
  navigation: Pick<Navigation, 'documentSymbols'>,
  places: readonly Place[],
  cancel: AbortSignal,
): Promise<(string | undefined)[]> {
  const paths = [...new Set(places.map(({ path }) => path))].slice(0, MOST_FILES);
  const outlines = new Map<AdmittedPath, readonly Nested[]>(
    await Promise.all(
      paths.map(async (path) => {
        const listed = await navigation.documentSymbols(path, cancel);
        return [path, nested(listed.kind === 'found' ? listed.value : [])] as const;
      }),
    ),
  );
  return places.map(({ path, range: { start } }) => holderOf(outlines.get(path) ?? [], start));
}
