/**
 * clangd, as far as its publishes go: after a change of a text that was open it first publishes, with the new version, that all is well; the truth
 * follows when `sync` asks for all of it. Of a saved text that `BREAKS path text`, the other file, if it is open,
 * gets that error under the version that it has had all along. `HOLD` holds `sync` until the test says `answer` (`HOLD once` only the first one), `NEVER` for good, `REFUSE` makes it an error; with `--without` there is no such
 * request, and the truth is published at once. With `--opened` it publishes the truth about a document that is opened at once, with what
 * the texts that it has seen so far break there, and an empty list without a version about one that is closed; `LATE` holds the former until the test says `answer`.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { INCREMENTAL, NEVER, Refusal, serve, type FakeServer } from './base.ts';
import { judge, order } from './language.ts';

const fenced = !process.argv.includes('--without');
const opened = process.argv.includes('--opened');
const due = new Set<string>();
const saved = new Map<string, string>();
const held: (() => void)[] = [];
let wasHeld = false;

function changed(uri: string, server: FakeServer): void {
  due.add(uri);
  if (!fenced) publishDue(server);
}

const server = await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument: { uri, text } }, fake) => {
      if (opened) saved.set(uri, text);
      if (opened && order(text, 'LATE') !== undefined) held.push(() => publish(uri, fake));
      else if (opened) publish(uri, fake);
      else changed(uri, fake);
    },
    'textDocument/didClose': ({ textDocument: { uri } }, fake) => {
      if (opened) fake.publish(uri, []);
    },
    'textDocument/didChange': ({ textDocument: { uri, version } }, fake) => {
      if (opened) saved.set(uri, fake.text(uri));
      if (fenced) fake.publish(uri, [], version);
      changed(uri, fake);
    },
    'textDocument/didSave': ({ textDocument: { uri } }, fake) => {
      for (const text of [saved.get(uri) ?? '', fake.text(uri)]) {
        const dependent = brokenBy(uri, text)?.uri;
        if (dependent !== undefined && fake.documents.has(dependent)) due.add(dependent);
      }
      saved.set(uri, fake.text(uri));
    },
    sync: async (_params, fake) => {
      if (!fenced) return new Refusal(-32601, 'method not found');
      const texts = [...fake.documents.values()].map(({ text }) => text);
      if (texts.some((text) => order(text, 'NEVER') !== undefined)) return NEVER;
      const holds = texts.flatMap((text) => order(text, 'HOLD') ?? []);
      if (holds.some((how) => how !== 'once' || !wasHeld)) {
        wasHeld = true;
        await new Promise<void>((resolve) => held.push(resolve));
      }
      if (texts.some((text) => order(text, 'REFUSE') !== undefined))
        return new Refusal(-32603, 'not idle after a minute');
      publishDue(fake);
      return null;
    },
  },
);

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function publishDue(fake: FakeServer): void {
  for (const uri of due) publish(uri, fake);
  due.clear();
}

function publish(uri: string, fake: FakeServer): void {
  const broken = [...saved]
    .flatMap(([by, text]) => brokenBy(by, text) ?? [])
    .filter((other) => other.uri === uri);
  fake.publish(
    uri,
    [...judge(fake.text(uri)), ...broken.flatMap(({ found }) => found)],
    fake.documents.get(uri)?.version,
  );
}

function brokenBy(uri: string, text: string): { uri: string; found: Diagnostic[] } | undefined {
  const [path, ...words] = order(text, 'BREAKS')?.split(' ') ?? [];
  return path === undefined
    ? undefined
    : { uri: new URL(path, uri).href, found: judge(`ERROR ${words.join(' ')}`) };
}
