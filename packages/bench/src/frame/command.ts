import { withTools } from '../../../../scripts/lib/servers/place.mjs';
import { scratchFolder } from '../cleanup.js';
import { messageOf, Misuse, parse, usageOf, wrapped, type Options, type Values } from './options.js';
import { missingIn, type Page } from './page.js';

/** 0: right; 1: something that was measured is not; 2: the run, or a part of it, could not be made. */
export type Outcome = 0 | 1 | 2;

/** What a run has. */
export interface Desk {
  /** A folder that is gone when this process is. */
  readonly scratch: string;
  /** A line about the run that goes on, on stderr. */
  say(line: string): void;
  /** The same, at most every ten seconds. */
  tell(line: string): void;
}

export interface Description<O extends Options> {
  /** As `npm run` calls it. */
  readonly name: string;
  /** What it measures, and when it exits with 1; in sentences. */
  readonly says: string;
  readonly options: O;
  readonly writes?: readonly Page[];
  run(values: Values<O>, desk: Desk): Promise<Outcome>;
}

export interface Command {
  readonly name: string;
  readonly help: string;
  readonly writes: readonly Page[];
  /** Does what a command line asks for. What the tests have installed is found as they find it. */
  start(argv: readonly string[]): Promise<Outcome>;
}

export function command<O extends Options>(description: Description<O>): Command {
  const { name, says, options, writes = [], run } = description;
  const pages = writes.map(({ file }) => `docs/${file}`).join(', ');
  const help = [
    `Usage: npm run ${name} -- [options]`,
    wrapped(
      `${says} Exits with 2 if the run, or a part of it, could not be made.${
        pages === '' ? '' : ` With --record it writes ${pages}.`
      }`,
    ),
    `Options:\n${usageOf(options)}`,
  ].join('\n\n');
  return {
    name,
    help,
    writes,
    async start(argv) {
      try {
        const values = parse(argv, options);
        if (values === 'help') {
          console.log(help);
          return 0;
        }
        Object.assign(process.env, withTools(process.env));
        for (const fault of writes.flatMap(missingIn)) throw new Error(fault);
        return await run(values, desk());
      } catch (error) {
        console.error(error instanceof Misuse ? error.message : `${name}: ${messageOf(error)}`);
        return 2;
      }
    },
  };
}

const EVERY_MS = 10_000;

function desk(): Desk {
  const started = performance.now();
  let told = started;
  const say = (line: string): void => {
    told = performance.now();
    console.error(`${Math.round((told - started) / 1000)} s: ${line}`);
  };
  return {
    scratch: scratchFolder(),
    say,
    tell: (line) => {
      if (performance.now() - told >= EVERY_MS) say(line);
    },
  };
}
