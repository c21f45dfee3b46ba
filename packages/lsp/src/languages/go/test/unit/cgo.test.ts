import { expect, test } from 'bun:test';
import { Workspace } from '../../../../../test/harness/workspace.ts';
import { Cgo } from '../../cgo.ts';

const file = (preamble: string, use: string): string =>
  `package a\n\nimport "fmt"\n\n${preamble}import "C"\n\nfunc f() { fmt.Println(${use}) }\n`;

test('a process is stale where a file takes other things from C than it did when the process started', () => {
  const cgo = new Cgo();
  using workspace = new Workspace({ 'a.go': file('// int one();\n', 'C.one()'), 'one.h': '' });
  const path = workspace.path('a.go');
  expect(cgo.readsOnce().mayRead(path)).toBe(true);
  const { files, mayRead } = cgo.readsOnce();
  expect([...files]).toEqual([workspace.path('one.h')]);
  for (const [text, isStale] of [
    [file('// int one();\n', 'C.one()'), false],
    [file('// int one();\n', 'C.one(), 1, C.one()'), false],
    [file('// int one();\n', 'C.two()'), true],
    [file('// int one(int);\n', 'C.one()'), true],
    [file('/*\nint one();\n*/\n', 'C.one()'), true],
    [file('// int one();\n\n', 'C.one()'), false],
    ['package a\n', true],
  ] as const) {
    workspace.write('a.go', text);
    expect([text, mayRead(path)]).toEqual([text, isStale]);
  }
});

test('a file that takes nothing from C makes no process stale', () => {
  using workspace = new Workspace({ 'a.go': 'package a\n\nvar c = `import "C"`\n', 'a.txt': 'import "C"\n' });
  const { mayRead } = new Cgo().readsOnce();
  expect(['a.go', 'a.txt', 'none.go'].map((name) => mayRead(workspace.path(name)))).toEqual([
    false,
    false,
    false,
  ]);
});

test('a comment further up is not what is translated', () => {
  const cgo = new Cgo();
  using workspace = new Workspace({ 'a.go': `// A licence.\n\n${file('// int one();\n', 'C.one()')}` });
  const path = workspace.path('a.go');
  cgo.readsOnce().mayRead(path);
  const { mayRead } = cgo.readsOnce();
  for (const [licence, preamble, isStale] of [
    ['// Another.', '// int one();\n', false],
    ['// A licence.', '// int one(int);\n', true],
  ] as const) {
    workspace.write('a.go', `${licence}\n\n${file(preamble, 'C.one()')}`);
    expect([licence, mayRead(path)]).toEqual([licence, isStale]);
  }
});
