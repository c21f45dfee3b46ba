import { expect, test } from 'bun:test';
import type { PackageTraits } from '../../src/backend/packages.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { KnownWorld } from '../../src/engine/session/world.ts';
import { forFew, MOST_LOOKED_UP } from '../../src/support/for-few.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { Diagnostic } from '../../src/types.ts';

const FINDINGS = 10_000;

/** Each looks up what may take as long as reading files of some megabytes. */
test('a file with ten thousand missing modules has some of them looked up, and the others are errors', () => {
  let [lookUps, others] = [0, 0];
  const packages: PackageTraits = {
    missingModules: ({ message }) => [message],
    uninstalled(module) {
      lookUps += 1;
      return module === '0' ? { manifest: '/w/a', install: 'a' } : undefined;
    },
    behind() {
      others += 1;
      return undefined;
    },
  };
  const search = createSearch({ workspaceRoot: '/w' });
  const world = new KnownWorld({ packages }, { search, filesOf: () => [] });
  const findings = Array.from({ length: FINDINGS }, (_, index): Diagnostic => ({
    file: 'a',
    line: 1,
    character: 1,
    severity: 'error',
    // Twice each.
    message: String(index % (FINDINGS / 2)),
  }));
  const left = world.takeOut('/w/a' as AdmittedPath, findings, () => '');
  expect(left).toHaveLength(FINDINGS - 2);
  expect(lookUps).toBe(MOST_LOOKED_UP);
  expect(others).toBeLessThanOrEqual(1000);
});

test('what was computed for a key is kept, and beyond the limit there is nothing', () => {
  const asked: string[] = [];
  const of = forFew(2, (key) => {
    asked.push(key);
    return key === 'b' ? undefined : key;
  });
  expect(['a', 'b', 'c', 'a', 'b'].map(of)).toEqual(['a', undefined, undefined, 'a', undefined]);
  expect(asked).toEqual(['a', 'b']);
});
