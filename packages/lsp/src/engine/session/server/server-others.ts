import type { ImportGraph } from '../../../backend/imports/import-graph.ts';
import { type AffectedCandidate, type ChangeSet, rank } from '../../changes/rank.ts';
import type { ChangeEntry } from '../../changes/change-log.ts';
import { changeSetOf } from '../../changes/change-set.ts';
import { rankedSayers } from '../../changes/sayers.ts';
import type { ImportLanguage } from '../../../backend/imports/imports.ts';
import { countedItems, Room } from '../../../client/documents/bounded-items.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import type { Publish } from '../../../client/documents/published.ts';
import type { BarrierOutcome } from '../../../backend/diagnostics/barrier.ts';
import type { DiagnosticSource } from '../../../backend/diagnostics/source.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { Deadline } from '../../base/deadline.ts';
import { isOwn, mayChangeAll, speaksForOthers } from '../abilities.ts';
import type { NotifiedChanges } from '../notified-changes.ts';
import type { SessionOptions, AffectedFiles } from '../session.ts';

interface OtherAffectedFiles extends Pick<
  AffectedFiles,
  'paths' | 'untried' | 'tried' | 'complete' | 'mayMiss' | 'more' | 'clear'
> {
  /** Files with findings that no change can have reached. */
  readonly unreached: readonly AdmittedPath[];
}

/** Files that the server has findings about. */
interface KnownPaths {
  /** The likeliest to have them still come first. */
  paths(): readonly AdmittedPath[];
  hasErrors(path: AdmittedPath): boolean;
  /** Some finding of a file says where something is in one of these other ones. */
  pointInto(path: AdmittedPath, others: ReadonlySet<AdmittedPath>): boolean;
}

/**
 * Files for which one language server may report something else than before, though they were not
 * edited.
 */
export class ServerOthers {
  /** The last publish about each file, unless it was empty, whatever was answered about it since. */
  readonly #lastPublished = new Map<string, Publish>();
  #room = new Room();
  constructor(
    private readonly options: SessionOptions,
    private readonly client: LspClient,
    private readonly source: DiagnosticSource,
    private readonly notified: NotifiedChanges,
  ) {}

  keep(publish: Publish): void {
    if (this.source.barrier === undefined) return;
    const { path } = publish;
    const items = this.#room.take(path, publish.items, countedItems);
    if (items === undefined || items.length === 0) this.#lastPublished.delete(path);
    else this.#lastPublished.set(path, { ...publish, items });
  }

