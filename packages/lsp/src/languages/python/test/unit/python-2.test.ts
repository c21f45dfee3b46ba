import { expect, test } from 'bun:test';

import type { Diagnostic } from '../../../../types.ts';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { noPythonError } from '../../no-error.ts';

const FINDING: Diagnostic = { file: 'a.py', line: 1, character: 1, severity: 'error', message: 'wrong' };

/** A row each: which versions a project takes, and whether its files are of Python 2. */
const VERSIONS: [versions: string, isOf2: boolean][] = [
  ['>=2.7, <3', true],
  ['==2.7.*', true],
  ['~=2.7', true],
  ['2.*', true],
  ['<3.0', true],
  ['>=2.7', false],
  ['>=2.7, !=3.0.*, !=3.1.*, !=3.2.*', false],
  ['>=2.7,!=3.2.*,<4', false],
  ['>=3.2.1', false],
];

test.each(VERSIONS)('a project of Python %s is one of Python 2: %s', (versions, isOf2) => {
  using workspace = new Workspace({
    'setup.py': `from setuptools import setup\nsetup(python_requires="${versions}")\n`,
    'a.py': 'x: int = ""\n',
  });
  const file = { path: workspace.path('a.py'), root: workspace.root, text: () => 'x: int = ""\n' };
  expect(noPythonError(FINDING, file) !== undefined).toBe(isOf2);
});
