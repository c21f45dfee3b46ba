import type { Log } from '../support/log.ts';
import type { Search } from '../backend/program/search.ts';
import type { Registry } from '../backend/find-server.ts';
import type { LspConfig, Severity } from '../types.ts';
import type { ClientPool } from './session/pool/client-pool.ts';
import type { DiskIndex } from './disk/disk-index.ts';
import type { Dependents } from './session/pool/dependents.ts';
import type { ImportGraphs } from './disk/import-graphs.ts';
import type { WorkspaceVersionCounter } from './navigate/workspace-version.ts';
import type { Ledger } from './origins/ledger.ts';
import type { Ledgers } from './origins/ledgers.ts';
import type { StaleProjects } from './session/pool/stale-projects.ts';
import type { KnownFiles } from './session/known-files.ts';
import type { Session } from './session/session.ts';
import type { RequestStats } from './session/request-stats.ts';
import type { RecheckQueues } from './session/pool/recheck-queue.ts';
import type { Workspace } from './base/workspace.ts';

/** What all host sessions of a workspace share; made once, in workspace-service.ts. */
export interface SharedServices {
  readonly workspace: Workspace;
  readonly registry: Registry;
  readonly search: Search;
  readonly pool: ClientPool;
  readonly known: KnownFiles<Session>;
  readonly staleProjects: StaleProjects;
  readonly dependents: Dependents;
  readonly disk: DiskIndex;
  readonly graphs: ImportGraphs;
  readonly workspaceVersion: WorkspaceVersionCounter;
  /** Of all host sessions. */
  readonly ledgers: Ledgers;
  readonly recheckQueues: RecheckQueues;
  readonly log: Log;
}

/** What the parts of one host session's orchestrator share; made once, in orchestrator.ts. */
export interface Services extends SharedServices {
  /** The session's own settings. */
  readonly config: Required<LspConfig>;
  /** Those that are reported. */
  readonly severities: ReadonlySet<Severity>;
  /** Of this session's changes. */
  readonly ledger: Ledger;
  /** Of this session's checks, of all servers together. */
  readonly requestStats: RequestStats;
}
