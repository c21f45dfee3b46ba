import { expect, test } from 'vitest';
import { problems, titlesIn, toJson, toMarkdown } from '../lib/requirements.mjs';
import type { Requirement } from '../lib/requirements.mjs';

/** Spelled so that these examples are not taken for tests of requirements. */
const REQ = 'REQ';

test.each([
  [`test('${REQ}-FMT-010: one line', () => {});`, [`${REQ}-FMT-010: one line`]],
  [`it.each([1])("${REQ}-FMT-010 ${REQ}-FMT-020: it's %i", f)`, [`${REQ}-FMT-010 ${REQ}-FMT-020: it's %i`]],
  [`describe(\`${REQ}-FMT-010: a \${b}\`, f)`, [`${REQ}-FMT-010: a \${b}`]],
  [`test('${REQ}-FMT-010: it\\'s escaped', f)`, [`${REQ}-FMT-010: it's escaped`]],
  [`  // test('${REQ}-FMT-010: switched off', f)`, []],
  [` * '${REQ}-FMT-010: only a comment'`, []],
  [`test('as ${REQ}-FMT-010 asks', f)`, []],
  [`test('${REQ}-FMT: no number', f)`, []],
])('the titles in %s', (code, titles) => {
  expect(titlesIn(code)).toEqual(titles);
});

const done = (id: string): Requirement => ({ id, title: 'does it', where: 'package.json', status: 'done' });

test.each<[string, Requirement[], string[], RegExp[]]>([
  ['a requirement with a test', [done(`${REQ}-A-010`)], [`${REQ}-A-010: x`], []],
  [
    'one of two ids without a test',
    [done(`${REQ}-A-010`), done(`${REQ}-A-020`)],
    [`${REQ}-A-010: x`],
    [/^REQ-A-020 has no test: does it$/],
  ],
  ['a planned one without a test', [{ ...done(`${REQ}-A-010`), status: 'planned' }], [], []],
  [
    'a place that does not exist',
    [{ ...done(`${REQ}-A-010`), where: 'no/such.ts' }],
    [`${REQ}-A-010: x`],
    [/no\/such\.ts, which does not exist/],
  ],
  ['a test of something unknown', [], [`${REQ}-A-010: x`], [/^REQ-A-010 stands in a test/]],
])('%s', (_, requirements, titles, complaints) => {
  const found = problems(
    requirements,
    titles.map((title) => ({ file: 'x.test.ts', title })),
  );
  expect(found).toHaveLength(complaints.length);
  complaints.forEach((complaint, index) => {
    expect(found[index]).toMatch(complaint);
  });
});

test('the page has a row for each requirement, with how many tests it has and what Markdown would misread escaped; their titles are data', () => {
  const later: Requirement = {
    id: `${REQ}-B-010`,
    title: 'a|b',
    where: 'src/b.ts',
    status: 'planned',
    issue: 6,
  };
  const requirements = [done(`${REQ}-A-010`), later];
  const tests = [`${REQ}-A-010: <tag>`, `${REQ}-A-010 ${REQ}-B-010: both`].map((title) => ({
    file: 'packages/e2e/a.test.ts',
    title,
  }));
  const page = toMarkdown(requirements, tests);
  expect(page).toContain(`| ${REQ}-A-010 | does it | [package.json](../package.json) | 2 |`);
  expect(page).toContain(`| ${REQ}-B-010 | a\\|b | planned: issue 6 | 1 |`);
  expect(JSON.parse(toJson(requirements, tests))).toEqual({
    [`${REQ}-A-010`]: [
      `packages/e2e/a.test.ts: ${REQ}-A-010: <tag>`,
      `packages/e2e/a.test.ts: ${REQ}-A-010 ${REQ}-B-010: both`,
    ],
    [`${REQ}-B-010`]: [`packages/e2e/a.test.ts: ${REQ}-A-010 ${REQ}-B-010: both`],
  });
});
