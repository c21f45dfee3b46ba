import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, SIDECAR } from '../places.js';

export interface Project {
  readonly title: string;
  readonly folder: string;
  /** Those that are edited. */
  readonly files: readonly string[];
}

/** Core's own sources, with all that they import. */
export function coreIn(folder: string): Project {
  mkdirSync(folder, { recursive: true });
  cpSync(join(REPOSITORY, 'packages/core/src'), join(folder, 'src'), { recursive: true });
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'core', type: 'module' }));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
    // The compiler is the bundled one.
    if (name !== 'typescript')
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  symlinkSync(join(SIDECAR, 'node_modules/typescript'), join(folder, 'node_modules/typescript'), 'junction');
  return {
    title: 'packages/core of this repository',
    folder,
    files: [
      'src/config/config.ts',
      'src/lsp/sidecar.ts',
      'src/tools/edit.ts',
      'src/lsp/format-diagnostics.ts',
    ],
  };
}

/** Go's own tools, as they lie in the module cache; undefined where they, or Go, are missing. */
export function goToolsIn(folder: string): Project | undefined {
  try {
    const cache = execFileSync('go', ['env', 'GOMODCACHE'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const modules = join(cache, 'golang.org/x');
    const name = readdirSync(modules)
      .filter((each) => /^tools@v\d+\.\d+\.\d+$/.test(each))
      .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
      .at(-1);
    if (name === undefined) return undefined;
    cpSync(join(modules, name), folder, { recursive: true });
    execFileSync('chmod', ['-R', 'u+w', folder]);
    return {
      title: `golang.org/x/${name}`,
      folder,
      files: ['go/packages/packages.go', 'go/ssa/builder.go', 'internal/imports/fix.go'],
    };
  } catch {
    return undefined;
  }
}
