import type { Text } from '../../client/documents/documents.ts';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { ServerLocation, ServerDefinition } from '../../backend/definition.ts';
import type { CheckFileParams, CheckedServer } from '../../types.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import { type CheckContext, type Job, type JobResult, deadlineFor, type RunningJob, runJob } from './job.ts';
import type { DiskIndex } from '../disk/disk-index.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import { waitFor } from '../../support/wait-for.ts';
import { Deadline } from '../base/deadline.ts';
import type { Servers, SessionServers } from '../session/pool/servers.ts';
import type { ChangeEntry, SeenChange } from '../changes/change-log.ts';
import type { AnnouncedChange } from '../disk/announced-change.ts';
import { stateOnDisk } from '../disk/disk-state.ts';
import { sharesFilesWith } from '../session/abilities.ts';
import type { Session } from '../session/session.ts';
import { preferPrimary, runFallback, type Fallback } from './fallback.ts';
import { diskText, givenText, withoutBom } from '../disk/text-source.ts';

/** One file of a check, once it was admitted and read from disk. */
export interface CheckedFile {
  /** The key of the answer: relative to the workspace root. */
  readonly key: string;
  /** Undefined if no server is to be asked. */
  readonly text: Omit<Text, 'languageId'> | undefined;
  /** Why no server is to be asked: the file is outside the workspace, binary, or gone. */
  readonly refusal?: string;
  /** What servers that watch files are notified of: the file was written. */
  readonly change: AnnouncedChange | undefined;
  /** It was changed since the service looked at it first, as far as that can be seen. */
  readonly isChanged?: boolean;
  /** The text before the change, as the caller gave it. */
  readonly before?: string;
}

export interface CheckResult {
  readonly jobs: readonly JobResult[];
  /** Servers that were asked and servers that could not be, by id and root. */
  readonly servers: readonly CheckedServer[];
  /** Other files have changed on disk since the last sweep, or there was no time to see that. */
  readonly isDiskMoved: boolean;
  /** The latest deadline of all servers, ms, performance.now. */
  readonly deadline: number;
}

/**
 * Admits and reads the files of a request.
 *
 * @param written the caller states that it has written all of them
 */
export async function prepareFiles(
  { workspace, disk, log }: Pick<Servers, 'workspace' | 'disk' | 'log'>,
  files: readonly CheckFileParams[],
  written: boolean,
): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async ({ filePath, text, created, before }): Promise<CheckedFile> => {
      const admission = workspace.admit(filePath);
      const key = admission.relative;
      if (admission.kind === 'refused') {
        log(`${key}: not checked: ${admission.reason}`);
        return { key, text: undefined, refusal: admission.reason, change: undefined };
      }
      const { path } = admission;
      const source = text === undefined ? await diskText(path) : givenText(path, text);
      const isWritten = text !== undefined || before !== undefined || written;
      const seen = disk.changeOf(path);
      const kind = created === true ? 'created' : isWritten ? 'changed' : changeOnDisk(seen);
      const change = kind && { path, change: kind };
      const isChanged = isWritten || (seen !== 'none' && seen !== 'unknown');
      const known = { key, change, isChanged, ...(before !== undefined && { before: withoutBom(before) }) };
      if (source.kind === 'refused') {
        log(`${key}: not checked: ${source.reason}`);
        return { ...known, text: undefined, refusal: source.reason };
      }
      return {
        ...known,
        text: {
          path,
          ...source.content,
          ...(before !== undefined && wasSeenAs(disk, path, before) && { previously: before }),
        },
      };
    }),
  );
}

/**
 * The change of a file whose text the caller did not give. Call this after the text was read: a
 * change between the two is then announced, not lost. A file that no sweep has seen counts as
 * changed: the caller asks because it wrote the file.
 */
function changeOnDisk(seen: FileChangeType | 'none' | 'unknown'): FileChangeType | undefined {
  if (seen === 'none') return undefined;
  return seen === 'unknown' ? 'changed' : seen;
}

/**
 * False if the last sweep saw the file with another size than this text has. A shell has then
 * changed the file in between, and the difference to this text is not the whole change.
 */
function wasSeenAs(disk: DiskIndex, path: AdmittedPath, text: string): boolean {
  const size = disk.lastSeen(path)?.size;
  return size === undefined || size === BigInt(Buffer.byteLength(text));
}

/**
 * Asks all servers of the files in parallel, each no longer than its own deadline (REQ-TIME-015,
 * REQ-TIME-040).
 *
 * Once the compilers have ended, linters get at most `linterGrace` more. A fallback server gets the
 * time that is left when its primary server is late.
 */
