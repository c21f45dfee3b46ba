/**
 * typescript-language-server, as far as it passes questions on to tsserver.
 *
 * A text with `ORPHAN` is refused with "No Project" until it is opened a second time. After `GONE` there is no tsserver any more, and
 * the server lives on. `IMPORT name` is an error unless that file was open when the projects were loaded last. A text with
 * `ENDLESS` keeps it busy until the question is given up. It breaks at `FAILS`, and answers on.
 *
 * With `--watches` it leaves the watching to its client. A text with `READS name` has the errors of that file, or that there is none, which is looked up when
 * they are asked for first, and anew after it was told of a change. `BUSY` besides keeps it at work, with the file looked up and not watched yet, until the
 * test says `answer`, once.
 */

import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { INCREMENTAL, Refusal, serve } from './base.ts';
import { judge, order } from './language.ts';

const opened = new Map<string, number>();
const loaded = new Set<string>();
const held = new Map<string, string>();
const watched = new Set<string>();
const released = Promise.withResolvers<void>();
let gone = false;

/** As of tsserver: whoever makes a file of this name and a request's number has the request given up. */
const cancellation = process.argv[process.argv.indexOf('--cancellationPipeName') + 1]?.slice(0, -1) ?? '';

let lastNumber = 0;
let previous: Promise<unknown> = Promise.resolve();

const server = await serve(
  {
    textDocumentSync: INCREMENTAL,
    hoverProvider: true,
    executeCommandProvider: { commands: ['typescript.tsserverRequest'] },
  },
  {
    initialized: () => {
      const registerOptions = { watchers: [{ globPattern: '**/*' }] };
      if (process.argv.includes('--watches'))
        void server.ask('client/registerCapability', {
          registrations: [{ id: 'all', method: 'workspace/didChangeWatchedFiles', registerOptions }],
        });
    },
    'workspace/didChangeWatchedFiles': ({ changes }) => {
      const known = changes.filter(({ uri }) => watched.has(uri));
      previous = previous.then(() => known.forEach(({ uri }) => held.delete(uri)));
    },
    'textDocument/hover': ({ textDocument: { uri } }) => {
      const text = server.text(uri);
      const answer = previous.then(async () => ({ contents: await look(text, uri) }));
      previous = answer;
      return answer;
    },
    'textDocument/didOpen': ({ textDocument: { uri } }) => {
      opened.set(uri, (opened.get(uri) ?? 0) + 1);
    },
    'workspace/executeCommand': ({ arguments: [command, args] = [] }) => {
      const number = ++lastNumber;
      const uri = Bun.pathToFileURL((args as { file?: string } | undefined)?.file ?? '/').href;
      const text = server.text(uri);
      const answer = previous.then(() => execute(String(command), uri, text, number));
      previous = answer;
      return answer;
    },
  },
);

async function execute(command: string, uri: string, text: string, number: number): Promise<object> {
  const respond = (body: unknown): object => ({ type: 'response', success: true, request_seq: number, body });
  gone ||= order(text, 'GONE') !== undefined;
  if (gone) return { type: 'noServer' };
  if (command === 'reloadProjects') {
    for (const one of opened.keys()) loaded.add(one);
    held.clear();
  }
  if (command === 'reload') held.delete(uri);
  if (command === 'status') return respond({ version: '5.9.9' });
  if (order(text, 'ORPHAN') !== undefined && (opened.get(uri) ?? 0) < 2)
    return new Refusal(1, '<main> TypeScript Server Error (5.9.9)\nNo Project.');
  if (command !== 'semanticDiagnosticsSync') return respond([]);
  if (order(text, 'FAILS') !== undefined)
    return new Refusal(
      1,
      '<main> TypeScript Server Error (5.9.9)\nDebug Failure.\n    at check (tsserver.js:1)',
    );
  if (order(text, 'ENDLESS') !== undefined) {
    await thereIs(`${cancellation}${number}`);
    return respond({ canceled: true });
  }
  const read = await look(text, uri);
  const imported = order(text, 'IMPORT');
  const missing = imported !== undefined && !loaded.has(new URL(imported, uri).href);
  const found = missing ? judge(`ERROR Cannot find module ${imported}`) : judge(`${text}\n${read}`);
  return respond(found.map(toTsserver));
}

async function look(text: string, from: string): Promise<string> {
  const read = textRead(text, from);
  if (order(text, 'BUSY') !== undefined) {
    server.report('busy');
    await released.promise;
  }
  for (const one of held.keys()) watched.add(one);
  return read;
}

function textRead(text: string, from: string): string {
  const name = order(text, 'READS');
  if (name === undefined) return '';
  const { href } = new URL(name, from);
  const read =
    held.get(href) ??
    (existsSync(new URL(href)) ? readFileSync(new URL(href), 'utf8') : `ERROR Cannot find module ${name}`);
  held.set(href, read);
  return read;
}

server.onCommand('answer', () => {
  released.resolve();
});

/** Resolves when the file is made, and not without it. */
function thereIs(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(file), () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    });
  });
}

function toTsserver({ range: { start, end }, message }: Diagnostic): object {
  return {
    message,
    category: 'error',
    code: 1,
    startLocation: { line: start.line + 1, offset: start.character + 1 },
    endLocation: { line: end.line + 1, offset: end.character + 1 },
  };
}
