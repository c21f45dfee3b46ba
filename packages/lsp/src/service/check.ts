import { dirname } from 'node:path';
import type { Text } from '../client/documents.ts';
import type { AdmittedPath } from '../paths.ts';
import type { Location, ServerDefinition } from '../registry/definition.ts';
import type { CheckFileParams, CheckedServer, Diagnostic, ServerOutcome } from '../types.ts';
import { carryOver } from './carry-over.ts';
import { compareText } from './merge.ts';
import { Patience, waitFor } from './patience.ts';
import { languageIdFor } from '../registry/language-map.ts';
import type { Services } from './services.ts';
import type { AnnouncedChange, Session, Verdict } from './session.ts';
import { diskText, givenText } from './text-source.ts';

/** One file of a check, after the boundary and the disk were asked. */
export interface CheckedFile {
  /** The key of the answer: relative to the workspace root. */
  readonly key: string;
  /** Undefined where nobody is to be asked. */
  readonly text: Omit<Text, 'languageId'> | undefined;
  /** Why not, then: outside the workspace, binary, gone. */
  readonly refusal?: string;
  /** Tell servers that watch: the file was written. */
  readonly change: AnnouncedChange | undefined;
}

/** What one server is asked in one check. */
interface Job {
  readonly session: Session;
  readonly texts: Text[];
}

export interface JobResult {
  readonly session: Session;
  readonly server: CheckedServer;
  /** By file; a file that the server did not answer for is not in it. */
  readonly verdicts: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

export interface CheckResult {
  readonly jobs: readonly JobResult[];
  /** Servers that know of the change, asked about its files or not: what they held about other files may be out of date. */
  readonly changed: ReadonlySet<Session>;
  /** Those that were asked and those that could not be, by id and root. */
  readonly servers: readonly CheckedServer[];
  /** Until when the most patient server was waited for, ms, performance.now. */
  readonly deadline: number;
}

interface Running {
  readonly patience: Patience;
  readonly result: Promise<JobResult>;
}

/** Admits and reads the files of a question. */
export async function prepareFiles({ workspace, log }: Services, files: readonly CheckFileParams[]): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async ({ filePath, text, created }): Promise<CheckedFile> => {
      const admission = workspace.admit(filePath);
      const key = admission.relative;
      if (admission.kind === 'refused') {
        log(`${key}: not checked: ${admission.reason}`);
        return { key, text: undefined, refusal: admission.reason, change: undefined };
      }
      const { path } = admission;
      const source = text === undefined ? await diskText(path) : givenText(path, text);
      const change = created === true || text !== undefined ? { path, change: created === true ? ('created' as const) : ('changed' as const) } : undefined;
      if (source.kind === 'refused') {
        log(`${key}: not checked: ${source.reason}`);
        return { key, text: undefined, refusal: source.reason, change };
      }
      return { key, text: { path, ...source.content }, change };
    }),
  );
}

/**
 * Asks every server that has a say, all in parallel, and waits no longer than each one's deadline (REQ-TIME-015, REQ-TIME-040).
 *
 * Linters get what the compilers leave them, and `linterGrace` after those.
 */
export async function runCheck(services: Services, files: readonly CheckedFile[], deleted: readonly AdmittedPath[], cancel: AbortSignal): Promise<CheckResult> {
  const start = performance.now();
  const changes: AnnouncedChange[] = [
    ...files.flatMap(({ change }) => change ?? []),
    ...deleted.map((path) => ({ path, change: 'deleted' as const })),
  ];
  const { jobs, unavailable } = assign(services, files);
  const told = tellTheOthers(services, jobs, changes);

  const begin = (role: ServerDefinition['role']): Running[] =>
    jobs
      .filter(({ session }) => session.definition.role === role)
      .map((job) => {
        const patience = patienceFor(services, job.session);
        return { patience, result: runJob(services, job, changes, patience, cancel, start) };
      });
  const [compiling, linting] = [begin('compiler'), begin('linter')];
  const deadlines = [...compiling, ...linting].map(({ patience }) => patience.deadline);
  const deadline = deadlines.length === 0 ? start + services.config.diagnosticTimeout : Math.max(...deadlines);
  const compiled = await Promise.all(compiling.map(({ result }) => result));
  // Where no compiler speaks for the files, there is nothing that a linter could hold back.
  if (compiled.some(({ server }) => server.outcome === 'complete')) {
    for (const { patience } of linting) patience.shorten(services.config.linterGrace);
  }
  const results = [...compiled, ...(await Promise.all(linting.map(({ result }) => result)))];
  const servers = [...results.map(({ server }) => server), ...unavailable].sort((a, b) => compareText(a.id, b.id) || compareText(a.root, b.root));
  const changed = new Set([...results.map(({ session }) => session), ...(await told)]);
  return { jobs: results, changed, servers, deadline };
}

