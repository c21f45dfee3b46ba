import { expect } from 'bun:test';

import { openReal } from '../../../../../test/real/real-lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { Tools } from '../../../../../test/real/navigation-suite.ts';

const test = testWith('clangd');

const text = (name: string): string =>
  `int ${name}(int n) { return n; }\nint use_${name}() { return ${name}(1); }\n`;
const ENDINGS = ['cppm', 'ccm', 'c++', 'cu', 'hip', 'cl'];

test('files of clangd have other endings, too: they have references, and none is an error for its name', async () => {
  const files = Object.fromEntries(
    ENDINGS.map((ending, index) => [`${ending}/a.${ending}`, text(`f${index}`)]),
  );
  await using lab = await openReal({
    servers: ['clangd'],
    files: { ...files, 'compile_flags.txt': '-xc++\n-std=c++20\n' },
    config: { navigationTimeout: 60_000 },
  });
  const tools = await Tools.of(lab);
  for (const [index, file] of Object.keys(files).entries()) {
    expect([file, await tools.found('lsp_find_references', { file, symbol: `f${index}` })]).toEqual([
      file,
      [`${file}:1:5`, `${file}:2:23`],
    ]);
    const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }] });
    expect(report.files).toEqual({ [file]: [] });
  }
});

const UNNAMED = ['inl', 'ipp', 'tpp', 'tcc', 'txx', 'h++', 'ixx', 'mpp'];

const MARKERS: Readonly<Record<string, string>> = {
  'no database': '',
  '.clangd': 'CompileFlags:\n  Add: [-Wall]\n',
  'compile_flags.txt': '-Wall\n',
  'CMakeLists.txt': 'project(a CXX)\nset(CMAKE_CXX_STANDARD 20)\nadd_library(a a.cpp)\n',
};

for (const [marker, content] of Object.entries(MARKERS))
  test(`clang does not know their language by the name: with ${marker} they have references, and are judged`, async () => {
    const files = Object.fromEntries(
      UNNAMED.map((ending, index) => [
        `${ending}/a.${ending}`,
        `${text(`f${index}`)}int bad${index} = flag(nullptr);\n`,
      ]),
    );
    await using lab = await openReal({
      servers: ['clangd'],
      files: { ...files, ...(content !== '' && { [marker]: content }) },
      config: { navigationTimeout: 60_000 },
    });
    const tools = await Tools.of(lab);
    for (const [index, file] of Object.keys(files).entries()) {
      expect([file, await tools.found('lsp_find_references', { file, symbol: `f${index}` })]).toEqual([
        file,
        [`${file}:1:5`, `${file}:2:23`],
      ]);
      const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: file }] });
      expect(report.files[file]).toEqual([expect.objectContaining({ line: 3, code: 'undeclared_var_use' })]);
    }
  });

test('a part that needs the names of its includer is judged there, and no error of its own counts', async () => {
  await using lab = await openReal({
    servers: ['clangd'],
    files: {
      'stack.hpp':
        '#pragma once\ntemplate <class T> struct Stack { T top(); T value; };\n#include "stack.tpp"\n',
      'stack.tpp': 'template <class T> T Stack<T>::top() { return value; }\n',
    },
    config: { navigationTimeout: 60_000 },
  });
  const write = (content: string) => {
    lab.workspace.write('stack.tpp', content);
    return lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'stack.tpp' }],
      written: true,
      others: true,
    });
  };
  const clean = await write('template <class T> T Stack<T>::top() { return this->value; }\n');
  expect([clean.files, clean.others]).toEqual([{ 'stack.tpp': [] }, {}]);
  expect(clean.holes).toEqual([
    { file: 'stack.tpp', what: 'is a part of stack.hpp, and is judged where that includes it', errors: 1 },
  ]);
  const broken = await write('template <class T> T Stack<T>::top() { return nowhere; }\n');
  expect(broken.files).toEqual({ 'stack.tpp': [] });
  expect(broken.others['stack.hpp']?.[0]?.message).toContain("undeclared identifier 'nowhere'");
});

test('a header beside sources of C++ is one, where compile_flags.txt names no language', async () => {
  await using lab = await openReal({
    servers: ['clangd'],
    files: {
      'compile_flags.txt': '-Iinc\n',
      'inc/box.h': '#pragma once\nclass Box { public: int size; };\nint weigh(int n);\n',
      'src/use.cpp': '#include "box.h"\nint use() { return weigh(1); }\n',
    },
    config: { navigationTimeout: 60_000 },
  });
  const tools = await Tools.of(lab);
  const report = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'inc/box.h' }] });
  expect(report.files).toEqual({ 'inc/box.h': [] });
  expect(await tools.found('lsp_find_references', { file: 'inc/box.h', symbol: 'weigh' })).toEqual([
    'inc/box.h:3:5',
    'src/use.cpp:2:20',
  ]);
});
