import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findNode } from '../src/lsp/find-node.js';
import { folderOf, livingIn } from './support/folders.js';

/** A machine with these files; each is a program. */
function machine(...programs: string[]) {
  const root = realpathSync(folderOf());
  for (const name of ['home', 'work']) mkdirSync(join(root, name), { recursive: true });
  for (const program of programs) {
    mkdirSync(dirname(join(root, program)), { recursive: true });
    writeFileSync(join(root, program), '#!/bin/sh\nexit 1\n');
    chmodSync(join(root, program), 0o755);
  }
  livingIn(join(root, 'home'));
  const find = (env: Record<string, string> = {}, host?: string) => {
    const found = findNode(host, {
      workspaceRoot: join(root, 'work'),
      trusted: true,
      env: { PATH: join(root, 'bin'), ...env },
    });
    if (found === undefined) return undefined;
    const { others: _, ...one } = found;
    return { ...one, path: found.path.slice(root.length + 1) };
  };
  const others = (env: Record<string, string> = {}, host?: string) =>
    findNode(host, {
      workspaceRoot: join(root, 'work'),
      trusted: true,
      env: { PATH: join(root, 'bin'), ...env },
    })?.others?.map(({ origin, version }) => `${origin} ${version ?? ''}`);
  return { root, find, others };
}

/** As one that was made for another libc. */
function withoutLoader(program: Buffer): Buffer {
  const other = Buffer.from(program);
  const at = other.indexOf('/ld-');
  other.write('/no-', at);
  return other;
}

const LATER = '99.0.0';

