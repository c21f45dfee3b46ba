import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import type { CheckReport } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import type { Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { brief, found, openReal } from '../../../../../test/real/real-lab.ts';
import { tsc, tscBuild } from '../../../../../test/real/truth.ts';
import { APP, BASE, CORE, linkMonorepo, MONOREPO, monorepoTruth } from './typescript-monorepo.ts';

const COMPILER = 'typescript';

/** So that no bound is reached. */
const ALL = { otherFilesTimeout: 20_000, maxAffectedFiles: 1000 };

const part = (include: string[], rest: object): string => {
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es5'],
    types: [],
    composite: true,
    emitDeclarationOnly: true,
    outDir: `out/${include[0]}`,
  };
  return JSON.stringify({
    include,
    ...rest,
    compilerOptions: { ...compilerOptions, ...('options' in rest ? (rest.options as object) : {}) },
  });
};

/** As scaffolding tools lay packages out: a solution beside its own projects, none of which has a name that is found by itself. */
const SOLUTION: Tree = {
  'packages/web/package.json': '{ "name": "@m/web", "type": "module" }',
  'packages/web/tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }] }',
  'packages/web/tsconfig.app.json': part(['src'], {
    exclude: ['**/*.spec.ts'],
    options: { noUnusedLocals: true },
  }),
  'packages/web/tsconfig.spec.json': part(['src/**/*.spec.ts'], {
    references: [{ path: './tsconfig.app.json' }],
  }),
  'packages/web/src/view.ts': 'const unused = 1;\nexport const view = 1;\n',
  'packages/web/src/view.spec.ts':
    'import { view } from "./view";\nconst unused = 1;\nexport const wrong: string = view;\n',
};

const SCRIPTS: Tree = {
  'packages/js/package.json': '{ "name": "@m/js", "type": "module" }',
  'packages/js/tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
      module: 'nodenext',
      lib: ['es5'],
      types: [],
    },
    include: ['src'],
  }),
  'packages/js/src/index.js': '/** @type {number} */\nexport const wrong = "one";\n',
  'packages/js/build.mjs': 'const one = 1;\none.missing();\n',
};

const FILES: Tree = { ...MONOREPO, ...SOLUTION, ...SCRIPTS };

/** What tsserver, too, can find: a settings file that nobody references has to be named tsconfig.json. */
async function truthOf(workspace: Workspace): Promise<Record<string, string[]>> {
  const all = {
    ...(await monorepoTruth(workspace, COMPILER)),
    ...(await tscBuild(workspace, COMPILER, 'packages/web')),
    ...(await tsc(workspace, COMPILER, 'packages/js')),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([path]) => path !== 'packages/tested/src/index.test.ts'),
  );
}

