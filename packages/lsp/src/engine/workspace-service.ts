import { isShortOfMemory, usableMemory } from '../client/process/machine-memory.ts';
import { residentSize, residentSizes } from '../client/process/resident-size.ts';
import { runtimes } from '../client/process/runtimes.ts';
import type { Log } from '../support/log.ts';
import type { CheckerDefinition } from '../backend/checker/definition.ts';
import { createCheckers } from '../backend/checkers.ts';
import type { EnvironmentTraits } from '../backend/environment.ts';
import { createRegistry } from '../backend/find-server.ts';
import type { LanguageSupport } from '../backend/language.ts';
import { createSearch } from '../backend/program/search.ts';
import { type AdmittedPath, touchedSince } from '../support/paths.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  type Bootstrap,
  LSP_DEFAULTS,
  type LspConfig,
  type RestartParams,
  type ServerStatus,
} from '../types.ts';
import { Deadline } from './base/deadline.ts';
import { DiskIndex, type FoundChange } from './disk/disk-index.ts';
import { watchFilterOf } from './disk/disk-names.ts';
import { textOnDisk } from './disk/text-source.ts';
import { Dependents } from './session/pool/dependents.ts';
import { LocatedServers } from './session/pool/located-servers.ts';
import { ImportGraphs } from './disk/import-graphs.ts';
import { mayChangeAll } from './session/abilities.ts';
import { RecheckQueues } from './session/pool/recheck-queue.ts';
import { StaleProjects } from './session/pool/stale-projects.ts';
import { knowledgeBefore } from './origins/knowledge-before.ts';
import type { Change } from './origins/ledger.ts';
import { Ledgers } from './origins/ledgers.ts';
import { CheckerRuns } from './project/checker-runs.ts';
import type { Servers } from './session/pool/servers.ts';
import { ClientPool } from './session/pool/client-pool.ts';
import { MemoryKeeper, type MemoryKeeperOptions } from './session/pool/memory-keeper.ts';
import { isJudgedByOther, takeOutJudged } from './session/judge.ts';
import { KnownFiles } from './session/known-files.ts';
import { type ChangeEntry, ChangeLog, type SeenChange } from './changes/change-log.ts';
import type { Session } from './session/session.ts';
import { type MeasuredServers, spellServer } from './status/metrics.ts';
import { rowsOf } from './status/status.ts';
import { Workspace } from './base/workspace.ts';

/**
 * How long `initialize` may take before a server counts as broken, as a multiple of the first-touch
 * timeout.
 */
const START_LIMIT_FACTOR = 3;
/** How long a restart waits for new processes, ms. */
const RESTART_MS = 5000;
const MIB = 2 ** 20;
/**
 * Of so many files of packages each is noticed, whatever git ignores: graphs do not know which of them count.
 * An installation of more is known by its manifests, and by what servers have read.
 */
const MOST_INSTALLED = 5000;

/** In a package, or an environment: no walk finds it, so it has no state. */
function isInstalled({ change, state }: FoundChange): boolean {
  return state === undefined && change !== 'deleted';
}

/** As a ledger takes it, of a file that a sweep has found. */
function comingOrGoing(path: AdmittedPath, entries: readonly ChangeEntry[]): Pick<Change, 'came' | 'went'> {
  const last = entries.at(-1)?.change;
  if (last === 'deleted') return { went: true };
  return entries.some(({ change }) => change === 'created') ? { came: textOnDisk(path) } : {};
}

/** What all host sessions of a workspace share. */
export interface SharedServices extends Servers {
  readonly ledgers: Ledgers;
}

/** The same, and what is one host session's own. */
export type Services = SharedServices & MeasuredServers;

/** With the settings in our own terms. */
export type WorkspaceOptions = Omit<Bootstrap, 'config'> & { readonly config?: LspConfig };

/**
 * What all host sessions of a workspace share: servers, documents, the disk, import graphs, known
 * findings, runs of checkers. It never knows which session asks.
 */
export class WorkspaceService {
  readonly services: SharedServices;
  readonly runs = new CheckerRuns();
  readonly checkers: readonly CheckerDefinition[];
  readonly environments: readonly EnvironmentTraits[];

  /** What all servers of the user may take together, bytes. */
  readonly memoryBudget: number;
  readonly #memoryKeeper: MemoryKeeper;

