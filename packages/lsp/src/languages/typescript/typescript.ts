import { completeRename } from './complete-rename.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProgram } from '../../types.ts';
import type { Search } from '../../backend/program/search.ts';
import { isExecutable, liesOutside, nearest, realPath, shown } from '../../backend/program/files.ts';
import {
  findPackage,
  majorOf,
  packageAround,
  readPackage,
  resolvePackage,
  type Package,
} from '../../backend/program/packages.ts';
import { bundledProgram, npmProgram, run, type Absent, type Program } from '../../backend/program/program.ts';
import type { ServerProject, ServerPreset } from '../../backend/server-preset.ts';
import { requiringOnly, UNTRUSTED } from '../../backend/program/untrusted.ts';
import { compileCache } from './server/compile-cache.ts';
import { ofDeno, otherDialect } from './dialects.ts';
import { CODE_TEMPLATES, withTemplates } from '../../backend/templates/templates.ts';
import { TSSERVER, TYPESCRIPT7 } from './strategies.ts';
import { tsdkIn } from './tsdk.ts';
import { ecmascript } from './imports/ecmascript.ts';
import { sideEffectsApart } from './imports/side-effects.ts';
import { ecmascriptPackages } from './packages.ts';
import { CONFIG_NAMES } from './tsconfig.ts';
import { typescriptWorld } from './world.ts';
import { sameTypescriptError } from './same-error.ts';
import { typescriptMoves } from './symbol-moves/moves.ts';
import { typescriptSymbols } from './symbol-syntax.ts';

/**
 * TypeScript and JavaScript, judged by the workspace's own TypeScript.
 *
 * One process per compiler, at the top of the workspace: the server itself finds the tsconfig of
 * each file, and one process for thirty packages costs a quarter of what thirty processes would.
 */
const server: ServerPreset = {
  id: 'typescript',
  language: 'TypeScript, JavaScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  role: 'compiler',
  imports: ecmascript,
  needsNoTrust: true,
  reads: CONFIG_NAMES,
  source: 'auto',
  overlays: 'created',
  completeRename,
  packages: ecmascriptPackages,
  world: typescriptWorld,
  symbols: typescriptSymbols,
  symbolMoves: typescriptMoves,
  sameError: sameTypescriptError,
  whyNoError: otherDialect,
  whyInPart: (path, { root }) => ofDeno(path, root),
  fixes: { apart: sideEffectsApart },
  // Quirk(TypeScript): while it resolves an import, it looks for no file in a folder that is not on
  // disk, not even for an open one.
  needsFolders: true,
  emptyIsGone: true,
  args: ['--stdio'],
  project(folder, search, given) {
    const compiler = findCompiler(folder, search, tsdkIn(given?.settings, search));
    if (compiler.kind !== 'found') return compiler;
    return compiler.major >= 7 ? native(compiler, search) : viaTsserver(compiler, folder, search);
  },
};

export const typescript = withTemplates(server, CODE_TEMPLATES);

export interface Compiler {
  readonly kind: 'found';
  readonly package: Package;
  readonly version: string;
  readonly major: number;
  readonly origin: 'workspace' | 'path' | 'bundled';
}

/** Version 4.4 added the command `typescript.tsserverRequest`. */
const SERVER = {
  packageName: 'typescript-language-server',
  bin: 'typescript-language-server',
  versions: '>=4.4.0',
};

/**
 * From this version on tsserver can leave file watching to us, and applies our file events at once.
 * The language server reports an error where tsserver cannot.
 */
const TAKES_NEWS = '>=5.4.4';

/**
 * Never another compiler than the workspace's own: where that one is broken, the reason is
 * returned. In an untrusted workspace it is the bundled one, unless that one would find none of the
 * packages.
 *
 * @param tsdk the folder of a package that takes the place of the bundled one
 */
export function findCompiler(folder: string, search: Search, tsdk?: string): Compiler | Absent {
  if (!search.trusted && nearest(folder, search.workspaceRoot, ['.pnp.cjs']) !== undefined) return UNTRUSTED;
  const own = search.trusted
    ? (findPackage(folder, search.workspaceRoot, 'typescript') ?? yarnSdk(folder, search))
    : undefined;
  if (own !== undefined && typeof own !== 'string') return own;
  const home = own ?? tsdk ?? search.bundled('typescript');
  if (home === undefined)
    return broken(
      'neither the workspace nor this package has a typescript package',
      'npm install --save-dev typescript',
    );
  const from = readPackage(home);
  const major = majorOf(from?.version);
  if (from?.version === undefined || major === undefined) {
    return broken(
      `${shown(join(home, 'package.json'), search.workspaceRoot)} does not say which TypeScript it is`,
    );
  }
  const elsewhere = home === tsdk && liesOutside(home, search.workspaceRoot) ? 'path' : 'workspace';
  return {
    kind: 'found',
    package: from,
    version: from.version,
    major,
    origin: home === own || home === tsdk ? elsewhere : 'bundled',
  };
}

/**
 * Plug'n'Play has no node_modules. Any compiler but the patched one in .yarn/sdks would find no
 * packages.
 */