describe('TypeScript 5.9 in a monorepo', () => {
  let lab: Lab;
  /** As it is before anything is changed. */
  let clean: Record<string, string[]>;
  beforeAll(async () => {
    lab = await openReal({
      servers: ['typescript'],
      files: FILES,
      config: ALL,
      root: (workspace) => linkMonorepo(workspace, COMPILER),
    });
    clean = await truthOf(lab.workspace);
  }, 120_000);
  afterAll(() => lab[Symbol.asyncDispose]());

  const others = (report: CheckReport): Record<string, string[]> => {
    expect(report.othersComplete).toBe(true);
    return found(report.others);
  };
  const text = (path: string): string => String(FILES[path]);
  /** What every file's verdict is: upon the configuration at the top, written as it was, all of them may depend. */
  const everything = async (): Promise<Record<string, string[]>> =>
    others(await lab.check({ 'tsconfig.json': text('tsconfig.json') }, true));

  test('REQ-DIAG-010: each file that nobody opened is judged by its own project, whichever projects are loaded', async () => {
    expect(found((await lab.check({ 'packages/app/src/index.ts': APP })).files)).toEqual({});
    expect(Object.keys(clean).sort()).toEqual([
      'packages/base/src/list.ts',
      'packages/built/src/index.ts',
      'packages/core/src/strict.ts',
      'packages/js/src/index.js',
      'packages/web/src/view.spec.ts',
      'packages/web/src/view.ts',
    ]);
    for (const opened of ['packages/shell/src/index.ts', 'packages/web/src/view.ts']) {
      expect([opened, await everything()]).toEqual([opened, clean]);
      await lab.check({ [opened]: text(opened) });
    }
    expect(await everything()).toEqual(clean);
  });

  test('REQ-DIAG-010: opened, each is judged by the same project', async () => {
    const files = Object.fromEntries(
      [...Object.keys(clean), 'packages/js/build.mjs', 'packages/tested/src/index.test.ts'].map((path) => [
        path,
        text(path),
      ]),
    );
    expect(found((await lab.check(files)).files)).toEqual(clean);
  });

  test('REQ-DIAG-040 REQ-KNOWN-020: what breaks in packages that nobody opened is found, and mended, through sources, aliases and references', async () => {
    const [base, core] = ['packages/base/src/index.ts', 'packages/core/src/index.ts'];
    const broke = await lab.check(
      { [base]: BASE.replace('1', '"one"'), [core]: CORE.replace('1', '"one"') },
      true,
    );
    const wanted = await truthOf(lab.workspace);
    for (const broken of [
      'packages/app/src/index.ts',
      'packages/aliased/src/index.ts',
      'packages/shell/src/index.ts',
    ]) {
      expect([broken, others(broke)[broken]]).toEqual([broken, wanted[broken]]);
    }
    expect(others(broke)).toEqual(wanted);
    expect(others(await lab.check({ [base]: BASE, [core]: CORE }, true))).toEqual(clean);
  }, 120_000);

  test('REQ-DIAG-010: of a file that no project holds its syntax is judged and nothing else, and the log says so once', async () => {
    const files = {
      'packages/aliased/src/index.test.ts':
        'import { answer } from "#base/index.js";\nexport const wanted: string = answer;\n',
      'scripts/release.ts': 'export function release(tag) { return tag; }\nrelease(nobody);\n',
    };
    expect(found((await lab.check(files)).files)).toEqual({});
    const bad = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, `${content}const = ;\n`]),
    );
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

  test('REQ-KNOWN-010: a file that a project comes to hold is judged by its types with the next question, and no longer when that leaves it out again', async () => {
    const [config, file] = ['packages/aliased/tsconfig.json', 'packages/aliased/src/index.test.ts'];
    const wrong = 'import { answer } from "#base/index.js";\nexport const wanted: string = answer;\n';
    const judged = async (): Promise<string[]> =>
      (await lab.check({ [file]: wrong })).files[file]?.map(brief) ?? [];
    expect(await judged()).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      lab.workspace.write(config, text(config).replace('**/*.test.ts', '**/*.none'));
      expect(await judged()).toEqual(["2:14 2322 Type 'number' is not assignable to type 'string'."]);
      lab.workspace.write(config, text(config));
      expect(await judged()).toEqual([]);
    }
    // Held by an import alone.
    const index = 'packages/aliased/src/index.ts';
    await lab.check({ [index]: `${text(index)}import "./index.test.js";\n` });
    expect(await judged()).toEqual(["2:14 2322 Type 'number' is not assignable to type 'string'."]);
    await lab.check({ [index]: text(index) });
    expect(await judged()).toEqual([]);
  });

  test('REQ-KNOWN-010: a package that is installed, upgraded and removed, and one that is linked, count with the next question', async () => {
    const file = 'packages/app/src/dep.ts';
    const user = 'import { dep } from "dep";\nexport const wanted: number = dep;\n';
    const judged = async (): Promise<string[]> =>
      (await lab.check({ [file]: user })).files[file]?.map(brief) ?? [];
    const install = (version: string, type: string): void => {
      lab.workspace.write(
        'node_modules/dep/package.json',
        JSON.stringify({ name: 'dep', version, types: 'index.d.ts' }),
      );
      lab.workspace.write('node_modules/dep/index.d.ts', `export declare const dep: ${type};\n`);
      lab.workspace.write('node_modules/.package-lock.json', JSON.stringify({ version }));
    };
    const missing = ["1:21 2307 Cannot find module 'dep' or its corresponding type declarations."];
    expect(await judged()).toEqual(missing);
    install('1.0.0', 'number');
    expect(await judged()).toEqual([]);
    install('2.0.0', 'string');
    expect(await judged()).toEqual((await tsc(lab.workspace, COMPILER, 'packages/app'))[file] ?? []);
    lab.workspace.remove('node_modules/dep/index.d.ts');
    lab.workspace.remove('node_modules/dep/package.json');
    lab.workspace.write('node_modules/.package-lock.json', '{}');
    expect(await judged()).toEqual(missing);
    lab.workspace.remove(file);
  });
});

test('a folder without any project is judged by the options that tsserver starts with', async () => {
  await using lab = await openReal({
    servers: ['typescript'],
    files: { 'package.json': '{ "type": "module" }' },
    config: ALL,
  });
  expect(
    (await lab.check({ 'a.ts': 'export const wrong: number = "one";\n' })).files['a.ts']?.map(brief),
  ).toEqual(["1:14 2322 Type 'string' is not assignable to type 'number'."]);
});

test('REQ-KNOWN-010: more packages than tsserver is made to hold at once are judged all the same, again and again', async () => {
  const names = Array.from({ length: 18 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const files = Object.fromEntries(
    names.flatMap((name) => [
      [
        `${name}/tsconfig.json`,
        JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [], lib: ['es5'] } }),
      ],
      [`${name}/user.ts`, 'import { value } from "../shared";\nexport const wanted: number = value;\n'],
    ]),
  );
  await using lab = await openReal({
    servers: ['typescript'],
    files: { ...files, 'shared/index.ts': 'export const value = 1;\n', 'shared/tsconfig.json': '{}' },
    config: ALL,
  });
  for (const [value, count] of [
    ['1', 0],
    ['"x"', 18],
    ['2', 0],
  ] as const) {
    const report = await lab.check({ 'shared/index.ts': `export const value = ${value};\n` }, true);
    expect([report.othersComplete, Object.keys(report.others).length]).toEqual([true, count]);
  }
});
