import { expect, test } from 'bun:test';

import {
  Documents,
  type OpenDocument,
  type SyncOptions,
  type Text,
} from '../../src/client/documents/documents.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const path = (name: string): AdmittedPath => `/w/${name}` as AdmittedPath;
const text = (name: string, content: string, asOf = 0): Text => ({
  path: path(name),
  text: content,
  stamp: undefined,
  asOf,
  languageId: 'fake',
});

interface Notification {
  textDocument: { uri: string; version?: number; text?: string };
  contentChanges?: unknown[];
  text?: string;
}

/** Documents of a server that wants to hear this, and what it hears: `didOpen a 1 content`. */
function documents(options: Partial<SyncOptions> = {}): { documents: Documents; heard: string[] } {
  const heard: string[] = [];
  const notify = (method: string, params: unknown): void => {
    const { textDocument, contentChanges, text: saved } = params as Notification;
    const { uri, version, text: opened } = textDocument;
    const words = [
      method.replace('textDocument/', ''),
      uri.replace('file:///w/', ''),
      version,
      opened ?? saved,
      contentChanges && JSON.stringify(contentChanges[0]),
    ];
    heard.push(words.filter((word) => word !== undefined).join(' '));
  };
  return {
    documents: new Documents(
      () => ({ change: 'incremental', openClose: true, save: 'plain', ...options }),
      notify,
      () => 0,
    ),
    heard,
  };
}

const changed = (version: number, line: number, from: number, to: number, inserted: string): string =>
  `didChange a ${version} ${JSON.stringify({ range: { start: { line, character: from }, end: { line, character: to } }, text: inserted })}`;

const SYNC: [title: string, options: Partial<SyncOptions>, heard: string[]][] = [
  ['incremental', {}, ['didOpen a 1 one', changed(2, 0, 0, 3, 'two'), 'didSave a', 'didClose a']],
  [
    'full',
    { change: 'full' },
    ['didOpen a 1 one', 'didChange a 2 {"text":"two"}', 'didSave a', 'didClose a'],
  ],
  ['no changes', { change: 'none' }, ['didOpen a 1 one', 'didSave a', 'didClose a']],
  ['neither open nor close', { openClose: false }, [changed(2, 0, 0, 3, 'two'), 'didSave a']],
  [
    'saved with text',
    { save: 'with-text' },
    ['didOpen a 1 one', changed(2, 0, 0, 3, 'two'), 'didSave a two', 'didClose a'],
  ],
  ['not saved', { save: 'none' }, ['didOpen a 1 one', changed(2, 0, 0, 3, 'two'), 'didClose a']],
];

test('a server hears of documents what it asked for, and no text twice', () => {
  for (const [title, options, want] of SYNC) {
    const { documents: open, heard } = documents(options);
    open.put(text('a', 'one'));
    open.put(text('a', 'one'));
    const document = open.put(text('a', 'two'));
    open.didSave(document);
    open.close(path('a'));
    open.close(path('a'));
    expect([title, heard]).toEqual([title, want]);
  }
});

test('a text that was overtaken by a later one is not sent, and the later one stands for it', () => {
  const { documents: open, heard } = documents();
  const latest = open.put(text('a', 'new', 2));
  expect(open.put(text('a', 'old', 1))).toEqual(latest);
  expect(open.put(text('a', 'newer', 3)).text).toBe('newer');
  expect(heard.map((message) => message.split(' ')[0])).toEqual(['didOpen', 'didChange']);
});

test('a value stands for one version of one opening', () => {
  const { documents: open } = documents();
  const states = (document: OpenDocument): boolean[] => [open.isOpen(document), open.isCurrent(document)];
  const first = open.put(text('a', 'one'));
  expect(states(first)).toEqual([true, true]);
  const second = open.put(text('a', 'two'));
  expect([second.version > first.version, states(first), states(second)]).toEqual([
    true,
    [true, false],
    [true, true],
  ]);
  open.close(path('a'));
  expect(states(second)).toEqual([false, false]);
  const third = open.put(text('a', 'two'));
  // A version that was used before could be answered by a publish for the earlier opening.
  expect([third.version > second.version, states(second), states(third)]).toEqual([
    true,
    [false, false],
    [true, true],
  ]);
});

test('REQ-LIFE-060: those that were used longest ago are closed first, and those that are needed are kept', () => {
  const { documents: open, heard } = documents();
  for (const name of ['a', 'b', 'c', 'd', 'e']) open.put(text(name, name));
  open.put(text('a', 'a')); // Used again, though nothing was sent.
  expect(open.all().map(({ text: content }) => content)).toEqual(['a', 'e', 'd', 'c', 'b']);
  expect(open.trim(3, new Set([path('b')]))).toEqual([path('c'), path('d')]);
  expect(heard.slice(5)).toEqual(['didClose c', 'didClose d']);
  expect(open.trim(1, new Set([path('a'), path('b'), path('e')]))).toEqual([]);
  expect(open.trim(9, new Set())).toEqual([]);
});

test('a text with U+2028 or U+2029 is opened anew instead of changed, since servers disagree on where its lines begin', () => {
  for (const separator of ['\u2028', '\u2029']) {
    const { documents: open, heard } = documents();
    open.put(text('a', 'one'));
    open.put(text('a', `one${separator}`));
    open.put(text('a', 'two'));
    expect(heard).toEqual([
      'didOpen a 1 one',
      changed(2, 0, 3, 3, separator),
      'didClose a',
      'didOpen a 3 two',
    ]);
  }
});

test('reopening shows a server the same version afresh, and only what it has', () => {
  const { documents: open, heard } = documents();
  const old = open.put(text('a', 'one'));
  const now = open.put(text('a', 'two'));
  heard.length = 0;
  expect([open.reopen(old), heard]).toEqual([false, []]);
  expect([open.reopen(now), heard]).toEqual([true, ['didClose a', 'didOpen a 2 two']]);
  expect(open.isCurrent(now)).toBe(true);
  open.close(path('a'));
  expect(open.reopen(now)).toBe(false);
  const { documents: mute } = documents({ openClose: false });
  expect(mute.reopen(mute.put(text('a', 'one')))).toBe(false);
});

test('of a server that has to settle, a document is closed once it has settled since the opening; before, it is taken up again as it is', () => {
  const { documents: open, heard } = documents();
  open.settled(0);
  const one = open.put(text('a', 'one'));
  open.put(text('b', 'one'));
  open.close(path('a'));
  expect([
    open.get(path('a')),
    open.all().length,
    open.inServer(path('a'))?.version,
    open.isSettled(one),
  ]).toEqual([undefined, 1, 1, false]);
  expect(open.put(text('a', 'one', 1)).opening).toBe(one.opening);
  open.put(text('a', 'two', 2));
  open.close(path('a'));
  open.close(path('b'));
  open.settled(1);
  expect(heard.splice(0)).toEqual([
    'didOpen a 1 one',
    'didOpen b 2 one',
    changed(3, 0, 0, 3, 'two'),
    'didClose a',
  ]);
  open.settled(2);
  open.settled(1);
  open.put(text('a', 'two', 3));
  expect(open.inServer(path('b'))).toBeUndefined();
  expect(heard).toEqual(['didClose b', 'didOpen a 4 two']);
});
