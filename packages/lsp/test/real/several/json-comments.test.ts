import { expect, test } from 'bun:test';
import type { CheckReport } from '../../../src/types.ts';
import { openReal } from '../real-lab.ts';

const OLD = '{\n  // one\n  "a": 1\n}\n';
const NEW = '{\n  // one\n  "a": 1,\n  // two\n  "b": 2,\n}\n';

test('JSON: comments are no errors in files that their tools read so, and in others none of an edit where one was before', async () => {
  await using lab = await openReal({
    servers: ['json'],
    files: { 'pyrightconfig.json': OLD, 'data.json': OLD, 'strict.json': '{\n  "a": 1\n}\n' },
  });
  const edit = async (filePath: string, before: string, text: string): Promise<CheckReport> => {
    lab.workspace.write(filePath, text);
    return lab.sidecar.request('lsp/check', {
      files: [{ filePath, before, text }],
      origins: true,
      written: true,
    });
  };
  const told = ({ files }: CheckReport): unknown[] =>
    Object.values(files)
      .flat()
      .map(({ line, message, origin }) => [line, message, origin]);
  expect(told(await edit('pyrightconfig.json', OLD, NEW))).toEqual([]);
  expect(told(await edit('data.json', OLD, NEW))).toEqual([
    [2, 'Comments are not permitted in JSON.', 'before'],
    [4, 'Comments are not permitted in JSON.', 'before'],
    [5, 'Trailing comma', 'before'],
  ]);
  expect(
    told(await edit('strict.json', '{\n  "a": 1\n}\n', NEW)).map((each) => (each as unknown[])[2]),
  ).toEqual(['edit', 'edit', 'edit']);
});
