import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { patient } from './deadlines.js';
import type { Tree } from './workspace.js';
import { OWN_SETTINGS } from './own-folders.js';

/** The program `llxprt-lsp`. */
export const MAIN = join(root, 'packages/cli/dist/main.js');

/** Is given what is to be done in the end. */
export type AtTheEnd = (cleanUp: () => Promise<void> | void) => void;

/** A folder with these files and links to these folders, real; gone after the test, if `atTheEnd` says nothing else. */
export function folderOf(files: Tree, packages: Tree = {}, atTheEnd: AtTheEnd = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp e2e # é ')));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const put = (path: string): string => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(put(path), content);
  for (const [path, target] of Object.entries(packages)) symlinkSync(target, put(path), 'junction');
  return folder;
}

export interface RunOptions {
  cwd: string;
  /** The key `lsp` of the user's settings; its deadlines are long where it names none. */
  lsp?: unknown;
  env?: NodeJS.ProcessEnv;
  /** A program that becomes the command, which it is given as its arguments. */
  through?: string[];
}

/** Starts the command as it is installed, for a user whose home has nothing but these settings in it. */
export function start(
  args: string[],
  { cwd, lsp, env = {}, through = [] }: RunOptions,
): ChildProcessByStdio<null, Readable, Readable> {
  const home = folderOf({ [OWN_SETTINGS]: JSON.stringify({ lsp: patient(lsp) }) });
  const [program = '', ...words] = [...through, process.execPath, MAIN, ...args];
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, HOME: home, USERPROFILE: home, NO_COLOR: '1', NODE_DEBUG: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function run(args: string[], options: RunOptions): Promise<Outcome> {
  return outcomeOf(start(args, options));
}

export async function outcomeOf(child: ReturnType<typeof start>): Promise<Outcome> {
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}
