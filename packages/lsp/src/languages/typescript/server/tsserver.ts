import type { OpenDocument } from '../../../client/documents/documents.ts';
import { isObject, itemsOf, textOf } from '../../../support/json.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { WATCHED_FILES } from '../../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { judgedInPart, type JudgedInPart } from '../../../backend/diagnostics/judged-in-part.ts';
import { languageIdFor } from '../../../backend/language-map.ts';
import type {
  DiagnosticsResult,
  DiagnosticSource,
  NotifiedMove,
  UnopenedResult,
} from '../../../backend/diagnostics/source.ts';
import { orphanReason } from '../orphan.ts';
import { nearestConfig } from '../tsconfig.ts';
import { fillCompileCache } from './compile-cache.ts';
import { ignoresCreate, type MissedFileEvents, missedFileEvents } from './missed-file-events.ts';
import {
  inOne,
  isInferredProject,
  type FileFindings,
  type TsserverRequests,
  tsserverRequests,
} from './tsserver-requests.ts';
import { UnopenedFiles } from './tsserver-unopened.ts';
import { type UnwatchedDependencies, unwatchedDependencies } from './unwatched-dependencies.ts';

/**
 * Languages where a change may affect which files a project holds, or where a plugin transforms the
 * text.
 */
const LOADED: ReadonlySet<string> = new Set(['json', 'jsonc', 'json5', 'vue', 'svelte', 'astro', 'mdx']);

/**
 * What a TypeScript program may hold, with or without plugins. `plaintext` stands for unknown
 * files, folders included. Changes of other files require no reload. A reload takes as long as a
 * start, and would never end where agents edit other languages at the same time.
 */
const READ: ReadonlySet<string> = new Set([
  ...LOADED,
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
  'css',
  'scss',
  'sass',
  'less',
  'plaintext',
]);

/**
 * No request waits for texts to be read again, but each file is a message. More files than this are
 * announced again, together.
 */
const MOST_REREAD = 100;

/**
 * typescript-language-server with TypeScript 6 and below neither pulls nor versions its publishes.
 * But it passes requests on to tsserver, which answers them in order and for the last text it was
 * sent: that of the document, or a later one that is on disk by then.
 */
export class TsserverSource implements DiagnosticSource {
  readonly answersOnRequest = true;
  readonly atATime = 1;

  readonly #requests: TsserverRequests;
  readonly #unopened: UnopenedFiles;
  readonly #missedFileEvents: MissedFileEvents;
  readonly #unwatchedDependencies: UnwatchedDependencies;
  readonly #inPart: JudgedInPart;
  /** Openings for which the log has the note that no project holds them. */
  readonly #orphans = new WeakSet<object>();
  /** The nearest config file of an opening, as of its last question. */
  readonly #nearest = new WeakMap<object, string | undefined>();

  /**
   * @param withSuggestions also request what tsserver shows as hints: unused names, deprecations
   */
  constructor(
    private readonly client: LspClient,
    private readonly withSuggestions: boolean,
  ) {
    this.#requests = tsserverRequests(client);
    this.#inPart = judgedInPart(client.launch);
    this.#unopened = new UnopenedFiles(client, this.#requests);
    this.#missedFileEvents = missedFileEvents(client);
    this.#unwatchedDependencies = unwatchedDependencies(client);
  }

