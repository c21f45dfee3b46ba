import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { messagesByFile } from '../../../../../test/harness/lab.ts';

const test = testWith('go', 'gopls');

const wrong = (file: string): string => `package x\n\nvar ${file.replace(/\W/g, '_')} int = "a"\n`;
const needs = (tags: string, constraint: string): string =>
  `nothing was judged: needs build ${tags} (\`//go:build ${constraint}\`)`;

test('a file whose build tag nothing sets is judged in the build that sets it', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: { 'go.mod': 'module x\n\ngo 1.21\n', 'a.go': 'package x\n' },
  });
  for (const [file, head] of [
    ['i_test.go', '//go:build integration\n\n'],
    ['p.go', '// +build\n\n//go:build (a || b) && !c\n\n'],
    ['not.go', '//go:build !integration\n\n'],
    ['either.go', '//go:build windows || integration\n\n'],
    ['w_windows.go', ''],
  ] as const) {
    const { files, servers, inPart } = await lab.check({ [file]: `${head}${wrong(file)}` });
    const line = head.split('\n').length + 2;
    expect([
      file,
      files[file]?.map(({ line: at }) => at),
      servers.map(({ outcome }) => outcome),
      inPart,
    ]).toEqual([file, [line], ['complete'], undefined]);
  }
});

test('where no build with the tag is the one that is meant, the file is not judged, and the tag is named', async () => {
  const program = (tag: string): string => `//go:build ${tag}\n\npackage main\n\nfunc main() { x := 1 }\n`;
  const far = (name: string): string => `//go:build plan9 && e2e\n\npackage far\n\nvar ${name} int`;
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': 'module x\n\ngo 1.21\n',
      'a.go': 'package x\n',
      'cmd/one.go': program('gen'),
      'far/a.go': far('A'),
    },
  });
  const tools = '//go:build tools\n\npackage tools\n\nimport _ "cmd/go"\n';
  for (const [file, text, reason, found] of [
    ['tools.go', tools, needs('tag tools', 'tools'), []],
    ['tools/tools.go', tools, needs('tag tools', 'tools'), []],
    ['tools/bad.go', `${tools}var = 1\n`, needs('tag tools', 'tools'), [6]],
    ['gen.go', program('gen'), needs('tag gen', 'gen'), []],
    ['far/b.go', `${far('B')} = A\n`, needs('tag e2e', 'plan9 && e2e'), []],
    // gopls judges each of several programs in one folder by itself.
    ['cmd/two.go', program('gen'), undefined, [5]],
  ] as const) {
    const { files, inPart } = await lab.check({ [file]: text });
    expect([file, files[file]?.map(({ line }) => line), inPart?.[file]]).toEqual([file, [...found], reason]);
  }
});

test('files of a folder that only one tag builds are judged together', async () => {
  const test = (name: string, body: string): string =>
    `//go:build e2e\n\npackage e2e\n\nfunc ${name}() ${body}\n`;
  await using lab = await openReal({
    servers: ['gopls'],
    files: { 'go.mod': 'module x\n\ngo 1.21\n', 'e2e/help_test.go': test('help', 'int { return 1 }') },
  });
  const { files, inPart } = await lab.check({
    'e2e/a_test.go': test('a', 'string { return help() }'),
    'e2e/b_test.go': test('b', 'int { return help() }'),
  });
  expect([files['e2e/a_test.go']?.map(({ line }) => line), files['e2e/b_test.go'], inPart]).toEqual([
    [5],
    [],
    undefined,
  ]);
});

test('two builds of one module: each reports on its own files, and an edit breaks both', async () => {
  const library = (name: string): string => `package x\n\nfunc ${name}() int { return 1 }\n`;
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': 'module x\n\ngo 1.21\n',
      'a.go': library('F'),
      'use.go': 'package x\n\nvar _ = F()\n',
      'i_test.go': '//go:build integration\n\npackage x\n\nvar _ = F()\n',
    },
  });
  const harmless = '//go:build integration\n\npackage x\n\nvar _ = F() // as before\n';
  expect((await lab.check({ 'i_test.go': harmless })).files).toEqual({ 'i_test.go': [] });
  lab.workspace.write('a.go', library('G'));
  const broken = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.go', text: library('G'), before: library('F') }],
    written: true,
    others: true,
  });
  expect(messagesByFile(broken.others)).toEqual({
    'i_test.go': ['undefined: F'],
    'use.go': ['undefined: F'],
  });
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(rows.flatMap(({ id, reason }) => (id === 'gopls' ? [reason] : [])).sort()).toEqual([
    'for files that need -tags=integration',
    undefined,
  ]);
});

