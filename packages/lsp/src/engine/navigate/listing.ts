import { Bounded } from '../../backend/navigation/bounded.ts';
import { type AdmittedPath, toPath } from '../../support/paths.ts';
import { failed, found, type Found, type Listing } from './found.ts';
import type { Named, Workspace } from '../base/workspace.ts';

/** How to build a list of one kind: each item once, in a fixed order, up to a limit. */
export interface ListingRules<Raw, Item> {
  readonly most: number;
  /** See {@link Listing.without}. */
  readonly without: readonly string[];
  /** See {@link Listing.partly}. */
  readonly partly?: readonly string[];
  /** Files of another work tree of the repository; see {@link Listing.elsewhere}. */
  isElsewhere?(path: AdmittedPath): boolean;
  /** Files whose items are not listed. */
  excludes?(path: AdmittedPath): boolean;
  /** @param pathOf the path of another document; undefined if the workspace does not hold it */
  make(raw: Raw, path: AdmittedPath, pathOf: (uri: string) => AdmittedPath | undefined): Item;
  keyOf(item: Item): string;
  compare(a: Item, b: Item): number;
  /** What is said of a result outside of the workspace, if anything is. */
  describe?(raw: Raw): string | undefined;
}

/** Whether what is in a file is listed. */
type Standing = 'listed' | 'elsewhere' | 'left out';

/** How many results outside of the workspace are described. */
const MOST_DESCRIBED = 5;

/**
 * Builds a list. It resolves every symlink, leaves out what lies outside the workspace, and fails
 * at the first item above the limit (gateway-contract 4.2, 4.3, 5.1). It builds nothing that it
 * does not return.
 */
export function listOf<Raw extends { readonly uri: string }, Item>(
  workspace: Workspace,
  answers: Iterable<Iterable<Raw>>,
  rules: ListingRules<Raw, Item>,
): Found<Listing<Item>> {
  const items = new Bounded<Item>(rules.most, (item) => rules.keyOf(item));
  const outside = new Bounded<Raw>(rules.most, (raw) => JSON.stringify(raw));
  const elsewhere = new Bounded<Raw>(rules.most, (raw) => JSON.stringify(raw));
  const named = workspace.names();
  const known = new Map<string, Named>();
  const look = (uri: string): Named =>
    known.getOrInsertComputed(uri, () => {
      const path = toPath(uri);
      return path === undefined ? undefined : named(path);
    });
  const pathOf = (uri: string): AdmittedPath | undefined => {
    const path = look(uri);
    return path === 'gone' ? undefined : path;
  };
  const standings = new Map<AdmittedPath, Standing>();
  const standingOf = (path: AdmittedPath): Standing => {
    if (rules.isElsewhere?.(path) === true) return 'elsewhere';
    return rules.excludes?.(path) === true ? 'left out' : 'listed';
  };
  for (const answer of answers) {
    for (const raw of answer) {
      const path = look(raw.uri);
      // Quirk(clangd): it remembers what it read in a file that has been deleted since.
      if (path === 'gone') continue;
      if (path === undefined) {
        outside.add(raw);
        continue;
      }
      const standing = standings.getOrInsertComputed(path, standingOf);
      if (standing === 'elsewhere') elsewhere.add(raw);
      else if (standing === 'listed' && !items.add(rules.make(raw, path, pathOf)))
        return failed('too-many', `there are more than ${rules.most} results, too many to list`);
    }
  }
  const described = outside
    .values()
    .slice(0, MOST_DESCRIBED)
    .flatMap((raw) => rules.describe?.(raw) ?? []);
  return found({
    ...(described.length > 0 && { installed: [...new Set(described)] }),
    items: items.values().sort((a, b) => rules.compare(a, b)),
    outside: outside.values().length,
    ...(elsewhere.values().length > 0 && { elsewhere: elsewhere.values().length }),
    ...(rules.without.length > 0 && { without: rules.without }),
    ...(rules.partly !== undefined && rules.partly.length > 0 && { partly: rules.partly }),
  });
}