describe.skipIf(process.platform === 'win32')('the Node that runs servers', () => {
  test.each([
    ['nvm', `.nvm/versions/node/v${LATER}/bin/node`],
    ['fnm', `.local/share/fnm/node-versions/v${LATER}/installation/bin/node`],
    ['Volta', `.volta/tools/image/node/${LATER}/bin/node`],
    ['mise', `.local/share/mise/installs/node/${LATER}/bin/node`],
    ['asdf', `.asdf/installs/nodejs/${LATER}/bin/node`],
    ['nodenv', `.nodenv/versions/${LATER}/bin/node`],
  ])('%s has a newer one than the host', (origin, path) => {
    const { find } = machine(`home/${path}`, 'bin/node');
    expect(find({}, process.execPath)).toEqual({ origin, path: `home/${path}`, version: LATER });
  });

  const own = readFileSync(process.execPath);
  const changedAt = (at: number, byte: number): Buffer => {
    const head = Buffer.from(own.subarray(0, 64));
    head[at] = byte;
    return head;
  };
  const NOT_FOR_HERE: [title: string, content: Buffer][] = [
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('not yet there')],
    ['a script without its interpreter', Buffer.from('#!/no/such/program\n')],
    ['a program of another system', Buffer.from('MZ and more')],
    ['a program for another processor', changedAt(process.platform === 'darwin' ? 4 : 18, 0x55)],
    ...(process.platform === 'linux'
      ? ([
          ['a program that is cut off', own.subarray(0, 1024 * 1024)],
          ['a program whose loader is not there', withoutLoader(own)],
        ] satisfies [string, Buffer][])
      : []),
  ];
  test.each(NOT_FOR_HERE)('what is newer and does not run here is not taken: %s', (_, content) => {
    const path = `home/.nvm/versions/node/v${LATER}/bin/node`;
    const { find, root } = machine(path);
    writeFileSync(join(root, path), content);
    expect(find({}, process.execPath)?.origin).toBe('host');
  });

  test('the first on PATH is one that runs here', () => {
    const { find, root } = machine('bin/node', 'other/node');
    writeFileSync(join(root, 'bin/node'), '');
    const PATH = ['bin', 'other'].map((name) => join(root, name)).join(':');
    expect(find({ PATH })).toEqual({ origin: 'PATH', path: 'other/node', version: undefined });
  });

  test('a newer one that is made as the own one is', () => {
    const path = `home/.nvm/versions/node/v${LATER}/bin/node`;
    const { find, root } = machine(path);
    copyFileSync(process.execPath, join(root, path));
    expect(find({}, process.execPath)?.origin).toBe('nvm');
  });

  test('a variable of the version manager says where, with spaces and #', () => {
    const path = `of # nvm/versions/node/v${LATER}/bin/node`;
    const { root, find } = machine(path);
    expect(find({ NVM_DIR: join(root, 'of # nvm') })).toEqual({ origin: 'nvm', path, version: LATER });
  });

  test('the newest of several, by numbers; those before 20.19 and those without a version never', () => {
    const of = (version: string): string => `home/.nvm/versions/node/${version}/bin/node`;
    const versions = ['v99.9.0', 'v99.10.0', 'v20.18.9', 'v100.0.0-nightly2026'];
    const { find } = machine(...versions.map(of));
    expect(find()).toEqual({ origin: 'nvm', path: of('v99.10.0'), version: '99.10.0' });
    expect(machine(of('v20.18.9')).find()).toBeUndefined();
  });

  test('beside the newest: what is tried where that one does not run, the host last', () => {
    const of = (version: string): string => `home/.nvm/versions/node/v${version}/bin/node`;
    const host = `host ${process.versions.node}`;
    const { others, root } = machine(...['99.0.0', '97.0.0', '98.0.0', '96.0.0'].map(of));
    expect(others({}, process.execPath)).toEqual(['nvm 98.0.0', 'nvm 97.0.0', host]);
    writeFileSync(join(root, of('98.0.0')), 'not yet there');
    expect(others({}, process.execPath)).toEqual(['nvm 97.0.0', 'nvm 96.0.0', host]);
    expect(others({ LLXPRT_NODE: join(root, of('99.0.0')) }, process.execPath)).toBeUndefined();
    expect(machine('bin/node').others({}, process.execPath)).toBeUndefined();
  });

  test('the host stays with its own where no other one is newer', () => {
    const { find, root } = machine('bin/node', 'home/.nvm/versions/node/v20.19.1/bin/node');
    const found = find({}, join(root, 'bin/node'));
    expect(found).toEqual({ origin: 'host', path: 'bin/node', version: process.versions.node });
  });

  test('without a Node of the host: the first on PATH, by the version in its headers', () => {
    const { find, root } = machine('usr/bin/node', 'home/.nvm/versions/node/v30.0.0/bin/node');
    mkdirSync(join(root, 'usr/include/node'), { recursive: true });
    writeFileSync(
      join(root, 'usr/include/node/node_version.h'),
      '#define NODE_MAJOR_VERSION 31\n#define NODE_MINOR_VERSION 2\n#define NODE_PATCH_VERSION 3\n',
    );
    expect(find({ PATH: join(root, 'usr/bin') })).toEqual({
      origin: 'PATH',
      path: 'usr/bin/node',
      version: '31.2.3',
    });
  });

  test('none of the workspace, not by a link either', () => {
    const inside = `work/.nvm/versions/node/v${LATER}/bin/node`;
    const { find, root } = machine(inside, 'bin/node');
    expect(find({ NVM_DIR: join(root, 'work/.nvm') })?.origin).toBe('PATH');
    symlinkSync(join(root, 'work/.nvm'), join(root, 'home/.nvm'));
    expect(find()?.origin).toBe('PATH');
  });

  test('LLXPRT_NODE names another one; a name that is no program is reported', () => {
    const { find, root } = machine('own/node', `home/.nvm/versions/node/v${LATER}/bin/node`);
    expect(find({ LLXPRT_NODE: join(root, 'own/node') })).toEqual({
      origin: 'LLXPRT_NODE',
      path: 'own/node',
      version: undefined,
    });
    expect(find({ LLXPRT_NODE: join(root, 'none') })).toMatchObject({
      origin: 'nvm',
      problem: `LLXPRT_NODE is not the absolute path of an executable file: ${join(root, 'none')}`,
    });
  });
});
