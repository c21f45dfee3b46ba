import { dirname } from 'node:path';
import type { LspClient } from '../../../client/lsp-client.ts';
import { OpQueue } from '../../../client/documents/op-queue.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { ancestors, readText } from '../../../backend/program/files.ts';
import { SOURCE_BYTES } from '../../../support/read-file.ts';
import type { UnopenedResult } from '../../../backend/diagnostics/source.ts';
import { configIn, referencesAbove } from '../tsconfig.ts';
import { type LoadedProjects, loadedProjects } from './tsserver-projects.ts';
import { type MissedFileEvents, missedFileEvents } from './missed-file-events.ts';
import {
  type TsserverFindings,
  inOne,
  isInferredProject,
  type Subject,
  type TsserverRequests,
} from './tsserver-requests.ts';
import { type UnwatchedDependencies, unwatchedDependencies } from './unwatched-dependencies.ts';

/**
 * Requests about unopened files. Each is answered by the file's own project: the one that would
 * answer if the file were opened.
 *
 * One at a time: tsserver has one thread, and requests in its queue delay those that a caller waits
 * for.
 */
export class UnopenedFiles {
  readonly #projects: LoadedProjects;
  readonly #missedFileEvents: MissedFileEvents;
  readonly #unwatchedDependencies: UnwatchedDependencies;
  readonly #queue = new OpQueue();

  constructor(
    private readonly client: LspClient,
    private readonly requests: TsserverRequests,
  ) {
    this.#projects = loadedProjects(client);
    this.#missedFileEvents = missedFileEvents(client);
    this.#unwatchedDependencies = unwatchedDependencies(client);
  }

  ask(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    return this.#queue.write(async () => {
      await this.#missedFileEvents.whenDelivered(signal);
      if (signal.aborted) return CANCELLED;
      if (this.#unwatchedDependencies.look(path)) this.requests.reload();
      return this.#judge(path, signal);
    });
  }

  async #judge(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    const seen = new Set<string>();
    // The nearest first. Those further up count where the nearer ones leave the file out.
    for (const folder of ancestors(dirname(path), this.client.launch.root)) {
      const config = configIn(folder);
      if (config === undefined) continue;
      seen.add(config);
      // A solution, or one project built of several in the same folder: each file belongs to the
      // project that lists it.
      if (referencesAbove(config, [path]).some((reference) => !seen.has(reference)))
        return this.#judgeOpened(config, path, signal);
      const finding = await this.#judgeBy(config, path, signal);
      if (finding.kind !== 'unknown') return finding;
      if (signal.aborted) return CANCELLED;
    }
    return OUTSIDE;
  }

  async #judgeBy(config: string, path: AdmittedPath, signal: AbortSignal): Promise<TsserverFindings> {
    for (const attempt of ['first', 'second'] as const) {
      this.#projects.load(config);
      const { project, finding } = await this.#question({ file: path, projectFileName: config }, signal);
      if (project === config || signal.aborted) return finding;
      // The config file may have been deleted and created again, for example.
      this.#projects.unload(config);
      if (attempt === 'second')
        return finding.kind === 'closed' ? finding : { kind: 'unanswered', why: `${config} is not loaded` };
    }
    return CANCELLED;
  }

  /**
   * Where references lead to the file's project, only tsserver can follow them, and only for open
   * files. So the file is opened, and closed in the same turn. We open it in tsserver directly: the
   * language server would begin to publish.
   */
  async #judgeOpened(config: string, path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    // Once loaded, the project keeps the projects that it references.
    this.#projects.load(config);
    if (this.client.documents.get(path) !== undefined) return { kind: 'unanswered', why: 'opened meanwhile' };
    void this.requests.pass('updateOpen', {
      openFiles: [{ file: path, projectRootPath: this.client.launch.root }],
    });
    const question = this.#question({ file: path }, signal);
    void this.requests.pass('updateOpen', { closedFiles: [path] });
    const { project, finding } = await question;
    if (project !== undefined && isInferredProject(project)) return OUTSIDE;
    return finding.kind === 'unknown' ? OUTSIDE : finding;
  }

  async #question(
    subject: Subject,
    signal: AbortSignal,
  ): Promise<{ project: string | undefined; finding: TsserverFindings }> {
    const { project, syntax, types } = await this.requests.judge(
      subject,
      () => readText(subject.file, SOURCE_BYTES) ?? '',
      signal,
    );
    return { project, finding: inOne([syntax, ...types]) };
  }
}

const OUTSIDE = { kind: 'outside' } as const;
const CANCELLED = { kind: 'unanswered', why: 'cancelled' } as const;
