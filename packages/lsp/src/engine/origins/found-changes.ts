import type { AdmittedPath } from '../../support/paths.ts';
import { compareText } from '../../support/compare.ts';
import { filterInTurns, TimeSlices } from '../../support/time-slices.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { ServerLocation } from '../../backend/definition.ts';
import type { CheckFileParams } from '../../types.ts';
import { Deadline } from '../base/deadline.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import type { ChangeEntry } from '../changes/change-log.ts';
import { previousText } from './before-change.ts';
import { type KnownBefore, knownNow } from './knowledge-before.ts';
import { isSince, type LedgeredServers } from './ledgers.ts';

/** What has changed on disk, as far as a server may judge by it. */
export interface FoundChanges {
  /** The position of the log before all of them. */
  readonly since: number;
  /** The files to ask about. */
  readonly files: readonly CheckFileParams[];
  /** How many files were written that servers judge. */
  readonly written: number;
  readonly deleted: readonly AdmittedPath[];
  /** Files that have another name now, and nothing else: they are not asked about. */
  readonly moved: readonly AdmittedPath[];
  /** These are all: no package, no file that was moved, no file that is not asked about. */
  readonly isWhole: boolean;
  /** What the servers knew before. */
  readonly known: KnownBefore;
}

/** About how many written files servers are asked by name. */
const MOST = 10;
/** Of how many it is looked up whether their servers run. */
const MOST_LOOKED_UP = 1000;

/** All changes of one file since the session asked last, or a tool changed it. */
interface FileChanges {
  readonly first: ChangeEntry;
  readonly last: ChangeEntry;
}

/** What one session has not asked about yet of what changes on disk without its tools: a shell's work. */
export class FoundSince {
  #position: number;
  readonly #began = Date.now();
  /** Until there the log may have what was changed before the session began. */
  #older: number;

  /** @param seen resolves once the log has all that was changed before the session began */
  constructor(
    private readonly services: LedgeredServers,
    seen: Promise<unknown>,
  ) {
    this.#position = services.changes.position;
    this.#older = Infinity;
    void seen.then(() => {
      this.#older = services.changes.position;
    });
  }

  /**
   * Looks at the disk. Undefined where nothing has changed since the last call that a server may judge by;
   * also where there was no time to look at all of it: the next call has what came since.
   */
  async take(cancel: AbortSignal): Promise<FoundChanges | undefined> {
    const { changes, disk, ledger, pool, config, registry, workspace } = this.services;
    const known = knownNow(this.services);
    const changedBefore = new Set(ledger.changed);
    using deadline = new Deadline(config.diagnosticTimeout);
    const swept = await waitFor(disk.sweep(), AbortSignal.any([deadline.signal, cancel]));
    if (swept.kind === 'gave-up') return undefined;
    const from = this.#position;
    this.#position = changes.position;
    if (this.#position === from) return undefined;
    const entries = changes.since(from);
    const found = await filterInTurns(
      byFile(entries ?? []),
      // A package has no state.
      ([path, { last }]) =>
        last.source !== 'tool' &&
        (last.position > this.#older || isSince(path, this.#began)) &&
        (registry.mayAffect(path) || (last.state === undefined && last.change !== 'deleted')),
    );
    if (entries !== undefined && found.length === 0) return undefined;
    const judged = await filterInTurns(
      found,
      ([path]) =>
        registry.forFile(path).length > 0 &&
        !disk.isIgnored(path) &&
        workspace.admit(path).kind === 'admitted',
    );
    const deleted = judged.flatMap(([path, { last }]) => (last.change === 'deleted' ? path : []));
    const went = new Set(found.flatMap(([, { last }]) => (last.was === undefined ? [] : stampOf(last.was))));
    const { moved = [], written = [] } = Object.groupBy(
      judged.filter(([, { last }]) => last.state !== undefined && last.change !== 'deleted'),
      ([, { first, last }]) =>
        first.change === 'created' && last.state !== undefined && went.has(stampOf(last.state))
          ? 'moved'
          : 'written',
    );
    if (written.length === 0 && pool.active().length === 0) return undefined;
    const chosen = await this.#choose(written.map(([path]) => path));
    const all = new Map(written);
    return {
      since: from,
      files: chosen.map((path): CheckFileParams => {
        if (all.get(path)?.first.change === 'created') return { filePath: path, created: true };
        const before =
          (changedBefore.has(path) ? undefined : ledger.startTexts.of(path)) ??
          previousText(known.knowledge.values(), path);
        return { filePath: path, ...(before !== undefined && { before }) };
      }),
      written: written.length,
      deleted,
      moved: moved.map(([path]) => path),
      isWhole: entries !== undefined && chosen.length + deleted.length === found.length,
      known,
    };
  }

  /** The check of these was cancelled: the next call has them, too. */
  giveBack({ since }: FoundChanges): void {
    this.#position = Math.min(this.#position, since);
  }

  /** Those first whose servers run. */
  async #choose(paths: readonly AdmittedPath[]): Promise<AdmittedPath[]> {
    const { pool } = this.services;
    const sorted = [...paths].sort(compareText);
    if (sorted.length <= MOST) return sorted;
    const looked = new Map<string, ServerLocation>();
    const served: AdmittedPath[] = [];
    const timeSlices = new TimeSlices();
    for (const path of sorted.slice(0, MOST_LOOKED_UP)) {
      if (timeSlices.due) await timeSlices.pause();
      const { found } = resolveServers(this.services, path, looked);
      if (found.some(({ definition, launch }) => pool.find(definition, launch)?.state.kind === 'active'))
        served.push(path);
      if (served.length === MOST) return served;
    }
    return [...new Set([...served, ...sorted])].slice(0, MOST);
  }
}

function byFile(entries: readonly ChangeEntry[]): Map<AdmittedPath, FileChanges> {
  const all = new Map<AdmittedPath, FileChanges>();
  for (const entry of entries) {
    const earlier = all.get(entry.path);
    // What a tool has made of the file is no shell's work.
    const first = earlier === undefined || earlier.last.source === 'tool' ? entry : earlier.first;
    all.set(entry.path, { first, last: entry });
  }
  return all;
}

/** A file that is moved keeps all of this. */
function stampOf({ inode, size, mtimeNs }: NonNullable<ChangeEntry['state']>): string {
  return [inode, size, mtimeNs].join(' ');
}
