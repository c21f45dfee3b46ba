/**
 * Pulls. `READS path`, relative to its root, makes what is wrong with that file wrong with the document that says so: as the file was when it was
 * read, which is once, and again only after the client has told that it moved. `**\/*.fake` is what it wants to be told of, or the glob that is its
 * argument. To a text that says `HOLD` it does not answer before something was told.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const read = new Map<string, string>();
const told = Promise.withResolvers<undefined>();
let root = '';

const server = await serve(PULLS, {
  initialize: ({ rootUri }) => {
    root = fileURLToPath(rootUri ?? '');
    return { capabilities: PULLS };
  },
  initialized: async () => {
    const registerOptions = { watchers: [{ globPattern: process.argv[2] ?? '**/*.fake' }] };
    await server.ask('client/registerCapability', {
      registrations: [{ id: 'watch', method: 'workspace/didChangeWatchedFiles', registerOptions }],
    });
  },
  'workspace/didChangeWatchedFiles': ({ changes }) => {
    for (const { uri } of changes) read.delete(fileURLToPath(uri));
    told.resolve(undefined);
  },
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    const dependency = order(text, 'READS');
    const answer = fullReport(dependency === undefined ? text : contentOf(join(root, dependency)));
    if (order(text, 'HOLD') !== undefined) await told.promise;
    return answer;
  },
});

function contentOf(path: string): string {
  const known = read.get(path);
  if (known !== undefined) return known;
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    content = 'ERROR missing';
  }
  read.set(path, content);
  return content;
}
