import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exceptions, exportedBy, packages, sharedNames, sourcesIn } from '../lib/exports.mjs';
import { root } from '../lib/paths.mjs';

test.each(packages)('no two files of %s export the same name', (folder) => {
  expect(sharedNames(sourcesIn(folder))).toEqual({});
});

test('each exception is about something that is there', () => {
  const places = [
    ...Object.keys(exceptions.namespaces),
    ...exceptions.families.flatMap(({ folders }) => folders),
  ];
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  const allowed = sharedNames(sourcesIn('packages/lsp/src'), { namespaces: {}, families: [] });
  const isMet = (place: string): boolean =>
    Object.values(allowed).some((paths) => paths.some((path) => path.startsWith(place)));
  expect(places.filter((place) => !isMet(place))).toEqual([]);
});

test.each<[code: string, names: string[]]>([
  ['export function a() {}\nexport async function* b() {}', ['a', 'b']],
  ['export const a = 1;\nexport const { b, c: d } = x;', ['a', 'b', 'd']],
  ['export abstract class A {}\nexport interface B {}\nexport type C = 1;', ['A', 'B', 'C']],
  ['export { a, b as c };\nexport type { D };', ['a', 'c', 'D']],
  [`export { a } from './a.js';\nexport * from './b.js';`, []],
  [`import { a, type B } from './a.js';\nexport { a };\nexport type { B };`, []],
  [`import { a as b } from './a.js';\nexport { b };`, []],
  ['function a() {}\n  export function b() {}\nexport default a;', []],
])('what this exports: %s', (code, names) => {
  expect(exportedBy(code)).toEqual(names);
});

describe('names that several files export', () => {
  const none = { namespaces: {}, families: [] };

  test('are found with their files, types too', () => {
    const sources = {
      'p/a.ts': 'export const x = 1;\nexport type Y = 1;',
      'p/b.ts': 'export interface Y {}',
      'p/c.ts': `export { x } from './a.js';`,
    };
    expect(sharedNames(sources, none)).toEqual({ Y: ['p/a.ts', 'p/b.ts'] });
  });

  test('are allowed to families, once in each', () => {
    const families = [{ folders: ['p/a', 'p/b'], why: 'verbs' }];
    const code = 'export const x = 1;';
    expect(sharedNames({ 'p/a/x.ts': code, 'p/b/x.ts': code }, { ...none, families })).toEqual({});
    for (const third of ['p/a/y.ts', 'p/c.ts']) {
      const found = sharedNames({ 'p/a/x.ts': code, 'p/b/x.ts': code, [third]: code }, { ...none, families });
      expect(found).toEqual({ x: ['p/a/x.ts', 'p/b/x.ts', third] });
    }
  });

  test('are allowed to a namespace, unless they are imported by themselves', () => {
    const namespaces = { 'p/a.ts': 'requests' };
    const code = 'export const x = 1;';
    const user = (imported: string) => ({
      'p/a.ts': code,
      'p/b.ts': code,
      'p/q/c.ts': `import ${imported} from '../a.js';`,
    });
    expect(sharedNames(user('* as a'), { ...none, namespaces })).toEqual({});
    for (const imported of ['{ x }', 'type { x }', '{ type x }', '{ x as y }'])
      expect(sharedNames(user(imported), { ...none, namespaces })).toEqual({ x: ['p/a.ts', 'p/b.ts'] });
  });
});
