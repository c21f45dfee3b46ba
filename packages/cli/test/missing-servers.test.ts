import { describe, expect, it } from 'vitest';
import type { ServerStatus } from '@vybestack/llxprt-lsp-core';
import { describeMissing, findMissing } from '../src/missing-servers.js';
import { serves } from '../src/serves.js';
import { folderOf } from './support/io.js';

const signal = new AbortController().signal;
const missing = (id: string, extensions: string[], hint?: string): ServerStatus => ({
  id,
  language: id.toUpperCase(),
  status: 'unavailable',
  extensions,
  reason: `no ${id}`,
  optional: true,
  ...(hint !== undefined && { hint }),
});

const SERVERS: ServerStatus[] = [
  { id: 'typescript', language: 'TypeScript', status: 'active', extensions: ['.ts'] },
  missing('biome', ['.ts']),
  missing('docker', ['dockerfile', '.dockerfile'], 'get docker'),
  missing('yaml', ['.yaml', '.yml'], 'get yaml'),
  missing('zig', ['.zig'], 'get zig'),
];

it.each<[extension: string, file: string, want: boolean]>([
  ['.ts', 'src/A.TS', true],
  ['.ts', 'src/ts', false],
  ['dockerfile', 'api/Dockerfile', true],
  ['dockerfile', 'my-dockerfile', false],
  ['go.mod', 'go.mod', true],
  ['go.mod', 'a.go.mod', false],
])('REQ-LANG-010: a server of %s for %s: %s', (extension, file, want) => {
  expect(serves([extension], file)).toBe(want);
});

describe('servers that nobody has installed', () => {
  async function check(files: Record<string, string>, here: string[], elsewhere: string[]): Promise<void> {
    const found = await findMissing(folderOf(files), SERVERS, signal);
    expect([found.here.map(({ id }) => id), found.elsewhere.map(({ id }) => id)]).toEqual([here, elsewhere]);
  }

  it('are distinguished by whether their files are here', async () => {
    await check(
      { 'a.ts': '', 'x/Dockerfile': '', '.github/w.yml': '' },
      ['docker', 'yaml'],
      ['biome', 'zig'],
    );
    await check({}, [], ['biome', 'docker', 'yaml', 'zig']);
  });

  it('are not missing where another one judges the same files', async () => {
    const alternatives = ['vtsls', 'far'].map((id, at) => ({
      ...missing(id, ['.ts', '.foo'], `get ${id}`),
      alternativeTo: [at === 0 ? 'typescript' : 'zig'],
    }));
    const here = async (files: Record<string, string>): Promise<string[]> =>
      (await findMissing(folderOf(files), [...SERVERS, ...alternatives], signal)).here.map(({ id }) => id);
    expect(await here({ 'a.ts': '' })).toEqual(['far']);
    expect(await here({ 'a.ts': '', 'a.foo': '' })).toEqual(['vtsls', 'far']);
  });

  it('have no files in what is ignored, or in node_modules', () =>
    check(
      { '.gitignore': 'gen\n', 'gen/a.zig': '', 'node_modules/a/a.yaml': '' },
      [],
      ['biome', 'docker', 'yaml', 'zig'],
    ));

  it('are shown with what installs them; the rest is counted, or shown where all is asked for', () => {
    const [, biome, docker, yaml, zig] = SERVERS as [
      ServerStatus,
      ServerStatus,
      ServerStatus,
      ServerStatus,
      ServerStatus,
    ];
    const found = { here: [docker, yaml], elsewhere: [biome, zig] };
    const here =
      '\nNot installed, for files that are here:\ndocker  DOCKER  get docker\nyaml    YAML    get yaml\n';
    expect(describeMissing(found, false)).toBe(`${here}\n1 more can be installed: llxprt-lsp doctor --all\n`);
    expect(describeMissing(found, true)).toBe(
      `${here}\nFor other files, or not configured here:\nbiome  BIOME  no biome\nzig    ZIG    get zig\n`,
    );
    expect(describeMissing({ here: [], elsewhere: [] }, false)).toBe('');
  });
});
