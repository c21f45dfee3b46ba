/**
 * Pulls. A text that says `NEEDS path word` is wrong where that file does not hold the word. Like pyright, it reads such a file once and follows
 * its changes while it is open, not its opening; told of settings it forgets what it has read.
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { PULLS, serve } from './base.ts';
import { judge, order } from './language.ts';

const read = new Map<string, string>();

const server = await serve(PULLS, {
  initialized: () => {
    const watchers = [{ globPattern: '**' }];
    void server.ask('client/registerCapability', {
      registrations: [{ id: 'w', method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers } }],
    });
  },
  'textDocument/didChange': ({ textDocument: { uri } }) => {
    read.set(uri, server.text(uri));
  },
  'workspace/didChangeConfiguration': () => {
    read.clear();
  },
  'textDocument/diagnostic': ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    const [path = '', word = ''] = order(text, 'NEEDS')?.split(' ') ?? [];
    const isMissing = path !== '' && !textOf(new URL(path, uri).href).includes(word);
    return {
      kind: 'full',
      items: [...judge(text), ...(isMissing ? judge(`ERROR ${path} has no ${word}`) : [])],
    };
  },
});

function textOf(uri: string): string {
  const path = fileURLToPath(uri);
  const text = read.get(uri) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
  read.set(uri, text);
  return text;
}
