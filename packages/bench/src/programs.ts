import { execFileSync } from 'node:child_process';
import { messageOf } from './frame/options.js';
import { SERVERS, type Program } from './servers.js';
import type { ServerKind } from './subjects/subject.js';

export type Probe =
  { readonly kind: 'runs'; readonly version: string } | { readonly kind: 'missing'; readonly reason: string };

const ASKED_FOR_VERSION: Readonly<Record<Program, readonly string[]>> = {
  go: ['version'],
  gopls: ['version'],
  cargo: ['--version'],
  rustc: ['--version'],
};

/** Whether a program is there and starts: rustup leaves names on PATH that have nothing behind them. */
export function probe(program: Program, env: NodeJS.ProcessEnv = process.env): Probe {
  try {
    const said = execFileSync(program, ASKED_FOR_VERSION[program], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    });
    return { kind: 'runs', version: /\d+\.\d+(\.\d+)?/.exec(said)?.[0] ?? said.trim() };
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const words = messageOf(error).trim().split('\n').at(-1) ?? '';
    return {
      kind: 'missing',
      reason: absent ? `${program} is not on PATH` : `${program} does not run: ${words}`,
    };
  }
}

/** Why the first program that is missing is; undefined if all are there. */
export function missingOf(programs: readonly Program[], env = process.env): string | undefined {
  const missing = programs.map((program) => probe(program, env)).find(({ kind }) => kind === 'missing');
  return missing?.kind === 'missing' ? missing.reason : undefined;
}

/** Why a subject cannot be measured here. */
export function lackOf({ server }: { readonly server: ServerKind }, env = process.env): string | undefined {
  return missingOf(SERVERS[server].needs, env);
}

/** The versions of the programs that are there, by name. */
export function versionsFor(
  subjects: readonly { readonly server: ServerKind }[],
  env = process.env,
): Record<string, string> {
  const needed = new Set(subjects.flatMap(({ server }) => SERVERS[server].needs));
  return Object.fromEntries(
    [...needed].flatMap((program) => {
      const found = probe(program, env);
      return found.kind === 'runs' ? [[program, found.version]] : [];
    }),
  );
}
