import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Budget, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.js';
import { applyPatch } from '../../src/tools/apply-patch.js';
import type { ToolContext } from '../../src/tools/context.js';
import { contentsOf, Folder } from './folder.js';
import {
  bytesOf,
  type FileChange,
  type Format,
  inverse,
  type Text,
  type Version,
  writePatch,
} from './write-patch.js';

/** Many are the same, and some are taken for parts of a patch by a careless reader. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '', '{', '}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '  a',
      'a ',
      '\t',
      '-- x',
      '++ x',
      '- -',
      '@@',
      '@@ -1 +1 @@',
      '*** End Patch',
      '*** Add File: no',
      '\\ No newline at end of file',
      'diff --git a/x b/x',
      '😀',
      'a\rb',
      '--- /dev/null',
      '+++ b/no',
      'rename from x',
      'Index: x',
      '===',
    ),
  },
);
const lines = fc.array(line, { maxLength: 12 });
const names = ['a.txt', 'b c.txt', 'd/é#.ts', 'd/e/f', 'g', 'a/b', 'x -> y', 'z\u00a0.md'];

/** The same lines, some of them gone, others new. */
const edited = (before: readonly string[]) =>
  fc
    .array(fc.tuple(fc.nat(before.length), fc.nat(3), fc.array(line, { maxLength: 3 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((edits) => {
      const after = [...before];
      for (const [at, gone, added] of edits) after.splice(Math.min(at, after.length), gone, ...added);
      return after;
    });

const kind = fc.constantFrom('add', 'delete', 'update', 'update', 'move', 'edit and move');

const change = (name: string, format: Format): fc.Arbitrary<FileChange> =>
  fc
    .record({
      kind,
      before: lines,
      crlf: fc.boolean(),
      bom: fc.boolean(),
      ended: fc.boolean(),
      endedAfter: fc.boolean(),
    })
    .chain(({ kind: what, before, crlf, bom, ended, endedAfter }) =>
      edited(before).map((after) => {
        const isWhole = what === 'add' || what === 'delete';
        // A file without a line has no ending to keep, so one line stays; nobody writes a mark before nothing.
        const kept = crlf || bom || (format.kind === 'begin' && !isWhole && !ended) ? ['kept'] : [];
        const version = (called: string, body: readonly string[], isEnded: boolean): Version => {
          const text: Text = {
            lines: [...kept, ...body],
            ending: crlf ? '\r\n' : '\n',
            bom,
            ended: format.kind === 'begin' ? isWhole || ended : isEnded,
          };
          return { name: called, text };
        };
        const [old, now] = [
          version(name, before, ended),
          version(
            what.endsWith('move') && format.kind !== 'plain' ? `moved/${name}` : name,
            what === 'move' ? before : after,
            what === 'move' ? ended : endedAfter,
          ),
        ];
        return { before: what === 'add' ? undefined : old, after: what === 'delete' ? undefined : now };
      }),
    );

const format: fc.Arbitrary<Format> = fc.oneof(
  fc.constant({ kind: 'begin' } as const),
  fc.record({ kind: fc.constantFrom('plain' as const, 'git' as const), context: fc.nat(3) }),
);

type Input = readonly [format: Format, changes: readonly FileChange[]];

const input: fc.Arbitrary<Input> = format.chain((chosen) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((chosenNames) => fc.tuple(...chosenNames.map((name) => change(name, chosen))))
    .map((changes): Input => [chosen, changes.filter((each) => isChange(each, chosen))])
    .filter(([, changes]) => changes.length > 0 && !clash(changes)),
);

/** Whether there is something to say about it, and a way to say it in this format. */
function isChange({ before, after }: FileChange, { kind: how }: Format): boolean {
  if (before === undefined || after === undefined) {
    const text = (before ?? after)?.text;
    if (text === undefined) return false;
    // Nothing that could be left out stands for an empty file in a plain diff.
    return text.lines.length > 0 || how !== 'plain';
  }
  // An empty line without an end is no line; where it is all that differs, there is no difference.
  return before.name !== after.name || bytesOf(before.text) !== bytesOf(after.text);
}

/** A file where another one needs a folder. */
function clash(changes: readonly FileChange[]): boolean {
  const all = changes
    .flatMap(({ before, after }) => [before?.name, after?.name])
    .filter((name) => name !== undefined);
  return all.some((name) => all.some((other) => other.startsWith(`${name}/`)));
}

/** The last line of a text has a character if it has no end: nothing else is a line. */
const isText = ({ lines: all, ended }: Text): boolean => ended || all.at(-1) !== '';

const context = (workspaceRoot: string): ToolContext => ({
  workspaceRoot,
  appendDiagnostics: (success) => Promise.resolve(success),
});
const held = (versions: readonly (Version | undefined)[]) =>
  Object.fromEntries(
    versions.flatMap((version) => (version === undefined ? [] : [[version.name, bytesOf(version.text)]])),
  );

const property = (folder: Folder, runs: Runs) =>
  fc.asyncProperty(
    input,
    runs.of(async ([how, changes]) => {
      fc.pre(
        changes.every(({ before, after }) =>
          [before, after].every((version) => version === undefined || isText(version.text)),
        ),
      );
      const original = held(changes.map(({ before }) => before));
      folder.fill(original);
      for (const [step, way] of [changes, changes.map(inverse)].entries()) {
        const patch = writePatch(way, how);
        const { error } = await applyPatch({ patch }, context(folder.root));
        assert.equal(error, undefined, `${step === 0 ? 'the patch' : 'its inverse'}:\n${patch}`);
        assert.deepEqual(
          contentsOf(folder.root),
          held(way.map(({ after }) => after)),
          `${step === 0 ? 'the patch' : 'its inverse'}:\n${patch}`,
        );
      }
      assert.deepEqual(contentsOf(folder.root), original);
    }),
  );

const feed = async (how: Budget | { examples: [Input][]; numRuns: 1 }) => {
  using folder = new Folder();
  await using runs = new Runs();
  return await fc.check(property(folder, runs), how);
};

const single = (...body: string[]): Version => ({
  name: 'a',
  text: { lines: body, ending: '\r\n', bom: false, ended: false },
});

export const patch: FuzzTarget = {
  name: 'patch',
  holds: 'a patch that is applied and then inverted gives the original bytes, in all three formats',
  check: feed,
  found: {
    'lines that end in CRLF in the patch got LF in a file of one line without an end': () =>
      feed({
        examples: [
          [[{ kind: 'plain', context: 3 }, [{ before: single('kept'), after: single('kept', 'b') }]]],
        ],
        numRuns: 1,
      }),
  },
};
