import type { OpenDocument, Text } from '../../../client/documents/documents.ts';
import type { NavigationResult, NavigationSource, Question } from '../../../backend/navigation/source.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { ServerStrategies } from '../../../backend/strategies.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { DocumentSync } from './document-sync.ts';
import type { SessionParts } from '../session.ts';
import { documentOnDisk } from '../../disk/text-source.ts';

interface ServerNavigationParts extends SessionParts {
  readonly strategies: ServerStrategies;
  readonly documents: DocumentSync;
}

/** Navigation requests to one language server. */
export class ServerNavigation {
  readonly #source: NavigationSource;
  readonly #underWay = new Set<{ readonly path: AdmittedPath | undefined }>();
  /** Files that the server was shown in another text than the disk holds. */
  #overlaid: ReadonlySet<AdmittedPath> = new Set();

  constructor(private readonly parts: ServerNavigationParts) {
    const { client, strategies, documents, options } = parts;
    const { definition, launch, workspace } = options;
    const { trees } = workspace;
    const treeOf = (around: AdmittedPath | undefined): string | undefined =>
      around === undefined ? trees.aroundFolder(launch.root) : trees.around(around);
    this.#source = strategies.navigation(client, {
      files: (around) => options.filesIn(definition.extensions, treeOf(around)),
      beside: (around, paths) => {
        if (!trees.areWorkedAt) return paths;
        const tree = treeOf(around);
        return paths.filter((path) => trees.workedAround(path) === tree);
      },
      importGraph: () => options.importGraph(definition),
      room: options.maxOpenDocuments,
      show: async (paths) => {
        const shown = paths.filter((path) => !this.#overlaid.has(path));
        const texts = await Promise.all(shown.map((path) => documentOnDisk(definition, path)));
        await documents.synchronise(texts.flatMap((text) => text ?? []));
      },
      release: async (paths) => {
        await Promise.all(
          paths
            .flatMap((path) => client.documents.get(path) ?? [])
            .map((document) => documents.release(document)),
        );
      },
    });
  }

  /**
   * Files that requests in progress are about. For a closed file servers answer nothing, or an
   * error, so it stays open meanwhile.
   */
  awaited(): AdmittedPath[] {
    return [...this.#underWay].flatMap(({ path }) => path ?? []);
  }

  /** About a document of a proposed tree, while the server is shown that tree. */
  async onOverlay(
    question: Question,
    document: OpenDocument,
    overlaid: ReadonlySet<AdmittedPath>,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (this.parts.client.provider(question.provider, question.method) === undefined)
      return { kind: 'not-offered' };
    this.#overlaid = overlaid;
    try {
      return await this.#source.ask(question, document, signal);
    } finally {
      this.#overlaid = new Set();
    }
  }

  /** See {@link Session.navigate}. */
  async ask(
    question: Question,
    text: Text | undefined,
    cancel: AbortSignal,
    asked?: (position: number) => void,
  ): Promise<NavigationResult> {
    const { documents } = this.parts.client;
    const visit = { path: text?.path };
    const isOpened = text !== undefined && documents.get(text.path) === undefined;
    this.#underWay.add(visit);
    try {
      return await this.#ask(question, text, cancel, asked);
    } finally {
      this.#underWay.delete(visit);
      const document = isOpened && question.isPassing === true ? documents.get(text.path) : undefined;
      if (document !== undefined) void this.parts.documents.release(document);
    }
  }

  async #ask(
    question: Question,
    text: Text | undefined,
    cancel: AbortSignal,
    asked?: (position: number) => void,
  ): Promise<NavigationResult> {
    const { client, documents, notified } = this.parts;
    await waitFor(client.started, cancel);
    const state = client.state.kind;
    if (state !== 'active') return { kind: state === 'starting' ? 'cancelled' : 'closed' };
    const offered = client.provider(question.provider, question.method);
    if (offered === undefined || question.isCovered?.(offered) === false) return { kind: 'not-offered' };
    const isShown = question.workspaceWide === true && client.documents.count > 0;
    const isAbout = text !== undefined && !isShown;
    if (!isAbout) await documents.catchUp();
    const document = isAbout ? (await documents.synchronise([text]))[0] : undefined;
    asked?.(notified.position);
    const answer = await this.#source.ask(question, question.workspaceWide ? undefined : document, cancel);
    // A search in several steps may have ended between two of them.
    return cancel.aborted && answer.kind === 'result' ? { kind: 'cancelled' } : answer;
  }
}
