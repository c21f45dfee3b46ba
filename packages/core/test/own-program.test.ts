import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram, leadsThrough, ownEnvironment, ownPath } from '../src/support/own-program.js';
import { folderOf, livingIn } from './support/folders.js';

const FILE = process.platform === 'win32' ? 'git.exe' : 'git';

/** A machine whose workspace has a program of the same name as the system's. */
class Machine {
  readonly root = realpathSync(folderOf());
  readonly workspaceRoot = this.folder('home/work space');
  readonly good = this.program('usr/bin');
  /** Relative to the root. */
  readonly planted = relative(this.root, dirname(this.program('home/work space/bin')));

  folder(path: string): string {
    mkdirSync(join(this.root, path), { recursive: true });
    return join(this.root, path);
  }

  program(folder: string): string {
    const path = join(this.folder(folder), FILE);
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  }

  link(path: string, target: string): string {
    this.folder(dirname(path));
    symlinkSync(target, join(this.root, path));
    return join(this.root, path);
  }

  /** What is found with these folders on PATH before that of the system. */
  found(folders: readonly string[], trusted = true): string | undefined {
    return findProgram('git', this.#place(folders, trusted));
  }

  path(folders: readonly string[], trusted = true): string[] {
    return ownPath(this.#place(folders, trusted)).split(delimiter);
  }

  #place(folders: readonly string[], trusted: boolean): Parameters<typeof findProgram>[1] {
    return {
      workspaceRoot: this.workspaceRoot,
      trusted,
      env: { PATH: [...folders, dirname(this.good)].join(delimiter) },
    };
  }
}

describe('a program that we start for ourselves', () => {
  test.each<[what: string, plant: (machine: Machine) => string]>([
    [
      "in the workspace's node_modules, as npx sets PATH",
      (machine) => dirname(machine.program('home/work space/node_modules/.bin')),
    ],
    ['in another folder of the workspace', (machine) => dirname(machine.program('home/work space/bin'))],
    ['in the workspace itself', (machine) => dirname(machine.program('home/work space'))],
    [
      'in a node_modules above the workspace',
      (machine) => dirname(machine.program('home/node_modules/.bin')),
    ],
    [
      'in a folder outside that is a link to one in the workspace',
      (machine) => machine.link('outside', dirname(machine.program('home/work space/bin'))),
    ],
    [
      'in a folder outside, as a link to a file of the workspace',
      (machine) => dirname(machine.link(`outside/${FILE}`, machine.program('home/work space/bin'))),
    ],
    [
      'behind a link in the workspace that leads out',
      (machine) => machine.link('home/work space/out', dirname(machine.program('other'))),
    ],
    [
      'behind a link that leads to a link in the workspace, and out again',
      (machine) =>
        machine.link('outside', machine.link('home/work space/out', dirname(machine.program('other')))),
    ],
    ['behind a relative link', (machine) => machine.link('a/outside', `../${machine.planted}`)],
    [
      'behind a link and `..`',
      (machine) =>
        machine.link('outside', `${machine.folder('home/work space/deep')}/../../../${machine.planted}`),
    ],
    ['in an empty entry', () => ''],
    ['in `.`', () => '.'],
    ['in a relative entry', () => 'node_modules/.bin'],
    ['in a link to itself', (machine) => machine.link('loop', 'loop')],
  ])('is not %s, with trust or without', (_, plant) => {
    const machine = new Machine();
    const folder = plant(machine);
    for (const trusted of [true, false]) {
      expect(machine.found([folder], trusted)).toBe(machine.good);
      // What the program starts in its turn is found by the same rules.
      const unsafe = machine
        .path([folder], trusted)
        .filter(
          (one) =>
            !isAbsolute(one) || one.includes('node_modules') || leadsThrough(one, machine.workspaceRoot),
        );
      expect(unsafe).toEqual([]);
    }
  });

  test('is none where the workspace has the only one, and where there is no PATH', () => {
    const machine = new Machine();
    machine.program('home/work space/bin');
    const place = { workspaceRoot: machine.workspaceRoot, trusted: true };
    expect(
      findProgram('git', { ...place, env: { PATH: join(machine.workspaceRoot, 'bin') } }),
    ).toBeUndefined();
    expect(findProgram('git', { ...place, env: {} })).toBeUndefined();
    expect(ownEnvironment({ ...place, env: { A: '1' } })).toEqual({ A: '1', PATH: devNull });
  });

  test('a workspace that is named by a link is the same workspace', () => {
    const machine = new Machine();
    const folder = dirname(machine.program('home/work space/bin'));
    const workspaceRoot = machine.link('alias', machine.workspaceRoot);
    const env = { PATH: [folder, join(workspaceRoot, 'bin'), dirname(machine.good)].join(delimiter) };
    expect(findProgram('git', { workspaceRoot, trusted: true, env })).toBe(machine.good);
  });

  test('where the workspace is the home folder, its programs count with trust, and those of a node_modules never', () => {
    const machine = new Machine();
    const own = machine.program('home/.local/bin');
    const planted = machine.program('home/node_modules/.bin');
    livingIn(machine.folder('home'));
    const env = { PATH: [planted, own].map((path) => dirname(path)).join(delimiter) };
    const place = { workspaceRoot: join(machine.root, 'home'), env };
    expect(findProgram('git', { ...place, trusted: true })).toBe(own);
    expect(findProgram('git', { ...place, trusted: false })).toBeUndefined();
  });

  test('a neighbour whose name begins like that of the workspace is outside', () => {
    const machine = new Machine();
    const neighbour = machine.program('home/work space 2/bin');
    expect(machine.found([dirname(neighbour)])).toBe(neighbour);
  });
});
