import { Bounded } from '../navigation/bounded.ts';
import { type AdmittedPath, diskStamp, toPath } from '../paths.ts';
import { failed, found, type Found, type Listing } from './found.ts';
import type { Workspace } from './workspace.ts';

/** How a list of one kind is made: each item once, in one order, and no more than so many. */
export interface ListingRules<Raw, Item> {
  readonly most: number;
  /** See {@link Listing.without}. */
  readonly without: readonly string[];
  /** @param pathOf another document of the workspace; undefined if it is none */
  make(raw: Raw, path: AdmittedPath, pathOf: (uri: string) => AdmittedPath | undefined): Item;
  keyOf(item: Item): string;
  compare(a: Item, b: Item): number;
}

/**
 * Follows every symlink, leaves out what lies outside the workspace, and stops at the first item too many: nothing is built that is not handed out
 * (gateway-contract 4.2, 4.3, 5.1).
 */
export function listOf<Raw extends { readonly uri: string }, Item>(workspace: Workspace, answers: Iterable<Iterable<Raw>>, rules: ListingRules<Raw, Item>): Found<Listing<Item>> {
  const items = new Bounded<Item>(rules.most, (item) => rules.keyOf(item));
  const outside = new Bounded<Raw>(rules.most, (raw) => JSON.stringify(raw));
  const admitted = new Map<string, AdmittedPath | 'gone' | undefined>();
  const look = (uri: string): AdmittedPath | 'gone' | undefined => {
    if (!admitted.has(uri)) admitted.set(uri, admit(workspace, uri));
    return admitted.get(uri);
  };
  const pathOf = (uri: string): AdmittedPath | undefined => {
    const path = look(uri);
    return path === 'gone' ? undefined : path;
  };
  for (const answer of answers) {
    for (const raw of answer) {
      const path = look(raw.uri);
      if (path === 'gone') continue;
      if (path === undefined) outside.add(raw);
      else if (!items.add(rules.make(raw, path, pathOf))) return failed('too-many', `there are more than ${rules.most} results, too many to list`);
    }
  }
  return found({ items: items.values().sort((a, b) => rules.compare(a, b)), outside: outside.values().length, ...(rules.without.length > 0 && { without: rules.without }) });
}

/** Quirk(clangd): it remembers what it read in a file that has been deleted since. */
function admit(workspace: Workspace, uri: string): AdmittedPath | 'gone' | undefined {
  const path = toPath(uri);
  if (path === undefined) return undefined;
  const admission = workspace.look(path);
  if (admission.kind !== 'admitted') return undefined;
  return diskStamp(admission.path) === undefined ? 'gone' : admission.path;
}
