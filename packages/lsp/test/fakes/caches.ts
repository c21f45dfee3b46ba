/**
 * Pulls, and judges `from m import name` as `imports.ts` does, but reads each file once: what is not open it
 * holds as it was when it was first needed, or when it was closed, until it is notified of a change. It
 * judges imports of the name that is its argument, and hovers tell what it finds in the text. What it finds in
 * a text that says `HOLD` is as of the question, and answered when the test says `answer`.
 *
 * A text that says `REFUSED` it refuses to judge. With `--late N` it answers each Nth question only when another
 * message has come, with what it found at the question.
 *
 * With `--publishes` it has gopls's command that makes it publish what it finds in all files: those that were
 * there when it started, and that it was notified of since.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { PULLS, Refusal, serve } from './base.ts';

interface Finding extends Diagnostic {
  readonly message: string;
}

const COMMAND = 'gopls.diagnose_files';
const [judged = ''] = process.argv.slice(2);
const capabilities = {
  ...PULLS,
  hoverProvider: true,
  ...(process.argv.includes('--publishes') && { executeCommandProvider: { commands: [COMMAND] } }),
};
const read = new Map<string, string>();
const files = new Set<string>();
const published = new Map<string, string>();
const held: (() => void)[] = [];
const late: (() => void)[] = [];
const everyLate = Number(process.argv[process.argv.indexOf('--late') + 1]);
let asked = 0;

const server = await serve(capabilities, {
  initialize: ({ rootUri }) => {
    for (const name of readdirSync(fileURLToPath(rootUri ?? 'file:///')).filter((each) => isOwn(each)))
      files.add(`${rootUri ?? ''}/${name}`);
    return { capabilities };
  },
  initialized: async () => {
    void server.ask('client/registerCapability', {
      registrations: [
        {
          id: 'w',
          method: 'workspace/didChangeWatchedFiles',
          registerOptions: { watchers: [{ globPattern: '**/*.{py,json}' }] },
        },
      ],
    });
    // So that no question waits for the moment that a server gets to say that it loads.
    await server.ask('window/workDoneProgress/create', { token: 'load' });
    for (const kind of ['begin', 'end'])
      server.send({ method: '$/progress', params: { token: 'load', value: { kind, title: 'loading' } } });
  },
  'textDocument/didClose': ({ textDocument: { uri } }) => {
    // It was never on disk.
    if (!existsSync(fileURLToPath(uri))) read.delete(uri);
  },
  'textDocument/didOpen': ({ textDocument: { uri } }) => {
    comes();
    read.set(uri, server.text(uri));
  },
  'textDocument/didChange': ({ textDocument: { uri } }) => {
    comes();
    read.set(uri, server.text(uri));
  },
  'workspace/didChangeWatchedFiles': ({ changes }) => {
    for (const { uri, type } of changes) {
      read.delete(uri);
      if (type === 3) files.delete(uri);
      else if (isOwn(uri)) files.add(uri);
    }
  },
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    comes();
    const text = server.text(uri);
    if (text.includes('REFUSED')) return new Refusal(-32603, 'it is refused');
    const items = findingsIn(uri, text);
    asked += 1;
    if (asked % everyLate === 0) await new Promise<void>((resolve) => late.push(resolve));
    if (text.includes('HOLD')) await new Promise<void>((resolve) => held.push(resolve));
    return { kind: 'full', items };
  },
  'textDocument/hover': ({ textDocument: { uri } }) => {
    const found = findingsIn(uri, server.text(uri)).map(({ message }) => message);
    return { contents: `${judged}: ${found.length === 0 ? 'fine' : found.toSorted().join(', ')}` };
  },
  'workspace/executeCommand': ({ command }) => {
    if (command !== COMMAND || !process.argv.includes('--publishes'))
      return new Refusal(-32601, `no command ${command}`);
    for (const uri of new Set([...published.keys(), ...files, ...server.documents.keys()])) publish(uri);
    return null;
  },
});

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function isOwn(name: string): boolean {
  return name.endsWith('.py');
}

/** Where that is news, or the file is open. */
function publish(uri: string): void {
  const version = server.documents.get(uri)?.version;
  const isThere = files.has(uri) || version !== undefined;
  const items = isThere ? findingsIn(uri, textOf(uri)) : [];
  const news = JSON.stringify(items);
  if (version === undefined && news === (published.get(uri) ?? '[]')) return;
  published.set(uri, news);
  server.publish(uri, items, version);
}

/** A message. */
function comes(): void {
  for (const answer of late.splice(0)) answer();
}

function findingsIn(uri: string, text: string): Finding[] {
  if (text.includes('REFUSED')) return [];
  return text.split('\n').flatMap((line, at) => missing(uri, line, at));
}

function missing(uri: string, line: string, at: number): Finding[] {
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
