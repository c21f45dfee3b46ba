import { lineAt, missing } from '../../backend/navigation/lines.ts';
import type { Place } from '../../backend/model.ts';
import { nameAt, wordOfOthers } from '../../backend/navigation/name-at.ts';
import type { Question } from '../../backend/navigation/source.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import { Deadline } from '../base/deadline.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import type { Texts } from '../disk/texts.ts';
import { type Server, whyUnserved } from '../base/resolve-servers.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Session } from '../session/session.ts';
import { othersTurn } from '../../support/time-slices.ts';
import type { Workspace } from '../base/workspace.ts';
import { DependentServers } from './dependent-servers.ts';
import { embeddedUses, NO_USES } from './embedded-uses.ts';
import { usesUnseen } from './uses-unseen.ts';
import { failed, found, type Found, SUPERSEDED, type TextDocumentPosition } from './found.ts';
import { type QueryResults, type Participant, queryAll, type Query } from './query-all.ts';
import { projectsToShow } from './shown-projects.ts';
import { ServerRoutingCache } from './server-routing-cache.ts';
import {
  areSameProcesses,
  isAsked,
  likely,
  type WorkspaceServer,
  WorkspaceServers,
} from './workspace-servers.ts';
import { sessionKey } from '../session/pool/client-pool.ts';

/**
 * Which servers a query is sent to. It is `superseded` where other servers should have been asked,
 * as files show that changed meanwhile.
 */
export class ServerQueries {
  readonly #servers: WorkspaceServers;
  readonly #dependentServers: DependentServers;
  readonly #routingCache: ServerRoutingCache;

  constructor(
    private readonly services: SessionServers,
    private readonly texts: Texts,
    private readonly placesOf: (locations: unknown) => readonly Place[] | undefined,
  ) {
    this.#servers = new WorkspaceServers(services);
    this.#dependentServers = new DependentServers(services, this.#servers);
    this.#routingCache = new ServerRoutingCache(services);
  }

