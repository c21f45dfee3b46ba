import { expect, test } from 'bun:test';
import { dirname } from 'node:path';

import { type Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { commandsOf } from '../../unnamed.ts';

/** The language in which a header is compiled, where that is said. */
function languageOf(files: Tree, header: string, standards = ''): string | undefined {
  using workspace = new Workspace({ ...files, [header]: '' });
  const path = workspace.path(header);
  const settings = commandsOf(workspace.root, ['-DX'])(path);
  if (settings === undefined) return undefined;
  const text = JSON.stringify(settings);
  const [, compiler = '', standard = '', language = ''] =
    /"(clang\S*?)","-DX",(?:"(-std[^"]+)",)?"-x","([^"]+)"/.exec(text) ?? [];
  expect(standards.includes(standard)).toBe(true);
  expect(compiler === 'clang++' || !standard.includes('++')).toBe(true);
  expect(JSON.stringify(settings)).toContain(JSON.stringify(dirname(path)));
  return [compiler, language].join(' ');
}

test('a header is in C where the nearest folder with sources has none but those of C', () => {
  const C = 'clang c-header';
  for (const [files, header, language] of [
    [{ 'src/a.c': '' }, 'include/x/a.h', C],
    [{ 'src/a.c': '', 'src/b.cpp': '' }, 'src/a.h', undefined],
    [{ 'src/a.c': '', 'other/b.hpp': '' }, 'src/a.h', C],
    [{ 'src/a.c': '', 'other/b.hpp': '' }, 'include/a.h', undefined],
    [{ 'src/a.c': '', 'other/b.m': '' }, 'a.h', undefined],
    [{ 'src/a.c': '', 'compile_commands.json': '[]' }, 'src/a.h', undefined],
    [{ 'src/a.cc': '' }, 'src/a.h', undefined],
    [{}, 'a.h', undefined],
    [{ 'src/a.cc': '', 'compile_flags.txt': '' }, 'a.h', 'clang++ c++-header'],
    [{ 'src/a.cc': '', 'src/b.c': '', 'compile_flags.txt': '' }, 'a.h', undefined],
    [{ 'src/a.cc': '', 'src/b.mm': '', 'compile_flags.txt': '' }, 'a.h', undefined],
    [{ 'src/a.cc': '', 'compile_flags.txt': '-std=c11\n' }, 'a.h', undefined],
    [{ 'src/a.c': '' }, 'src/a.c', undefined],
    [{ 'src/a.c': '' }, 'src/a.inl', 'clang++ c++-header'],
  ] as const)
    expect([files, header, languageOf(files, header)]).toEqual([files, header, language]);
});

test('a standard of C++ for all files makes headers C++, and is left out for those of C', () => {
  for (const [flags, file, language] of [
    ['-std=c++20\n', 'a.h', 'clang++ c++-header'],
    ['-std=gnu++17\n', 'a.c', 'clang c'],
    ['-std=c++20\n-xc++\n', 'a.h', undefined],
    ['-std=c11\n', 'a.h', undefined],
    ['-std=c11\n', 'a.c', undefined],
    ['-std=c++20\n', 'a.cpp', undefined],
  ] as const)
    expect([
      flags,
      file,
      languageOf({ 'compile_flags.txt': flags }, file, ' -std=c++20 -std=gnu++17'),
    ]).toEqual([flags, file, language]);
});
