/**
 * Pulls, and answers whatever navigates, from the text of all .fake files of the workspace, open or on disk. What one asks about by an item of the call
 * hierarchy counts only with the `data` that it gave.
 *
 * `--shuffle=SEED` puts each list in an order of its own, `--twice` says everything twice, `--outside` also names places elsewhere, `--many=N` finds that
 * many references, `--slow` answers only once the question was cancelled, `--null` and `--error` answer so, `--dies` ends instead of answering,
 * `--held=METHOD` keeps what it answers to that back until the test says `answer`, `--without=PROVIDER` does not offer that (`all`: any of this),
 * `--reports` says with progress meanwhile that it works, `--watches=GLOB` wants to be told of such files, `--lazy` knows nothing as long as no document is open.
 *
 * It says with `$/progress` that it loads, and is done at once: who asks it need not give it the
 * moment that a server gets of which nothing is known. `loads-slowly.ts` has those that keep silent.
 */

import { fileURLToPath } from 'node:url';

import type {
  CallHierarchyItem,
  DocumentSymbol,
  Location,
  Position,
  ServerCapabilities,
  SymbolInformation,
} from 'vscode-languageserver-protocol';

import { NEVER, PULLS, Refusal, serve } from './base.ts';
import { fullReport } from './language.ts';
import { type Definition, type Occurrence, Program } from './program.ts';
import { shuffled, twice, withOutside } from './reshape.ts';

const PROVIDERS = [
  'definitionProvider',
  'typeDefinitionProvider',
  'implementationProvider',
  'referencesProvider',
  'hoverProvider',
  'documentSymbolProvider',
  'workspaceSymbolProvider',
  'callHierarchyProvider',
];

const without = option('without');
const watched = option('watches');
const offered = PROVIDERS.filter((provider) => without !== 'all' && without !== provider);
const capabilities: ServerCapabilities = {
  ...PULLS,
  ...Object.fromEntries(offered.map((provider) => [provider, true])),
};
let folder = '';
const released = Promise.withResolvers<void>();

const server = await serve(capabilities, {
  initialize: ({ rootUri }) => {
    folder = fileURLToPath(rootUri ?? 'file:///');
    return { capabilities };
  },
  initialized: async () => {
    await server.ask('window/workDoneProgress/create', { token: 'load' });
    for (const kind of ['begin', 'end'])
      server.send({ method: '$/progress', params: { token: 'load', value: { kind, title: 'loading' } } });
    if (watched === undefined) return;
    const registerOptions = { watchers: [{ globPattern: watched }] };
    await server.ask('client/registerCapability', {
      registrations: [{ id: 'watch', method: 'workspace/didChangeWatchedFiles', registerOptions }],
    });
  },
  'textDocument/diagnostic': ({ textDocument: { uri } }) => fullReport(server.text(uri)),
  'textDocument/definition': held(
    'textDocument/definition',
    about((word, program) => program.definitions(word).map(toLocation)),
  ),
  'textDocument/typeDefinition': about((word, program) =>
    program
      .types(word)
      .map(({ uri, range, whole }) => ({ targetUri: uri, targetRange: whole, targetSelectionRange: range })),
  ),
  'textDocument/implementation': about((word, program) => program.implementations(word).map(toLocation)),
  'textDocument/references': ({ textDocument: { uri }, position, context }) =>
    answer((program) => {
      const many = option('many');
      if (many !== undefined)
        return Array.from({ length: Number(many) }, (_, line) => ({
          uri,
          range: { start: { line, character: 0 }, end: { line, character: 1 } },
        }));
      const word = program.wordAt(uri, position)?.word;
      if (word === undefined) return null;
      return (context.includeDeclaration ? program.occurrences(word) : program.uses(word)).map(toLocation);
    }),
  'textDocument/hover': ({ textDocument: { uri }, position }) =>
    answer((program) => {
      const found = program.wordAt(uri, position);
      if (found === undefined) return null;
      const lines = program
        .definitions(found.word)
        .map((definition) => program.line(definition.uri, definition.range.start.line).trim());
      return {
        contents: [...lines.map((value) => ({ language: 'fake', value })), `The word *${found.word}*.`],
        range: found.range,
      };
    }),
  'textDocument/documentSymbol': held('textDocument/documentSymbol', ({ textDocument: { uri } }) =>
    answer((program) => program.roots(uri).map(toDocumentSymbol)),
  ),
  'workspace/symbol': held('workspace/symbol', ({ query }) =>
    answer((program) =>
      program
        .definitions()
        .filter(({ word }) => word.includes(query))
        .map(toSymbolInformation),
    ),
  ),
  'textDocument/prepareCallHierarchy': held(
    'textDocument/prepareCallHierarchy',
    about((word, program) => program.definitions(word).map(toItem)),
  ),
  'callHierarchy/incomingCalls': ({ item }) =>
    answer((program) => {
      const calls = Map.groupBy(program.uses(wordOf(item)), (occurrence) => program.enclosing(occurrence));
      return [...calls].flatMap(([from, sites]) =>
        from === undefined ? [] : { from: toItem(from), fromRanges: sites.map(({ range }) => range) },
      );
    }),
  'callHierarchy/outgoingCalls': ({ item }) =>
    answer((program) => {
      const used = program.definitions(wordOf(item)).flatMap((definition) => [...program.usedBy(definition)]);
      return used.flatMap(([word, sites]) =>
        program
          .definitions(word)
          .map((to) => ({ to: toItem(to), fromRanges: sites.map(({ range }) => range) })),
      );
    }),
});

