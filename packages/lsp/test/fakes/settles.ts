/**
 * gopls, as far as other files go. `BREAKS path text` in an open document is an error in that other file: said whenever that one is asked about,
 * and published, where it is news, when `gopls.diagnose_files` wants all to be said, or the test does (`publish`).
 *
 * A text with `BARRIER` says how that command goes: `late` until the test says `answer`, `refused`, `crash`. What is said of a text with
 * `ORPHAN` is never published but as clean. With `--without` there is no such command, with `--watches` it wants to be told of .fake files and
 * nothing else. With `--counts` there is `gopls.workspace_stats`, too: a text with `COUNTING` says whether that is `late`, in the same way, unless it is
 * cancelled, or `refused`.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { PULLS, Refusal, serve } from './base.ts';
import { fullReport, judge, order } from './language.ts';

const COMMAND = 'gopls.diagnose_files';
const COUNT = 'gopls.workspace_stats';
const commands = [
  'gopls.tidy',
  ...(process.argv.includes('--without') ? [] : [COMMAND]),
  ...(process.argv.includes('--counts') ? [COUNT] : []),
];

let published = new Map<string, string>();
const held: (() => void)[] = [];

const server = await serve(
  { ...PULLS, executeCommandProvider: { commands } },
  {
    initialized: async (_params, fake) => {
      if (!process.argv.includes('--watches')) return;
      const registerOptions = { watchers: [{ globPattern: '**/*.fake' }] };
      await fake.ask('client/registerCapability', {
        registrations: [{ id: 'w', method: 'workspace/didChangeWatchedFiles', registerOptions }],
      });
    },
    'textDocument/diagnostic': ({ textDocument: { uri } }) => {
      const { items } = fullReport(server.text(uri));
      return { kind: '', items: [...items, ...(brokenElsewhere().get(uri) ?? [])] };
    },
    'workspace/executeCommand': async ({ command }) => {
      if (![COMMAND, COUNT].includes(command) || !commands.includes(command))
        return new Refusal(-32601, `no command ${command}`);
      const mode = said(command === COMMAND ? 'BARRIER' : 'COUNTING');
      if (mode === 'refused') return new Refusal(0, 'no views');
      if (mode === 'crash') process.exit(3);
      if (mode === 'late') await new Promise<void>((resolve) => held.push(resolve));
      if (command === COMMAND) publishNews();
      return null;
    },
  },
);

server.onCommand('publish', publishNews);
server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function said(word: string): string | undefined {
  return [...server.documents.values()]
    .map(({ text }) => order(text, word))
    .find((mode) => mode !== undefined);
}

function publishNews(): void {
  const found = new Map(brokenElsewhere());
  for (const { uri, text } of server.documents.values()) {
    found.set(uri, order(text, 'ORPHAN') === undefined ? [...judge(text), ...(found.get(uri) ?? [])] : []);
  }
  const news = new Map(
    [...new Set([...published.keys(), ...found.keys()])].map((uri) => [
      uri,
      JSON.stringify(found.get(uri) ?? []),
    ]),
  );
  for (const [uri, diagnostics] of news) {
    const version = server.documents.get(uri)?.version;
    if (version !== undefined || diagnostics !== (published.get(uri) ?? '[]'))
      server.publish(uri, JSON.parse(diagnostics) as Diagnostic[], version);
  }
  published = news;
}

function brokenElsewhere(): Map<string, Diagnostic[]> {
  const broken = new Map<string, Diagnostic[]>();
  for (const { uri, text } of server.documents.values()) {
    const [path, ...words] = order(text, 'BREAKS')?.split(' ') ?? [];
    if (path !== undefined) broken.set(new URL(path, uri).href, judge(`ERROR ${words.join(' ')}`));
  }
  return broken;
}
