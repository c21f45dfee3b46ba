import { dirname } from 'node:path';
import type { ServerProgram } from '../../types.ts';
import { cargoRoot } from './cargo-root.ts';
import { rustPaths } from './moved-paths.ts';
import { completeRustRename } from './complete-rename.ts';
import type { Search } from '../../backend/program/search.ts';
import { shown } from '../../backend/program/files.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';
import type { ServerPreset } from '../../backend/server-preset.ts';
import { words } from '../../backend/imports/keywords.ts';
import { sameRustError } from './same-error.ts';
import { rustMoves } from './symbol-moves/moves.ts';
import { rustSymbols } from './symbol-syntax.ts';
import { component, isRustupProxy } from './rustup.ts';

const INSTALL = 'rustup component add rust-analyzer';

/**
 * Rust, the fallback while cargo is late. It finds ten of 26 kinds of error, in words of its own,
 * and costs half a GiB, but answers at once. It serves no orphan file: it would call such a file
 * clean whatever its text.
 */
export const rustAnalyzer: ServerPreset = {
  id: 'rust-analyzer',
  language: 'Rust',
  extensions: ['.rs'],
  role: 'compiler',
  source: 'settled-pull',
  overlays: 'importers',
  symbols: rustSymbols,
  symbolMoves: rustMoves,
  sameError: sameRustError,
  navigation: {
    loading: 'status',
    // Quirk(rust-analyzer 1.97): of uses in the arguments of macros it loses some, others each time it
    // is started, and tells what each of them means.
    losesUses: /\b\w+!\s*[([{]/g,
  },
  completeRename: completeRustRename,
  movedPaths: rustPaths,
  fixes: { goesByPlace: true },
  // Quirk(rust-analyzer): it takes a keyword for a name, and writes `r#fn`.
  reserved: words(
    'as async await become box break const continue crate do dyn else enum extern false final fn for gen ' +
      'if impl in let loop macro match mod move mut override priv pub ref return self Self static struct ' +
      'super trait true try type typeof unsafe unsized use virtual where while yield abstract',
  ),
  rawName: 'r#',
  whyNotMoved,
  standsInFor: 'cargo',
  args: [],
  project(folder, search) {
    const root = cargoRoot(folder, search.workspaceRoot);
    if (root === undefined)
      return {
        kind: 'not-applicable',
        reason: `no Cargo.toml at or above ${shown(folder, search.workspaceRoot)}`,
      };
    return {
      kind: 'found',
      root,
      initializationOptions: {
        checkOnSave: false,
        cargo: { targetDir: true },
        cachePriming: { enable: false },
        // Quirk(rust-analyzer): by default it lists 128 symbols, and functions only where no type
        // has the name.
        workspace: { symbol: { search: { kind: 'all_symbols', limit: 20_001 } } },
      },
      optionsSection: 'rust-analyzer',
      program: () => server(search),
    };
  },
};

/** Quirk(rust-analyzer): it changes nothing when a module moves to another folder. */
function whyNotMoved(from: string, to: string): string | undefined {
  return dirname(from) === dirname(to)
    ? undefined
    : 'rust-analyzer renames a module in its folder, and does not move it to another one. Move it by ' +
        'edits: its `mod` line, and the paths to it';
}

function server(search: Search): Program | Absent {
  const path = search.which('rust-analyzer');
  if (path === undefined)
    return { kind: 'unavailable', reason: 'rust-analyzer was not found on PATH', hint: INSTALL };
  const about = { name: 'rust-analyzer', origin: 'path' } as const satisfies Partial<ServerProgram>;
  if (!isRustupProxy(path)) return run({ ...about, path }, search);
  // Run directly, it also serves a project whose own toolchain lacks the component.
  const behind = component('rust-analyzer');
  if (behind === undefined) {
    return {
      kind: 'unavailable',
      reason: `${path} is rustup's placeholder: no toolchain has the component rust-analyzer`,
      hint: INSTALL,
    };
  }
  return run({ ...about, path: behind }, search);
}
