import { describe, expect, test } from 'vitest';
import { missingIn, table, withSection } from '../../src/frame/page.js';

const page = (text: string): string => `# Page\n\n<!-- a b -->\n\n${text}\n\n<!-- /a b -->\n\nMore.\n`;

describe('a section of a page', () => {
  test('is replaced alone', () => {
    expect(withSection(page('old'), 'a b', 'new $& text\n')).toBe(page('new $& text'));
    expect(() => withSection(page('old'), 'b', 'new')).toThrow('there is no section b');
  });

  const GO = '| Go | chi | 1 |';
  const head = '| language | code base | right |\n|---|---|--:|\n';
  const isC = (row: string): boolean => /^\| C(\+\+)? \|/.test(row);

  test('has own rows replaced or added, and all others and its text stay', () => {
    const before = page(
      `Text | with bars.\n\n${head}${GO}\n| C | zlib | 2 |\n| Java | csv | 3 |\n\n| x |\n|---|\n| C | y |`,
    );
    const fresh = `Other text.\n\n${head}| C | zlib | 9 |\n| C++ | leveldb | 8 |\n| Java | csv | 0 |`;
    const after = page(
      `Text | with bars.\n\n${head}${GO}\n| C | zlib | 9 |\n| C++ | leveldb | 8 |\n| Java | csv | 3 |\n\n| x |\n|---|\n| C | y |`,
    );
    expect(withSection(before, 'a b', fresh, isC)).toBe(after);
    expect(withSection(after, 'a b', fresh, isC)).toBe(after);
  });

  test('loses own rows that are no longer there, and gets new ones at the end', () => {
    expect(withSection(page(`${head}${GO}\n| C | zlib | 2 |`), 'a b', head, isC)).toBe(page(`${head}${GO}`));
    expect(withSection(page(`${head}${GO}`), 'a b', `${head}| C | zlib | 2 |`, isC)).toBe(
      page(`${head}${GO}\n| C | zlib | 2 |`),
    );
  });

  test('that a page lacks is named, and so are words that it does not say', () => {
    expect(
      missingIn({ file: 'memory.md', sections: ['growth', 'nothing'], states: ['# Memory', 'not so'] }),
    ).toEqual(['docs/memory.md has no section nothing', 'docs/memory.md does not say: not so']);
  });
});

test('a table has a line for each row, numbers at the right, and bars of cells are no columns', () => {
  expect(table(' | n: | x', [['a|b', 1, undefined]])).toBe('| | n | x |\n|---|--:|---|\n| a\\|b | 1 | |');
});
