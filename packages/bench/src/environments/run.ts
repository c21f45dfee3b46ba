import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A tool that makes a set-up takes seconds, and minutes where the network is slow. ms. */
const PATIENCE_MS = 300_000;

export interface Ran {
  readonly code: number;
  readonly out: string;
}

/** Runs a program to its end. Its streams are in `out`, stdout first. */
export async function runTool(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const [program = '', ...args] = command;
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd,
      env,
      timeout: PATIENCE_MS,
      maxBuffer: 1 << 26,
    });
    return { code: 0, out: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, out: stdout + stderr };
  }
}

/** Throws where the program fails. */
export async function mustRun(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, out } = await runTool(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out.trim().slice(-800)}`);
  return out;
}
