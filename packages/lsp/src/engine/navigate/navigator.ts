import { Bounded } from '../../backend/navigation/bounded.ts';
import type { Call, DocumentSymbol, Hover, Place, Position, WorkspaceSymbol } from '../../backend/model.ts';
import {
  callKey,
  compareCalls,
  compareDocumentSymbols,
  comparePlaces,
  compareWorkspaceSymbols,
  documentSymbolKey,
  mergeCalls,
  mergeHovers,
  placeKey,
  workspaceSymbolKey,
} from '../../backend/navigation/order.ts';
import * as questions from '../../backend/navigation/questions.ts';
import type { CallDirection } from '../../backend/navigation/read-calls.ts';
import { readHover } from '../../backend/navigation/read-hover.ts';
import { readLocations, type UriRange } from '../../backend/navigation/read-locations.ts';
import {
  readDocumentSymbols,
  readWorkspaceSymbols,
  type UriSymbol,
} from '../../backend/navigation/read-symbols.ts';
import type { Question } from '../../backend/navigation/source.ts';
import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { describedPlace } from '../../backend/installed-place.ts';
import { withoutPlaces } from '../../backend/navigation/without-places.ts';
import { askForCalls, type RawCall, rawCalls } from './call-hierarchy.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import { versionOf, type WorkspaceVersion } from './workspace-version.ts';
import { listedOnce } from './listed-once.ts';
import { ENDS, failed, found, type Found, type Listing, type TextDocumentPosition } from './found.ts';
import { homeOf } from './home.ts';
import { listOf } from './listing.ts';
import type { QueryResults } from './query-all.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import { Texts } from '../disk/texts.ts';
import { admit, ServerQueries } from './server-queries.ts';
import { ofAllProjects } from './shown-projects.ts';
import { askRenaming, type NewName, type ServerRenaming } from './renaming.ts';
import { askOutline, type ServerOutline } from './ask-outline.ts';

/** What a channel asks. */
export type Navigation = Omit<Navigator, 'home' | 'componentImport' | 'renaming' | 'outlines' | 'placesOf'>;

/**
 * More items than this in one answer are an error; a part is never returned (gateway-contract 5.1).
 */
const MOST = 20_000;

type Places = Found<Listing<Place>>;

/**
 * Navigation over the same servers that check files (REQ-ARCH-040). Each request admits the path,
 * shows the file to its servers, waits until they have loaded what the request needs, asks them,
 * merges the answers, and drops what lies outside the workspace. No method rejects. Each method
 * ends when `cancel` aborts, or after `navigationTimeout`: there is a complete answer or none.
 */
export class Navigator {
  readonly #queries: ServerQueries;
  readonly #texts = new Texts();

  constructor(private readonly services: SessionServers) {
    this.#queries = new ServerQueries(services, this.#texts, (locations) => this.placesOf(locations));
  }

  definition(at: TextDocumentPosition, cancel: AbortSignal): Promise<Places> {
    return this.#places(at, questions.definition, cancel);
  }

  typeDefinition(at: TextDocumentPosition, cancel: AbortSignal): Promise<Places> {
    return this.#places(at, questions.typeDefinition, cancel);
  }

  implementation(at: TextDocumentPosition, cancel: AbortSignal): Promise<Places> {
    return this.#places(at, questions.implementation, cancel);
  }

  async references(
    at: TextDocumentPosition,
    includeDeclaration: boolean,
    cancel: AbortSignal,
  ): Promise<Places> {
    const home = await this.home(at, cancel);
    return home.kind === 'failed'
      ? home
      : this.#places(home.value, (position) => questions.references(position, includeDeclaration), cancel);
  }

  /**
   * Where to ask for all uses of a symbol that stands in a component: at its declaration, where that
   * is in a file of the language that components embed, or in another component. Only the server of
   * that language knows all of its files, and some rename from the declaration alone.
   */
  home(at: TextDocumentPosition, cancel: AbortSignal): Promise<Found<TextDocumentPosition>> {
    return homeOf(this.services, this, at, cancel);
  }