test('who gives gopls flags for all files has chosen the build', async () => {
  await using lab = await openReal({
    servers: { gopls: { initializationOptions: { buildFlags: ['-tags=integration'] } } },
    files: { 'go.mod': 'module x\n\ngo 1.21\n', 'a.go': 'package x\n' },
  });
  const judged = await lab.check({ 'i.go': `//go:build integration\n\n${wrong('i.go')}` });
  expect([judged.files['i.go']?.length, judged.inPart]).toEqual([1, undefined]);
  const { inPart } = await lab.check({ 'o.go': `//go:build other\n\n${wrong('o.go')}` });
  expect(inPart).toEqual({ 'o.go': needs('tag other', 'other') });
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(rows.filter(({ id }) => id === 'gopls')).toHaveLength(1);
});

test('a build that no file was asked about is looked at, where its files may use what changes', async () => {
  const library = (name: string): string => `package x\n\nfunc ${name}() int { return 1 }\n`;
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': 'module x\n\ngo 1.21\n',
      'a/a.go': library('F'),
      'a/other.go': 'package x\n\nvar Other = 1\n',
      'b/b_test.go': '//go:build e2e\n\npackage b\n\nimport x "x/a"\n\nvar _ = x.F()\n',
      'c/c.go': '//go:build more\n\npackage c\n',
    },
  });
  lab.workspace.write('a/a.go', library('G'));
  const { others } = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a/a.go', text: library('G'), before: library('F') }],
    written: true,
    others: true,
    origins: true,
  });
  expect(
    Object.values(others)
      .flat()
      .map(({ file, message, origin }) => [file, message, origin]),
  ).toEqual([['b/b_test.go', 'undefined: x.F', 'edit']]);
  const rows = await lab.sidecar.request('lsp/status', {});
  expect(rows.filter(({ id }) => id === 'gopls')).toHaveLength(2);
});

test('a file of one build breaks files that all builds have: each error is reported once', async () => {
  const dsn = (tag: string, name: string, type = 'string'): string =>
    `//go:build ${tag}\n\npackage x\n\nvar ${name} ${type}\n`;
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': 'module x\n\ngo 1.21\n',
      'a.go': 'package x\n\nvar A string = dsn\n',
      'fake.go': dsn('!real', 'dsn'),
      'real.go': dsn('real', 'dsn'),
    },
  });
  const othersOf = async (file: string, text: string, before: string): Promise<unknown> => {
    lab.workspace.write(file, text);
    const files = [{ filePath: file, text, before }];
    const report = await lab.sidecar.request('lsp/check', { files, written: true, others: true });
    expect(report.files[file]).toEqual([]);
    return messagesByFile(report.others);
  };
  expect(await othersOf('real.go', dsn('real', 'other'), dsn('real', 'dsn'))).toEqual({
    'a.go': ['undefined: dsn'],
  });
  const [was, is] = [dsn('!real', 'dsn'), dsn('!real', 'dsn', 'int')];
  expect(await othersOf('fake.go', is, was)).toEqual({
    'a.go': ['cannot use dsn (variable of type int) as string value in variable declaration'],
  });
});

test('a symbol is renamed in the builds whose files say it, however these stand beside each other', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: {
      'go.mod': 'module x\n\ngo 1.21\n',
      'a/a.go': 'package a\n\nfunc Alpha() int { return 1 }\n',
      'a/b.go': 'package a\n\nvar B = Alpha()\n',
      'a/i_test.go': '//go:build integration\n\npackage a\n\nvar I = Alpha()\n',
      'e2e/e_test.go': '//go:build e2e\n\npackage e2e\n\nimport "x/a"\n\nvar E = a.Alpha()\n',
      'e2e/none_test.go': '//go:build more\n\npackage e2e\n',
    },
  });
  const renamed = await lab.sidecar.request('lsp/refactor', {
    kind: 'rename',
    filePath: 'a/a.go',
    symbol: 'Alpha',
    newName: 'Beta',
  });
  expect('changes' in renamed && [renamed.changes.map(({ file }) => file), renamed.caused]).toEqual([
    ['a/a.go', 'a/b.go', 'a/i_test.go', 'e2e/e_test.go'],
    [],
  ]);
});

test('a preview of a file reports what it would break in another build that is judged', async () => {
  const files = {
    'go.mod': 'module x\n\ngo 1.21\n',
    'a.go': 'package x\n\nfunc F() int { return 1 }\n',
    'i_test.go': '//go:build integration\n\npackage x\n\nvar _ int = F()\n',
  };
  await using lab = await openReal({ servers: ['gopls'], files });
  await lab.check({ 'i_test.go': files['i_test.go'] });
  const propose = async (text: string): Promise<unknown> => {
    const { others, othersComplete } = await lab.sidecar.request('lsp/propose', {
      files: [{ filePath: 'a.go', text }],
      others: true,
      origins: true,
    });
    return [messagesByFile(others), othersComplete];
  };
  expect(await propose('package x\n\nfunc G() int { return 1 }\n')).toEqual([
    { 'i_test.go': ['undefined: F'] },
    true,
  ]);
  expect(await propose('package x\n\nfunc F() int { return 2 }\n')).toEqual([{}, true]);
});
