import type { OpenDocument } from '../../../client/documents/documents.ts';
import { itemsOf } from '../../../support/json.ts';
import { type AdmittedPath, toPath, toUri } from '../../../support/paths.ts';
import type { DirectSource } from '../../../backend/navigation/direct.ts';
import type { FileSymbols, Outline } from './file-symbols.ts';
import { ImportedNames } from './imported-names.ts';
import { FuzzyQuery } from './fuzzy-match.ts';
import * as questions from '../../../backend/navigation/questions.ts';
import { readWorkspaceSymbols } from '../../../backend/navigation/read-symbols.ts';
import type { NavigationResult, Question } from '../../../backend/navigation/source.ts';

/**
 * Quirk(TypeScript 7): it lists no more, and does not report that there are more. Names that are
 * only imported count, too: often they are the whole list.
 */
const CAP = 256;

/** One more than are ever listed. */
const MOST = 20_001;

/** How many files are asked about at once. */
const AT_ONCE = 64;

const VARIABLE = 13;

/** Searches for symbols in TypeScript 7. */
export class SymbolSearch {
  readonly #imported = new ImportedNames();

  constructor(
    private readonly server: DirectSource,
    private readonly files: FileSymbols,
  ) {}

  /**
   * Searches the loaded projects. The server's list has to be complete. Where it may not be, the
   * files are asked about one by one.
   *
   * @param asked the server's reply to the request
   * @param files to ask about in that case
   */
  async inProjects(
    question: Question,
    asked: Promise<NavigationResult>,
    files: readonly AdmittedPath[],
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const reply = await asked;
    if (reply.kind !== 'result') return reply;
    return itemsOf(reply.result).length < CAP
      ? { kind: 'result', result: this.#declared(reply.result) }
      : this.inFiles(question, files, signal);
  }

  /**
   * Searches the declarations of these files. The server can be asked about a file only while some
   * project holds it.
   */
  async inFiles(
    question: Question,
    files: readonly AdmittedPath[],
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const fuzzyQuery = fuzzyQueryOf(question);
    const isImported = this.#imported.now();
    const found: object[] = [];
    for (let at = 0; at < files.length && found.length < MOST; at += AT_ONCE) {
      const batch = files.slice(at, at + AT_ONCE);
      const replies = await Promise.all(
        batch.map(
          async (path) =>
            this.files.of(path) ?? (await this.files.ask(path, () => this.#outline(path, signal))),
        ),
      );
      for (const [index, path] of batch.entries()) {
        const reply = replies[index];
        if (reply?.kind === 'outline')
          for (const symbol of matching(path, reply, fuzzyQuery, isImported)) found.push(symbol);
        // A file that no project holds any more has no symbols.
        else if (reply !== undefined && reply.kind !== 'error') return reply;
      }
    }
    return { kind: 'result', result: found };
  }

  /** Searches outlines that are known already. */
  inOutlines(question: Question, outlines: ReadonlyMap<AdmittedPath, Outline>): NavigationResult {
    const fuzzyQuery = fuzzyQueryOf(question);
    const isImported = this.#imported.now();
    return {
      kind: 'result',
      result: [...outlines].flatMap(([path, outline]) => [
        ...matching(path, outline, fuzzyQuery, isImported),
      ]),
    };
  }

  #outline(path: AdmittedPath, signal: AbortSignal): Promise<NavigationResult> {
    return this.server.ask(questions.documentSymbols, { uri: toUri(path) } as OpenDocument, signal);
  }

  #declared(result: unknown): object[] {
    const isImported = this.#imported.now();
    return [...readWorkspaceSymbols(result)].flatMap(({ uri, range, ...label }) => {
      const path = toPath(uri);
      return label.kind === VARIABLE && path !== undefined && isImported(path, range.start)
        ? []
        : { ...label, location: { uri, range } };
    });
  }
}

function* matching(
  path: AdmittedPath,
  outline: Outline,
  fuzzyQuery: FuzzyQuery,
  isImported: ReturnType<ImportedNames['now']>,
): Generator<object> {
  for (const { range, ...label } of outline.matching(fuzzyQuery)) {
    if (label.kind !== VARIABLE || !isImported(path, range.start))
      yield { ...label, location: { uri: toUri(path), range } };
  }
}

function fuzzyQueryOf(question: Question): FuzzyQuery {
  const params = question.params('');
  return new FuzzyQuery('query' in params ? String(params.query) : '');
}
