import { dirname, isAbsolute, join } from 'node:path';
import type { World } from './world.ts';

/** A Python with its installed packages. */
export interface Environment {
  /** Its interpreter, absolute. */
  readonly python: string;
  /** The folder that holds it all: `bin` or `Scripts`, `lib`. Absolute. */
  readonly prefix: string;
}

/** An environment, and what names it. */
export interface FoundEnvironment extends Environment {
  /** For the user: `.venv`, `poetry`, `VIRTUAL_ENV`. */
  readonly by: string;
  /** The folder of the project that it belongs to; absent where the user has activated it. */
  readonly folder?: string;
}

/** The environment in a folder. */
export function environmentAt(prefix: string, { reader, platform }: World): Environment | undefined {
  const names =
    platform === 'win32'
      ? [join('Scripts', 'python.exe'), 'python.exe']
      : [join('bin', 'python'), join('bin', 'python3')];
  const python = names.map((name) => join(prefix, name)).find((path) => reader.isExecutable(path));
  return python === undefined ? undefined : { python, prefix };
}

/** The environment of an interpreter. */
export function environmentOf(python: string, { reader }: World): Environment | undefined {
  if (!isAbsolute(python) || !reader.isExecutable(python)) return undefined;
  const folder = dirname(python);
  return {
    python,
    prefix: /^(?:bin|scripts)$/i.test(folder.slice(dirname(folder).length).replace(/^[\\/]/, ''))
      ? dirname(folder)
      : folder,
  };
}

/** It was made by venv, virtualenv, uv, conda or pixi: other folders have programs, too. */
export function isMade(prefix: string, { reader }: World): boolean {
  return reader.exists(join(prefix, 'pyvenv.cfg')) || reader.exists(join(prefix, 'conda-meta'));
}

/** The folders of its installed packages. */
export function sitePackages({ prefix }: Environment, { reader, platform }: World): string[] {
  if (platform === 'win32') return [join(prefix, 'Lib', 'site-packages')];
  const versions = reader.names(join(prefix, 'lib')).filter((name) => /^(?:python|pypy)\d/.test(name));
  return versions.flatMap((name) =>
    ['site-packages', 'dist-packages'].map((site) => join(prefix, 'lib', name, site)),
  );
}

/** As its own files say it; undefined where none does. */
export function pythonVersionOf({ prefix }: Environment, world: World): string | undefined {
  const made = /^version(?:_info)?\s*=\s*(\d+(?:\.\d+)*)/m.exec(
    world.reader.text(join(prefix, 'pyvenv.cfg')) ?? '',
  )?.[1];
  return (
    made ??
    world.reader
      .names(join(prefix, 'conda-meta'))
      .flatMap((name) => /^python-(\d[\d.]*)-/.exec(name)?.[1] ?? [])[0]
  );
}
