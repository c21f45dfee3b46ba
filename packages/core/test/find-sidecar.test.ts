import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findSidecar, SIDECAR_PACKAGE } from '../src/lsp/find-sidecar.js';
import { tempFolder } from './support/fake-sidecar.js';

function sidecarPackage(packageDir: string, files: string[], name: string = SIDECAR_PACKAGE): string {
  for (const file of files) {
    mkdirSync(join(packageDir, file, '..'), { recursive: true });
    writeFileSync(join(packageDir, file), '');
  }
  mkdirSync(packageDir, { recursive: true });
  writeFileSync(join(packageDir, 'package.json'), JSON.stringify({ name, version: '1.2.3' }));
  return packageDir;
}

describe('findSidecar', () => {
  const entries: [title: string, files: string[], entry: string][] = [
    ['the bundled file', ['dist/sidecar.js', 'src/main.ts'], 'dist/sidecar.js'],
    ['the source where nothing was built', ['src/main.ts'], 'src/main.ts'],
  ];
  it.each(entries)('runs %s', (_title, files, entry) => {
    const packageDir = sidecarPackage(tempFolder(), files);
    expect(findSidecar(packageDir)).toEqual({
      kind: 'found',
      packageDir,
      version: '1.2.3',
      entry: join(packageDir, entry),
    });
  });

  const missing: [title: string, prepare: (folder: string) => void, reason: RegExp][] = [
    [
      'there is no such folder',
      (folder) => rmSync(folder, { recursive: true }),
      /^LSP package not installed: .* is not @vybestack/,
    ],
    [
      'another package is there',
      (folder) => sidecarPackage(folder, ['src/main.ts'], 'other'),
      /is not @vybestack/,
    ],
    [
      'its manifest is broken',
      (folder) => writeFileSync(join(folder, 'package.json'), '{'),
      /is not @vybestack/,
    ],
    [
      'its program is missing',
      (folder) => sidecarPackage(folder, []),
      /has neither dist\/sidecar.js nor src\/main.ts$/,
    ],
  ];
  it.each(missing)('REQ-GRACE-030: is missing where %s', (_title, prepare, reason) => {
    const folder = tempFolder();
    prepare(folder);
    expect(findSidecar(folder)).toEqual({ kind: 'missing', reason: expect.stringMatching(reason) });
  });

  it('finds the one of this repository', () => {
    const packageDir = fileURLToPath(new URL('../../lsp', import.meta.url));
    expect(findSidecar()).toMatchObject({ kind: 'found', packageDir });
  });

  it('finds the one that is installed beside core, or above it', () => {
    const app = tempFolder();
    const packageDir = sidecarPackage(join(app, 'node_modules', SIDECAR_PACKAGE), ['dist/sidecar.js']);
    expect(findAsInstalled(join(app, 'host'), tempFolder())).toMatchObject({
      kind: 'found',
      packageDir: realpathSync(packageDir),
    });
  });

  it('finds the one beside a package that core is bundled into', () => {
    const packages = tempFolder();
    const packageDir = sidecarPackage(join(packages, 'lsp'), ['dist/sidecar.js']);
    expect(findAsInstalled(packages, tempFolder(), 'host/dist')).toMatchObject({
      kind: 'found',
      packageDir: realpathSync(packageDir),
    });
  });

  it('REQ-GRACE-030: never looks in the working directory', () => {
    const workspace = tempFolder();
    sidecarPackage(join(workspace, 'node_modules', SIDECAR_PACKAGE), ['src/main.ts']);
    expect(findAsInstalled(tempFolder(), workspace)).toEqual({
      kind: 'missing',
      reason: 'LSP package not installed',
    });
  });
});

/** What core finds whose code is at `place` in `folder`, in a process that works in `cwd`. */
function findAsInstalled(folder: string, cwd: string, place = 'core/src/lsp'): unknown {
  const core = join(folder, place);
  for (const [source, to] of [
    ['lsp/find-sidecar.ts', 'find-sidecar.ts'],
    ['support/json.ts', '../support/json.ts'],
    ['support/read-file.ts', '../support/read-file.ts'],
  ] as const) {
    cpSync(fileURLToPath(new URL(`../src/${source}`, import.meta.url)), join(core, to));
  }
  writeFileSync(
    join(core, 'print.mts'),
    `import { findSidecar } from './find-sidecar.js';\nconsole.log(JSON.stringify(findSidecar()));\n`,
  );
  const output = execFileSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(core, 'print.mts')],
    { cwd, encoding: 'utf8' },
  );
  return JSON.parse(output);
}
