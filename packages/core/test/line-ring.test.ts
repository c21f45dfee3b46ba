import { expect, it } from 'vitest';
import { LineRing } from '../src/lsp/line-ring.js';

const cases: [title: string, limit: number, chunks: string[], kept: string[], told: string[]][] = [
  ['lines across chunks', 100, ['a', 'b\nc', '\r\nd'], ['ab', 'c', 'd'], ['ab', 'c']],
  ['an empty line', 100, ['a\n\nb\n'], ['a', '', 'b'], ['a', '', 'b']],
  ['only the last of too many', 8, ['one\n', 'two\n', 'three\n'], ['three'], ['one', 'two', 'three']],
  ['a line that does not end, in pieces', 4, ['abcdefghij'], ['efgh', 'ij'], ['abcd', 'efgh']],
  ['a line that is longer than all it may keep', 4, ['a\nbcdefgh\n'], ['bcdefgh'], ['a', 'bcdefgh']],
];

it.each(cases)('keeps %s', (_title, limit, chunks, kept, told) => {
  const lines: string[] = [];
  const ring = new LineRing(limit, (line) => lines.push(line));
  for (const chunk of chunks) ring.push(chunk);
  expect(ring.lines()).toEqual(kept);
  expect(lines).toEqual(told);
});
