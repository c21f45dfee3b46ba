import { spawn } from 'node:child_process';
import { isAbsolute, join } from 'node:path';
import { isExecutable, leadsThrough, ownEnvironment, type ProgramPlace } from '@vybestack/llxprt-lsp-core';
import { HOOK_LAUNCHER, MAIN, version } from '../package.js';

/** How a host reads the command of a hook. */
export type Dialect = 'sh' | 'powershell' | 'cmd';

/** How the entries of a host start this program. */
export interface Commands {
  /** Of the command itself: the program, then its arguments. */
  readonly cli: readonly [program: string, ...args: string[]];
  /** The command line that hooks start, as far as their arguments. */
  hook(dialect: Dialect): string;
  /** As `cli`, for a shell. */
  line(dialect: Dialect): string;
  /** Whether the two commands are on PATH; otherwise they are named by their paths. */
  readonly onPath: boolean;
}

/**
 * Hosts are started from other terminals and from desktops. So the names are used only where a new
 * login shell finds them, and there starts this version.
 */
export async function findCommands(home: string, place: ProgramPlace): Promise<Commands> {
  return commandsOf(await isOnPath(home, place));
}

export function commandsOf(onPath: boolean): Commands {
  const cli = onPath ? (['llxprt-lsp'] as const) : ([process.execPath, MAIN] as const);
  const line = (dialect: Dialect): string => {
    if (onPath) return 'llxprt-lsp';
    // A line that begins with a quoted program is a text in PowerShell, and loses its quotes in cmd.
    return dialect === 'sh' ? cli.map((word) => quote(word, 'sh')).join(' ') : `node ${quote(MAIN, dialect)}`;
  };
  const hook = (dialect: Dialect): string => {
    // The launcher is a script for sh.
    if (dialect !== 'sh') return `${line(dialect)} hook`;
    return onPath ? 'llxprt-lsp-hook' : quote(HOOK_LAUNCHER, 'sh');
  };
  return { cli: [...cli], hook, line, onPath };
}

/** A word of a command line. */
export function quote(word: string, dialect: Dialect): string {
  if (/^[\w@%+=:,./-]+$/.test(word) || (dialect !== 'sh' && /^[\w@+=:,./\\~-]+$/.test(word))) return word;
  if (dialect === 'cmd') return `"${word}"`;
  return dialect === 'sh' ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `'${word.replaceAll("'", "''")}'`;
}

/** ms. A login shell reads the user's own files, and some of those start programs. */
const SHELL_MS = 10_000;

/**
 * @param home where it runs: what the user's own files add to PATH may be relative, and is not the
 * workspace's then
 */
async function isOnPath(home: string, place: ProgramPlace): Promise<boolean> {
  const question = 'command -v llxprt-lsp-hook >/dev/null && echo "llxprt-lsp=$(llxprt-lsp --version)="';
  const args =
    process.platform === 'win32'
      ? ['/d', '/c', "for /f %v in ('llxprt-lsp --version') do @echo llxprt-lsp=%v="]
      : ['-lc', question];
  return (
    (await answerOf([userShell(place), ...args], /llxprt-lsp=(.*)=/, {
      env: ownEnvironment(place),
      cwd: home,
    })) === version
  );
}

/** The shell that a variable names, unless that is the workspace's; else that of the system. */
export function userShell({ env, workspaceRoot }: ProgramPlace): string {
  const isWindows = process.platform === 'win32';
  const named = env[isWindows ? 'COMSPEC' : 'SHELL'];
  if (named !== undefined && isAbsolute(named) && isExecutable(named) && !leadsThrough(named, workspaceRoot))
    return named;
  return isWindows ? join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe') : '/bin/sh';
}

/** UTF-16 code units. */
const LONGEST_ANSWER = 4096;

/**
 * What a program prints in this form; undefined where it does not. What else the user's own files
 * print is passed over. Programs that they start may hold the pipe open longer than the shell lives.
 */
async function answerOf(
  [program = '', ...args]: readonly string[],
  form: RegExp,
  options: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<string | undefined> {
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: SHELL_MS,
    killSignal: 'SIGKILL',
  });
  const answer = await new Promise<string | undefined>((resolve) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const found = form.exec(output)?.[1];
      // The answer is short; nothing of what comes before it is of use.
      output = output.slice(-LONGEST_ANSWER);
      if (found !== undefined) resolve(found);
    });
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(undefined));
    child.once('exit', (code) => {
      if (code !== 0) resolve(undefined);
    });
  });
  child.stdout.destroy();
  return answer;
}
