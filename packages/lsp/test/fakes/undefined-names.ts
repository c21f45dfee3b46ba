/** A linter that calls everything undefined, as ruff does beside pyright, and unused besides. */

import { PULLS, serve } from './base.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

await serve(PULLS, {
  'textDocument/diagnostic': () => ({
    kind: 'full',
    items: [
      { range, message: 'Undefined name', code: 'F821' },
      { range: { ...range, start: { line: 0, character: 1 } }, message: 'unused', code: 'F401' },
    ],
  }),
});
