import { execFile } from 'node:child_process';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, whatever its status. Rejects if it could not be started or was killed. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        cwd,
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 28,
        encoding: 'utf8',
        shell: process.platform === 'win32' && ['npm', 'mvn'].includes(program),
      },
      (error, stdout, stderr) => {
        process.off('exit', kill);
        const status = error === null ? 0 : error.code;
        if (typeof status === 'number') resolve({ status, stdout, stderr });
        else
          reject(
            new Error(`${program} could not be run: ${error?.message ?? 'no status'}`, { cause: error }),
          );
      },
    );
    // An interrupted run leaves no compiler behind.
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
  });
}

/** What a program prints on stdout. Throws unless it ends with 0. */
export async function outputOf(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const ended = await run(program, args, options);
  expectStatus(program, ended, [0]);
  return ended.stdout;
}

/** Throws unless the program ended with one of these. */
export function expectStatus(
  what: string,
  { status, stdout, stderr }: Ended,
  allowed: readonly number[],
): void {
  if (allowed.includes(status)) return;
  throw new Error(`${what} ended with status ${status}: ${(stderr.trim() || stdout.trim()).slice(-2000)}`);
}
