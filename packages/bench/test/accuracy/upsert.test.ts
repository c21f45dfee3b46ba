import { expect, test } from 'vitest';
import { upsert } from '../../src/accuracy/upsert.js';

const page = (rows: string, judges: string, differences: string): string =>
  `# Accuracy\n\n| language | code base | right |\n|---|---|--:|\n${rows}\n\nText | with bars.\n\n| language | code base | judge |\n|---|---|---|\n${judges}\n\n## Known differences\n\n${differences}\n\n## Cases\n\nNone.\n`;

test('a table that has none of them on the other page stays as it is', () => {
  const before = page(
    '| C | zlib | 2 |',
    '| C | zlib | gcc |',
    '- Go, chi, silent: a. 1 times\n- C, zlib, silent: b. 1 times',
  );
  expect(
    upsert(before, page('| C | zlib | 9 |', '| Go | chi | go |', ''), [{ language: 'C', title: 'zlib' }]),
  ).toBe(page('| C | zlib | 9 |', '| C | zlib | gcc |', '- Go, chi, silent: a. 1 times'));
});

const GO = '| Go | chi | 1 |';

test('rows of the code bases that were judged are replaced or added, and all others stay', () => {
  const before = page(
    `${GO}\n| C | zlib | 2 |\n| Java | csv | 3 |`,
    '| Go | chi | go |',
    '- Go, chi, silent: a. 1 times\n- C, zlib, silent: b. 1 times',
  );
  const fresh = page(
    '| C | zlib | 9 |\n| C++ | leveldb | 8 |',
    '| C | zlib | gcc |\n| C++ | leveldb | clang |',
    '- C++, leveldb, told: c. 2 times',
  );
  const judged = [
    { language: 'C', title: 'zlib' },
    { language: 'C++', title: 'leveldb' },
  ];
  const after = page(
    `${GO}\n| C | zlib | 9 |\n| C++ | leveldb | 8 |\n| Java | csv | 3 |`,
    '| Go | chi | go |\n| C | zlib | gcc |\n| C++ | leveldb | clang |',
    '- Go, chi, silent: a. 1 times\n- C++, leveldb, told: c. 2 times',
  );
  expect(upsert(before, fresh, judged)).toBe(after);
  expect(upsert(after, fresh, judged)).toBe(after);
});
