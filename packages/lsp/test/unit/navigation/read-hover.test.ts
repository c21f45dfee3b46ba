import { expect, test } from 'bun:test';
import fc from 'fast-check';

import type { HoverPart } from '../../../src/backend/model.ts';
import { readHover } from '../../../src/backend/navigation/read-hover.ts';
import * as some from './arbitraries.ts';

const plain = (value: string): HoverPart => ({ kind: 'plaintext', value });
const markdown = (value: string): HoverPart => ({ kind: 'markdown', value });
const code = (value: string, language = 'ts') => ({ language, value });

const TABLE: [title: string, contents: unknown, want: HoverPart[] | undefined][] = [
  ['markdown', { kind: 'markdown', value: '**a**' }, [markdown('**a**')]],
  ['plain text', { kind: 'plaintext', value: 'a' }, [plain('a')]],
  ['a text is markdown', 'a', [markdown('a')]],
  ['code', code('let a'), [markdown('```ts\nlet a\n```')]],
  ['code in no language', code('let a', ''), [markdown('```\nlet a\n```')]],
  ['code in a language whose name would end the line', code('let a', 'ts\nx'), [markdown('```\nlet a\n```')]],
  [
    'code that holds a fence',
    code('/// ```\n/// a\n/// ```'),
    [markdown('````ts\n/// ```\n/// a\n/// ```\n````')],
  ],
  ['code that holds a longer one', code('a ````` b ``'), [markdown('``````ts\na ````` b ``\n``````')]],
  [
    'a list, sorted by kind, then value',
    ['b', plain('a'), code('a'), markdown('a')],
    [markdown('```ts\na\n```'), markdown('a'), markdown('b'), plain('a')],
  ],
  ['each part once', ['a', 'a', markdown('a')], [markdown('a')]],
  ['nothing of what is empty', ['', ' \n', code(' '), plain('\t'), markdown('a')], [markdown('a')]],
  ['the spaces around a part stay', ['  a\n'], [markdown('  a\n')]],
  ['a kind that nobody knows is plain text', { kind: 'html', value: '<b>' }, [plain('<b>')]],
  [
    'nothing of what is malformed',
    [null, 1, { value: 1 }, { kind: 'markdown' }, ['a'], 'b'],
    [markdown('b')],
  ],
  ['only empty parts', ['', { kind: 'markdown', value: '' }], undefined],
  ['an empty list', [], undefined],
  ['no contents', undefined, undefined],
];

test.each(TABLE)('%s', (_, contents, want) => {
  expect(readHover({ contents })).toEqual(want && { parts: want });
});

test('null is no hover, nor is a list', () => {
  expect([null, undefined, [], ['a'], 'a', 1].map(readHover)).toEqual(Array<undefined>(6).fill(undefined));
});

test('with its range, unless that is malformed', () => {
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
  expect(readHover({ contents: 'a', range })).toEqual({ parts: [markdown('a')], range });
  expect(readHover({ contents: 'a', range: { start: range.end, end: range.start } })).toEqual({
    parts: [markdown('a')],
  });
});

test('the same parts, whatever the order, and however often each is said', () => {
  fc.assert(
    fc.property(some.shuffled(some.part), ({ items, again }) =>
      expect(readHover({ contents: again })).toEqual(readHover({ contents: items })),
    ),
  );
});

test('a fence is longer than all that it holds', () => {
  const pieces = fc
    .array(fc.constantFrom('`', '``', '```', 'a', '\n'), { minLength: 1, maxLength: 20 })
    .map((list) => `a${list.join('')}`);
  fc.assert(
    fc.property(pieces, (value) => {
      const [fence = ''] = /^`+/.exec(readHover({ contents: code(value) })?.parts[0]?.value ?? '') ?? [];
      expect(fence.length).toBeGreaterThanOrEqual(3);
      expect(value).not.toContain(fence);
    }),
  );
});
