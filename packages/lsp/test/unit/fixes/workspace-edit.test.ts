import { expect, test } from 'bun:test';

import { readWorkspaceEdit } from '../../../src/backend/fixes/workspace-edit.ts';

const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } };
const uri = 'file:///w/a.ts';
const own = { start: range.start, end: range.end, text: 'x' };
const change = { range, newText: 'x' };

test('both forms are read; a version that states nothing is none', () => {
  const file = { path: '/w/a.ts', isCreated: false, edits: [own] };
  expect(readWorkspaceEdit({ changes: { [uri]: [change] } })).toEqual({
    kind: 'edits',
    files: [{ ...file, version: undefined }],
  });
  for (const [version, read] of [
    [7, 7],
    [0, undefined],
    [null, undefined],
  ] as const) {
    expect(
      readWorkspaceEdit({ documentChanges: [{ textDocument: { uri, version }, edits: [change] }] }),
    ).toEqual({ kind: 'edits', files: [{ ...file, version: read }] });
  }
  expect(
    readWorkspaceEdit({
      documentChanges: [
        { kind: 'create', uri },
        { textDocument: { uri, version: null }, edits: [change] },
      ],
    }),
  ).toEqual({ kind: 'edits', files: [{ ...file, isCreated: true, version: undefined }] });
});

test('what is refused: files that move or go, edits that ask for a confirmation, and what is no edit', () => {
  const annotated = {
    changeAnnotations: { a: { label: '', needsConfirmation: true } },
    changes: { [uri]: [{ ...change, annotationId: 'a' }] },
  };
  const hostile: unknown[] = [
    undefined,
    null,
    7,
    {},
    { changes: {} },
    { changes: { [uri]: [] } },
    { changes: { 'https://x/': [change] } },
    { changes: { [uri]: [{ newText: 'x' }] } },
    { changes: { [uri]: [{ range, newText: 7 }] } },
    { documentChanges: [7] },
    { documentChanges: [{ kind: 'delete', uri }] },
    { documentChanges: [{ kind: 'rename', oldUri: uri, newUri: uri }] },
    annotated,
  ];
  expect(hostile.map((value) => readWorkspaceEdit(value).kind)).toEqual(hostile.map(() => 'refused'));
  // An annotation without a question is one.
  expect(readWorkspaceEdit({ ...annotated, changeAnnotations: { a: { label: '' } } }).kind).toBe('edits');
});
