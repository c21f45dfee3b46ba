/**
 * Finds no package: each line `import NAME` is an error in pyright's words, unless NAME is `here`.
 */

import { PULLS, serve } from './base.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument: { uri } }) => {
    const lines = server.text(uri).split('\n');
    const items = lines.flatMap((line, row) => {
      const name = /^import (\S+)/.exec(line)?.[1];
      if (name === undefined || name === 'here') return [];
      return [
        {
          range: { start: { line: row, character: 0 }, end: { line: row, character: line.length } },
          message: `Import "${name}" could not be resolved`,
          code: 'reportMissingImports',
          severity: 1 as const,
        },
      ];
    });
    return { kind: 'full', items };
  },
});
