import type { ImportGraph } from '../../../backend/imports/import-graph.ts';
import type { AffectedCandidate, ChangeSet } from '../../changes/rank.ts';
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
    const search = affectedBy(newest ?? changeSet);
    // What no check waits for comes after.
    const all = newest === undefined ? search : search.then(() => affectedBy(changeSet));
    // What is known of other files tells which of them no change has reached.
    const both = Promise.all([search, withFindings.length > 0 ? all : undefined]);
    const found = await waitFor(both, deadline.signal);
    const [of, ofAll] = found.kind === 'done' ? found.value : [];
    const unreached = withFindings.filter((path) => !mayReach(ofAll, path) && !owed.first.has(path));
    const reached = withFindings.filter((path) => mayReach(of, path) && mayReach(ofAll, path));
    const inOrder = (known: readonly AdmittedPath[], affected: Affected | undefined): AdmittedPath[] => [
      ...known.filter((path) => findings.hasErrors(path)),
      ...(affected?.group('likely') ?? []),
      ...known,
      ...(affected?.group('reachable') ?? []),
    ];
    const paths = [...new Set([...moved, ...inOrder(reached, of)])];
    const isWhole = of !== undefined && newest === undefined;
    if (isWhole) return { paths, unreached, complete: true, tried, clear };
    const left = withFindings.filter((path) => mayReach(ofAll, path));
    return {
      paths,
      tried,
      ...(of !== undefined && { untried: paths }),
      unreached,
      complete: true,
      more: all.then((known) => known && [...new Set(inOrder(left, known))]),
      clear,
    };
  }
}

/** Where its other places are, a finding says in lines of files that have changed. */
function mayReach(affected: Affected | undefined, path: AdmittedPath): boolean {
  return affected === undefined || !affected.unreachable.has(path) || affected.dependents.has(path);
}

const NOTHING: ChangeSet = {
  changes: new Map(),
  inside: new Set(),
  unknown: new Set(),
  everything: false,
};

interface Affected {
  readonly unreachable: ReadonlySet<AdmittedPath>;
  group(name: AffectedCandidate['group']): AdmittedPath[];
  /** What depends on a changed file, whether or not it can see the change. */
  readonly dependents: ReadonlyMap<AdmittedPath, number>;
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
  const group = (name: AffectedCandidate['group']): AdmittedPath[] =>
    (groups.get(name) ?? []).map(({ path }) => path);
  return {
    group,
    unreachable: new Set(group('unreachable')),
    dependents: graph.dependents([...changeSet.inside, ...changeSet.changes.keys()]),
  };
}
