import type { Log } from '../../../support/log.ts';
import type { Search } from '../../../backend/program/search.ts';
import type { Registry } from '../../../backend/find-server.ts';
import type { SessionSettings } from '../../base/session-settings.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { DiskIndex } from '../../disk/disk-index.ts';
import type { ImportGraphs } from '../../disk/import-graphs.ts';
import type { KnownFiles } from '../known-files.ts';
import type { Judge } from '../session.ts';
import type { ClientPool } from './client-pool.ts';
import type { Dependents } from './dependents.ts';
import type { LocatedServers } from './located-servers.ts';
import type { RecheckQueues } from './recheck-queue.ts';
import type { StaleProjects } from './stale-projects.ts';

/** The servers of a workspace and what is known of them, for all host sessions. */
export interface Servers {
  readonly workspace: Workspace;
  readonly registry: Registry;
  readonly search: Search;
  readonly pool: ClientPool;
  readonly known: KnownFiles<Judge>;
  readonly staleProjects: StaleProjects;
  readonly dependents: Dependents;
  readonly located: LocatedServers;
  readonly changes: ChangeLog;
  readonly disk: DiskIndex;
  readonly graphs: ImportGraphs;
  readonly recheckQueues: RecheckQueues;
  readonly log: Log;
}

/** The same, as one host session asks them. */
export interface SessionServers extends Servers, SessionSettings {}

/** What finds the servers of a file, and starts them. */
export type Resolver = Pick<Servers, 'registry' | 'search' | 'pool'>;
