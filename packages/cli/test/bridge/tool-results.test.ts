import { expect, test } from 'vitest';
import { listedFor, resultFor, type ToolResults } from '../../src/bridge/tool-results.js';

const TEXT = [{ type: 'text', text: 'a.ts:1:2' }];
const FOUND = { content: TEXT, structuredContent: { file: 'a.ts' }, _meta: { a: 1 } };
const REFUSED = { ...FOUND, isError: true };
const FAILED = { content: TEXT, isError: true };

const cases: readonly (readonly [ToolResults, unknown, unknown, unknown])[] = [
  ['text', { content: TEXT, _meta: { a: 1 } }, { content: TEXT, _meta: { a: 1 }, isError: true }, FAILED],
  ['structured', { ...FOUND, content: [] }, REFUSED, FAILED],
  ['both', FOUND, REFUSED, FAILED],
];

test.each(cases)(
  'REQ-NAV-010: as %s, a result holds that form, and what an error says in any',
  (form, found, refused, failed) => {
    expect([resultFor(form, FOUND), resultFor(form, REFUSED), resultFor(form, FAILED)]).toEqual([
      found,
      refused,
      failed,
    ]);
  },
);

test('a tool promises structured results where it gives them', () => {
  const tool = { name: 'lsp_hover', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } };
  expect(listedFor('text', tool)).toEqual({ name: 'lsp_hover', inputSchema: { type: 'object' } });
  expect([listedFor('structured', tool), listedFor('both', tool)]).toEqual([tool, tool]);
});
