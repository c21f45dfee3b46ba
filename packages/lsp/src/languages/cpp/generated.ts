import { basename, dirname, join, relative, sep } from 'node:path';
import { ancestors, holds, readText } from '../../backend/program/files.ts';
import { findBelow } from '../../backend/program/find-below.ts';
import { emptySubmodules } from '../../backend/submodules.ts';
import type { Search } from '../../backend/program/search.ts';
import type { WorldHole } from '../../backend/world.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/** A header that is not there, and why. */
export interface MissingHeader {
  readonly hole: WorldHole;
  /** The only names that it can declare, where its source says so. */
  readonly names?: (name: string) => boolean;
}

/** What a header is made of: `configure_file` of CMake, and generators that many projects use. */
const SOURCES: readonly (readonly [header: RegExp, ...sources: string[]])[] = [
  [/^(.+)\.(?:grpc\.)?pb\.h$/, '$1.proto'],
  [/^(.+)_generated\.h$/, '$1.fbs'],
  [/^(.+\.capnp)\.h$/, '$1'],
  [/^ui_(.+)\.h$/, '$1.ui'],
  [/^(.+)\.tab\.h(?:h|pp)?$/, '$1.y', '$1.yy', '$1.ypp'],
  [/^(.+_(?:types|constants))\.h$/, '$1.thrift'],
  [/^(.+)$/, '$1.in', '$1.cmake', '$1.cmake.in', '$1.cmakein', '$1.meson', '$1.tmpl'],
];

/** How each build system runs its generators. */
const BUILDS: readonly (readonly [file: string, command: string])[] = [
  ['CMakeLists.txt', 'cmake -S . -B build && cmake --build build'],
  ['meson.build', 'meson setup build && meson compile -C build'],
  ['configure.ac', './configure && make'],
  ['configure', './configure && make'],
  ['MODULE.bazel', 'bazel build //...'],
  ['WORKSPACE', 'bazel build //...'],
  ['Makefile', 'make'],
];

/** A header that the build makes, and has not made yet. */
export function notMade(header: string, search: Search): MissingHeader | undefined {
  const name = basename(header);
  const { workspaceRoot } = search;
  for (const [pattern, ...sources] of SOURCES) {
    if (!pattern.test(name)) continue;
    for (const source of sources.map((each) => name.replace(pattern, each))) {
      const path = findBelow(workspaceRoot, source);
      if (path === undefined) continue;
      const home = ancestors(dirname(path), workspaceRoot).findLast((folder) =>
        holds(
          folder,
          BUILDS.map(([file]) => file),
        ),
      );
      const [file, command] = BUILDS.find(([each]) => home !== undefined && holds(home, [each])) ?? [];
      if (home === undefined || file === undefined || command === undefined) continue;
      const from = relative(home, path).replaceAll(sep, '/');
      const hole = { file: join(home, file), what: `has not made ${name} of ${from} yet`, command };
      if (!source.startsWith(name)) return { hole };
      const text = readText(path, SETTINGS_BYTES) ?? '';
      return { hole, names: (one) => text.includes(one) };
    }
  }
  return undefined;
}

const WORDS: Readonly<Record<string, string>> = { gtest: 'googletest', gmock: 'googletest' };

/** A header of a submodule that is not checked out, by the names of both. */
export function ofSubmodule(header: string, folder: string, search: Search): MissingHeader | undefined {
  const parts = header
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/\.\w+$/, ''))
    .map((part) => WORDS[part] ?? part);
  const found = emptySubmodules(folder, search.workspaceRoot).find(({ folder: at, url }) => {
    const names = [...at.slice(search.workspaceRoot.length).split(/[/\\]/).slice(-1), ...url.split(/[/:]/)];
    const own = names.map((name) => name.toLowerCase().replace(/\.git$|^lib/g, ''));
    return parts.some((part) => own.includes(part));
  });
  return found === undefined ? undefined : { hole: found.hole };
}
