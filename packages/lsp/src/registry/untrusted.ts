import { delimiter } from 'node:path';
import { liesOutside } from './files.ts';
import { pathFolders } from './search.ts';

/** What is said of all that is not run in a workspace that nobody trusts (ADR 0016). */
export const UNTRUSTED = { kind: 'untrusted', reason: 'untrusted workspace' } as const;

/** By these the shell that the host was started from may name scripts for Node and Python to load, some of them relative to where they run. */
const LOADERS = { NODE_OPTIONS: '', NODE_PATH: '', PYTHONHOME: '', PYTHONPATH: '', PYTHONSTARTUP: '' };

/** For what is run there all the same: nothing that it starts or loads comes from the workspace by way of the environment. */
export function untrustedEnvironment(workspaceRoot: string): Record<string, string> {
  const folders = pathFolders().filter((folder) => liesOutside(folder, workspaceRoot));
  // Python itself would look for modules where it runs.
  return { ...LOADERS, PYTHONSAFEPATH: '1', [pathVariable()]: folders.join(delimiter) };
}

/** Windows calls it `Path`, and has two of them if it is set under another name. */
function pathVariable(): string {
  return Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

/**
 * Has Node, and the Node that it starts, `require` nothing but what lies in these folders: `NODE_OPTIONS`. As a data URL, so that no file has to be found
 * at run time.
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
      if (!folders.some((folder) => file.startsWith(folder + sep))) throw new Error('untrusted workspace: ' + file + ' is not loaded');
      return load.call(this, file);
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