  async ask(document: OpenDocument, signal: AbortSignal): Promise<DiagnosticsResult> {
    await this.#missedFileEvents.whenDelivered(signal);
    if (this.#unwatchedDependencies.look(document.path)) this.#requests.reload();
    let answer = await this.#diagnostics(document, signal);
    // By now tsserver has registered watchers for what else the file depends on.
    if (this.#unwatchedDependencies.look(document.path)) {
      this.#requests.reload();
      answer = await this.#diagnostics(document, signal);
    }
    if (answer.kind !== 'unanswered' || signal.aborted) return answer;
    if (await this.#requests.areUnawaited()) {
      this.client.giveUp('tsserver has ended');
      return { kind: 'closed' };
    }
    return (await this.#reopened(document)) ? this.#diagnostics(document, signal) : answer;
  }

  askUnopened(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    return this.#unopened.ask(path, signal);
  }

  async programFiles({ path }: OpenDocument): Promise<readonly string[] | undefined> {
    const reply = await this.#requests.pass('projectInfo', { file: path, needFileNameList: true }, false);
    const body = reply.kind === 'result' && isObject(reply.result) ? reply.result['body'] : undefined;
    return isObject(body) ? itemsOf(body['fileNames']).flatMap((name) => textOf(name) ?? []) : undefined;
  }

  /**
   * Quirk(tsserver): a tsserver that watches by itself learns of created and deleted files up to a
   * second late. It then ignores such events for open files: an import of a file that was opened as
   * soon as it was created stays unresolved for good. A tsserver that leaves the watching to us
   * accepts our events at once, with two exceptions; see {@link MissedFileEvents}.
   */
  filesMoved(moves: readonly NotifiedMove[]): void {
    const read = moves.filter(({ path }) => READ.has(languageIdFor({}, path)));
    if (read.length === 0) return;
    if (!this.client.registrations.has(WATCHED_FILES)) this.#requests.reload();
    else if (!this.#requests.isReading && !read.some(ignoresCreate)) return;
    else if (read.length <= MOST_REREAD && read.every(isText))
      for (const { path } of read) this.#requests.reread(path);
    else void this.#missedFileEvents.announceAgain(read);
  }

  async #diagnostics(document: OpenDocument, signal: AbortSignal): Promise<DiagnosticsResult> {
    if (this.#isElsewhere(document)) await this.#reopenedAll();
    let { project, syntax, types } = await this.#question(document, signal);
    const config = this.#configWithout(document, project);
    this.#inPart.set(document.path, undefined);
    if (document.isProposed && this.#configAbove(document, project) !== undefined) {
      // Quirk(tsserver): an import that it has looked for before the file was opened stays unresolved.
      // typescript-language-server may send a request of its own between two texts of one proposal.
      await this.#missedFileEvents.announceAgain([{ path: document.path, change: 'created', wasOpen: true }]);
      ({ project, syntax, types } = await this.#question(document, signal));
    }
    if (config !== undefined) {
      // Quirk(tsserver): an orphan file stays in the inferred project for up to 2.5 s after a
      // project holds it, until a request makes tsserver look at all projects.
      void this.#requests.pass('compileOnSaveAffectedFileList', { file: document.path });
      ({ project, syntax, types } = await this.#question(document, signal));
      if (this.#configWithout(document, project) !== undefined) {
        this.#report(document, config);
        this.#inPart.set(document.path, orphanReason(document.path, config, this.client.launch.root));
        types = [];
      }
    }
    // Not on disk yet: the project that will hold it may find more, and something else.
    if (document.isProposed && this.#configAbove(document, project) !== undefined)
      types = [{ kind: 'unanswered', why: 'no project holds the file before it is on disk' }];
    const finding = inOne([syntax, ...types]);
    if (finding.kind !== 'unknown') void fillCompileCache(this.client.launch);
    return finding.kind === 'unknown' ? { kind: 'unanswered', why: 'no project holds the file' } : finding;
  }

  /** A config file nearer to the file was made since its last question, or the nearest one has gone. */
  #isElsewhere({ path, opening }: OpenDocument): boolean {
    const now = nearestConfig(path, this.client.launch.root);
    const isKnown = this.#nearest.has(opening);
    const before = this.#nearest.get(opening);
    this.#nearest.set(opening, now);
    return isKnown && before !== now;
  }

  /**
   * Quirk(tsserver): it watches for no config file between an open file and its project, and remembers
   * that there is none for as long as any file is open that it has looked for.
   */
  #reopenedAll(): Promise<void> {
    const { documents, queue } = this.client;
    return queue.write(() => {
      documents.whileClosed(
        documents.all().map(({ path }) => path),
        () => undefined,
      );
      return Promise.resolve();
    });
  }

  /** The project may change with any edit, of other files too. */
  #question({ path, text }: OpenDocument, signal: AbortSignal): Promise<FileFindings> {
    return this.#requests.judge({ file: path }, () => text, signal, this.withSuggestions);
  }

  /**
   * The config file that leaves a file out. tsserver then reports type errors by an inferred
   * project, and no compiler would report them. A file that is not on disk yet is held by no
   * project, but may be later.
   */
  #configWithout(document: OpenDocument, project: string | undefined): string | undefined {
    return document.stamp === undefined ? undefined : this.#configAbove(document, project);
  }

  /** The config file that may hold the file, if an inferred project has answered. */
  #configAbove({ path }: OpenDocument, project: string | undefined): string | undefined {
    return project !== undefined && isInferredProject(project)
      ? nearestConfig(path, this.client.launch.root)
      : undefined;
  }

  #report({ path, opening }: OpenDocument, config: string): void {
    if (this.#orphans.has(opening)) return;
    this.#orphans.add(opening);
    this.client.note(`${path}: ${config} does not hold it, so it is judged by its syntax alone`);
  }

  /**
   * Quirk(tsserver): a new file that an open file already imports when it is opened belongs to the
   * project by that import alone. Once the import is gone, tsserver refuses every request with "No
   * Project" until the file is closed and opened again.
   */
  #reopened(document: OpenDocument): Promise<boolean> {
    const { documents, queue } = this.client;
    return queue.write(() => Promise.resolve(documents.reopen(document)));
  }
}

/** tsserver finds new imports by itself. All other files are where they were. */
function isText({ path, change }: NotifiedMove): boolean {
  return change === 'changed' && !LOADED.has(languageIdFor({}, path));
}