/** Which server sees which files. Starts those that are not running yet (REQ-LIFE-010). */
function assign({ registry, search, pool, log }: Services, files: readonly CheckedFile[]): { jobs: Job[]; unavailable: CheckedServer[] } {
  const jobs = new Map<Session, Job>();
  const located = new Map<string, Location>();
  const unavailable = new Map<string, CheckedServer>();
  for (const { text } of files) {
    if (text === undefined) continue;
    for (const definition of registry.forFile(text.path)) {
      // The files of a patch share folders, and every look for a program is one at the disk.
      const folder = dirname(text.path);
      const key = `${definition.id}\0${folder}`;
      const location = located.get(key) ?? definition.locate(folder, search);
      located.set(key, location);
      if (location.kind === 'unavailable') {
        if (!unavailable.has(definition.id)) log(`${definition.id}: unavailable: ${location.reason}`);
        unavailable.set(definition.id, { id: definition.id, root: '.', outcome: 'unavailable', ms: 0 });
      }
      if (location.kind !== 'found') continue;
      const session = pool.session(definition, location.launch);
      const job = jobs.get(session) ?? { session, texts: [] };
      jobs.set(session, job);
      job.texts.push({ ...text, languageId: languageIdFor(definition, text.path) });
    }
  }
  return { jobs: [...jobs.values()], unavailable: [...unavailable.values()] };
}

/** Servers that are not asked about these files may still depend on them: a tsconfig.json, a package.json. Resolves to those that may. */
async function tellTheOthers({ pool }: Services, jobs: readonly Job[], changes: readonly AnnouncedChange[]): Promise<Session[]> {
  const asked = new Set(jobs.map(({ session }) => session));
  const concerned = pool.active().filter((session) => !asked.has(session) && session.isConcernedBy(changes));
  await Promise.all(concerned.map((session) => session.tell(changes)));
  return concerned;
}

function patienceFor({ config }: Services, session: Session): Patience {
  return new Patience(session.firstTouch ? config.firstTouchTimeout : config.diagnosticTimeout);
}

async function runJob(
  services: Services,
  { session, texts }: Job,
  changes: readonly AnnouncedChange[],
  patience: Patience,
  cancel: AbortSignal,
  start: number,
): Promise<JobResult> {
  const giveUp = (): void => {
    patience.end();
  };
  cancel.addEventListener('abort', giveUp);
  if (cancel.aborted) giveUp();
  try {
    await waitFor(session.started, patience.signal);
    const state = session.state.kind;
    if (state !== 'active') {
      return toResult(services, session, state === 'starting' ? 'starting' : 'broken', new Map(), start);
    }
    const verdicts = await session.judge(texts, changes, patience, cancel);
    return toResult(services, session, outcomeOf(texts, verdicts), diagnosticsOf(services, session, texts, verdicts), start);
  } finally {
    cancel.removeEventListener('abort', giveUp);
    patience[Symbol.dispose]();
    // One shot, whatever came of it (REQ-TIMING-020).
    session.firstTouch = false;
  }
}

/** A linter that is late is quoted on the lines that have not changed since it last spoke. */
function diagnosticsOf(
  { known }: Services,
  session: Session,
  texts: readonly Text[],
  verdicts: ReadonlyMap<AdmittedPath, Verdict>,
): Map<AdmittedPath, readonly Diagnostic[]> {
  const diagnostics = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const { path, text } of texts) {
    const verdict = verdicts.get(path);
    if (verdict?.kind === 'complete') diagnostics.set(path, verdict.diagnostics);
    else if (verdict?.kind === 'timed-out' && session.definition.role === 'linter') {
      const finding = known.finding(session, path);
      if (finding?.text !== undefined) diagnostics.set(path, carryOver(finding.diagnostics, finding.text, text));
    }
  }
  return diagnostics;
}

function outcomeOf(texts: readonly Text[], verdicts: ReadonlyMap<AdmittedPath, Verdict>): ServerOutcome {
  const kinds = new Set(texts.map(({ path }) => verdicts.get(path)?.kind ?? 'timed-out'));
  return kinds.has('broken') ? 'broken' : kinds.has('timed-out') ? 'timed-out' : 'complete';
}

function toResult(
  { workspace, log }: Services,
  session: Session,
  outcome: ServerOutcome,
  verdicts: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>,
  start: number,
): JobResult {
  const { id } = session.definition;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const found = [...verdicts.values()].reduce((sum, list) => sum + list.length, 0);
  log(`${id}: ${outcome} after ${ms} ms, ${found} diagnostics in ${verdicts.size} files`);
  return { session, server: { id, root: workspace.folder(session.launch.root), outcome, ms }, verdicts };
}
