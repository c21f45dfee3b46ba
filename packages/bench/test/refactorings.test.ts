import { expect, it } from 'vitest';
import { Random } from '../../../scripts/lib/random.js';
import { areMovedWrong, movesTable, planMoves } from '../src/refactorings/moves.js';
import { symbolsTable } from '../src/refactorings/symbols.js';
import { renamesTable } from '../src/refactorings/renames.js';

const FILES = ['src/a.ts', 'src/b.ts', 'src/lib/c.ts', 'src/lib/d.ts', 'src/lib/e.ts', 'src/lib/f.ts'];

it('moves go to another name, to another folder, and to a new one, and never onto a file', () => {
  const moves = planMoves(FILES, new Random(1), 6);
  expect(moves.map(({ from }) => from).toSorted()).toEqual(FILES);
  expect(moves.filter(({ to }) => to.includes('_moved.ts'))).toHaveLength(2);
  expect(moves.filter(({ to }) => to.includes('/moved/'))).toHaveLength(2);
  expect(moves.filter(({ to }) => FILES.includes(to))).toEqual([]);
  expect(planMoves(['a.ts'], new Random(1), 6)).toEqual([{ from: 'a.ts', to: 'a_moved.ts' }]);
});

it('tables count what was written, what is wrong, and what came back', () => {
  const project = { language: 'Go', title: 'chi' };
  const written = { files: 2, ms: 10 };
  const moves = [
    { from: 'a', to: 'b', ...written, back: 'identical' as const },
    { from: 'b', to: 'c', ...written, ms: 30, refused: 'no' },
    { from: 'c', to: 'd', ...written, ms: 20, wrong: 'an error', back: 'refused' as const },
  ];
  expect(movesTable([{ ...project, result: moves }])).toBe(
    '| language | project | moves | written | wrong | back identical | back refused | back otherwise | ms |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n| Go | chi | 3 | 2 | 1 | 1 | 1 | 0 | 20 |',
  );
  expect([
    areMovedWrong(moves),
    areMovedWrong(moves.slice(0, 2)),
    areMovedWrong([{ from: 'a', to: 'b', ...written, back: 'otherwise' }]),
    areMovedWrong([{ from: 'a', to: 'b', ...written, back: 'otherwise', backWrong: 'an error' }]),
  ]).toEqual([true, false, false, true]);
  const renaming = { file: 'a', symbol: 'b', line: 1, newName: 'c' };
  expect(
    renamesTable([
      { ...project, result: { renames: [], captures: [{ ...renaming, refused: 'no' }, renaming] } },
    ]),
  ).toContain('| Go | chi | 0 | 0 | 0 | 0 | 0 | 0 | 1 of 2 | - |');
  expect(
    symbolsTable([
      {
        ...project,
        result: [
          {
            ...renaming,
            inserted: written,
            deleted: { back: 'otherwise' },
            replaced: { ...written, wrong: 'rest' },
          },
        ],
      },
    ]),
  ).toContain('| Go | chi | 1 | 1 | 0 | 0 | 1 | 2 | 10 |');
});
