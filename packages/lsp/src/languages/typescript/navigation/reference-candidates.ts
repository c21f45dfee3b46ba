import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { DirectSource } from '../../../backend/navigation/direct.ts';
import { declaredName, mayReference, usedNameAt } from './names-in-text.ts';
import * as questions from '../../../backend/navigation/questions.ts';
import { readLocations, type UriRange } from '../../../backend/navigation/read-locations.ts';
import { ExportAliases } from './export-aliases.ts';
import type { NavigationResult, WorkspaceView } from '../../../backend/navigation/source.ts';
import type { Target } from './target.ts';

interface Found {
  readonly kind: 'found';
  readonly files: readonly AdmittedPath[];
  /** The declarations of the target, as far as they were requested. */
  readonly declarations: readonly UriRange[];
  /** Declarations under another name than the one at the position of the request. */
  readonly renamed: readonly UriRange[];
}

/** The files to search, or why they are not known. */
export type FilesToSearch = Found | Exclude<NavigationResult, { kind: 'result' }>;

/** Finds the files of the workspace that may use a declaration. */
export class ReferenceCandidates {
  readonly #renames = new ExportAliases();

  /** @param server is asked where something is declared */
  constructor(
    private readonly view: WorkspaceView,
    private readonly root: string,
    private readonly server: DirectSource,
  ) {}

  /**
   * All files where there is no particular target, or where the import graph is not known. Requests
   * to the server are sent at once.
   */
  async of(
    target: Target | undefined,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<FilesToSearch> {
    const declared = target === undefined ? undefined : this.#declarations(target, document, signal);
    const graph = target === undefined ? undefined : await this.view.importGraph();
    if (target === undefined || declared === undefined || graph === undefined)
      return { kind: 'found', files: this.view.files(document?.path), declarations: [], renamed: [] };
    const declarations = await declared;
    if ('kind' in declarations) return declarations;
    const all = mayReference(graph, target, declarations, this.root, this.#renames);
    const files = this.view.beside(target.path, all);
    const name = usedNameAt(target.text, target.position);
    return {
      kind: 'found',
      files,
      declarations,
      renamed: declarations.filter((declaration) => declaredName(declaration) !== name),
    };
  }

  async #declarations(
    target: Target,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<readonly UriRange[] | Exclude<NavigationResult, { kind: 'result' }>> {
    if (target.declaration !== undefined) return [target.declaration];
    const reply = await this.server.ask(questions.definition(target.position), document, signal);
    return reply.kind === 'result' ? [...readLocations(reply.result)] : reply;
  }
}