  /** Of what the server was notified of, the changes that no complete search has covered. */
  #owed(): readonly ChangeEntry[] | undefined {
    const { owed, changes, definition } = this.options;
    const isIts = (entry: ChangeEntry): boolean =>
      entry.position <= this.notified.position &&
      (this.notified.concerns(entry) ||
        isOwn(definition, entry.path) ||
        mayChangeAll(this.options, entry.path));
    return changes.since(owed.searched)?.filter(isIts);
  }

  /** How files have changed since a check waited for a search last; undefined where that is all. */
  async #untried(
    entries: readonly ChangeEntry[] | undefined,
    imports: ImportLanguage,
  ): Promise<ChangeSet | undefined> {
    const { owed, changes } = this.options;
    const untried = entries?.filter(({ position }) => position > owed.tried);
    if (untried === undefined || untried.length === entries?.length) return undefined;
    return (
      (await changeSetOf(untried, changes, imports, (path) => mayChangeAll(this.options, path))) ?? NOTHING
    );
  }

  /** No change reaches into another work tree. */
  #inTreesOf(changed: Iterable<AdmittedPath>): (path: AdmittedPath) => boolean {
    const { trees } = this.options.workspace;
    if (!trees.areWorkedAt) return () => true;
    const around = trees.looker();
    const reached = new Set([...changed].map(around));
    return (path) => reached.has(around(path));
  }

  /** The server ended. */
  clear(): void {
    this.#lastPublished.clear();
    this.#room = new Room();
  }

  /** What it published last, without publishes about an older version of an open document. */
  published(): Publish[] {
    const { documents } = this.client;
    return [...this.#lastPublished.values()].filter(
      ({ path, version = Infinity }) => version >= (documents.get(path)?.version ?? 0),
    );
  }

  /**
   * Has the server publish everything that it has to report, if it can. What is too late for that
   * is cancelled early enough to be over at the deadline.
   */
  async awaitBarrier(deadline: Deadline, cancel: AbortSignal): Promise<BarrierOutcome> {
    const { barrier } = this.source;
    if (barrier === undefined) return 'not-offered';
    const signal = AbortSignal.any([deadline.signal, cancel]);
    const left = Math.max(0, deadline.at - performance.now());
    using working = new Deadline(left - Math.min(barrier.windingDown, left / 2));
    const passed = barrier.pass(
      this.client.documents.all().map(({ uri }) => uri),
      AbortSignal.any([working.signal, signal]),
    );
    const waited = await waitFor(passed, signal);
    if (waited.kind === 'gave-up') return 'refused';
    if (waited.value === 'refused' && working.over)
      await waitFor(Promise.withResolvers<never>().promise, signal);
    return waited.value;
  }

  /**
   * Where no server can tell which files a change broke, in this order: files that were changed on
   * disk; files with errors that the change has reached, which it may have fixed; files that
   * depend on what it removed; files with other findings that it has reached, as many as a linter may have
   * had something to say about; all others that depend on it. For a language whose imports cannot be
   * read: files with findings and, unless the server has `settled` its publishes, the open ones,
   * which may not be all.
   */
  async affectedFiles(
    findings: KnownPaths,
    arePublished: boolean,
    deadline: Deadline,
  ): Promise<OtherAffectedFiles> {
    const { definition, owed, changes } = this.options;
    const { imports } = definition;
    const withFindings = findings.paths();
    const until = this.notified.position;
    const entries = this.#owed();
    const latest = new Map(entries?.map((entry) => [entry.path, entry]));
    const own = [...latest.values()].filter(
      ({ path, change }) => change !== 'deleted' && isOwn(definition, path),
    );
    const owedFirst = [...owed.first];
    const tried = (): void => {
      owed.tried = until;
    };
    const clear = (unasked: ReadonlySet<AdmittedPath>): void => {
      owed.searched = until;
      for (const path of owedFirst) if (!unasked.has(path)) owed.first.delete(path);
    };
    if (imports === undefined) {
      const open = arePublished ? [] : this.client.documents.all().map(({ path }) => path);
      // Quirk(gopls): a package that was created on disk is in none of its publishes. Requests about
      // its files are answered correctly.
      const created = new Set(entries?.flatMap(({ path, change }) => (change === 'created' ? path : [])));
      const newFiles = own.flatMap(({ path }) => (created.has(path) ? path : []));
      return {
        paths: [...owedFirst, ...withFindings, ...open, ...newFiles],
        unreached: [],
        complete: true,
        mayMiss: !arePublished && speaksForOthers(definition),
        clear,
      };
    }
    const changeSet = await changeSetOf(entries, changes, imports, (path) =>
      mayChangeAll(this.options, path),
    );
    if (changeSet === undefined)
      return { paths: [...owedFirst, ...withFindings], unreached: [], complete: true, clear };
    // No other file can see the changes, and no other is known to have a finding that they may have mended.
    const isOwnAlone = withFindings.every((path) => changeSet.inside.has(path));
    if (changeSet.changes.size === 0 && !changeSet.everything && isOwnAlone)
      return { paths: [...owedFirst, ...changeSet.inside], unreached: [], complete: true, clear };
    // Changed on disk, so that nothing tells how.
    const moved = [
      ...owedFirst,
      ...own.flatMap((entry) => (changes.namesOf(entry, imports) ? [] : entry.path)),
    ];
    const inTrees = this.#inTreesOf(latest.keys());
    const graph = this.options.importGraph(definition);
    const affectedBy = (set: ChangeSet): Promise<Affected | undefined> =>
      graph.then((known) => known && grouped(known, set, inTrees));
    const newest = await this.#untried(entries, imports);
    const reachesIts = (path: AdmittedPath, reach: Reach | undefined): boolean =>
      reach === undefined || reach.mayReach(path) || findings.pointInto(path, reach.inside);
    const reachOf = (set: ChangeSet): Promise<Reach | undefined> =>
      graph.then((known) => known && reachIn(known, set));
    // What is known of other files tells which of them no change has reached.
    const whole = withFindings.length === 0 ? Promise.resolve(undefined) : reachOf(changeSet);
    const ofNewest = newest === undefined || withFindings.length === 0 ? whole : reachOf(newest);
    const found = await waitFor(
      Promise.all([affectedBy(newest ?? changeSet), ofNewest, whole]),
      deadline.signal,
    );
    const [of, reach, reachOfAll] = found.kind === 'done' ? found.value : [];
    const unreached = withFindings.filter((path) => !reachesIts(path, reachOfAll) && !owed.first.has(path));
    const left = withFindings.filter((path) => reachesIts(path, reachOfAll));
    const reached = left.filter((path) => reachesIts(path, reach));
    const inOrder = (known: readonly AdmittedPath[], affected: Affected | undefined): AdmittedPath[] => [
      ...known.filter((path) => findings.hasErrors(path)),
      ...(affected?.group('likely') ?? []),
      ...known,
      ...(affected?.group('reachable') ?? []),
    ];
    const paths = [...new Set([...moved, ...inOrder(reached, of)])];
    const isWhole = of !== undefined && newest === undefined;
    if (isWhole) return { paths, unreached, complete: true, tried, clear };
    return {
      paths,
      tried,
      ...(of !== undefined && { untried: paths }),
      unreached,
      complete: true,
      // What no check waits for comes after.
      more: async () => {
        const all = await affectedBy(changeSet);
        return all && [...new Set(inOrder(left, all))];
      },
      clear,
    };
  }
}

const NOTHING: ChangeSet = {
  changes: new Map(),
  inside: new Set(),
  unknown: new Set(),
  everything: false,
};

interface Affected {
  group(name: AffectedCandidate['group']): AdmittedPath[];
}

async function grouped(
  graph: ImportGraph,
  changeSet: ChangeSet,
  mayBe: (path: AdmittedPath) => boolean,
): Promise<Affected> {
  const ranked = await rankedSayers(graph, changeSet);
  const groups = Map.groupBy(
    ranked.filter(({ path }) => mayBe(path)),
    ({ group }) => group,
  );
  return { group: (name) => (groups.get(name) ?? []).map(({ path }) => path) };
}

/** How far changes may reach, as far as imports tell. */
interface Reach {
  mayReach(path: AdmittedPath): boolean;
  /** Changed files of which others see nothing but where their lines are. */
  readonly inside: ReadonlySet<AdmittedPath>;
}

function reachIn(graph: ImportGraph, changeSet: ChangeSet): Reach {
  const ranked = rank(graph, changeSet);
  const unreachable = new Set(ranked.flatMap(({ path, group }) => (group === 'unreachable' ? path : [])));
  const dependents = graph.dependents(changeSet.changes.keys());
  return {
    mayReach: (path) => !unreachable.has(path) || dependents.has(path),
    inside: changeSet.inside,
  };
}
