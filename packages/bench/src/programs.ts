import { execFileSync } from 'node:child_process';
import type { LeftOut } from './results.js';
import { SERVERS, type Program } from './servers.js';
import type { Subject } from './subjects/subject.js';

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
    return {
      kind: 'missing',
      reason: absent ? `${program} is not on PATH` : `${program} does not run: ${lineOf(error)}`,
    };
  }
}

export interface Sorted {
  readonly subjects: readonly Subject[];
  readonly leftOut: readonly LeftOut[];
  /** The versions of what the subjects need, by name. */
  readonly programs: Readonly<Record<string, string>>;
}

/** Tells the subjects that can be measured here from those that cannot. Throws if there are none of the former. */
export function sort(chosen: readonly Subject[], env = process.env): Sorted {
  const needed = new Set(chosen.flatMap(({ server }) => SERVERS[server].needs));
  const probes = new Map([...needed].map((program) => [program, probe(program, env)]));
  const leftOut = chosen.flatMap(({ id, server }) => {
    const missing = SERVERS[server].needs
      .map((program) => probes.get(program))
      .find((found) => found?.kind === 'missing');
    return missing?.kind === 'missing' ? [{ id, reason: missing.reason }] : [];
  });
  const subjects = chosen.filter(({ id }) => !leftOut.some((left) => left.id === id));
  if (subjects.length === 0)
    throw new Error(
      `nothing can be measured: ${leftOut.map(({ id, reason }) => `${id}: ${reason}`).join('; ')}`,
    );
  const programs = [...probes].flatMap(([program, found]) =>
    found.kind === 'runs' ? [[program, found.version]] : [],
  );
  return { subjects, leftOut, programs: Object.fromEntries(programs) };
}

function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
