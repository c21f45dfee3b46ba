import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import {
  findBin,
  findPackage,
  majorOf,
  packageAround,
  readPackage,
  resolvePackage,
} from '../../src/backend/program/packages.ts';
import { cleanUp, workspace, type Entry } from './workspace.ts';

afterEach(cleanUp);

test('a package.json is read as far as it makes sense', () => {
  const check = (content: Entry | undefined, want: object | undefined): void => {
    const root = workspace(content === undefined ? {} : { 'package.json': content });
    const found = readPackage(root);
    if (want === undefined) expect(found).toBeUndefined();
    else
      expect(found).toEqual({
        folder: root,
        bin: {},
        optionalDependencies: [],
        fields: typeof content === 'object' ? Object.keys(content) : expect.any(Array),
        ...want,
      });
  };
  check(undefined, undefined);
  check('', undefined);
  check('{"name": ', undefined);
  check('[1]', undefined);
  check('null', undefined);
  check('{}', {});
  check('\uFEFF{"version": "1.2.3"}\r\n', { version: '1.2.3' });
  check({ name: 7, version: ['1'], bin: 3, engines: 'node', optionalDependencies: null }, {});
  check(
    { engines: { node: '>=20' }, optionalDependencies: { a: '1', b: '2' } },
    { nodeRange: '>=20', optionalDependencies: ['a', 'b'] },
  );
  check({ eslintConfig: {} }, { fields: ['eslintConfig'] });
});

test('a program is named by its package where package.json gives only its path', () => {
  const check = (content: Record<string, unknown>, want: Record<string, string>): void => {
    const root = workspace({ 'package.json': content });
    expect(readPackage(root)?.bin).toEqual(
      Object.fromEntries(Object.entries(want).map(([name, path]) => [name, join(root, path)])),
    );
  };
  check({ name: '@scope/tool', bin: './cli.js' }, { tool: 'cli.js' });
  check({ bin: './cli.js' }, {});
  check({ bin: { one: 'bin/1.js', two: 2 } }, { one: 'bin/1.js' });
});

const tree = {
  'node_modules/tool/package.json': '{}',
  'w/node_modules/tool/package.json': '{}',
  'w/node_modules/.bin/tool': '',
  'w/node_modules/@scope/a/package.json': '{}',
  'w/p/node_modules/tool/package.json': '{}',
  'w/p/node_modules/.bin/tool': '',
  'w/p/src/deep/x.ts': '',
  'w/q/node_modules/tool/': '',
};

test('packages are found as Node finds them, but no higher than the workspace root', () => {
  const root = workspace(tree);
  const check = (folder: string, name: string, want: string | undefined): void => {
    expect(findPackage(join(root, folder), join(root, 'w'), name)).toBe(want && join(root, want));
  };
  check('w/p/src/deep', 'tool', 'w/p/node_modules/tool');
  check('w/q', 'tool', 'w/node_modules/tool');
  check('w/p', '@scope/a', 'w/node_modules/@scope/a');
  check('w/p', 'other', undefined);
  expect(findPackage(join(root, 'w', 'p', 'src'), join(root, 'w', 'p', 'src'), 'tool')).toBeUndefined();
  expect(resolvePackage(join(root, 'w', 'p', 'src'), 'tool')).toBe(
    join(root, 'w', 'p', 'node_modules', 'tool'),
  );
  expect(resolvePackage(join(root, 'w', 'p', 'src'), 'no-such-package-anywhere')).toBeUndefined();
});

test('programs of packages are found upward in node_modules/.bin', () => {
  const root = workspace(tree);
  const find = (folder: string): string | undefined => findBin(join(root, folder), join(root, 'w'), 'tool');
  expect(find('w/p/src/deep')).toBe(join(root, 'w/p/node_modules/.bin/tool'));
  expect(find('w/q')).toBe(join(root, 'w/node_modules/.bin/tool'));
  expect(findBin(join(root, 'w/p'), join(root, 'w'), 'other')).toBeUndefined();
});

test('the package around a file is the nearest one', () => {
  const root = workspace({
    'package.json': { version: '1.0.0' },
    'lib/deep/a.js': '',
    'inner/package.json': '{broken',
    'inner/b.js': '',
  });
  expect(packageAround(join(root, 'lib', 'deep', 'a.js'))?.version).toBe('1.0.0');
  expect(packageAround(join(root, 'inner', 'b.js'))).toBeUndefined();
});

test('the major version is the first number', () => {
  const check = (version: string | undefined, want: number | undefined): void => {
    expect(majorOf(version)).toBe(want);
  };
  check('7.0.2', 7);
  check('10.0.0-beta.1', 10);
  check('v5.9.3-sdk', 5);
  check('latest', undefined);
  check(undefined, undefined);
});
