import { dirname } from 'node:path';
import type { ServerDefinition, ServerLocation } from '../../../backend/definition.ts';
import type { Search } from '../../../backend/program/search.ts';
import { isBelow } from '../../../support/paths.ts';
import type { ChangeEntry, ChangeLog } from '../../changes/change-log.ts';
import { isOwn } from '../abilities.ts';

type FoundServer = Extract<ServerLocation, { kind: 'found' }>;
type Located = Map<string, FoundServer>;

/**
 * The servers of folders. To find one takes dozens of looks at the disk. What changes in a source alters none
 * of them, and one that comes or goes at most those of its folder, and below.
 */
export class LocatedServers {
  /** By definition, as of a position in the log. */
  readonly #located = new Map<ServerDefinition, { position: number; readonly byFolder: Located }>();

  constructor(
    private readonly search: Search,
    private readonly changes: Pick<ChangeLog, 'position' | 'since'>,
  ) {}

  /** The server of the files of a folder, for one that has no builds; undefined where there is none. */
  of(definition: ServerDefinition, folder: string): FoundServer | undefined {
    const located = this.#stillLocated(definition);
    const known = located.get(folder);
    if (known !== undefined) return known;
    const location = definition.locate(folder, this.search);
    if (location.kind !== 'found') return undefined;
    located.set(folder, location);
    return location;
  }

  #stillLocated(definition: ServerDefinition): Located {
    const { changes } = this;
    const known = this.#located.get(definition);
    if (known?.position === changes.position) return known.byFolder;
    const since = known && changes.since(known.position);
    const isSource = ({ path }: ChangeEntry): boolean =>
      isOwn(definition, path) && definition.imports?.affectsAll(path) === false;
    if (known === undefined || since?.every(isSource) !== true) {
      const byFolder: Located = new Map();
      this.#located.set(definition, { position: changes.position, byFolder });
      return byFolder;
    }
    known.position = changes.position;
    const moved = new Set(since.flatMap(({ path, change }) => (change === 'changed' ? [] : dirname(path))));
    for (const folder of moved.size === 0 ? [] : known.byFolder.keys())
      if ([...moved].some((each) => folder === each || isBelow(folder, each))) known.byFolder.delete(folder);
    return known.byFolder;
  }
}