function yarnSdk(folder: string, { workspaceRoot }: Search): string | Absent | undefined {
  const home = nearest(folder, workspaceRoot, ['.pnp.cjs']);
  if (home === undefined) return undefined;
  const sdk = join(home, '.yarn', 'sdks', 'typescript');
  if (existsSync(sdk)) return sdk;
  return broken("Yarn's Plug'n'Play is on and .yarn/sdks has no typescript", 'yarn dlx @yarnpkg/sdks base');
}

function native(compiler: Compiler, search: Search): ServerProject | Absent {
  const program = nativeServer(compiler, search);
  if (program.kind !== 'found') return program;
  return {
    ...common(compiler, search, realPath(program.about.path)),
    settings: () => LIKE_THE_COMMAND,
    strategies: ({ name }) => (name === program.about.name ? TYPESCRIPT7 : undefined),
    program: () => using(program, compiler),
  };
}

/** Settings where the language server would judge differently from `tsc`, and so from a build. */
const LIKE_THE_COMMAND = {
  typescript: {
    // Quirk(TypeScript 7): in editors, it reports the findings of noUnusedLocals and similar
    // options as warnings.
    reportStyleChecksAsWarnings: false,
    // Quirk(TypeScript 7): for JavaScript outside every project it runs `npm install` for types,
    // which uses the network.
    disableAutomaticTypeAcquisition: true,
  },
};

/** The binary that the package's own script would start: the binary itself needs no Node. */
function nativeServer(compiler: Compiler, search: Search): Program | Absent {
  return nativeProgram(compiler, search, ['--lsp']);
}

/** @param prefix its first arguments */
export function nativeProgram(
  { package: from, version, origin }: Compiler,
  search: Search,
  prefix: readonly string[],
): Program | Absent {
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const path = join(
    resolvePackage(from.folder, platform) ?? '',
    'lib',
    process.platform === 'win32' ? 'tsc.exe' : 'tsc',
  );
  const about = { name: 'tsc', version, origin };
  if (isExecutable(path)) return run({ ...about, path }, search, prefix);
  const script = from.bin['tsc'];
  if (script === undefined || from.optionalDependencies.includes(platform)) {
    return broken(
      `TypeScript ${version} in ${shown(from.folder, search.workspaceRoot)} lacks its program, the ` +
        `package ${platform}`,
    );
  }
  return run({ ...about, path: script }, search, prefix);
}

function viaTsserver(compiler: Compiler, folder: string, search: Search): ServerProject | Absent {
  const tsserver = join(compiler.package.folder, 'lib', 'tsserver.js');
  if (!existsSync(tsserver)) {
    return broken(
      `TypeScript ${compiler.version} in ${shown(compiler.package.folder, search.workspaceRoot)} lacks ` +
        'lib/tsserver.js',
    );
  }
  return {
    ...common(compiler, search, compiler.package.folder),
    initializationOptions: {
      disableAutomaticTypingAcquisition: true,
      preferences: { providePrefixAndSuffixTextForRename: true },
      tsserver: {
        path: tsserver,
        useSyntaxServer: 'never',
        ...(Bun.semver.satisfies(compiler.version, TAKES_NEWS) && { useClientFileWatcher: true }),
      },
    },
    strategies: ({ name, version = '0.0.0' }) =>
      name === SERVER.bin && Bun.semver.satisfies(version, SERVER.versions) ? TSSERVER : undefined,
    program() {
      // The bundled pair is tested together; a server from PATH would add a second unknown.
      const server =
        compiler.origin === 'bundled' ? bundledProgram(SERVER, search) : npmProgram(SERVER, folder, search);
      if (server.kind !== 'found') return server;
      const program = search.trusted ? server : withoutPlugins(server, compiler);
      return using({ ...program, env: { ...program.env, ...compileCache(tsserver, search.node) } }, compiler);
    },
  };
}

/**
 * tsserver loads the plugins that a tsconfig.json names from its own installation and from all
 * folders above that. One of those folders may be the workspace.
 */
function withoutPlugins(server: Program, compiler: Compiler): Program {
  const folders = [compiler.package.folder, packageAround(server.about.path)?.folder].filter(
    (folder) => folder !== undefined,
  );
  return { ...server, env: { ...server.env, NODE_OPTIONS: requiringOnly(folders) } };
}

/** An upgrade in place keeps the path, so the version tells the two compilers apart. */
function common(
  { version }: Compiler,
  { workspaceRoot }: Search,
  toolchain: string,
): Pick<ServerProject, 'kind' | 'root' | 'toolchain'> {
  return { kind: 'found', root: workspaceRoot, toolchain: `${toolchain}@${version}` };
}

function using(program: Program, { package: from, version, origin }: Compiler): Program {
  const uses: ServerProgram['uses'] = { name: 'typescript', version, path: from.folder, origin };
  return { ...program, about: { ...program.about, uses } };
}

function broken(reason: string, hint = 'npm install'): Absent {
  return { kind: 'unavailable', reason, hint };
}
