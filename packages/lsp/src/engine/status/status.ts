import { describe } from '../../backend/describe.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import { atOnce, type Search } from '../../backend/program/search.ts';
import type { ServerProgram, ServerStatus, StatusParams } from '../../types.ts';
import { serverMetrics } from './metrics.ts';
import type { Servers, SessionServers } from '../session/pool/servers.ts';
import type { ProcessView } from '../session/session.ts';

/** How much of a server's stderr `/lsp status --verbose` shows, lines. */
const STDERR_LINES = 20;

/**
 * Every known and configured server (REQ-STATUS-025), by id and root (REQ-STATUS-045): a row for
 * each process, or one for none. A well-known server that is neither installed nor configured
 * counts as known only if `all` are asked for.
 */
export function statusOf(
  services: SessionServers,
  { verbose = false, all = false, unneeded = false }: StatusParams,
): ServerStatus[] {
  const rowsById = Map.groupBy(rowsOf(services, services.pool.all(), verbose), ({ id }) => id);
  // Hundreds of programs are looked for.
  const search = atOnce(services.search);
  return services.registry.all().flatMap((definition): ServerStatus[] => {
    const { id, language } = definition;
    const running = rowsById.get(id);
    const rows: ServerStatus[] = services.registry.isDisabled(id)
      ? [{ id, language, status: 'disabled', reason: 'switched off in the settings' }]
      : (running ?? [notStarted(services, definition, search)]);
    const isFolded = unneeded && running === undefined && isUnneeded(services, definition);
    return rows
      .filter((row) => all || row.optional === undefined)
      .map((row) => ({
        ...row,
        ...(isFolded && { unneeded: true }),
        extensions: [...definition.extensions],
      }));
  });
}

/** The rows of these sessions alone, in their order. */
export function rowsOf(
  services: Pick<Servers, 'workspace' | 'pool'>,
  sessions: readonly ProcessView[],
  verbose: boolean,
): ServerStatus[] {
  const details = verbose ? detailsOf(sessions) : new Map<ProcessView, Details>();
  return sessions.map((session) => ({ ...ofSession(services, session), ...details.get(session) }));
}

function isUnneeded(
  { registry, config, disk }: Pick<SessionServers, 'registry' | 'disk' | 'config'>,
  { id, extensions }: ServerDefinition,
): boolean {
  const given = config.servers[id];
  return (
    disk.isWhole &&
    !registry.isDisabled(id) &&
    (given === undefined || given.imported === true) &&
    disk.files(extensions).size === 0
  );
}

type Details = Pick<ServerStatus, 'stderr' | 'metrics'>;

function detailsOf(sessions: readonly ProcessView[]): Map<ProcessView, Details> {
  const metrics = serverMetrics(sessions);
  return new Map(
    sessions.map((session): [ProcessView, Details] => {
      const own = metrics.get(session);
      return [session, { stderr: session.stderr(STDERR_LINES), ...(own !== undefined && { metrics: own }) }];
    }),
  );
}

function ofSession(
  { workspace, pool }: Pick<Servers, 'workspace' | 'pool'>,
  view: ProcessView,
): ServerStatus {
  const { definition, state, launch, pid, version } = view;
  const row: ServerStatus = {
    id: definition.id,
    language: definition.language,
    status: state.kind === 'active' || state.kind === 'starting' ? state.kind : 'broken',
    root: workspace.folder(launch.root),
    program: programOf(launch.program, version),
  };
  if (pid !== undefined) row.serverPid = pid;
  const isOwnBuild = definition.builds !== undefined && launch.toolchain !== undefined;
  const reason =
    state.kind === 'broken'
      ? state.reason
      : (view.problem ??
        pool.noteOn(view) ??
        (isOwnBuild ? `for files that need ${launch.toolchain}` : undefined));
  if (reason !== undefined) row.reason = reason;
  return row;
}

function programOf(program: ServerProgram, reported: string | undefined): ServerProgram {
  const version = program.version ?? reported;
  return version === undefined ? program : { ...program, version };
}

/**
 * A server that is found and not running is `active`: the next file of its language starts it
 * (REQ-LIFE-020 forbids to start it before).
 */
function notStarted(
  { pool }: Pick<Servers, 'pool'>,
  definition: ServerDefinition,
  search: Search,
): ServerStatus {
  const { id, language } = definition;
  const found = describe(definition, search);
  if (found.kind === 'found') {
    const why = pool.whyRested(id);
    const reason =
      why === undefined
        ? 'not started: no file needed it yet'
        : `not running: ${why}; the next file starts it again`;
    return { id, language, status: 'active', program: found.program, reason };
  }
  if (found.kind === 'untrusted') return { id, language, status: 'disabled', reason: found.reason };
  const row: ServerStatus = { id, language, status: 'unavailable', reason: found.reason };
  if (found.hint !== undefined) row.hint = found.hint;
  if (definition.optional) {
    row.optional = true;
    const others = alternativesTo(definition);
    if (others.length > 0) row.alternativeTo = others;
  }
  return row;
}

/** One of these is asked instead, or its findings take precedence. */
function alternativesTo({ yieldsTo, crossServerDuplicates }: ServerDefinition): string[] {
  return [
    ...yieldsTo,
    ...(crossServerDuplicates !== undefined && 'linesOf' in crossServerDuplicates
      ? [crossServerDuplicates.linesOf]
      : []),
  ];
}
