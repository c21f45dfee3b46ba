import { expect, test } from 'bun:test';

import { LineReader } from '../../src/channels/mcp/line-reader.ts';

const MAX = 10 * 1024 * 1024;

/** What a reader gives of these chunks: lines, and what it dropped. */
function read(chunks: readonly (string | Uint8Array)[]): { lines: string[]; dropped: string[] } {
  const lines: string[] = [];
  const dropped: string[] = [];
  const reader = new LineReader({ line: (text) => lines.push(text), dropped: (what) => dropped.push(what) });
  for (const chunk of chunks) reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return { lines, dropped };
}

test.each<[title: string, chunks: string[], lines: string[]]>([
  ['one line', ['a\n'], ['a']],
  ['several in one chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
  ['one in several chunks', ['a', 'b', 'c\n'], ['abc']],
  ['line ends of Windows', ['a\r\nb\r', '\n'], ['a', 'b']],
  ['empty lines', ['\n\n \na\n\n'], ['a']],
  ['no end', ['a\nb'], ['a']],
])('REQ-ARCH-030: %s', (_, chunks, lines) => {
  expect(read(chunks)).toEqual({ lines, dropped: [] });
});

test('REQ-ARCH-030: characters that are cut between chunks are whole', () => {
  const bytes = Buffer.from('déjà 🎉\n日本\n');
  expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte))).lines).toEqual(['déjà 🎉', '日本']);
});

test('REQ-ARCH-030: of a line that is too long nothing is kept, and the next one counts', () => {
  const half = 'x'.repeat(MAX / 2 + 1);
  const { lines, dropped } = read(['before\n', half, half, `${half}\nafter\n`, `${half}${half}\nlast\n`]);
  expect(lines).toEqual(['before', 'after', 'last']);
  expect(dropped).toEqual([`a line of more than ${MAX} bytes`, `a line of more than ${MAX} bytes`]);
});
