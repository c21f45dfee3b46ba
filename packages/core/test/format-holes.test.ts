import { expect, it } from 'vitest';
import { describeUninstalled } from '../src/lsp/format-holes.js';

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
