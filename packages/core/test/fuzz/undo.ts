import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Budget, FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { escaped } from '../../src/support/escaped.js';
import { applyHunks } from '../../src/tools/patch/apply-hunks.js';
import { parsePatch } from '../../src/tools/patch/parse-patch.js';
import { undoEdits, type TextEdit } from '../../src/tools/undo/undo-edits.js';
import { undoPatch } from '../../src/tools/undo/undo-patch.js';
import { hostileText } from './hostile-text.js';
import { type Format, type Text, writePatch } from './write-patch.js';

/** Few different ones: what stands in two places is what there is to get wrong. */
const piece = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'aa',
      'ab',
      'ba',
      '\n',
      'a\n',
      '\nb',
      '\r\n',
      '\r',
      '\uFEFF',
      '$&',
      '😀',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const edits = fc.array(fc.record({ old: text, new: text, all: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});
/** Mostly old texts that are there. */
const quoting = fc
  .tuple(text, edits, fc.array(fc.tuple(fc.nat(12), fc.nat(4)), { minLength: 3, maxLength: 3 }))
  .map(([before, some, places]) => {
    const quoted = some.map((edit, index) => {
      const [at = 0, length = 0] = places[index] ?? [];
      return { ...edit, old: before.slice(at, at + length) || edit.old };
    });
    return { before, edits: quoted };
  });

/** Texts would grow without end. */
const MOST = 100;

/** A tool that does what it is asked for: exchanges the one place, or all. Undefined where it refuses. */
function exchange(
  before: string,
  { old, new: now, all }: TextEdit & { readonly all: boolean },
): string | undefined {
  const parts = before.split(old);
  return old === '' || parts.length < 2 || parts.length > MOST || (parts.length > 2 && !all)
    ? undefined
    : parts.join(now);
}

const edited = fc.property(quoting, ({ before, edits: asked }) => {
  const now = asked.reduce<string | undefined>((after, edit) => after && exchange(after, edit), before);
  if (now === undefined) return;
  const undone = undoEdits(now, asked);
  if (undone !== undefined) assert.equal(undone, before);
});

const lines = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', '', '}') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a ', '@@', '-a', '*** End Patch', '\\ No newline at end of file', 'a\rb'),
    },
  ),
  { maxLength: 10 },
);
const content: fc.Arbitrary<Text> = fc.record({
  lines,
  ending: fc.constantFrom('\n', '\n', '\n', '\r\n'),
  bom: fc.constant(false),
  ended: fc.boolean(),
});
const format: fc.Arbitrary<Format> = fc.oneof(
  fc.constant({ kind: 'begin' } as const),
  fc.record({ kind: fc.constantFrom('plain' as const, 'git' as const), context: fc.nat(2) }),
);
const version = (of: Text) => ({ name: 'f', text: of });

interface Patched {
  readonly from: Text;
  readonly to: Text;
  readonly format: Format;
  /** What it is applied to: also a text that it was not made for. It may fit there, in other places. */
  readonly before: Text;
}

const patching: fc.Arbitrary<Patched> = fc
  .record({ from: content, to: content, other: content, isOther: fc.boolean(), format })
  .map(({ other, isOther, ...rest }) => ({ ...rest, before: isOther ? other : rest.from }));

const patched = fc.property(patching, ({ from, to, format: how, before }) => {
  const patch = writePatch([{ before: version(from), after: version(to) }], how);
  const [part] = parsed(patch);
  if (part?.kind !== 'update' || part.hunks.length === 0) return;
  const now = applyHunks(bytes(before), part.hunks, escaped`f`);
  const undone = now.ok ? undoPatch(patch).get('f')?.(now.value) : undefined;
  if (undone !== undefined) assert.equal(undone, bytes(before));
});

const bytes = ({ lines: all, ending, ended }: Text): string =>
  all.join(ending) + (ended && all.length > 0 ? ending : '');

function parsed(patch: string) {
  const outcome = parsePatch(patch);
  return outcome.ok ? outcome.value : [];
}

const open = (...body: string[]): Text => ({ lines: body, ending: '\n', bom: false, ended: false });
const once = (input: Omit<Patched, 'format'>) => () =>
  fc.check(patched, { examples: [[{ ...input, format: { kind: 'begin' } }]], numRuns: 1 });

export const undo: readonly FuzzTarget[] = [
  {
    name: 'undo-edits',
    holds: 'what edits have made of a text leads back to exactly that text, or to none',
    check: (budget: Budget) => fc.check(edited, budget),
    found: {},
  },
  {
    name: 'undo-patch',
    holds: 'what a patch has made of a text leads back to exactly that text, or to none',
    check: (budget: Budget) => fc.check(patched, budget),
    found: {
      'the only CRLF was removed, and came back as LF': once({
        from: open('a', 'b'),
        to: open('b'),
        before: { ...open('a', 'b'), ending: '\r\n' },
      }),
      'an empty line without an end was no place': once({
        from: open('c'),
        to: open(''),
        before: open('', 'c'),
      }),
      'a place that differs in blanks was no place': once({
        from: open('}', 'a'),
        to: open('a'),
        before: open('a', '}', 'a '),
      }),
    },
  },
];