export async function runCheck(
  services: SessionServers,
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
  cancel: AbortSignal,
): Promise<CheckResult> {
  const start = performance.now();
  // The sweep begins before a server starts, so that the server is notified of all later changes.
  const swept = services.disk.sweep();
  void services.disk.lookAround();
  const { position } = services.changes;
  const { jobs, fallbacks, unavailable } = assign(services, files);
  // A session that is made for this check has to search for what this change has broken.
  services.staleProjects.markStale(jobs.flatMap(({ session }) => (session.firstTouch ? [session] : [])));
  services.changes.append('tool', seenChanges(services, files, deleted));
  const context: CheckContext = { services, swept, cancel, start };
  const notified = notifyTheOthers(services, jobs);

  const begin = (role: ServerDefinition['role']): RunningJob[] =>
    jobs
      .filter(({ session }) => session.definition.role === role)
      .map((job) => {
        const deadline = deadlineFor(services, job.session);
        return { session: job.session, deadline, result: runJob(context, job, deadline) };
      });
  const [compiling, linting] = [begin('compiler'), begin('linter')];
  const ends = [...compiling, ...linting].map(({ deadline }) => deadline.at);
  const end = ends.length === 0 ? start + services.config.diagnosticTimeout : Math.max(...ends);
  const falling = fallbacks.map(async (fallback) => {
    const primary = compiling.find(({ session }) => session === fallback.primary);
    return primary === undefined ? undefined : runFallback(context, fallback, primary);
  });
  const compiled = [
    ...(await Promise.all(compiling.map(({ result }) => result))),
    ...(await Promise.all(falling)).filter((result) => result !== undefined),
  ];
  // If no compiler answered completely, linters delay no result and keep their deadlines.
  if (compiled.some(({ server }) => server.outcome === 'complete')) {
    for (const { deadline } of linting) deadline.shorten(services.config.linterGrace);
  }
  const results = preferPrimary([...compiled, ...(await Promise.all(linting.map(({ result }) => result)))]);
  const servers = [...results.map(({ server }) => server), ...unavailable].sort(
    (a, b) => compareText(a.id, b.id) || compareText(a.root, b.root),
  );
  await notified;
  const isSeen = await isNotifiedMeanwhile(services, swept, end, cancel);
  const isFound = ({ source }: ChangeEntry): boolean => source !== 'tool';
  const isDiskMoved =
    !isSeen ||
    services.pool.active().some(({ notified }) => notified.since(position)?.some(isFound) !== false);
  return { jobs: results, servers, isDiskMoved, deadline: end };
}

function seenChanges(
  { pool }: Pick<Servers, 'pool'>,
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
): SeenChange[] {
  const written = files.flatMap(({ change, text }) => {
    if (change === undefined) return [];
    const state = stateOnDisk(change.path);
    if (text === undefined) return [{ ...change, state }];
    const texts = pool.textsAround(text.path, text.previously, text.text);
    return [{ ...change, state, ...(texts && { texts }) }];
  });
  const gone = deleted.map((path) => ({ path, change: 'deleted' as const, state: stateOnDisk(path) }));
  return [...written, ...gone];
}

/**
 * The running servers are notified of what the sweep finds. Await that, or they answer with stale text. False
 * if there was no time for it.
 */
async function isNotifiedMeanwhile(
  { pool }: Pick<Servers, 'pool'>,
  swept: Promise<void>,
  end: number,
  cancel: AbortSignal,
): Promise<boolean> {
  if (pool.all().length === 0) return true;
  using deadline = new Deadline(Math.max(0, end - performance.now()));
  const notified = swept.then(() => pool.catchUp());
  return (await waitFor(notified, AbortSignal.any([deadline.signal, cancel]))).kind === 'done';
}

interface Assignment {
  readonly jobs: readonly Job[];
  readonly fallbacks: readonly Fallback[];
  readonly unavailable: readonly CheckedServer[];
}

/** Assigns the files to servers. Starts servers that are not running yet (REQ-LIFE-010). */
export function assign(
  services: Pick<Servers, 'registry' | 'search' | 'pool' | 'log'>,
  files: readonly CheckedFile[],
): Assignment {
  const { pool, log } = services;
  const jobs = new Map<Session, Text[]>();
  const fallbacks = new Map<string, Fallback>();
  const unavailable = new Map<string, CheckedServer>();
  const looked = new Map<string, ServerLocation>();
  for (const { text } of files) {
    if (text === undefined) continue;
    const located = resolveServers(services, text.path, looked);
    for (const { id, kind, reason } of located.unavailable) {
      if (!unavailable.has(id)) log(`${id}: unavailable: ${reason}`);
      unavailable.set(id, {
        id,
        root: '.',
        outcome: 'unavailable',
        ms: 0,
        ...(kind !== 'unavailable' && { reason }),
      });
    }
    for (const { definition, launch, primary } of located.found) {
      const own = { ...text, languageId: languageIdFor(definition, text.path) };
      const first = primary && pool.session(primary.definition, primary.launch);
      if (first?.state.kind === 'active') {
        fallbacks
          .getOrInsert(sessionKey(definition, launch), { definition, launch, primary: first, texts: [] })
          .texts.push(own);
      } else jobs.getOrInsert(pool.session(definition, launch), []).push(own);
    }
  }
  return {
    jobs: [...jobs].map(([session, texts]) => ({ session, texts })),
    fallbacks: [...fallbacks.values()],
    unavailable: [...unavailable.values()],
  };
}

/** Servers that are not asked about these files may still depend on them: a tsconfig.json, a package.json. */
async function notifyTheOthers({ pool }: Pick<Servers, 'pool'>, jobs: readonly Job[]): Promise<void> {
  const asked = new Set(jobs.map(({ session }) => session));
  await Promise.all(
    pool.active().flatMap((session) => {
      const foreignDocuments = foreignDocumentsOf(session, jobs);
      return asked.has(session) && foreignDocuments.length === 0 ? [] : [session.catchUp(foreignDocuments)];
    }),
  );
}

/** Texts that other processes of the same server are asked about, if the server shares files. */
function foreignDocumentsOf(session: Session, jobs: readonly Job[]): Text[] {
  return jobs.flatMap((job) => (sharesFilesWith(session, job.session) ? job.texts : []));
}
