import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import type { CheckReport } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import { brief, found, openReal } from '../../../../../test/real/real-lab.ts';
import {
  APP,
  BASE,
  CORE,
  linkMonorepo,
  MONOREPO,
  monorepoTruth,
  TEST_CONFIG,
} from './typescript-monorepo.ts';

const COMPILER = 'typescript-v7';

/** So that no bound is reached. */
const ALL = { otherFilesTimeout: 20_000, maxAffectedFiles: 1000 };

function open(): Promise<Lab> {
  return openReal({
    servers: ['typescript'],
    files: MONOREPO,
    config: ALL,
    root: (workspace) => linkMonorepo(workspace, COMPILER),
  });
}

describe('TypeScript 7 in a monorepo', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await open();
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  const others = (report: CheckReport): Record<string, string[]> => {
    expect(report.othersComplete).toBe(true);
    return found(report.others);
  };
  const truth = (): Promise<Record<string, string[]>> => monorepoTruth(lab.workspace, COMPILER);
  /** What every file's verdict is: upon the configuration at the top, written as it was, all of them may depend. */
  const everything = async (): Promise<Record<string, string[]>> =>
    others(await lab.check({ 'tsconfig.json': String(MONOREPO['tsconfig.json']) }, true));

  test('REQ-DIAG-010: each file that nobody opened is judged by its own project, whichever projects are loaded', async () => {
    expect(found((await lab.check({ 'packages/app/src/index.ts': APP })).files)).toEqual({});
    const wanted = await truth();
    expect(Object.keys(wanted).sort()).toEqual([
      'packages/base/src/list.ts',
      'packages/built/src/index.ts',
      'packages/core/src/strict.ts',
      'packages/tested/src/index.test.ts',
    ]);
    expect(await everything()).toEqual(wanted);
    await lab.check({ 'packages/shell/src/index.ts': String(MONOREPO['packages/shell/src/index.ts']) });
    expect(await everything()).toEqual(wanted);
    await lab.check({ 'packages/aliased/src/index.ts': String(MONOREPO['packages/aliased/src/index.ts']) });
    expect(await everything()).toEqual(wanted);
  });

  test('REQ-DIAG-040 REQ-KNOWN-020: what breaks in packages that nobody opened is found, and mended, through sources, aliases and references', async () => {
    const [base, core] = ['packages/base/src/index.ts', 'packages/core/src/index.ts'];
    const clean = await truth();
    for (let round = 0; round < 2; round += 1) {
      const broke = await lab.check(
        { [base]: BASE.replace('1', '"one"'), [core]: CORE.replace('1', '"one"') },
        true,
      );
      const wanted = await truth();
      for (const broken of [
        'packages/app/src/index.ts',
        'packages/aliased/src/index.ts',
        'packages/shell/src/index.ts',
      ]) {
        expect([broken, others(broke)[broken]]).toEqual([broken, wanted[broken]]);
      }
      expect(await everything()).toEqual(wanted);
      await lab.check({ [base]: BASE, [core]: CORE }, true);
      expect(await everything()).toEqual(clean);
    }
  });

  test('REQ-DIAG-010: a test that its configuration leaves out is judged by the one beside it, edited or not', async () => {
    const file = 'packages/tested/src/index.test.ts';
    const text = 'import { one } from "#own/index.js";\nexport const wrong: boolean = one;\n';
    const judged = found((await lab.check({ [file]: text })).files);
    expect(judged).toEqual({ [file]: ["2:14 2322 Type 'number' is not assignable to type 'boolean'."] });
    expect(judged[file]).toEqual((await truth())[file]);
  });

  test('REQ-DIAG-010: of a file that no project holds its syntax is judged and nothing else, and the log says so once', async () => {
    const files = {
      'packages/aliased/src/index.test.ts':
        'import { answer } from "#base/index.js";\nexport const wanted: string = answer;\n',
      'scripts/release.ts': 'export function release(tag) { return tag; }\nawait release(nobody);\n',
    };
    expect(found((await lab.check(files)).files)).toEqual({});
    const bad = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text}const = ;\n`]));
    expect(found((await lab.check(bad)).files)).toEqual(
      Object.fromEntries(
        Object.keys(files).map((path) => [path, ['3:7 1134 Variable declaration expected.']]),
      ),
    );
    expect(found((await lab.check(files)).files)).toEqual({});
    for (const path of Object.keys(files)) {
      const said = lab.sidecar.stderr
        .split('\n')
        .filter((line) => line.includes(path) && line.includes('by its syntax alone'));
      expect([path, said.length]).toEqual([path, 1]);
    }
  });

  test('REQ-KNOWN-010: once its configuration is gone, a test is judged by its syntax alone, and by its types when that is back', async () => {
    const [config, file] = ['packages/tested/tsconfig.test.json', 'packages/tested/src/index.test.ts'];
    const text = 'import { one } from "#own/index.js";\nexport const wrong: string = one;\n';
    const judged = async (content: string): Promise<string[]> =>
      (await lab.check({ [file]: content })).files[file]?.map(brief) ?? [];
    const wrong = ["2:14 2322 Type 'number' is not assignable to type 'string'."];
    expect(await judged(text)).toEqual(wrong);
    for (let round = 0; round < 2; round += 1) {
      lab.workspace.remove(config);
      await lab.sidecar.request('lsp/check', { files: [], deleted: [config] });
      expect(await judged(text)).toEqual([]);
      expect(await judged(`${text}const = ;\n`)).toEqual(['3:7 1134 Variable declaration expected.']);
      lab.workspace.write(config, TEST_CONFIG);
      await lab.sidecar.request('lsp/check', {
        files: [{ filePath: config, text: TEST_CONFIG, created: true }],
      });
      expect(await judged(text)).toEqual(wrong);
    }
  });

  test('REQ-KNOWN-010: files that come, go, move and change unopened, with what they are configured by, leave nothing stale', async () => {
    const wrong = 'export const wrong: number = "one";\n';
    const was = (path: string): string => String(MONOREPO[`packages/${path}`]);
    const MOVES: [title: string, changed: Record<string, string | undefined>][] = [
      [
        'new files, one in a new folder of a package with references',
        { 'base/src/new.ts': wrong, 'core/src/deep/new.ts': wrong },
      ],
      [
        'another text, a rename, other options',
        {
          'base/src/new.ts': 'export {};\n',
          'base/src/list.ts': undefined,
          'base/src/lists.ts': was('base/src/list.ts'),
          'app/tsconfig.json': was('base/tsconfig.json'),
        },
      ],
      [
        'all as it was',
        {
          ...Object.fromEntries(
            ['base/src/new.ts', 'core/src/deep/new.ts', 'base/src/lists.ts'].map((path) => [path, undefined]),
          ),
          'base/src/list.ts': was('base/src/list.ts'),
          'app/tsconfig.json': was('app/tsconfig.json'),
        },
      ],
    ];
    for (const [title, changed] of MOVES) {
      for (const [path, text] of Object.entries(changed)) {
        if (text === undefined) lab.workspace.remove(`packages/${path}`);
        else lab.workspace.write(`packages/${path}`, text);
      }
      expect([title, await everything()]).toEqual([title, await truth()]);
    }
  });
});

test('REQ-DIAG-010: a configuration that only hands on what to leave out holds no file', async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.base.json':
      '{ "compilerOptions": { "strict": true, "noEmit": true, "lib": ["es5"] }, "exclude": ["dist"] }',
    'tsconfig.json': '{ "extends": "./tsconfig.base.json", "include": ["src"] }',
  };
  await using lab = await openReal({
    servers: ['typescript'],
    files,
    links: { 'node_modules/typescript': COMPILER },
    config: ALL,
  });
  const wrong = 'export const wrong: number = "one";\n';
  expect(await lab.checkFile('scripts/a.ts', wrong)).toEqual([]);
  expect((await lab.checkFile('src/a.ts', wrong)).map(brief)).toEqual([
    "1:14 2322 Type 'string' is not assignable to type 'number'.",
  ]);
});

test('REQ-KNOWN-010: a file that a shell adds to a project that is only referenced is judged by it, loaded before or not', async () => {
  const files = {
    'tsconfig.json':
      '{"files": [], "references": [{"path": "./tsconfig.src.json"}, {"path": "./tsconfig.test.json"}]}',
    'tsconfig.src.json':
      '{"compilerOptions": {"strict": true, "composite": true, "noEmit": true, "lib": ["es5"]}, "include": ["src"]}',
    'tsconfig.test.json':
      '{"compilerOptions": {"strict": true, "noEmit": true, "lib": ["es5"]}, "include": ["test"]}',
    'src/a.ts': 'export const a = 1;\n',
    'other/tsconfig.json': '{"compilerOptions": {"strict": true, "noEmit": true, "lib": ["es5"]}}',
    'other/o.ts': 'export const o = 1;\n',
  };
  const links = { 'node_modules/typescript': COMPILER, 'node_modules/@typescript': '@typescript' };
  await using lab = await openReal({ servers: ['typescript'], files, links, config: ALL });
  const others = async (n: number): Promise<Record<string, string[]>> =>
    found((await lab.check({ 'other/o.ts': `export const o = ${n};\n` }, true)).others);
  expect(await others(2)).toEqual({});
  lab.workspace.write('src/a.ts', 'export const a: string = 1;\n');
  const wrong = "1:14 2322 Type 'number' is not assignable to type 'string'.";
  expect(await others(3)).toEqual({ 'src/a.ts': [wrong] });
  lab.workspace.write('src/b.ts', 'export const b: string = 1;\n');
  lab.workspace.write('test/t.ts', 'export const t: string = 1;\n');
  expect(await others(4)).toEqual({ 'src/a.ts': [wrong], 'src/b.ts': [wrong], 'test/t.ts': [wrong] });
  const [own] = Object.values((await lab.check({ 'src/c.ts': 'export const c: string = 1;\n' })).files);
  expect(own?.map(brief)).toEqual([wrong]);
});

test('a folder without any project is judged by the options that the compiler starts with', async () => {
  await using lab = await openReal({
    servers: ['typescript'],
    files: { 'package.json': '{ "type": "module" }' },
    links: { 'node_modules/typescript': COMPILER },
    config: ALL,
  });
  expect((await lab.checkFile('a.ts', 'export const wrong: number = "one";\n')).map(brief)).toEqual([
    "1:14 2322 Type 'string' is not assignable to type 'number'.",
  ]);
});
