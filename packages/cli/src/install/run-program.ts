import { spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { findProgram, type ProgramPlace } from '@vybestack/llxprt-lsp-core';

/** On Windows, npm's commands are scripts that only a shell finds. */
export function located(
  [program = '', ...args]: readonly string[],
  programs: ProgramPlace,
): string[] | undefined {
  const path = isAbsolute(program) || process.platform === 'win32' ? program : findProgram(program, programs);
  return path === undefined ? undefined : [path, ...args];
}

export type Ended =
  | { readonly kind: 'ended'; readonly code: number | null; readonly out: string; readonly err: string }
  | { readonly kind: 'failed'; readonly reason: string };

export async function runWith(
  [program = '', ...args]: readonly string[],
  input: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const [code, out, err] = await Promise.all([ended, startOf(child.stdout), startOf(child.stderr)]);
  return code instanceof Error ? { kind: 'failed', reason: code.message } : { kind: 'ended', code, out, err };
}

/** Of what a hook prints, UTF-16 code units: a reply is a page. */
const MOST_OUTPUT = 1024 * 1024;

/** Reads to the end, as a host does, and keeps the beginning. */
async function startOf(stream: Readable): Promise<string> {
  let kept = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>)
    if (kept.length < MOST_OUTPUT) kept += chunk;
  return kept.slice(0, MOST_OUTPUT);
}
