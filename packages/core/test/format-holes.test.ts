import { expect, it } from 'vitest';
import { describeHoles, describeUninstalled } from '../src/lsp/format-holes.js';
import { ShownFindings } from '../src/lsp/shown-findings.js';

it('packages that are not installed are one line for each manifest', () => {
  expect(describeUninstalled({})).toBe('');
  expect(
    describeUninstalled({ uninstalled: [{ manifest: 'a/pyproject.toml', imports: 12, install: 'uv sync' }] }),
  ).toBe(
    'Dependencies of a/pyproject.toml are not installed: 12 imports are unresolved. To install them: uv sync',
  );
  expect(
    describeUninstalled({
      uninstalled: [
        { manifest: '<a>\n', imports: 1, install: 'x' },
        { manifest: 'Cargo.toml', imports: 0, install: 'cargo fetch' },
      ],
    }),
  ).toBe(
    'Dependencies of &lt;a&gt;\\u{a} are not installed: 1 import is unresolved. To install them: x\nDependencies of Cargo.toml are not installed: nothing is judged. To install them: cargo fetch',
  );
});

it('of many manifests the first are named', () => {
  const uninstalled = ['a', 'b', 'c', 'd', 'e'].map((manifest) => ({ manifest, imports: 1, install: 'x' }));
  expect(describeUninstalled({ uninstalled }).split('\n')).toHaveLength(4);
  expect(describeUninstalled({ uninstalled })).toMatch(/\n\.\.\. and 2 more manifests$/);
});

const HOLE = {
  file: 'tsconfig.json',
  what: 'extends "<a>", which is not there',
  errors: 2,
  command: 'npm install',
};

it('what a server does not know is one line for each hole, with the command that mends it', () => {
  expect(describeHoles([])).toBe('');
  const { command: _, ...unmended } = HOLE;
  expect(describeHoles([HOLE, { ...unmended, file: 'b', errors: 1 }, { ...unmended, errors: 0 }])).toBe(
    'tsconfig.json extends "&lt;a&gt;", which is not there: 2 errors that follow from it are not listed. To mend it: npm install\n' +
      'b extends "&lt;a&gt;", which is not there: 1 error that follows from it is not listed\n' +
      'tsconfig.json extends "&lt;a&gt;", which is not there',
  );
  expect(describeHoles([HOLE, HOLE, HOLE, HOLE, HOLE]).split('\n').at(-1)).toBe('... and 2 more holes');
});

it('a hole is named once, until it changes or other errors follow from it', () => {
  const shown = new ShownFindings(import.meta.dirname);
  const told = (errors: number, file = 'a.ts', more: object = {}): number =>
    shown.newHoles({ files: { [file]: [] }, holes: [{ ...HOLE, errors, ...more }] }).length;
  expect([told(2), told(2), told(3), told(3), told(3, 'b.ts'), told(0)]).toEqual([1, 0, 1, 0, 1, 0]);
  expect([told(0, 'b.ts', { what: 'extends "b"' }), told(0, 'b.ts', { what: 'extends "b"' })]).toEqual([
    1, 0,
  ]);
});
