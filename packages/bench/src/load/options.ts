import { parseArgs } from 'node:util';
import { attempt, type Asked } from '../command.js';

export interface LoadOptions {
  readonly kind: 'run';
  readonly agents: number;
  /** More than one: they share a service. */
  readonly sessions: number;
  readonly seconds: number;
  readonly seed: number;
  /** How long an agent thinks between two calls, on average, ms. */
  readonly thinkMs: number;
  /** Long enough, and with enough agents for one session, to be published. */
  readonly isComplete: boolean;
}

export interface SoakOptions {
  readonly kind: 'run';
  readonly edits: number;
  readonly seed: number;
  readonly isComplete: boolean;
}

const LOAD = { agents: 50, sessions: 1, seconds: 300, seed: 1, think: 2000 };
const SOAK = { edits: 10_000, seed: 1 };

export function parseLoad(argv: readonly string[]): Asked<LoadOptions> {
  const asked = attempt(() => numbers(argv, LOAD));
  if (asked.kind !== 'run') return asked;
  const { agents, sessions, seconds, seed, think } = asked.values;
  return {
    kind: 'run',
    agents,
    sessions,
    seconds,
    seed,
    thinkMs: think,
    isComplete: (sessions > 1 || agents >= LOAD.agents) && seconds >= LOAD.seconds,
  };
}

export function parseSoak(argv: readonly string[]): Asked<SoakOptions> {
  const asked = attempt(() => numbers(argv, SOAK));
  return asked.kind === 'run'
    ? { kind: 'run', ...asked.values, isComplete: asked.values.edits >= SOAK.edits }
    : asked;
}

interface Numbers<N extends string> {
  readonly kind: 'run';
  readonly values: Readonly<Record<N, number>>;
}

/** `--name N` for each default. */
function numbers<N extends string>(
  argv: readonly string[],
  defaults: Readonly<Record<N, number>>,
): Asked<Numbers<N>> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const { help, ...given } = parseArgs({
    args: [...argv],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
  }).values;
  if (help === true) return { kind: 'help' };
  const read = Object.entries(given).map(([name, value]) => [name, Number(value)] as const);
  const wrong = read.find(([, value]) => !Number.isSafeInteger(value) || value < 1);
  if (wrong !== undefined)
    return { kind: 'invalid', message: `--${wrong[0]} takes a whole number, 1 or more` };
  return { kind: 'run', values: { ...defaults, ...Object.fromEntries(read) } };
}
