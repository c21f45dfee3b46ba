import { expect, test } from 'vitest';
import type { CheckReport, Diagnostic, ServerOutcome } from '@vybestack/llxprt-lsp-core';
import { goCode } from '../../src/load/code/go.js';
import { missing, type Revision } from '../../src/load/code/language.js';
import type { ServiceEdit } from '../../src/load/service.js';
import { judgeEdit, judgeNavigation } from '../../src/load/verdict.js';

const FILE = 'go/part4/part4.go';
const BROKEN: Revision = { number: 7, isBroken: true };
const CLEAN: Revision = { number: 8, isBroken: false };

interface Case {
  readonly found?: readonly number[];
  /** What the model reads; without it, what the report says. */
  readonly told?: readonly number[];
  readonly outcome?: ServerOutcome;
  readonly ms?: number;
  readonly success?: string;
  readonly error?: string;
  readonly possible?: readonly Revision[];
  readonly isWritten?: boolean;
}

function judged({
  found = [],
  told = found,
  outcome = 'complete',
  ms = 10,
  success = `Edited ${FILE}.`,
  error,
  possible = [BROKEN],
  isWritten = true,
}: Case): string {
  const messages = (numbers: readonly number[]): string[] =>
    numbers.map((number) => `undefined: ${missing({ number })}`);
  const diagnostics: Diagnostic[] = messages(found).map((message) => ({
    file: FILE,
    line: 9,
    character: 1,
    severity: 'error',
    message,
  }));
  const section =
    told.length === 0
      ? ''
      : `\n\nLSP diagnostics after edit:\n<diagnostics file="${FILE}">\n${messages(told).join('\n')}\n</diagnostics>`;
  const report: CheckReport = {
    files: { [FILE]: diagnostics },
    others: {},
    othersComplete: true,
    servers: [{ id: 'gopls', root: 'go', outcome, ms }],
  };
  const result = {
    llmContent: success + section,
    returnDisplay: '',
    ...(error !== undefined && { error: { type: 'edit_not_found', message: error } }),
  };
  const edited: ServiceEdit = { result, report, ms };
  return judgeEdit(edited, { file: FILE, language: goCode, possible, isWritten, boundMs: 3500 }).kind;
}

test.each<[string, Case, string]>([
  ['the one error of its own text', { found: [7] }, 'right'],
  ['nothing, of a clean text', { possible: [CLEAN] }, 'right'],
  ['nothing, of a broken text', {}, 'wrong'],
  ['an error of a clean text', { found: [7], possible: [CLEAN] }, 'wrong'],
  ["another text's error", { found: [6] }, 'wrong'],
  ['its own error and one more', { found: [7, 6] }, 'wrong'],
  ['what somebody wrote at the same time', { found: [7], possible: [CLEAN, BROKEN] }, 'right'],
  ['an error that the model is not notified of', { found: [7], told: [] }, 'wrong'],
  ['an error that only the model is notified of', { told: [7], possible: [CLEAN] }, 'wrong'],
  ['nothing, as the server did not answer in time', { outcome: 'timed-out' }, 'timed out'],
  [
    "another text's error, though the server did not answer in time",
    { found: [6], outcome: 'timed-out' },
    'wrong',
  ],
  ['nothing, as the server has died', { outcome: 'broken' }, 'failed'],
  ['nothing, as the tool refused', { error: 'not found' }, 'failed'],
  ['the right thing, too late', { found: [7], ms: 3501 }, 'past the bound'],
  ['the right thing, and the disk has another text', { found: [7], isWritten: false }, 'lost'],
  ['the right thing without the success text', { found: [7], success: '' }, 'lost'],
])('an answer that says %s', (_what, given, verdict) => {
  expect(judged(given)).toBe(verdict);
});

test.each([
  ['right', 10, undefined, undefined],
  ['wrong', 10, undefined, 'not there'],
  ['timed out', 10, 'navigation_timed_out', undefined],
  [
    'timed out',
    10,
    'lsp_hover: no complete answer from typescript within 10000 ms; it may still be loading the project; call again',
    undefined,
  ],
  ['timed out', 10, 'lsp_hover: no complete answer within 10000 ms; call again', undefined],
  ['failed', 10, 'lsp_hover: the server is broken', undefined],
  ['past the bound', 10_501, 'navigation_timed_out', undefined],
])('a call of navigation is %s: after %i ms, %s', (verdict, ms, said, problem) => {
  const error =
    said === undefined
      ? {}
      : { error: { type: said === 'navigation_timed_out' ? said : 'navigation_failed', message: said } };
  expect(
    judgeNavigation(
      { result: { llmContent: '', returnDisplay: '', ...error }, data: {}, ms },
      10_500,
      () => problem,
    ).kind,
  ).toBe(verdict);
});
