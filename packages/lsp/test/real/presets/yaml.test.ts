import { expect, test } from 'bun:test';

import { brief, openReal } from '../real-lab.ts';
import { describeInstalled } from '../installed-suite.ts';

const LINKS = { 'node_modules/yaml-language-server': 'yaml-language-server' };
const MESSAGE = 'Flow sequence in block collection must be sufficiently indented and end with a ]';

describeInstalled({
  server: 'yaml',
  links: LINKS,
  extension: '.yaml',
  clean: 'a: 1\nb: [1, 2]\n',
  broken: 'a: 1\nb: [1, 2\n',
  finding: {
    line: 3,
    character: 1,
    endLine: 3,
    endCharacter: 1,
    severity: 'error',
    message: MESSAGE,
    code: 0,
    source: 'YAML',
  },
  table: {
    '\uFEFFa: b: c\n': ['1:4 0 Nested mappings are not allowed in compact mappings'],
    'x: 1\r\na: b: c\r\n': ['2:4 0 Nested mappings are not allowed in compact mappings'],
    '"🎉é": b: c\n': ['1:8 0 Nested mappings are not allowed in compact mappings'],
    'a: 1\na: 2\n': ['2:1 0 Map keys must be unique'],
  },
  program: { name: 'yaml-language-server', version: '1.25.0' },
});

const SCHEMA = { type: 'object', properties: { port: { type: 'number' } }, required: ['port'] };

test('REQ-CFG-040 REQ-OBS-030: schemas come from files, by settings or named in the text; the network is not asked', async () => {
  await using lab = await openReal({
    servers: { yaml: { settings: { 'yaml.schemas': { './schema.json': '*.app.yaml' } } } },
    links: LINKS,
    files: { 'schema.json': JSON.stringify(SCHEMA) },
  });
  expect((await lab.checkFile('a.app.yaml', 'port: x\n')).map(brief)).toEqual([
    '1:7 0 Incorrect type. Expected "number".',
  ]);
  expect((await lab.checkFile('a.app.yaml', 'port: 1\n')).map(brief)).toEqual([]);
  const named = '# yaml-language-server: $schema=./schema.json\nport: x\n';
  expect((await lab.checkFile('b.yaml', named)).map(brief)).toEqual([
    '2:7 0 Incorrect type. Expected "number".',
  ]);
  expect((await lab.checkFile('docker-compose.yml', 'services: 1\n')).map(brief)).toEqual([]);
});

test('REQ-DIAG-010: a schema that a shell changes counts at once', async () => {
  const schema = (type: string): string => JSON.stringify({ properties: { port: { type } } });
  await using lab = await openReal({
    servers: ['yaml'],
    links: LINKS,
    files: { 'schema.json': schema('number') },
    config: { includeSeverities: ['error', 'warning'] },
  });
  const check = async (port: number): Promise<string[]> => {
    const text = `# yaml-language-server: $schema=./schema.json\nport: ${port}\n`;
    lab.workspace.write('a.yaml', text);
    return (await lab.checkFile('a.yaml', text)).map(({ message }) => message);
  };
  expect(await check(1)).toEqual([]);
  lab.workspace.write('schema.json', schema('string'));
  expect(await check(2)).toEqual(['Incorrect type. Expected "string".']);
});
