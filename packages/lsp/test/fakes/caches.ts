/**
 * Pulls, and judges `from m import name` as `imports.ts` does, but reads each file once: what is not open it
 * holds as it was when it was first needed, or when it was closed, until it is notified of a change. It
 * judges imports of the name that is its argument. What it finds in a text that says `HOLD` is as of the
 * question, and answered when the test says `answer`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { PULLS, serve } from './base.ts';

const [judged = ''] = process.argv.slice(2);
const read = new Map<string, string>();
const held: (() => void)[] = [];

const server = await serve(PULLS, {
  initialized: () => {
    void server.ask('client/registerCapability', {
      registrations: [
        {
          id: 'w',
          method: 'workspace/didChangeWatchedFiles',
          registerOptions: { watchers: [{ globPattern: '**/*.py' }] },
        },
      ],
    });
  },
  'textDocument/didOpen': ({ textDocument: { uri } }) => {
    read.set(uri, server.text(uri));
  },
  'textDocument/didChange': ({ textDocument: { uri } }) => {
    read.set(uri, server.text(uri));
  },
  'workspace/didChangeWatchedFiles': ({ changes }) => {
    for (const { uri } of changes) read.delete(uri);
  },
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    const items = text.split('\n').flatMap((line, at) => missing(uri, line, at));
    if (text.includes('HOLD')) await new Promise<void>((resolve) => held.push(resolve));
    return { kind: 'full', items };
  },
});

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function missing(uri: string, line: string, at: number): Diagnostic[] {
  const [, module, wanted] = /^from (\w+) import (\w+)/.exec(line) ?? [];
  if (module === undefined || wanted !== judged) return [];
  const has = new RegExp(`^(def|from \\w+ import) ${wanted}\\b`, 'm').test(
    textOf(new URL(`${module}.py`, uri).href),
  );
  const range = { start: { line: at, character: 0 }, end: { line: at, character: line.length } };
  return has ? [] : [{ range, severity: 1, message: `${module} has no ${wanted}` }];
}

function textOf(uri: string): string {
  const open = server.documents.get(uri);
  if (open !== undefined) return open.text;
  const path = fileURLToPath(uri);
  const text = read.get(uri) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
  read.set(uri, text);
  return text;
}
