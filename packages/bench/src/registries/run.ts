import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface RunOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Added to our own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and returns what it prints. Throws if it fails, with what it said. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<string> {
  const shell = process.platform === 'win32' && ['npm', 'mvn'].includes(command);
  const { stdout } = await execute(command, args, {
    cwd,
    env: { ...process.env, ...env },
    shell,
    maxBuffer: 2 ** 28,
  });
  return stdout;
}
