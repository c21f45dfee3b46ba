import { withTools } from '../../../../scripts/lib/servers/place.mjs';
import { messageOf, Misuse, parse, optionsText, wrapped, type OptionsOf } from './options.js';
import { missingIn, type Page } from './page.js';

/** 0: right; 1: something that was measured is not; 2: the run, or a part of it, could not be made. */
export type ExitCode = 0 | 1 | 2;

/** What a run has. */
export interface Desk {
  /** A folder that is gone when this process is. */
  readonly scratch: string;
  /** A line about the run that goes on, on stderr. */
  say(line: string): void;
  /** The same, at most every ten seconds. */
  tell(line: string): void;
}

export interface Description<V, W = object> {
  /** As `npm run` calls it. */
  readonly name: string;
  /** What it measures, and when it exits with 1; in sentences. */
  readonly says: string;
  readonly options: OptionsOf<V>;
  /** Options that other commands have, too. */
  readonly own?: OptionsOf<W>;
  readonly writes?: readonly Page[];
  run(values: V, desk: Desk, own: W): Promise<ExitCode>;
}

export interface Command {
  readonly name: string;
  readonly help: string;
  readonly writes: readonly Page[];
  /**
   * Does what a command line asks for. What the tests have installed is found as they find it.
   *
   * @param scratch makes a folder that is gone when this process is
   */
  start(argv: readonly string[], scratch: () => string): Promise<ExitCode>;
}

/** A command without options of its own. */
export function command<V>(description: Omit<Description<V>, 'own'>): Command {
  return commandWith<V, object>({ own: {}, ...description });
}

export function commandWith<V, W>(description: Description<V, W> & { readonly own: OptionsOf<W> }): Command {
  const { name, says, options, own, writes = [], run } = description;
  const help = [
    `Usage: npm run ${name} -- [options]`,
    wrapped(`${says} Exits with 2 if the run, or a part of it, could not be made.`),
    `Options:\n${optionsText({ ...options, ...own })}`,
  ].join('\n\n');
  return {
    name,
    help,
    writes,
    async start(argv, scratch) {
      try {
        const given = parse(argv, options, own);
        if (given === 'help') {
          console.log(help);
          return 0;
        }
        Object.assign(process.env, withTools(process.env));
        const [fault] = writes.flatMap(missingIn);
        if (fault !== undefined) throw new Error(fault);
        return await run(given.values, desk(scratch()), given.own);
      } catch (error) {
        console.error(error instanceof Misuse ? error.message : `${name}: ${messageOf(error)}`);
        return 2;
      }
    },
  };
}

const EVERY_MS = 10_000;

function desk(scratch: string): Desk {
  const started = performance.now();
  let told = started;
  const say = (line: string): void => {
    told = performance.now();
    console.error(`${Math.round((told - started) / 1000)} s: ${line}`);
  };
  return {
    scratch,
    say,
    tell: (line) => {
      if (performance.now() - told >= EVERY_MS) say(line);
    },
  };
}