  /**
   * What each server of the file would change for a new name, and what it refers to.
   *
   * @param ms how long it may take
   */
  async renaming(
    at: TextDocumentPosition,
    names: NewName,
    ms: number,
    cancel: AbortSignal,
  ): Promise<Found<QueryResults<ServerRenaming>>> {
    const { workspace } = this.services;
    const isElsewhere = workspace.besideTreeOf(at.filePath);
    const placesOf = (locations: unknown) => this.placesOf(locations, isElsewhere);
    const context = { workspace, placesOf, isElsewhere };
    return this.#queries.about(
      at,
      (ask, session, position = at.position, text) =>
        askRenaming(ask, session, { path: text?.path, position }, names, context),
      cancel,
      'workspace',
      ms,
    );
  }

  /**
   * The symbols of a file, as each of its servers lists them.
   *
   * @param ms how long it may take
   */
  async outlines(
    filePath: string,
    ms: number,
    cancel: AbortSignal,
  ): Promise<Found<readonly ServerOutline[]>> {
    const answers = await this.#queries.about({ filePath }, askOutline, cancel, 'file', ms);
    return answers.kind === 'failed' ? answers : found(answers.value.results);
  }

  /**
   * The locations of one answer, as far as they are in the workspace, each once; undefined where
   * they are too many.
   */
  placesOf(
    locations: unknown,
    isElsewhere: (path: AdmittedPath) => boolean = () => false,
  ): readonly Place[] | undefined {
    const listing = listOf<UriRange, Place>(this.services.workspace, [readLocations(locations)], {
      without: [],
      isElsewhere,
      most: MOST,
      make: ({ range }, path): Place => ({ path, range }),
      keyOf: placeKey,
      compare: comparePlaces,
    });
    return listing.kind === 'found' ? listing.value.items : undefined;
  }

  async hover(at: TextDocumentPosition, cancel: AbortSignal): Promise<Found<Hover | undefined>> {
    const answers = await this.#queries.about(at, (ask) => ask(questions.hover(at.position)), cancel);
    if (answers.kind === 'failed') return answers;
    const hover = mergeHovers(answers.value.results.flatMap((result) => readHover(result) ?? []));
    return found(
      hover && {
        ...hover,
        parts: hover.parts.map((part) => ({ ...part, value: withoutPlaces(part.value, this.root) })),
      },
    );
  }

  /**
   * Flat, in the order of the text.
   *
   * @param isPassing the file is one of many
   */
  async documentSymbols(
    filePath: string,
    cancel: AbortSignal,
    isPassing = false,
  ): Promise<Found<readonly DocumentSymbol[]>> {
    const question = isPassing ? questions.documentSymbolsInPassing : questions.documentSymbols;
    const answers = await this.#queries.about({ filePath }, (ask) => ask(question), cancel);
    if (answers.kind === 'failed') return answers;
    const symbols = new Bounded<DocumentSymbol>(MOST, documentSymbolKey);
    for (const answer of answers.value.results) {
      for (const symbol of readDocumentSymbols(answer))
        if (!symbols.add(symbol))
          return failed('too-many', `the file has more than ${MOST} symbols, too many to list`);
    }
    return found(symbols.values().sort(compareDocumentSymbols));
  }

  /**
   * Asks the servers that run and those of the languages that the workspace has most of. Where these find
   * nothing, the other ones are asked, too. What some have found is an answer that names the others.
   */
  async likelySymbols(query: string, cancel: AbortSignal): Promise<Found<Listing<WorkspaceSymbol>>> {
    const likely = await this.#symbols(query, cancel, 'likely');
    const isNothing = likely.kind === 'found' && likely.value.items.length === 0;
    return isNothing && likely.value.unasked !== undefined ? this.#symbols(query, cancel, 'any') : likely;
  }

  /**
   * Asks every server that the files of the workspace need, and starts it if need be.
   *
   * @param isWord only symbols of exactly this name count
   */
  async workspaceSymbols(
    query: string,
    cancel: AbortSignal,
    isWord = false,
  ): Promise<Found<Listing<WorkspaceSymbol>>> {
    return ofAllProjects(await this.#symbols(query, cancel, undefined, isWord), query);
  }

  async #symbols(
    query: string,
    cancel: AbortSignal,
    part?: 'likely' | 'any',
    isWord = false,
  ): Promise<Found<Listing<WorkspaceSymbol>>> {
    const question = questions.workspaceSymbols(query);
    const answers = await this.#queries.all((ask) => ask(question), { query, isWord }, cancel, part);
    if (answers.kind === 'failed') return answers;
    const { results, without, unanswered, unasked, unshown } = answers.value;
    const listing = listOf<UriSymbol, WorkspaceSymbol>(
      this.services.workspace,
      results.map(readWorkspaceSymbols),
      {
        without,
        most: MOST,
        isElsewhere: this.services.workspace.trees.beside(undefined),
        // A file may be open in a server, for an earlier question, that git ignores by now.
        excludes: (path) => !this.services.graphs.mayHold(path),
        make: ({ name, kind, range, containerName }, path): WorkspaceSymbol => ({
          name,
          kind,
          path,
          range,
          ...(containerName !== undefined && { containerName }),
        }),
        keyOf: workspaceSymbolKey,
        compare: compareWorkspaceSymbols,
      },
    );
    if (listing.kind === 'failed') return listing;
    return found({
      ...listing.value,
      items: listedOnce(listing.value.items, (path) => this.lines(path)),
      ...(unanswered && { unanswered }),
      ...(unasked && { unasked }),
      ...(unshown && { unshown }),
    });
  }

  async incomingCalls(at: TextDocumentPosition, cancel: AbortSignal): Promise<Found<Listing<Call>>> {
    const home = await this.home(at, cancel);
    return home.kind === 'failed' ? home : this.#calls(home.value, 'incoming', cancel);
  }

  outgoingCalls(at: TextDocumentPosition, cancel: AbortSignal): Promise<Found<Listing<Call>>> {
    return this.#calls(at, 'outgoing', cancel);
  }

  /**
   * For a file inside the workspace. Also for one in node_modules: no server checks it, but it may
   * be read.
   */
  admit(filePath: string): Found<AdmittedPath> {
    return admit(this.services.workspace, filePath);
  }

  /** The workspace root: absolute, real. */
  get root(): string {
    return this.services.workspace.root;
  }

  /** Relative to the workspace root, with `/`. */
  relative(path: AdmittedPath): string {
    return this.services.workspace.folder(path);
  }

  /** The file's text now; undefined where the file holds no text, or too much. */
  text(path: AdmittedPath): Promise<string | undefined> {
    return Promise.resolve(this.#texts.text(path));
  }

  /** How definitions stand in it; undefined where no server of it knows. */
  symbolSyntax(path: AdmittedPath): SymbolSyntax | undefined {
    const served = this.services.registry.forFile(path);
    return served.find(({ symbols }) => symbols !== undefined)?.symbols;
  }

  /** The lines of that text; none where there is no text. */
  lines(path: AdmittedPath): readonly string[] {
    return this.#texts.lines(path);
  }

  /** The version as last noticed; does not look at the disk. */
  get knownVersion(): WorkspaceVersion {
    return versionOf(this.services.changes);
  }

  /** Looks at the disk first. An answer that was computed at the same version still holds. */
  async workspaceVersion(): Promise<WorkspaceVersion> {
    await notifyOfDiskChanges(this.services);
    return versionOf(this.services.changes);
  }

  async #places(
    at: TextDocumentPosition,
    question: (position: Position) => Question,
    cancel: AbortSignal,
  ): Promise<Places> {
    const answers = await this.#queries.about(
      at,
      (ask, _, position = at.position) => ask(question(position)),
      cancel,
      question(at.position).scope,
    );
    if (answers.kind === 'failed') return answers;
    const { results, without, partly } = answers.value;
    const isOfWorkspace = question(at.position).scope === 'workspace';
    const isPart = isOfWorkspace || results.every((one) => readLocations(one).next().done === true);
    return listOf<UriRange, Place>(this.services.workspace, results.map(readLocations), {
      without,
      ...(isPart && partly !== undefined && { partly }),
      most: MOST,
      make: ({ range }, path): Place => ({ path, range }),
      keyOf: placeKey,
      compare: comparePlaces,
      // What a symbol is declared by is where it is, and nowhere else.
      ...(isOfWorkspace
        ? { isElsewhere: this.services.workspace.besideTreeOf(at.filePath) }
        : { describe: ({ uri, range }: UriRange) => describedPlace(uri, range.start) }),
    });
  }

  async #calls(
    at: TextDocumentPosition,
    direction: CallDirection,
    cancel: AbortSignal,
    isFollowed = false,
  ): Promise<Found<Listing<Call>>> {
    const answers = await this.#queries.about(
      at,
      (ask, _, position = at.position) => askForCalls(ask, position, direction),
      cancel,
      direction === 'incoming' ? 'workspace' : 'file',
    );
    if (answers.kind === 'failed') return answers;
    const { results, without } = answers.value;
    const functions = results.flat();
    const declared = functions.length > 0 || isFollowed ? found(undefined) : await this.#declared(at, cancel);
    if (declared.kind === 'failed') return declared;
    if (declared.value !== undefined) return this.#calls(declared.value, direction, cancel, true);
    const listing = listOf<RawCall, Call>(
      this.services.workspace,
      functions.map((answer) => rawCalls(answer, direction)),
      {
        without,
        most: MOST,
        ...(direction === 'incoming' && { isElsewhere: this.services.workspace.besideTreeOf(at.filePath) }),
        make: ({ item: { name, kind, range, selectionRange }, callerUri, sites }, path, pathOf): Call => {
          const caller = pathOf(callerUri);
          return {
            name,
            kind,
            path,
            range,
            selectionRange,
            sites: caller === undefined ? [] : sites.map((site) => ({ path: caller, range: site })),
          };
        },
        keyOf: callKey,
        compare: compareCalls,
      },
    );
    return listing.kind === 'failed'
      ? listing
      : found({ ...listing.value, items: mergeCalls(listing.value.items) });
  }

  /**
   * Quirk(TypeScript): where a function is imported it finds no calls; where it is declared, it
   * does.
   */
  async #declared(
    at: TextDocumentPosition,
    cancel: AbortSignal,
  ): Promise<Found<TextDocumentPosition | undefined>> {
    const places = await this.definition(at, cancel);
    if (places.kind === 'failed') return ENDS.includes(places.why) ? places : found(undefined);
    const [place, ...others] = places.value.items;
    return found(
      place === undefined || others.length > 0
        ? undefined
        : { filePath: place.path, position: place.range.start },
    );
  }
}
