import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBun, type BunSearchOptions } from '../src/lsp/find-bun.js';
import { tempFolder } from './support/fake-sidecar.js';

const EXE = process.platform === 'win32' ? '.exe' : '';
const PROGRAM = 2 * 1024 * 1024;
const PLACEHOLDER = 200;

/** A file of that size, executable unless told otherwise. */
function program(path: string, { size = PROGRAM, mode = 0o755 } = {}): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  truncateSync(path, size);
  chmodSync(path, mode);
  return path;
}

interface Machine extends BunSearchOptions {
  root: string;
}

function machine(): Machine {
  const root = tempFolder();
  mkdirSync(join(root, 'work space'));
  return {
    root,
    workspaceRoot: join(root, 'work space'),
    packageDir: join(root, 'lib', 'sidecar'),
    env: { PATH: '' },
  };
}

const onPath = (...folders: string[]): NodeJS.ProcessEnv => ({ PATH: folders.join(delimiter) });
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;

function packaged(root: string, name: string, file: string, size = PROGRAM): string {
  const folder = join(root, 'lib', 'node_modules', name);
  const path = program(join(folder, 'bin', file), { size });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name }));
  return path;
}

describe('findBun', () => {
  it('takes nothing that is in the workspace from PATH, whatever link leads there, trusted or not', () => {
    const { root, workspaceRoot, ...options } = machine();
    const inside = program(join(workspaceRoot, 'bin', `bun${EXE}`));
    mkdirSync(join(root, 'bin'));
    symlinkSync(inside, join(root, 'bin', `bun${EXE}`));
    mkdirSync(join(workspaceRoot, 'links'));
    symlinkSync(program(join(root, 'other', 'tool')), join(workspaceRoot, 'links', `bun${EXE}`));
    const env = onPath(join(workspaceRoot, 'bin'), join(root, 'bin'), join(workspaceRoot, 'links'));
    for (const trusted of [true, false, undefined])
      expect(findBun({ ...options, workspaceRoot, env, trusted })).toMatchObject({ kind: 'missing' });
    expect(findBun({ ...options, workspaceRoot: join(root, 'elsewhere'), env })).toMatchObject({
      kind: 'found',
      path: inside,
    });
  });

  it('takes what LLXPRT_BUN names before anything else', () => {
    const { root, ...options } = machine();
    const other = program(join(root, 'my bun'));
    program(join(root, 'bin', `bun${EXE}`));
    const env = { ...onPath(join(root, 'bin')), LLXPRT_BUN: other };
    expect(findBun({ ...options, env })).toEqual({ kind: 'found', path: other, origin: 'LLXPRT_BUN' });
  });

  it.each([
    ['a file that is not there', (root: string) => join(root, 'nowhere', 'bun')],
    ['a file that is not executable', (root: string) => program(join(root, 'plain'), { mode: 0o644 })],
    ['a folder', (root: string) => root],
    ['a relative path', () => 'bin/bun'],
  ])('REQ-STATUS-035: says so if LLXPRT_BUN is %s, and falls back on nothing', (_what, makeValue) => {
    const { root, ...options } = machine();
    program(join(root, 'bin', `bun${EXE}`));
    const value = makeValue(root);
    const found = findBun({ ...options, env: { ...onPath(join(root, 'bin')), LLXPRT_BUN: value } });
    expect(found).toEqual({
      kind: 'missing',
      reason: `LLXPRT_BUN is not the absolute path of an executable file: ${value}`,
    });
  });

  it('takes the first one on PATH that can run', () => {
    const { root, ...options } = machine();
    mkdirSync(join(root, 'a', `bun${EXE}`), { recursive: true });
    program(join(root, 'b', `bun${EXE}`), { mode: 0o644 });
    const good = program(join(root, 'c d', `bun${EXE}`), { size: PLACEHOLDER });
    const env = onPath(
      '',
      'relative',
      join(root, 'none'),
      join(root, 'a'),
      join(root, 'b'),
      join(root, 'c d'),
    );
    expect(findBun({ ...options, env })).toEqual({ kind: 'found', path: good, origin: 'PATH' });
  });

  it('passes over the text that npm puts in the place of a Bun that was never installed', () => {
    const { root, ...options } = machine();
    const stub = program(join(root, 'global', 'node_modules', 'bun', 'bin', 'bun.exe'), {
      size: PLACEHOLDER,
    });
    mkdirSync(join(root, 'bin'));
    symlinkSync(stub, join(root, 'bin', `bun${EXE}`));
    expect(findBun({ ...options, env: onPath(join(root, 'bin')) }).kind).toBe('missing');
  });

  it("takes no Bun from a node_modules: that of the workspace, and of a folder above it, is the model's or a stranger's to write", () => {
    const { root, ...options } = machine();
    const bin = join(options.workspaceRoot, 'node_modules', '.bin');
    program(join(bin, `bun${EXE}`));
    const link = join(root, 'link');
    symlinkSync(options.workspaceRoot, link);
    expect(findBun({ ...options, env: onPath(bin) }).kind).toBe('missing');
    expect(findBun({ ...options, workspaceRoot: link, env: onPath(bin) }).kind).toBe('missing');
    expect(
      findBun({ ...options, workspaceRoot: join(options.workspaceRoot, 'packages/a'), env: onPath(bin) })
        .kind,
    ).toBe('missing');
  });

  it('takes the package of this platform beside the sidecar, before one on PATH, which may be of any age', () => {
    const { root, ...options } = machine();
    const path = packaged(root, `@oven/bun-${platform}`, `bun${EXE}`);
    program(join(root, 'bin', `bun${EXE}`));
    expect(findBun({ ...options, env: onPath(join(root, 'bin')) })).toEqual({
      kind: 'found',
      path,
      origin: 'package',
    });
  });

  it.runIf(process.platform === 'linux')('takes the musl build where only that one is installed', () => {
    const { root, ...options } = machine();
    const path = packaged(root, `@oven/bun-${platform}-musl`, 'bun');
    expect(findBun(options)).toEqual({ kind: 'found', path, origin: 'package' });
  });

  it('finds the program where the install script of the package bun has moved it', () => {
    const { root, ...options } = machine();
    const path = packaged(root, 'bun', 'bun.exe');
    expect(findBun(options)).toEqual({ kind: 'found', path, origin: 'package' });
  });

  it('REQ-GRACE-020: is missing where there is only the placeholder, or nothing', () => {
    const { root, ...options } = machine();
    packaged(root, 'bun', 'bun.exe', PLACEHOLDER);
    const missing = { kind: 'missing', reason: 'Bun not found in PATH' };
    expect(findBun(options)).toEqual(missing);
    expect(findBun({ workspaceRoot: root, env: {} })).toEqual(missing);
  });

  it('a host that bundles Bun says where, and that is final', () => {
    const { root, ...options } = machine();
    const path = program(join(root, 'host bun'));
    expect(findBun({ ...options, bunPath: path })).toEqual({ kind: 'found', path, origin: 'host' });
    expect(findBun({ ...options, bunPath: join(root, 'none') })).toMatchObject({ kind: 'missing' });
  });
});
