import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { hostCommands, type Host } from '../../../../scripts/lib/hosts/index.mjs';
import { needs } from '../../../../scripts/lib/needs.mjs';
import { outcomeOf, type Outcome } from '../cli.js';
import type { Home } from './home.js';
import type { Loopback } from './loopback.js';
import { refuseNetwork } from './proxy.js';
import { ScriptedModel, type Step } from './script.js';

export interface ProgramOptions {
  /** The host's current folder. */
  readonly workspace: string;
  readonly home: Home;
  readonly script: readonly Step[];
  /** Behind those that every run has. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export interface ProgramRun {
  readonly model: ScriptedModel;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly outcome: Promise<Outcome>;
  /** The machines that it wanted to reach. */
  readonly strangers: readonly string[];
  /** Kills the host if it still runs, and ends the model. */
  close(): Promise<void>;
}

export type Played = Pick<ProgramRun, 'model' | 'strangers'> & { readonly outcome: Outcome };

export interface HostProgram {
  /** Starts it on a prompt, without a terminal, every tool allowed. */
  start(options: ProgramOptions): Promise<ProgramRun>;
  /** Runs it to its end. A fault of the script is thrown: it would otherwise look like one of the host. */
  run(options: ProgramOptions): Promise<Played>;
}

/** How a host is told of its model. */
export interface ModelWire {
  serve(model: ScriptedModel): Promise<Loopback>;
  args(url: string): readonly string[];
  env(url: string): NodeJS.ProcessEnv;
}

/** A host that is installed on demand. */
export function hostProgram(host: Host, wire: ModelWire): HostProgram {
  const start = async ({ workspace, home, script, args = [], env }: ProgramOptions): Promise<ProgramRun> => {
    const [program, ...words] = commandOf(host);
    const model = new ScriptedModel(script);
    const [loopback, proxy] = await Promise.all([wire.serve(model), refuseNetwork()]);
    const inherited = home.environment({ TMPDIR: home.tmp, ...proxy.env, ...wire.env(loopback.url), ...env });
    const child = spawn(program, [...words, ...wire.args(loopback.url), ...args], {
      cwd: workspace,
      env: inherited,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const outcome = outcomeOf(child);
    const close = async (): Promise<void> => {
      child.kill('SIGKILL');
      await outcome;
      await Promise.all([loopback.close(), proxy.close()]);
    };
    return { model, child, outcome, strangers: proxy.asked, close };
  };
  const run = async (options: ProgramOptions): Promise<Played> => {
    const { model, outcome, strangers, close } = await start(options);
    try {
      const ended = await outcome;
      if (model.faults.length > 0) throw new AggregateError(model.faults, 'the scripted model');
      return { model, outcome: ended, strangers };
    } finally {
      await close();
    }
  };
  return { start, run };
}

/** Its program, and the arguments that are always first. */
export function commandOf(host: Host): readonly [program: string, ...args: string[]] {
  const command = hostCommands[host]();
  if (command === undefined) throw new Error(needs(host));
  return command;
}