server.onCommand('answer', () => {
  released.resolve();
});

function held<Params>(
  method: string,
  handler: (params: Params) => unknown,
): (params: Params) => Promise<unknown> {
  return async (params) => {
    const known = handler(params);
    if (option('held') !== method) return known;
    if (process.argv.includes('--reports')) {
      await server.ask('window/workDoneProgress/create', { token: 'work' });
      const report = (kind: string): void =>
        server.send({ method: '$/progress', params: { token: 'work', value: { kind, title: 'working' } } });
      report('begin');
      const timer = setInterval(report, 500, 'report');
      void released.promise.then(() => {
        clearInterval(timer);
        report('end');
      });
    }
    await released.promise;
    return known;
  };
}

/** Answers about the word at a position. */
function about(
  find: (word: string, program: Program) => unknown,
): (params: { textDocument: { uri: string }; position: Position }) => unknown {
  return ({ textDocument, position }) =>
    answer((program) => {
      const word = program.wordAt(textDocument.uri, position)?.word;
      return word === undefined ? null : find(word, program);
    });
}

function answer(find: (program: Program) => unknown): unknown {
  if (flag('dies')) process.exit(1);
  if (flag('slow')) return NEVER;
  if (flag('error')) return new Refusal(-32603, 'panic in /secret/place');
  if (flag('null')) return null;
  if (flag('lazy') && server.documents.size === 0) return [];
  const texts = new Map([...server.documents.values()].map(({ uri, text }) => [fileURLToPath(uri), text]));
  let result = find(new Program(folder, (path) => texts.get(path)));
  if (flag('twice')) result = twice(result);
  if (flag('outside')) result = withOutside(result, folder);
  const seed = option('shuffle');
  return seed === undefined ? result : shuffled(result, Number(seed));
}

function flag(name: string): boolean {
  return process.argv.includes(`--${name}`);
}

function option(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

function toLocation({ uri, range }: Occurrence): Location {
  return { uri, range };
}

function toDocumentSymbol({ word, kind, whole, range, children }: Definition): DocumentSymbol {
  return { name: word, kind, range: whole, selectionRange: range, children: children.map(toDocumentSymbol) };
}

function toSymbolInformation({ uri, word, kind, range, parent }: Definition): SymbolInformation {
  return {
    name: word,
    kind,
    location: { uri, range },
    ...(parent !== undefined && { containerName: parent.word }),
  };
}

function toItem({ uri, word, kind, whole, range }: Definition): CallHierarchyItem {
  return { name: word, kind, uri, range: whole, selectionRange: range, data: { word } };
}

function wordOf({ data }: CallHierarchyItem): string {
  return (data as { word: string }).word;
}
