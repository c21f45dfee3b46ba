/** Pulls; its findings leave out what may be left out, and some are not findings at all. */

import { PULLS, serve } from './base.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const far = { line: 2 ** 31 - 1, character: 2 ** 31 - 1 };

await serve(PULLS, {
  'textDocument/diagnostic': () => ({
    kind: 'full',
    items: [
      { range, message: 'without a severity' },
      { range: { start: far, end: far }, message: 'far below', severity: 1 },
      { range, message: 'code as number', code: 2304, severity: 1 },
      { range, message: 'code zero', code: 0, severity: 1 },
      { range, message: '<b> & "raw"\n\tsecond line', severity: 1, code: '' },
      { range, message: 'severity out of range', severity: 9 },
      { range, message: { kind: 'markdown', value: 'markup' }, severity: 1 },
      { message: 'no range', severity: 1 },
      { range: { start: { line: -1, character: 'x' } }, message: 'bad range', severity: 1 },
      { range, severity: 1 },
      null,
      'no object',
    ],
  }),
});
