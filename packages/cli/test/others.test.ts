import type { CheckParams, CheckReport, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { expect, it } from 'vitest';
import { findOthers } from '../src/check/others.js';
import type { Others } from '../src/check/report.js';
import { CheckResults } from '../src/check/report.js';

const error = (file: string, line = 1): Diagnostic => ({
  file,
  line,
  character: 1,
  severity: 'error',
  message: 'wrong',
});

async function found(
  answer: Partial<CheckReport>,
): Promise<{ others: Others; report: CheckResults; asked: CheckParams[] }> {
  const report = new CheckResults();
  report.add({ file: 'a.rs', diagnostics: [], judgedBy: ['cargo'], failures: [], named: true });
  report.add({
    file: 'movie.rs',
    diagnostics: [],
    judgedBy: [],
    failures: [],
    refused: 'binary',
    named: false,
  });
  const asked: CheckParams[] = [];
  const check = async (params: CheckParams): Promise<CheckReport> => {
    asked.push(params);
    return { files: {}, others: {}, othersComplete: true, servers: [], ...answer };
  };
  const client = { check, status: async () => [] };
  const others = await findOthers(
    {
      client,
      workspaceRoot: '/w',
      servers: [],
      timeout: 50,
      startTimeout: 90,
      signal: new AbortController().signal,
    },
    report,
  );
  return { others, report, asked };
}

it('are those that were not asked for, in the order of their lines', async () => {
  const { others, report, asked } = await found({
    others: {
      'a.rs': [error('a.rs')],
      'b.rs': [error('b.rs', 9), error('b.rs', 2)],
      'movie.rs': [error('movie.rs')],
    },
  });
  expect(asked).toEqual([{ files: [], others: true }]);
  expect(others).toEqual({
    files: [{ file: 'b.rs', diagnostics: [error('b.rs', 2), error('b.rs', 9)] }],
    complete: true,
  });
  expect(report.troubles).toEqual([]);
});

it('that could not all be looked at are a trouble', async () => {
  const { others, report } = await found({ othersComplete: false });
  expect([others, report.exitCode()]).toEqual([{ files: [], complete: false }, 2]);
  expect(report.troubles).toEqual([
    { reason: 'not all other files could be looked at within 50 ms; --timeout allows more' },
  ]);
});
