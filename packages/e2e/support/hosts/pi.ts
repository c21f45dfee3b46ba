import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { root } from '../../../../scripts/lib/paths.mjs';
import type { Home } from './home.js';
import type { Loopback } from './loopback.js';
import { serveOpenai } from './openai-wire.js';
import { commandOf } from './program.js';
import { ScriptedModel, type Step } from './script.js';
import { openTerminal, type Terminal, type TerminalSize } from './terminal.js';

/** The folder of the extension, as it is in this repository. */
export const PI_EXTENSION = join(root, 'packages/pi-extension');

export interface PiOptions {
  /** pi's current folder. */
  readonly workspace: string;
  readonly home: Home;
  readonly script: readonly Step[];
  /** Default: a prompt, `-p Go.`. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** A file or folder with an extension, for this run only. */
  readonly extension?: string;
}

export interface PiOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PiRun {
  readonly model: ScriptedModel;
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly outcome: Promise<PiOutcome>;
  /** Kills pi if it still runs, and ends the model. */
  close(): Promise<void>;
}

/** Starts the real pi without a terminal. */
export async function startPi(options: PiOptions): Promise<PiRun> {
  const { model, loopback, env, program, args } = await prepare(options);
  const child = spawn(program, [...args, ...(options.args ?? ['-p', 'Go.'])], {
    cwd: options.workspace,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const outcome = outcomeOf(child);
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await outcome;
    await loopback.close();
  };
  return { model, child, outcome, close };
}

/** Runs it to its end. A fault of the script is thrown: it would otherwise look like one of the host. */
export async function runPi(options: PiOptions): Promise<{ model: ScriptedModel; outcome: PiOutcome }> {
  const { model, child, outcome, close } = await startPi(options);
  try {
    child.stdin.end();
    const ended = await outcome;
    if (model.faults.length > 0) throw new AggregateError(model.faults, 'the scripted model');
    return { model, outcome: ended };
  } finally {
    await close();
  }
}

export interface PiTerminal {
  readonly model: ScriptedModel;
  readonly terminal: Terminal;
  close(): Promise<void>;
}

/** Starts its terminal interface in a pseudo-terminal. */
export async function openPi(options: PiOptions & { readonly size?: TerminalSize }): Promise<PiTerminal> {
  const { model, loopback, env, program, args } = await prepare(options);
  const terminal = openTerminal(program, [...args, ...(options.args ?? [])], {
    cwd: options.workspace,
    env,
    ...options.size,
  });
  const close = async (): Promise<void> => {
    await terminal.close();
    await loopback.close();
  };
  return { model, terminal, close };
}

/** Runs a command of pi's own, such as `install`; `signal` kills it. */
export async function piCommand(
  args: readonly string[],
  options: { cwd: string; home: Home; signal?: AbortSignal },
): Promise<PiOutcome> {
  const [program, ...words] = commandOf('pi');
  const child = spawn(program, [...words, ...args], {
    cwd: options.cwd,
    env: environment(options.home),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  options.signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  child.stdin.end();
  return outcomeOf(child);
}

interface Prepared {
  readonly model: ScriptedModel;
  readonly loopback: Loopback;
  readonly env: NodeJS.ProcessEnv;
  readonly program: string;
  readonly args: readonly string[];
}

async function prepare(options: PiOptions): Promise<Prepared> {
  const { home, extension } = options;
  const model = new ScriptedModel(options.script);
  const loopback = await serveOpenai(model);
  home.writeJson('.pi/agent/models.json', {
    providers: {
      fake: {
        baseUrl: `${loopback.url}/v1`,
        api: 'openai-completions',
        apiKey: 'none',
        models: [{ id: 'fake' }],
      },
    },
  });
  const [program, ...words] = commandOf('pi');
  const args = [
    ...words,
    '--provider',
    'fake',
    '--model',
    'fake',
    ...(extension === undefined ? [] : ['-e', extension]),
  ];
  return { model, loopback, env: environment(home, options.env), program, args };
}

/** `PI_OFFLINE`: it asks nobody but its model. */
function environment(home: Home, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return home.environment({ PI_OFFLINE: '1', TERM: 'xterm-256color', ...env });
}

async function outcomeOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<PiOutcome> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  return new Promise((resolve) => {
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code, signal, stdout: stdout(), stderr: stderr() }),
    );
  });
}

/** By its events, so that others may listen, too. */
function collect(stream: Readable): () => string {
  let all = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (all += chunk));
  return () => all;
}
