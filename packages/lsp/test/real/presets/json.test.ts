import { expect, test } from 'bun:test';

import { brief, openReal } from '../real-lab.ts';
import { describeInstalled } from '../installed-suite.ts';

const LINKS = { 'node_modules/vscode-langservers-extracted': 'vscode-langservers-extracted' };

describeInstalled({
  server: 'json',
  links: LINKS,
  extension: '.json',
  clean: '{ "a": 1 }\n',
  broken: '{ "a": 1, }\n',
  finding: {
    line: 1,
    character: 9,
    endLine: 1,
    endCharacter: 10,
    severity: 'error',
    message: 'Trailing comma',
    code: 519,
    source: 'json',
  },
  table: {
    '\uFEFF{ "a": 1, }\n': ['1:9 519 Trailing comma'],
    '{\r\n  "a": 1,\r\n}\r\n': ['2:9 519 Trailing comma'],
    '{ "🎉é": 1, }': ['1:11 519 Trailing comma'],
    '{ "a": 1 // why\n}': ['1:10 521 Comments are not permitted in JSON.'],
    '{ "a": 1, "a": 2 }': [],
  },
  program: { name: 'vscode-json-language-server', version: '4.10.0' },
});

test('REQ-LANG-010: comments are no errors where tools allow them', async () => {
  await using lab = await openReal({ servers: ['json'], links: LINKS });
  const text = '// why\n{ "a": 1 }\n';
  const report = await lab.check({
    'tsconfig.json': text,
    'tsconfig.build.json': text,
    '.vscode/settings.json': text,
    'a.jsonc': text,
    'a.json': text,
  });
  expect(Object.entries(report.files).map(([file, list]) => [file, list.length])).toEqual([
    ['tsconfig.json', 0],
    ['tsconfig.build.json', 0],
    ['.vscode/settings.json', 0],
    ['a.jsonc', 0],
    ['a.json', 1],
  ]);
});

const SCHEMA = { type: 'object', properties: { port: { type: 'number' } }, required: ['port'] };

test('REQ-CFG-040 REQ-OBS-030: schemas come from files, by settings or named in the text; the network is not asked', async () => {
  const config = { includeSeverities: ['error', 'warning'] as const };
  await using lab = await openReal({
    servers: { json: { settings: { 'json.schemas': [{ fileMatch: ['*.app.json'], schema: SCHEMA }] } } },
    links: LINKS,
    files: { 'schema.json': JSON.stringify(SCHEMA) },
    config: { includeSeverities: [...config.includeSeverities] },
  });
  expect((await lab.checkFile('a.app.json', '{ "port": "x" }')).map(brief)).toEqual([
    '1:11 - Incorrect type. Expected "number".',
  ]);
  expect((await lab.checkFile('a.app.json', '{ "port": 1 }')).map(brief)).toEqual([]);
  expect((await lab.checkFile('b.json', '{ "$schema": "./schema.json", "port": "x" }')).map(brief)).toEqual([
    '1:39 - Incorrect type. Expected "number".',
  ]);
  const remote = await lab.checkFile(
    'c.json',
    '{ "$schema": "https://schemas.invalid/a.json", "port": "x" }',
  );
  // That it cannot be loaded is no finding of the file.
  expect(remote).toEqual([]);
});

test('REQ-DIAG-010: a schema that a shell changes counts at once', async () => {
  await using lab = await openReal({
    servers: ['json'],
    links: LINKS,
    files: { 'schema.json': JSON.stringify(SCHEMA) },
    config: { includeSeverities: ['error', 'warning'] },
  });
  const check = async (port: number): Promise<string[]> => {
    const text = `{ "$schema": "./schema.json", "port": ${port} }\n`;
    lab.workspace.write('a.json', text);
    return (await lab.checkFile('a.json', text)).map(({ message }) => message);
  };
  expect(await check(1)).toEqual([]);
  lab.workspace.write('schema.json', JSON.stringify({ properties: { port: { type: 'string' } } }));
  expect(await check(2)).toEqual(['Incorrect type. Expected "string".']);
});
