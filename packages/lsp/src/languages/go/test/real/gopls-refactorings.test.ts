import { expect } from 'bun:test';

import type { RefactorResult } from '../../../../types.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { outcomeOf } from '../../../../../test/real/rename-suite.ts';

const test = testWith('gopls', 'go');

const FILES = {
  'go.mod': 'module example.com/demo\n\ngo 1.21\n',
  'stack.go': [
    'package demo',
    '',
    'type Stack struct{ n []int }',
    '',
    'func (s *Stack) Push(n int) { s.n = append(s.n, n) }',
    '',
    'func (s *Stack) Set(a, b int) {}',
    '',
    'func (s *Stack) Close() error { return nil }',
    '',
    'func (s Stack) Len() int { return 0 }',
    '',
    'type Sorted struct{ n []int }',
    '',
    'func (s Sorted) Len() int { return 0 }',
    '',
    'func (s Sorted) Less(i, j int) bool { return false }',
    '',
    'func (s Sorted) Swap(i, j int) {}',
    '',
    'func New() *Stack { return &Stack{} }',
    '',
  ].join('\n'),
  'stack_test.go': [
    'package demo',
    '',
    'import "testing"',
    '',
    'func ExampleStack() {',
    '\tNew().Push(1)',
    '}',
    '',
    'func ExampleStack_second() {}',
    '',
    'func ExampleStack_Push() {}',
    '',
    'func ExampleStack_Push_twice() {}',
    '',
    'func ExampleNew() {}',
    '',
    'func TestStack_Push(t *testing.T) {}',
    '',
    'func BenchmarkNew(b *testing.B) {}',
    '',
    'func TestStacks(t *testing.T) {}',
    '',
    'func FuzzStackPush(f *testing.F) {}',
    '',
  ].join('\n'),
  'size.go': [
    'package demo',
    '',
    'const (',
    '\tSmall = iota',
    '\tLarge',
    ')',
    '',
    'const (',
    '\tOne = 1',
    '\tTwo = 2',
    '\tFirst = iota',
    ')',
    '',
    'const (',
    '\tRed = 1',
    '\tBlue = 2',
    ')',
    '',
  ].join('\n'),
};

test('a rename takes examples along, which vet looks at, and lists other tests that have the name', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: FILES,
    config: { navigationTimeout: 60_000 },
  });
  const rename = (symbol: string, newName: string): Promise<RefactorResult> =>
    lab.sidecar.request('lsp/refactor', { kind: 'rename', filePath: 'stack.go', symbol, newName });
  for (const [symbol, newName, pattern, left] of [
    ['Stack', 'Pile', /(?<=Example)Stack(?!s)/g, [17, 23]],
    ['Stack.Push', 'Add', /(?<=ExampleStack_)Push|(?<=\.)Push/g, [17, 23]],
    ['New', 'Make', /(?<=Example)New|(?<=\t)New/g, [19]],
  ] as const) {
    const result = await rename(symbol, newName);
    expect(outcomeOf(result)).toMatchObject({
      'stack_test.go': FILES['stack_test.go'].replaceAll(pattern, newName),
    });
    expect('mentions' in result && result.mentions.map(({ file, line }) => `${file}:${line}`)).toEqual(
      left.map((line) => `stack_test.go:${line}`),
    );
  }
});

test('a constant is not put before others that are counted; a method is unused by what it takes', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: FILES,
    config: { navigationTimeout: 60_000 },
  });
  const insert = async (
    symbol: string,
    where: 'before' | 'after',
    text: string,
    force = false,
  ): Promise<unknown> =>
    outcomeOf(
      await lab.sidecar.request('lsp/refactor', {
        kind: 'insert',
        filePath: 'size.go',
        symbol,
        where,
        text,
        force,
      }),
    );
  for (const [symbol, where] of [
    ['Small', 'before'],
    ['Small', 'after'],
    ['Large', 'before'],
    ['One', 'after'],
  ] as const)
    expect([symbol, where, await insert(symbol, where, 'More = 7')]).toEqual([
      symbol,
      where,
      expect.stringContaining('has no value of its own'),
    ]);
  const put = (line: string): unknown => ({
    'size.go': FILES['size.go'].replace(`\t${line}\n`, `\t${line}\n\tMore = 7\n`),
  });
  expect(await insert('Large', 'after', 'More = 7')).toEqual(put('Large'));
  expect(await insert('First', 'after', 'More = 7')).toEqual(put('First = iota'));
  expect(await insert('Red', 'after', 'More = 7')).toEqual(put('Red = 1'));
  expect(await insert('Small', 'after', 'More = 7', true)).toEqual(put('Small = iota'));
  const replace = async (symbol: string, text: string): Promise<unknown> =>
    outcomeOf(
      await lab.sidecar.request('lsp/refactor', { kind: 'replace', filePath: 'size.go', symbol, text }),
    );
  expect(await replace('Small', 'Small = 7')).toContain('has no value of its own');
  expect(await replace('Large', 'Large = 7')).toEqual({
    'size.go': FILES['size.go'].replace('Large', 'Large = 7'),
  });
  expect(await replace('Small', '// The first.\nSmall = iota')).toEqual({
    'size.go': FILES['size.go'].replace('\tSmall', '\t// The first.\n\tSmall'),
  });
  const remove = async (symbol: string): Promise<unknown> =>
    outcomeOf(await lab.sidecar.request('lsp/refactor', { kind: 'delete', filePath: 'stack.go', symbol }));
  expect(await remove('Stack.Close')).toContain('may be called by the standard library');
  expect(await remove('Sorted.Len')).toContain('may be called by the standard library');
  expect(await remove('Stack.Len')).toEqual({
    'stack.go': FILES['stack.go'].replace('func (s Stack) Len() int { return 0 }\n\n', ''),
  });
  expect(await remove('Stack.Set')).toEqual({
    'stack.go': FILES['stack.go'].replace('func (s *Stack) Set(a, b int) {}\n\n', ''),
  });
});
