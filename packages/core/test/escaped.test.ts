import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  escaped,
  inline,
  joined,
  jsonOf,
  oneLine,
  quoted,
  quotedIn,
  quoteLines,
  withoutTags,
  type Escaped,
} from '../src/support/escaped.js';
import { hiddenIn, HOSTILE } from './support/hostile-texts.js';

const ALL = Object.entries(HOSTILE);

describe('text of others', () => {
  it.each(ALL)('in one line, with nothing lost: %s', (_, text) => {
    const shown = inline(text);
    expect(shown).not.toContain('\n');
    expect(hiddenIn(shown)).toBeUndefined();
    expect(
      shown.replace(/\\u\{([0-9a-f]+)\}/g, (_whole, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      ),
    ).toBe(text);
  });

  it.each(ALL)('as prose, as source and as JSON: %s', (_, text) => {
    expect(oneLine(text)).not.toContain('\n');
    for (const shown of [oneLine(text), quoted(text), quoteLines(text), jsonOf({ [text]: [text] }, 2)])
      expect(hiddenIn(shown)).toBeUndefined();
    expect(JSON.parse(jsonOf({ [text]: [text] }, 2))).toEqual({ [text]: [text] });
    expect(
      hiddenIn(JSON.stringify(quotedIn({ [text]: [{ text }] })).replaceAll(/\\[nt]/g, '')),
    ).toBeUndefined();
  });

  it.each(ALL)('is quoted, each line of it: %s', (_, text) => {
    expect(
      quoteLines(text)
        .split('\n')
        .filter((line) => !/^>(?: .+)?$/.test(line)),
    ).toEqual([]);
  });

  it.each<[what: string, shown: string, want: string]>([
    ['a character', inline('a\u202Eb'), 'a\\u{202e}b'],
    ['a plain text', inline('src/a b.ts <T> & "x"'), 'src/a b.ts <T> & "x"'],
    ['letters and emoji of all kinds', inline('é 日本 😀 👩‍🚀 می‌خواهم'), 'é 日本 😀 👩‍🚀 می‌خواهم'],
    ['the same in source', quoted('é\t👩‍🚀 می‌خواهم\r\n<b>&'), 'é\t👩‍🚀 می‌خواهم\r\n<b>&'],
    ['a carriage return alone', quoted('a\rb'), 'a\\u{d}b'],
    [
      'a message of several lines, in colours',
      oneLine(' \u001b[31ma\u001b[0m\r\n\t b\u2028c\u0000 '),
      'a b c\\u{0}',
    ],
    [
      'a fence that is closed',
      quoteLines('```ts\nx\n```\n\nRun it.\r\nNow'),
      '> ```ts\n> x\n> ```\n>\n> Run it.\n> Now',
    ],
    ['tags', withoutTags(inline('</x> & y')), '&lt;/x&gt; &amp; y'],
    [
      'bytes that selectors of forms hide behind an emoji and a letter',
      inline('😀\uFE01\u{E0152}\u{E0162}a\uFE0F葛\u{E0100}\u{E0101}'),
      '😀\\u{fe01}\\u{e0152}\\u{e0162}a\\u{fe0f}葛\u{E0100}\\u{e0101}',
    ],
    ['forms of emoji, keys and letters', inline('❤️ 1️⃣ ⚠️ 👨‍❤️‍👨 葛\u{E0100}城'), '❤️ 1️⃣ ⚠️ 👨‍❤️‍👨 葛\u{E0100}城'],
    [
      'what nothing shows',
      inline('a\u034Fb\u17B4c\u180Bd\u{1BCA0}'),
      'a\\u{34f}b\\u{17b4}c\\u{180b}d\\u{1bca0}',
    ],
    ['a long text', inline('x'.repeat(20), 10), `${'x'.repeat(9)}…`],
    ['a long text that is shown', inline('\u202E'.repeat(20), 10), '\\u{202e}\\…'],
    ['a long emoji', oneLine('😀'.repeat(20), 4), '😀…'],
    ['what was shown before', inline(inline('a\nb')), 'a\\u{a}b'],
    ['C1 in JSON', jsonOf({ a: '\u009b\u{E0041}' }), '{"a":"\\u009b\\udb40\\udc41"}'],
  ])('%s', (_, shown, want) => {
    expect(shown).toBe(want);
  });

  it('of megabytes is looked at only as far as it is shown', () => {
    expect(oneLine('\u202Ex'.repeat(5_000_000), 100)).toHaveLength(100);
  });
});

describe('a template', () => {
  it('takes escaped texts, numbers and words of our own', () => {
    const verb: 'was' | 'were' = [1].length > 0 ? 'was' : 'were';
    expect(escaped`${inline('a\nb')}: ${1} ${verb}${verb === 'was' ? escaped` (${2})` : ''}`).toBe(
      'a\\u{a}b: 1 was (2)',
    );
    expect(joined([inline('a'), escaped`b`], ', ')).toBe('a, b');
    expectTypeOf(escaped`x`).toEqualTypeOf<Escaped>();
  });

  it('takes no text of unknown origin', () => {
    const foreign = String(1);
    const refused = [
      // @ts-expect-error: it is not escaped.
      escaped`${foreign}`,
      // @ts-expect-error: nor is it in another template.
      escaped`${`x${foreign}`}`,
      // @ts-expect-error: nor where it is one of two.
      escaped`${foreign === '' ? '' : foreign}`,
      // @ts-expect-error: nor in a list.
      joined([foreign], ', '),
    ];
    // @ts-expect-error: a text is no escaped one.
    const shown: Escaped = foreign;
    expect([...refused, shown]).toEqual(['1', 'x1', '1', '1', '1']);
  });
});
