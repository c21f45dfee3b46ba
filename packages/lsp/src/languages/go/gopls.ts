import { delimiter, dirname, join } from 'node:path';
import { toUri } from '../../support/paths.ts';
import { home, isExecutable } from '../../backend/program/files.ts';
import { builds, flagsIn, neededTags, unbuilt } from './build-tags.ts';
import { Cgo } from './cgo.ts';
import { Embedded } from './embedded.ts';
import { cyclesOf } from './cycles.ts';
import { perKey } from '../../support/per-key.ts';
import type { Search } from '../../backend/program/search.ts';
import { localModules, workModules } from './go-modules.ts';
import { goPackages } from './packages.ts';
import { run } from '../../backend/program/program.ts';
import { sameGoError } from './same-error.ts';
import { goPaths } from './moved-paths.ts';
import { namedAfter } from './named-after.ts';
import { goSymbols } from './symbol-syntax.ts';
import { goWorld } from './world.ts';
import type { ServerPreset } from '../../backend/server-preset.ts';
import { sectionOf } from '../../backend/values.ts';
import { CODE_TEMPLATES, withTemplates } from '../../backend/templates/templates.ts';

/** Quirk(gopls): it quotes no names, and describes those of its operands: `x (variable of type T)`. */
const NAMES = [
  /\b(?:in call|in argument) to ([\w.]+)/,
  /^multiple-value ([\w.]+)\(/,
  /\bdoes not implement ([\w.]+)/,
  /\bstruct literal of type ([\w.]+)/,
  /\bvariables? but ([\w.]+)(?:\([^()]*\))? returns/,
  /^(?:cannot (?:use|assign to|call[\w -]*|range over|indirect|index) )?([\w.]+) \((?:neither|variable|value|constant|type|struct field)\b/,
  /\(type \*?([\w.]+) has no field or method/,
];

/** The last part of a qualified name is what is declared. */
function namesIn(message: string): string[] {
  return NAMES.flatMap((pattern) => pattern.exec(message)?.[1]?.split('.').at(-1) ?? []);
}

/** gopls changes no imports when a file moves. Within its package there are none to change. */
function whyNotMoved(from: string, to: string): string | undefined {
  return dirname(from) === dirname(to)
    ? undefined
    : 'a Go file in another folder is in another package, and gopls does not change what uses it. Move ' +
        'the declarations by edits';
}

/** By workspace: what its search for programs belongs to. */
const embedded = perKey((_search: Search) => new Embedded());
const cgo = perKey((_search: Search) => new Cgo());

const INSTALL = 'go install golang.org/x/tools/gopls@latest';

/**
 * Go, one process for the whole workspace: whichever root folder it gets, gopls makes a view for
 * each module that a file belongs to.
 */
const server: ServerPreset = {
  id: 'gopls',
  language: 'Go',
  extensions: ['.go'],
  role: 'compiler',
  // Its answer to `initialize` shows whether it answers pulls: versions before 0.18 only publish.
  source: 'auto',
  overlays: 'created',
  // Quirk(gopls): each notification makes a snapshot of the workspace. A save, and a change on disk of a file
  // that is open, say nothing new: it compares each text that it is sent with the disk itself. A change that
  // comes before its text makes that text a newly saved one, and it runs `go mod tidy` again.
  textsSuffice: true,
  packages: {
    ...goPackages,
    installedFiles(text, file, search) {
      embedded(search).note(file, text);
      return [];
    },
  },
  world: goWorld,
  symbols: goSymbols,
  sameError: sameGoError,
  whyInPart: neededTags,
  whyNoError: unbuilt,
  builds,
  namedAfter,
  movedPaths: goPaths,
  barrier: {
    kind: 'command',
    command: 'gopls.diagnose_files',
    // Quirk(gopls): it does nothing else until the barrier is passed. That takes seconds in a large
    // workspace and cannot be cancelled. `workspace_stats` counts diagnostics: it type-checks the
    // same packages, keeps the results, and can be cancelled.
    ahead: 'gopls.workspace_stats',
    // Measured: 200 to 500 ms.
    windingDown: 300,
    // Quirk(gopls): it diagnoses the modules of these files. `_.go` names the top module, even
    // where none of its files is open; it is in no package, and need not exist.
    arguments: (uris, root) => [{ Files: [...uris, toUri(join(root, '_.go'))] }],
  },
  // Quirk(gopls): before its barrier, 2 of 10 errors had no fix yet. A load takes 60 to 300 ms.
  fixes: { byLastPass: true, loadsImports: true },
  navigation: {
    loading: 'held',
    mostSymbols: 100,
    // Quirk(gopls): it answers with an error where there is nothing to report.
    notFoundErrors:
      /^(no identifier found|identifier not found|no object found|no symbol here|no enclosing (syntax|expression has a type)|cannot find type name|not a dynamic function call|references to builtin|.* (is a \w+, not a (type|method)|is not a function|denotes unknown object))/,
  },
  namesIn,
  whyNotMoved,
  // Quirk(gopls): it makes a view for the module of each open file, and knows no other modules,
  // unless one go.work holds them.
  manifests: { names: ['go.mod', 'go.work'], uses: localModules, loads: workModules },
  args: ['serve'],
  project(_folder, search, given, build) {
    // Who has flags for all files has chosen the build.
    const isChosen = [given?.initializationOptions, sectionOf(given?.settings ?? {}, 'gopls')].some(
      (options) => flagsIn(options).length > 0,
    );
    const own = isChosen ? undefined : build;
    return {
      kind: 'found',
      root: search.workspaceRoot,
      ...(own !== undefined && { toolchain: own }),
      // Halves the server's memory and makes it no slower; a value from the user's environment
      // takes precedence.
      ...(process.env['GOGC'] === undefined && { env: { GOGC: '50' } }),
      // Quirk(gopls): by default it also finds symbols of all dependencies, and every name that has
      // these letters in this order. 100 are found at once, and no more are listed.
      // Quirk(gopls): so long after the last change it diagnoses the whole workspace. With 1 s, as is usual,
      // it does so while it answers about a patch of twenty files. The barrier does not wait for it.
      initializationOptions: {
        pullDiagnostics: true,
        diagnosticsDelay: '3s',
        symbolScope: 'workspace',
        symbolMatcher: 'CaseInsensitive',
        ...(own !== undefined && { buildFlags: [own] }),
      },
      optionsSection: 'gopls',
      readsOnce() {
        const [own, ofC] = [embedded(search).readsOnce(), cgo(search).readsOnce()];
        const all = [own, ofC, cyclesOf(search).readsOnce()];
        return { ...own, ...ofC, mayRead: (path) => all.some((one) => one.mayRead(path)) };
      },
      program() {
        const path = search.which('gopls') ?? installed();
        if (path === undefined)
          return {
            kind: 'unavailable',
            reason: 'gopls was found neither on PATH nor in the bin folder of Go',
            hint: INSTALL,
          };
        // Quirk(gopls): without `go` it starts, and then fails to load anything.
        if (search.which('go') === undefined)
          return {
            kind: 'unavailable',
            reason: 'gopls needs go, and there is none on PATH',
            hint: 'install Go',
          };
        return run({ name: 'gopls', path, origin: 'path' }, search);
      },
    };
  },
};

export const gopls = withTemplates(server, CODE_TEMPLATES);

/** The folder `go install` writes to, which need not be on PATH. */
function installed(): string | undefined {
  const { GOBIN = '', GOPATH = '' } = process.env;
  const workspaces = GOPATH === '' ? [join(home(), 'go')] : GOPATH.split(delimiter);
  const program = process.platform === 'win32' ? 'gopls.exe' : 'gopls';
  return [GOBIN, ...workspaces.map((workspace) => join(workspace, 'bin'))]
    .map((folder) => join(folder, program))
    .find(isExecutable);
}