  /** @param others the servers of the user's other services, as far as they are known */
  constructor(
    languages: readonly LanguageSupport[],
    { workspaceRoot, config: given = {}, nodePath, otherNodes = [], trusted }: WorkspaceOptions,
    log: Log,
    others: MemoryKeeperOptions['others'] = () => Promise.resolve([]),
  ) {
    if (nodePath !== undefined) runtimes.use([nodePath, ...otherNodes]);
    const workspace = new Workspace(workspaceRoot);
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, ...given };
    const registry = createRegistry(languages, config);
    this.checkers = createCheckers(languages, config);
    this.environments = languages.flatMap(({ environment }) => environment ?? []);
    const search = createSearch({
      workspaceRoot: workspace.root,
      node: nodePath,
      trusted,
      imports: config.import,
    });
    const known = new KnownFiles<Session>();
    const staleProjects = new StaleProjects();
    const ledgers = new Ledgers();
    const began = Date.now();
    // A module of JSON, or settings that others extend: of some files only the process knows that it reads
    // them. Others are no sources: a log.
    const mayAffect = (entry: ChangeEntry): boolean =>
      registry.mayAffect(entry.path) ||
      pool.active().some((session) => mayChangeAll(session, entry.path) || session.isConcernedBy(entry));
    // Nothing tells what the files held before.
    const noteInLedgers = (entries: readonly ChangeEntry[]): void => {
      const sources = entries.filter(mayAffect);
      // A file that is new may have been moved, with the errors that it had, or only become visible.
      const mayBeMoved = sources.some(({ change }) => change === 'deleted');
      const isNew = (path: AdmittedPath, all: readonly ChangeEntry[]): boolean =>
        !mayBeMoved && all.every(({ change }) => change === 'created') && touchedSince(path, began);
      const found = [...Map.groupBy(sources, ({ path }) => path)].map(([path, all]) => ({
        path,
        before: isNew(path, all) ? null : undefined,
        isFound: true,
        ...comingOrGoing(path, all),
      }));
      ledgers.found(found, () =>
        knowledgeBefore(
          pool.active().map((session) => [session, session.knowledge()]),
          found,
          textOnDisk,
        ),
      );
    };
    const changes = new ChangeLog({
      changeOf: (path) => disk.changeOf(path),
      languagesOf: (path) => registry.forFile(path).flatMap(({ imports }) => imports ?? []),
      appended: (entries) => {
        // Who announces a change notes it, and asks the servers about it.
        disk.edited(entries.flatMap(({ source, path }) => (source === 'tool' ? path : [])));
        const found = entries.filter(({ source }) => source !== 'tool');
        if (found.length === 0) return;
        noteInLedgers(found);
        void pool.catchUp();
      },
    });
    const withTexts = (found: FoundChange): SeenChange => {
      const now = pool.isOpen(found.path) ? textOnDisk(found.path) : undefined;
      const texts = now === undefined ? undefined : pool.textsAround(found.path, undefined, now);
      return { ...found, ...(texts && { texts }) };
    };
    const disk = new DiskIndex({
      workspace,
      watchFilter: watchFilterOf(registry, this.checkers),
      latest: (path) => changes.latest(path),
      knows: (change) => changes.knows(change),
      found: (found) => {
        const areFew = found.filter(isInstalled).length <= MOST_INSTALLED;
        // A build writes thousands of files that no program reads.
        const counts = (one: FoundChange): boolean =>
          (areFew && isInstalled(one)) || graphs.mayHold(one.path);
        changes.append('sweep', found.filter(counts).map(withTexts));
      },
      log,
    });
    const graphs = new ImportGraphs(disk, registry, workspace.root);
    const pool: ClientPool = new ClientPool({
      workspace,
      known,
      search,
      importGraph: (language) => graphs.of(language),
      filesOf: (endings) => [...disk.allFiles(endings).keys()],
      filesIn: (endings, tree) => [...disk.files(endings, tree).keys()],
      isJudgedByOther: (definition, path) => isJudgedByOther({ registry, search, pool }, definition, path),
      judgesAgain: (judge) => {
        for (const session of pool.active())
          if (session.definition.leavesTo?.judge === judge.definition.id)
            takeOutJudged({ registry, search, pool }, known, session);
      },
      embeddersOf: (id) => registry.embeddersOf(id),
      changes,
      aliasesOf: (path) => disk.aliasesOf(path),
      hasRead: (session, files) => {
        disk.read(session, files);
      },
      log,
      owing: (session) => {
        staleProjects.markStale([session]);
      },
      ended: (session) => {
        disk.forget(session);
        log(spellServer(session, workspace.folder(session.launch.root)));
      },
      maxOpenDocuments: config.maxOpenDocuments,
      idleShutdown: config.idleShutdown,
      withSuggestions: config.includeSeverities.includes('hint'),
      startLimit: config.firstTouchTimeout * START_LIMIT_FACTOR,
    });
    const located = new LocatedServers(search, changes);
    const dependents = new Dependents({
      registry,
      search,
      pool,
      changes,
      disk,
      graphs,
      staleProjects,
      located,
    });
    this.services = {
      workspace,
      registry,
      search,
      pool,
      known,
      staleProjects,
      dependents,
      located,
      changes,
      disk,
      graphs,
      ledgers,
      recheckQueues: new RecheckQueues(),
      log,
    };
    this.memoryBudget = config.memoryBudget === 0 ? usableMemory() / 2 : config.memoryBudget * MIB;
    this.#memoryKeeper = new MemoryKeeper({
      budget: this.memoryBudget,
      now: () => performance.now(),
      sessions: () => pool.active(),
      measure: residentSizes,
      measureOne: residentSize,
      isShort: isShortOfMemory,
      others,
      end: (session, why) => void pool.rest(session, why),
      restart: (session, why) => void pool.renew(session, why),
    });
    this.#memoryKeeper.watch();
  }

  /** The servers that run or are broken, with their metrics. */
  status(): ServerStatus[] {
    return rowsOf(this.services, this.services.pool.all(), true);
  }

  /** See `lsp/restart`. */
  async restart({ id }: RestartParams): Promise<ServerStatus[]> {
    const sessions = await this.services.pool.restart(id);
    using deadline = new Deadline(RESTART_MS);
    await waitFor(Promise.all(sessions.map(({ started }) => started)), deadline.signal);
    await Promise.all(sessions.map(async ({ explained }) => explained));
    return rowsOf(this.services, sessions, false);
  }

  /**
   * Ends every server (REQ-LIFE-040) and forgets what they reported (REQ-LIFE-060). Never rejects.
   */
  async stop(): Promise<void> {
    this.#memoryKeeper.stop();
    await Promise.all([this.services.pool.stop(), this.runs.stop()]);
    this.services.disk.close();
    this.services.known.clear();
  }
}