  /**
   * Sends a query about a file, or a position in it, to every server of the file. Where an answer
   * may lie anywhere, it also asks the dependent servers.
   *
   * @param ms how long it may take
   */
  async about<T>(
    at: Pick<TextDocumentPosition, 'filePath'> & Partial<TextDocumentPosition>,
    query: Query<T>,
    cancel: AbortSignal,
    scope: Question['scope'] = 'file',
    ms = this.services.config.navigationTimeout,
  ): Promise<Found<QueryResults<T>>> {
    const { filePath, position, expectedLine: row } = at;
    const admission = admit(this.services.workspace, filePath);
    if (admission.kind === 'failed') return admission;
    const path = admission.value;
    this.services.disk.need([path]);
    const source = this.texts.of(path);
    if (source.kind === 'refused')
      return failed(
        'not-found',
        source.reason === 'not readable'
          ? 'there is no such file, or none that can be read'
          : `the file is ${source.reason}`,
      );
    if (position !== undefined && row !== undefined && lineAt(source.content.text, position.line) !== row)
      return SUPERSEDED;
    const misplaced = position && missing(source.content.text, position);
    if (misplaced !== undefined) return failed('not-found', misplaced);
    const located = this.#routingCache.of(path);
    const servers = located.found.filter(({ definition }) => isAsked(definition));
    if (servers.length === 0) return failed('no-server', whyUnserved(located.unavailable));
    const participant = ({ definition, launch }: Pick<Server, 'definition' | 'launch'>): Participant => {
      return {
        session: this.services.pool.session(definition, launch),
        text: { path, languageId: languageIdFor(definition, path), ...source.content },
      };
    };
    using deadline = new Deadline(ms);
    const signal = AbortSignal.any([deadline.signal, cancel]);
    const name = position && nameAt(source.content.text, position);
    const word = position && wordOfOthers(source.content.text, position);
    const findDependents = async (): Promise<WorkspaceServer[]> => {
      if (scope === 'file') return [];
      const known = servers.map((server) => this.#dependentServers.of(server, path, word, signal));
      return (await Promise.all(known)).flat();
    };
    const mistaken = new AbortController();
    const asOf = this.services.changes.position;
    const dependents = await findDependents();
    const participants = [...servers, ...dependents].map(participant);
    const left = (): number => deadline.at - performance.now();
    const end = AbortSignal.any([cancel, mistaken.signal]);
    const embedding = Promise.withResolvers<readonly Participant[]>();
    const early = queryAll(this.services, participants, query, left(), end, { more: embedding.promise });
    // The request goes out first.
    await othersTurn();
    if (!cancel.aborted && !this.#routingCache.stillHolds(path, located)) {
      mistaken.abort();
      embedding.resolve([]);
      return SUPERSEDED;
    }
    const uses =
      scope === 'file' || position === undefined || name === undefined
        ? found(NO_USES)
        : await embeddedUses(
            { services: this.services, placesOf: this.placesOf, texts: this.texts, ms: left(), cancel: end },
            participants,
            position,
            name,
          );
    embedding.resolve(uses.kind === 'failed' ? [] : uses.value.participants);
    if (uses.kind === 'failed') {
      mistaken.abort();
      return uses;
    }
    const answers = await early;
    // The dependent servers were determined from an earlier state of the disk.
    const isStale =
      answers.kind === 'found' &&
      asOf !== this.services.changes.position &&
      !areSameProcesses(dependents, await findDependents());
    if (isStale || answers.kind === 'failed') return isStale ? SUPERSEDED : answers;
    const alone =
      position === undefined
        ? []
        : usesUnseen(this.services, servers, { path, text: source.content.text, position }, this.texts);
    const { unsearched } = uses.value;
    const partly = alone.map(({ reason }) => reason);
    return found({
      results: answers.value.results,
      without: [...answers.value.without, ...unsearched.map(({ id }) => id)],
      unsearched: [...unsearched.map(({ reason }) => reason), ...partly],
      partly,
    });
  }

  /**
   * Sends a query to every server that some file of the workspace needs.
   *
   * @param name what is looked for: not all projects need be known to a server for that
   * @param part answers of some are enough. `likely`: only those are asked that run, or whose files are many
   */
  async all<T>(
    query: Query<T>,
    name: { readonly query: string; readonly isWord?: boolean },
    cancel: AbortSignal,
    part?: 'likely' | 'any',
  ): Promise<Found<QueryResults<T>>> {
    using deadline = new Deadline(this.services.config.navigationTimeout);
    const { disk } = this.services;
    let servers = this.#servers.all();
    // Folders that were not scanned yet may need other servers. In a workspace that was scanned,
    // that shows while these are asked.
    if (!disk.isWhole || servers.length === 0) {
      await notifyOfDiskChanges(this.services);
      const walked = await waitFor(disk.walked, AbortSignal.any([deadline.signal, cancel]));
      if (walked.kind === 'gave-up')
        return cancel.aborted
          ? failed('cancelled', 'the call was cancelled')
          : failed('timed-out', 'the workspace is still being looked through');
      servers = this.#servers.all();
    }
    const everyone = servers;
    if (part === 'likely') servers = likely(everyone, this.#runs());
    if (servers.length === 0)
      return failed('no-server', 'no language server is there for any file of the workspace');
    const participants = servers.map((server) => this.#participant(server));
    const projects = this.#projectsIn(participants);
    const unshown = await this.#showProjects(projects, name, AbortSignal.any([deadline.signal, cancel]));
    const answers = await queryAll(
      this.services,
      participants,
      query,
      deadline.at - performance.now(),
      cancel,
      { takesPart: part !== undefined },
    );
    const all = this.#servers.all();
    const now =
      part === 'likely'
        ? all.filter((one) => servers.some((other) => areSameProcesses([one], [other])))
        : all;
    // A server whose file was gone before it could be shown may have loaded nothing.
    const areShown = participants.every(
      ({ text }, index) => text !== undefined || now[index]?.sample === servers[index]?.sample,
    );
    if (answers.kind === 'failed') return answers;
    const isSame = ([session, now]: readonly [Session, Projects]): boolean =>
      firstOfEach(now) === firstOfEach(projects.get(session) ?? []);
    const areWhole = areShown && [...this.#projectsIn(participants)].every(isSame);
    if (!areSameProcesses(now, servers) || !areWhole) return SUPERSEDED;
    const unasked = everyone
      .filter((server) => !servers.includes(server))
      .map(({ definition }) => definition.id);
    return found({
      ...answers.value,
      ...(unasked.length > 0 && { unasked: [...new Set(unasked)] }),
      ...(unshown.length > 0 && { unshown }),
    });
  }

  /** See {@link Dependents.projectsIn}. */
  #projectsIn(participants: readonly Participant[]): Map<Session, Projects> {
    const { dependents } = this.services;
    return new Map(participants.map(({ session }) => [session, dependents.projectsIn(session)]));
  }

  /** Returns about what servers are not asked. */
  async #showProjects(
    projects: ReadonlyMap<Session, Projects>,
    { query, isWord = false }: { readonly query: string; readonly isWord?: boolean },
    signal: AbortSignal,
  ): Promise<string[]> {
    const left = await Promise.all(
      [...projects].map(async ([session, all]) => {
        const { samples, left: more } = await projectsToShow(all, query, isWord, signal);
        const areShown = await this.services.dependents.showAll(session, samples, signal);
        const count = areShown ? more : more + samples.length;
        const { id } = session.definition;
        return count === 0 ? [] : [`${id} about ${count === 1 ? 'a project' : `${count} projects`}`];
      }),
    );
    return left.flat();
  }

  #runs(): (server: WorkspaceServer) => boolean {
    const running = new Set(
      this.services.pool.active().map(({ definition, launch }) => sessionKey(definition, launch)),
    );
    return ({ definition, launch }) => running.has(sessionKey(definition, launch));
  }

  #participant({ definition, launch, sample }: WorkspaceServer): Participant {
    const source = this.texts.of(sample);
    const text =
      source.kind === 'text'
        ? { path: sample, languageId: languageIdFor(definition, sample), ...source.content }
        : undefined;
    return { session: this.services.pool.session(definition, launch), text };
  }
}

/** The files of each. */
type Projects = readonly (readonly AdmittedPath[])[];

const firstOfEach = (projects: Projects): string => projects.map(([first]) => first).join('\0');

export function admit(workspace: Workspace, filePath: string): Found<AdmittedPath> {
  const admission = workspace.look(filePath);
  return admission.kind === 'admitted'
    ? found(admission.path)
    : failed(admission.why === 'outside' ? 'outside' : 'path-invalid', `the path is ${admission.reason}`);
}
