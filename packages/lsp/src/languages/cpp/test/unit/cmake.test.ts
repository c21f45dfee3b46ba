import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { cmakeProject } from '../../cmake.ts';
import { cleanUp, type Entry, workspace } from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

function read(files: Record<string, Entry>): Record<string, unknown> {
  const root = workspace(files);
  const { cxx, c, hasC, includes, definitions, packages } = cmakeProject(root, root) ?? {};
  return {
    cxx,
    c,
    hasC,
    includes: includes?.map((path) => path.slice(root.length + 1)),
    definitions,
    packages,
  };
}

test.each<[string, Record<string, Entry>, Record<string, unknown>]>([
  ['a standard', { 'CMakeLists.txt': 'set(CMAKE_CXX_STANDARD 20)\n' }, { cxx: 'gnu++20', c: undefined }],
  [
    'a standard without extensions',
    { 'CMakeLists.txt': 'set( CMAKE_CXX_STANDARD "17" ) # 20\nset(CMAKE_CXX_EXTENSIONS OFF)\n' },
    { cxx: 'c++17' },
  ],
  [
    'a standard that a feature names',
    { 'CMakeLists.txt': 'target_compile_features(a PUBLIC cxx_std_23)' },
    { cxx: 'gnu++23' },
  ],
  [
    'a standard of a preset',
    {
      'CMakeLists.txt': 'project(x)\n',
      'CMakePresets.json': JSON.stringify({
        configurePresets: [
          { name: 'base', hidden: true, cacheVariables: { CMAKE_CXX_STANDARD: '20' } },
          { name: 'dev', inherits: 'base' },
        ],
      }),
    },
    { cxx: 'gnu++20' },
  ],
  [
    'a standard where none is set',
    { 'CMakeLists.txt': 'if(NOT CMAKE_CXX_STANDARD)\n  set(CMAKE_CXX_STANDARD 14)\nendif()\n' },
    { cxx: 'gnu++14' },
  ],
  [
    'flags',
    { 'CMakeLists.txt': 'set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -std=c++2a -DFAST=1")' },
    { cxx: 'c++20', definitions: ['FAST=1'] },
  ],
  [
    'folders behind variables, in other files',
    {
      'CMakeLists.txt':
        'set(E ${CMAKE_SOURCE_DIR}/libs/engine/public)\nadd_subdirectory(app)\ninclude(cmake/more.cmake)\n',
      'app/CMakeLists.txt':
        'project(App CXX)\ntarget_include_directories(app SYSTEM PUBLIC ${E} $<BUILD_INTERFACE:${App_SOURCE_DIR}/inc> ${GENERATED})\n',
      'cmake/more.cmake': 'include_directories("${CMAKE_CURRENT_LIST_DIR}/../third party")\n',
    },
    { includes: ['libs/engine/public', 'app/inc', 'third party'] },
  ],
  [
    'definitions, and not those of a condition',
    {
      'CMakeLists.txt':
        'add_definitions(-DA /DB=2)\nif(WIN32)\n add_compile_definitions(C)\nendif()\nfunction(f)\n add_definitions(-DE)\nendfunction()\ntarget_compile_definitions(x PRIVATE D=$<CONFIG>)\n',
    },
    { definitions: ['A', 'B=2'] },
  ],
  [
    'packages',
    { 'CMakeLists.txt': 'find_package(Boost 1.80 REQUIRED)\nFetchContent_Declare(fmt URL x)\n' },
    { packages: ['boost', 'fmt'] },
  ],
  [
    'sources of C',
    { 'CMakeLists.txt': 'add_library(a a.c b.cpp)\nset(CMAKE_C_STANDARD 11)' },
    { hasC: true, c: 'gnu11' },
  ],
])('%s', (_, files, want) => {
  expect(read(files)).toMatchObject(want);
});

test('what is changed is read again, and no CMakeLists.txt is no project', () => {
  const root = workspace({ 'sub/CMakeLists.txt': 'set(CMAKE_CXX_STANDARD 17)\n' });
  expect(cmakeProject(root, root)).toBeUndefined();
  expect(cmakeProject(join(root, 'sub', 'deep'), root)?.cxx).toBe('gnu++17');
});

test.each<[what: string, files: Record<string, Entry>]>([
  [
    'files that include themselves',
    { 'CMakeLists.txt': 'include(a.cmake)', 'a.cmake': 'include(a.cmake)\n'.repeat(1000) },
  ],
  ['folders in themselves', { 'CMakeLists.txt': 'add_subdirectory(.)\n'.repeat(1000) }],
  [
    'presets that inherit each other',
    {
      'CMakeLists.txt': '',
      'CMakePresets.json': JSON.stringify({
        configurePresets: Array.from({ length: 20 }, (_, at) => ({
          name: String(at),
          inherits: Array.from({ length: 20 }, (__, other) => String(other)),
        })),
      }),
    },
  ],
])('%s end', (_, files) => {
  const root = workspace(files);
  const before = process.cpuUsage().user;
  expect(cmakeProject(root, root)?.file ?? 'not known').toMatch(/CMakeLists\.txt$|^not known$/);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000);
});

test('of a project whose variables stand for too much, nothing is known', () => {
  const root = workspace({
    'CMakeLists.txt': `set(a ${'x'.repeat(30_000)})\n${'set(b ${a}${a}${a})\n'.repeat(200)}`,
  });
  expect(cmakeProject(root, root)).toBeUndefined();
});
