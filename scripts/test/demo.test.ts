import { describe, expect, test } from 'vitest';
import { differences } from '../demo/judge.js';
import type { ExpectedError } from '../demo/steps.js';

const RESULT = `Edited a.ts: replaced 1 time (line 4).

LSP diagnostics after edit:
<diagnostics file="a.ts">
ERROR [4:52] Argument (of type) is wrong. (2345)
ERROR [9:1] No any. (@typescript-eslint/no-explicit-any)
</diagnostics>
<diagnostics file="b.py">
ERROR [1:1] Not a type. (reportReturnType)
</diagnostics>`;

const ALL: readonly ExpectedError[] = [
  { file: 'a.ts', code: '2345' },
  { file: 'a.ts', code: '@typescript-eslint/no-explicit-any' },
  { file: 'b.py', code: 'reportReturnType' },
];

describe('what the demo makes of a result', () => {
  const check = (title: string, result: string, expected: readonly ExpectedError[], want: readonly string[]): void => {
    test(title, () => expect(differences(result, expected)).toEqual(want));
  };
  check('nothing to say about exactly the expected errors', RESULT, ALL, []);
  check('an error that is missing', 'Edited a.ts.', [{ file: 'a.ts', code: '2345' }], ['not reported: 2345 in a.ts']);
  check('an error too many', RESULT, ALL.slice(1), ['not expected: 2345 in a.ts']);
  check('the right code in another file', RESULT, [...ALL.slice(0, 2), { file: 'c.py', code: 'reportReturnType' }], [
    'not reported: reportReturnType in c.py',
    'not expected: reportReturnType in b.py',
  ]);
  check('nothing to say about a clean result that should be clean', 'Edited a.ts (2345)', [], []);
});
