import { delimiter, isAbsolute } from 'node:path';
import { home, liesOutside } from './files.ts';
import { pathFolders } from './search.ts';

/** The reason for every program that is not run in an untrusted workspace (ADR 0016). */
export const UNTRUSTED = { kind: 'untrusted', reason: 'untrusted workspace' } as const;

/**
 * The shell that started the host may have set these. They name scripts for Node and Python to
 * load, some of them relative to the current folder.
 */
const LOADERS = {
  NODE_OPTIONS: '',
  NODE_PATH: '',
  PYTHONHOME: '',
  PYTHONPATH: '',
  PYTHONPYCACHEPREFIX: '',
  PYTHONSTARTUP: '',
  PYTHONUSERBASE: '',
};

/**
 * Where the system looks for libraries, or which it loads first:
 * `LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/opt/lib` begins with an empty entry, which is the folder that
 * a program runs in.
 */
const LIBRARIES = [
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_LIBRARY_PATH',
  'DYLD_FALLBACK_LIBRARY_PATH',
  'DYLD_FRAMEWORK_PATH',
  'DYLD_INSERT_LIBRARIES',
];

/**
 * For the programs that run in an untrusted workspace: nothing that they start or load comes from
 * the workspace by way of the environment.
 */
export function untrustedEnvironment(workspaceRoot: string): Record<string, string> {
  const outside = (list: readonly string[]): string =>
    list.filter((path) => isAbsolute(path) && liesOutside(path, workspaceRoot)).join(delimiter);
  const libraries = LIBRARIES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined
      ? []
      : [[name, outside(value.split(name === 'LD_PRELOAD' ? /[:\s]/ : /[:;]/))] as const];
  });
  return {
    ...LOADERS,
    ...Object.fromEntries(libraries),
    // Python would look for modules in the folder it runs in, and for the user's modules in the
    // home folder.
    PYTHONSAFEPATH: '1',
    ...(!liesOutside(home(), workspaceRoot) && { PYTHONNOUSERSITE: '1' }),
    [pathVariable()]: outside(pathFolders()),
  };
}

/** Windows calls it `Path`, and has two of them if it is set under another name. */
export function pathVariable(): string {
  return Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

/**
 * The `NODE_OPTIONS` with which Node, and the Node that it starts, can `require` only what lies in
 * these folders. It is a data URL, so that no file has to be found at run time.
 *
 * @param folders absolute, real
 */
export function requiringOnly(folders: readonly string[]): string {
  const script = `
    import { Module } from 'node:module';
    import { sep } from 'node:path';
    const folders = ${JSON.stringify(folders)};
    const { load } = Module.prototype;
    Module.prototype.load = function (file) {
      if (!folders.some((folder) => file.startsWith(folder + sep)))
        throw new Error('untrusted workspace: ' + file + ' is not loaded');
      return load.call(this, file);
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
