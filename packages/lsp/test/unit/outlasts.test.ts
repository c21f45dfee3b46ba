import { expect, test } from 'bun:test';

import { Deadline } from '../../src/engine/base/deadline.ts';
import { outlasts } from '../../src/engine/origins/counterfactual.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const [A, B] = ['/a.py', '/b.py'] as [AdmittedPath, AdmittedPath];
const likely = (path: AdmittedPath): number => (path === A ? 500_000 : 400_000);

test('a question is not begun that likely outlasts its deadline', () => {
  using deadline = new Deadline(700_000);
  expect(outlasts({ atATime: 1, likely }, [A], deadline)).toBe(false);
  expect(outlasts({ atATime: 1, likely }, [A, B], deadline)).toBe(true);
  expect(outlasts({ atATime: 4, likely }, [A, B], deadline)).toBe(false);
  using near = new Deadline(300_000);
  expect(outlasts({ atATime: 4, likely }, [B], near)).toBe(true);
});

test('nothing is known of a server before its second answer, nor of a compiler', () => {
  using deadline = new Deadline(100_000);
  expect(outlasts({ atATime: 1, likely: () => 0 }, [A], deadline)).toBe(false);
  expect(outlasts({ atATime: 1 }, [A], deadline)).toBe(false);
});
