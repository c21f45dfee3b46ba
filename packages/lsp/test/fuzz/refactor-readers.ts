import type { Reader } from '../../../../scripts/lib/fuzz/slow.ts';
import type { RenameQuestion } from '../../src/backend/fixes/rename-answer.ts';
import type { Place } from '../../src/backend/model.ts';
import { linesOf } from '../../src/backend/navigation/lines.ts';
import { namedIn } from '../../src/engine/refactor/mentions.ts';
import { NamedLines } from '../../src/engine/refactor/named-lines.ts';
import { completeRustRename } from '../../src/languages/rust/complete-rename.ts';
import { sideEffectsApart } from '../../src/languages/typescript/imports/side-effects.ts';
import { styleName } from '../../src/languages/presets/style-names.ts';
import { completeRename } from '../../src/languages/typescript/complete-rename.ts';
import { completeSvelteRename } from '../../src/languages/typescript/complete-svelte-rename.ts';
import { completeVueRename } from '../../src/languages/typescript/complete-vue-rename.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { typescriptSymbols } from '../../src/languages/typescript/symbol-syntax.ts';

/** More references are an error. */
const MOST = 20_000;

const PATH = '/w/a.ts' as AdmittedPath;

/** Where the text says `a`. */
function usesIn(text: string, path = PATH): Place[] {
  const places: Place[] = [];
  for (const [line, row] of linesOf(text).entries())
    for (const { index } of row.matchAll(/a/g)) {
      if (places.length === MOST) return places;
      const [start, end] = [index, index + 1].map((character) => ({ line, character }));
      if (start !== undefined && end !== undefined) places.push({ path, range: { start, end } });
    }
  return places;
}

function renameIn(text: string, file = '/w/a.ts'): RenameQuestion {
  const path = file as AdmittedPath;
  const [rows, references] = [linesOf(text), usesIn(text, path)];
  const edits = references.map(({ range }, at) => ({ ...range, text: at === 0 ? 'b as a' : 'b' }));
  return {
    oldName: 'a',
    newName: 'b',
    files: [{ path, edits: edits.slice(0, edits.length >> 1), version: undefined, isCreated: false }],
    references,
    lineOf: (_, line) => rows[line] ?? '',
    textOf: () => text,
    renameAt: () => Promise.resolve([]),
    definitionsAt: () => Promise.resolve([]),
  };
}

/** Readers of what a rename goes through. One line a reader. */
export const refactorReaders: readonly Reader[] = [
  {
    name: 'named-lines',
    words: ['// a\n', '/* a */', '"a"', 'a.b', '\n', '`'],
    read: (text) => {
      const file = new NamedLines(text, typescriptSymbols);
      return usesIn(text).map(({ range: { start } }) => [file.codeBeside(start), file.isCodeInMarkup(start)]);
    },
  },
  {
    name: 'mentions',
    words: ['a.b', 'c:a', '::', '->', '#'],
    read: (text) => {
      const isNamed = namedIn(['c', 'b']);
      return Map.groupBy(usesIn(text), ({ range: { start } }) => start.line)
        .entries()
        .map(([line, places]) =>
          isNamed({ positions: places.map(({ range }) => range.start), text: linesOf(text)[line] ?? '' }),
        )
        .take(100)
        .toArray();
    },
  },
  {
    name: 'side-effects',
    words: ['import "a"\n', 'import a', '\n', '"', '// '],
    read: (text) => sideEffectsApart.after(sideEffectsApart.before(text) ?? text),
  },
  {
    name: 'rename-rust',
    words: ['mut a', '{ a }', 'a: a', ',', '\n', '|'],
    read: (text) => completeRustRename(renameIn(text)),
  },
  {
    name: 'rename-typescript',
    words: ['import a', 'const a', 'a,', '{ a: a }', 'export { a as a }', '\n', 'class a', 'type a'],
    read: (text) => completeRename(renameIn(text)),
  },
  {
    name: 'rename-vue',
    words: [
      '<script>',
      '</script>',
      '{ a }',
      ':a',
      ' ref="a"',
      "useTemplateRef('a')",
      '({ a,',
      '\n',
      'a: a',
      ' ',
    ],
    read: (text) => completeVueRename(renameIn(text, '/w/a.vue')),
  },
  {
    name: 'rename-svelte',
    words: ['class:a', '{a}', '{ a }', '\n', '|a', ' '],
    read: (text) => completeSvelteRename(renameIn(text, '/w/a.svelte')),
  },
  {
    name: 'style-names',
    words: [
      '.a ',
      '#a',
      '&-a',
      '<style>',
      '</style',
      '<script',
      'class="a',
      '>',
      '<',
      '"',
      "'",
      '\n',
      'a-',
      'animation:',
    ],
    read: (text) =>
      ['/w/a.css', '/w/a.html'].flatMap((path) => {
        const shared = styleName(`.a { &-b {} }${text}`, 1, '/w/a.css') ?? styleName(text, 1, path);
        return ['/w/b.tsx', '/w/b.vue', path].map((other) => shared?.saidAt(text, other));
      }),
  },
];
