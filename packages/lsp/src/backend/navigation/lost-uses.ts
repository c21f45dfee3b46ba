import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { positionsIn } from '../../client/documents/text-edit.ts';
import { itemsOf } from '../../support/json.ts';
import { type AdmittedPath, toPath, toUri } from '../../support/paths.ts';
import { readTextFile, SOURCE_BYTES } from '../../support/read-file.ts';
import type { Position } from '../model.ts';
import { nameIn } from './name-at.ts';
import * as questions from './questions.ts';
import { readLocations, type UriRange } from './read-locations.ts';
import type { NavigationResult, NavigationSource, Question, WorkspaceView } from './source.ts';
import { wordIn } from './whole-word.ts';

const REFERENCES = 'textDocument/references';

/** How many listed uses are asked which of several definitions is meant. */
const MOST_COMPARED = 20;

/**
 * Asks as `inner` does. Of a server that loses references in some texts, each place of the name in such
 * a text is asked about, too: what it means there the server knows.
 */
export class LostUsesSource implements NavigationSource {
  /** @param lost global; what is lost stands from there to the bracket that closes its last one */
  constructor(
    private readonly client: LspClient,
    private readonly view: WorkspaceView,
    private readonly lost: RegExp,
    private readonly inner: NavigationSource,
  ) {}

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const reply = await this.inner.ask(question, document, signal);
    const name = question.method === REFERENCES ? nameIn(question, document) : undefined;
    if (reply.kind !== 'result' || document === undefined || name === undefined) return reply;
    const known = [...readLocations(reply.result)];
    const places = await this.#unlisted(name, document, known);
    if (places.length === 0) return reply;
    const definitionOf = (uri: string, params: object): Promise<NavigationResult> =>
      this.inner.ask(
        {
          ...questions.definition({ line: 0, character: 0 }),
          params: () => ({ ...params, textDocument: { uri } }),
        },
        undefined,
        signal,
      );
    const declared = await definitionOf(document.uri, question.params(document.uri));
    // It is asked about files of other projects, too, and has an error for those that it does not know.
    if (declared.kind === 'error') return reply;
    if (declared.kind !== 'result') return declared;
    let targets = new Set([...readLocations(declared.result)].map(startOf));
    // A word that is a field and a variable at once has two: one of them all other uses have, too.
    for (const place of known.slice(0, targets.size > 1 ? MOST_COMPARED : 0)) {
      const meant = await definitionOf(place.uri, { position: place.range.start });
      if (meant.kind !== 'result') continue;
      const both = targets.intersection(new Set([...readLocations(meant.result)].map(startOf)));
      if (both.size > 0) targets = both;
      if (targets.size === 1) break;
    }
    const uses: UriRange[] = [];
    for (const place of places) {
      const meant = await definitionOf(place.uri, { position: place.range.start });
      if (meant.kind === 'error') continue;
      if (meant.kind !== 'result') return meant;
      if ([...readLocations(meant.result)].some((one) => targets.has(startOf(one)))) uses.push(place);
    }
    return { ...reply, result: [...itemsOf(reply.result), ...uses] };
  }

  /** Where the name stands in such texts, without what is listed. */
  async #unlisted(name: string, { path }: OpenDocument, known: readonly UriRange[]): Promise<UriRange[]> {
    const graph = await this.view.importGraph();
    const paths =
      graph === undefined
        ? this.view.files(path)
        : this.view.beside(path, [...graph.paths].filter(graph.containsIdentifier([name])));
    const byPath = Map.groupBy(known, ({ uri }) => toPath(uri));
    return paths.flatMap((one) => {
      const uri = toUri(one);
      const text = this.#textOf(one);
      const listed = byPath.get(one) ?? [];
      const positionAt = positionsIn(text);
      return [...insideOf(text, this.lost, wordIn(name, 'gu'))]
        .map((index): UriRange => {
          return { uri, range: { start: positionAt(index), end: positionAt(index + name.length) } };
        })
        .filter((place) => !listed.some((other) => holds(other, place.range.start)));
    });
  }

  #textOf(path: AdmittedPath): string {
    const open = this.client.documents.get(path);
    if (open !== undefined) return open.text;
    const read = readTextFile(path, SOURCE_BYTES);
    return read.kind === 'text' ? read.text : '';
  }
}

/** The offsets of the word behind a match of `opening`, up to the bracket that closes its last one. */
function insideOf(text: string, opening: RegExp, word: RegExp): Set<number> {
  const found = new Set<number>();
  let until = 0;
  for (const { 0: head, index } of text.matchAll(opening)) {
    const start = index + head.length;
    if (start < until) continue;
    until = closing(text, start);
    for (const { index: at } of text.slice(start, until).matchAll(word)) found.add(start + at);
  }
  return found;
}

/** Behind the bracket that closes one before `start`; brackets in texts are taken for code. */
function closing(text: string, start: number): number {
  let depth = 1;
  for (const { 0: bracket, index } of text.slice(start).matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth === 0) return start + index;
  }
  return text.length;
}

function holds({ range: { start, end } }: UriRange, at: Position): boolean {
  return start.line === at.line && start.character <= at.character && at.character < end.character;
}

function startOf({ uri, range: { start } }: UriRange): string {
  return JSON.stringify([toPath(uri) ?? uri, start.line, start.character]);
}
