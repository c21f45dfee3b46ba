import { expect, test } from 'bun:test';

import type { CompileUnit } from '../../compile-plan.ts';
import { JavacOutput } from '../../javac-output.ts';

const unit = (name: string, more: Partial<CompileUnit> = {}): CompileUnit => ({
  name,
  roots: [`/w/${name}`],
  options: [],
  classPath: [],
  processors: [],
  missing: [],
  missingProcessors: [],
  ...more,
});
const error = (file: string, code: string, message = 'cannot find symbol\n  location: class A') =>
  JSON.stringify({
    file,
    line: 2,
    column: 3,
    endLine: 2,
    endColumn: 5,
    severity: 'error',
    code: `compiler.err.${code}`,
    message,
  });
const end = (name: string, more: object = {}) => JSON.stringify({ unit: name, incomplete: [], ...more });

function read(units: CompileUnit[], lines: string[], code = 0, stderr: string[] = []) {
  const output = new JavacOutput({ units });
  for (const line of lines) output.line(line);
  const { findings, failure, excludes } = output.conclude(code, stderr);
  return {
    found: findings.map(({ path, code: found }) => `${path} ${found ?? ''}`),
    findings,
    failure,
    excludes,
  };
}

test('javac: a finding, and which files it judges', () => {
  const { findings, failure, excludes } = read(
    [unit('main')],
    ['a line of a processor', error('/w/main/A.java', 'cant.resolve'), end('main')],
  );
  expect([findings, failure]).toEqual([
    [
      {
        path: '/w/main/A.java',
        line: 2,
        character: 3,
        endLine: 2,
        endCharacter: 5,
        severity: 'error',
        code: 'cant.resolve',
        message: 'cannot find symbol\n  location: class A',
        source: 'javac',
      },
    ],
    undefined,
  ]);
  expect(['/w/main/b/A.java', '/w/mainly/A.java'].map((path) => excludes?.(path))).toEqual([false, true]);
});

test('javac: what does not end is a failure, and its findings are none yet', () => {
  expect(
    read([unit('main'), unit('more')], [end('main'), error('/w/more/A.java', 'cant.resolve')], 1, [
      '',
      'Out of memory',
    ]),
  ).toMatchObject({ found: [], failure: 'javac exited with code 1: Out of memory' });
  expect(read([unit('main')], [end('main', { failure: 'a bug' })]).failure).toBe('main: a bug');
});

test('javac: an exception that is never thrown is no finding beside an error that may be the reason', () => {
  const never = (file: string): string => error(file, 'except.never.thrown.in.try');
  expect(
    read(
      [unit('main')],
      [
        never('/w/main/A.java'),
        error('/w/main/A.java', 'cant.resolve'),
        never('/w/main/B.java'),
        end('main'),
      ],
    ).found,
  ).toEqual(['/w/main/A.java cant.resolve', '/w/main/B.java except.never.thrown.in.try']);
});

const MISSING = { missing: ['g:a:1 is not in ~/.m2/repository'] };

test.each<[what: string, lines: string[], found: string[]]>([
  [
    'in a file that names a missing package',
    [
      error('/w/main/A.java', 'doesnt.exist', 'package x does not exist'),
      error('/w/main/A.java', 'prob.found.req'),
    ],
    [],
  ],
  [
    'in a file that names a missing class',
    [
      error(
        '/w/main/A.java',
        'cant.resolve.location',
        'cannot find symbol\n  symbol:   class X\n  location: class A',
      ),
      error('/w/main/A.java', 'prob.found.req'),
    ],
    [],
  ],
  [
    'about a member of a class that inherits from a missing one',
    [
      error(
        '/w/main/A.java',
        'cant.resolve.location.args',
        'cannot find symbol\n  symbol:   method m()\n  location: class Broken',
      ),
    ],
    [],
  ],
  [
    'about a method that overrides nothing',
    [error('/w/main/A.java', 'method.does.not.override.superclass', 'does not override')],
    [],
  ],
  [
    'about a member of another class',
    [error('/w/main/A.java', 'cant.resolve.location.args')],
    ['/w/main/A.java cant.resolve.location.args'],
  ],
  ['about types', [error('/w/main/A.java', 'prob.found.req')], ['/w/main/A.java prob.found.req']],
])('javac: with an incomplete class path, an error %s', (_, lines, found) => {
  expect(read([unit('main', MISSING)], [...lines, end('main', { incomplete: ['Broken'] })])).toMatchObject({
    found,
    failure: `class path incomplete: g:a:1 is not in ~/.m2/repository${found.length === lines.length ? '' : '; errors that this may cause are left out'}`,
  });
});

test('javac: without an annotation processor no member is missed', () => {
  const lines = [
    error('/w/main/A.java', 'cant.resolve.location.args'),
    error('/w/main/A.java', 'prob.found.req'),
    end('main'),
  ];
  expect(
    read([unit('main', { missingProcessors: ['g:lombok:1 is not in ~/.m2/repository'] })], lines).found,
  ).toEqual(['/w/main/A.java prob.found.req']);
});

test('javac: of many missing dependencies three are named', () => {
  expect(read([unit('main', { missing: ['a', 'b', 'c', 'd', 'd', 'e'] })], [end('main')]).failure).toBe(
    'class path incomplete: a, b, c and 2 more',
  );
});
