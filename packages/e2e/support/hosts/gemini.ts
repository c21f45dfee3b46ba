import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { root } from '../../../../scripts/lib/paths.mjs';
import { serveGemini } from './gemini-wire.js';
import type { Home } from './home.js';
import type { Loopback } from './loopback.js';
import { commandOf } from './program.js';
import { ScriptedModel, type Step } from './script.js';
import { openTerminal, type Terminal, type TerminalSize } from './terminal.js';

/** The folder of the extension, as it is in this repository. */
export const GEMINI_EXTENSION = join(root, 'packages/gemini-cli-extension');

/** The folder below the home that an extension is installed in. */
const EXTENSIONS = '.gemini/extensions';

/** The CLI as a user with a key has it who let it ask nobody: no updates, no telemetry, no downloads. */
const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, devtools: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  ide: { enabled: false, hasSeenNudge: true },
  // ripgrep would be downloaded.
  tools: { useRipgrep: false },
  model: { name: 'gemini-2.5-flash', disableLoopDetection: true, skipNextSpeakerCheck: true },
  // Less than full, and it adds to whatever a hook answers that the request has failed.
  ui: {
    errorVerbosity: 'full',
    hideBanner: true,
    hideTips: true,
    showHomeDirectoryWarning: false,
    showSpinner: false,
    dynamicWindowTitle: false,
  },
  advanced: { autoConfigureMemory: false },
};

export interface GeminiOptions {
  /** The CLI's current folder. */
  readonly workspace: string;
  readonly home: Home;
  readonly script: readonly Step[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** A folder that holds an extension; it is put where the CLI would install it, unless it is there. */
  readonly extension?: string;
  /** Its name above the prompt, which it shows once it has initialized. */
  readonly banner?: boolean;
}

export interface GeminiOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GeminiRun {
  readonly model: ScriptedModel;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly outcome: Promise<GeminiOutcome>;
  /** Kills the CLI if it still runs, and ends the model. */
  close(): Promise<void>;
}

/** Starts the real CLI without a terminal, on a prompt that it is given: `-p`, every tool allowed. */
export async function startGemini(options: GeminiOptions): Promise<GeminiRun> {
  const { model, loopback, env } = await prepare(options);
  const [program, ...words] = commandOf('gemini');
  const args = [...words, '--approval-mode', 'yolo', ...(options.args ?? ['-p', 'Go.'])];
  const child = spawn(program, args, {
    cwd: options.workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
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
export async function runGemini(
  options: GeminiOptions,
): Promise<{ model: ScriptedModel; outcome: GeminiOutcome }> {
  const { model, outcome, close } = await startGemini(options);
  try {
    const ended = await outcome;
    if (model.faults.length > 0) throw new AggregateError(model.faults, 'the scripted model');
    return { model, outcome: ended };
  } finally {
    await close();
  }
}

export interface GeminiTerminal {
  readonly model: ScriptedModel;
  readonly terminal: Terminal;
  close(): Promise<void>;
}

/** Starts its terminal interface in a pseudo-terminal; `args` are the CLI's own. */
export async function openGemini(
  options: GeminiOptions & { readonly size?: TerminalSize },
): Promise<GeminiTerminal> {
  const { model, loopback, env } = await prepare(options);
  const [program, ...words] = commandOf('gemini');
  const args = [...words, '--approval-mode', 'yolo', ...(options.args ?? [])];
  const terminal = openTerminal(program, args, { cwd: options.workspace, env, ...options.size });
  const close = async (): Promise<void> => {
    await terminal.close();
    await loopback.close();
  };
  return { model, terminal, close };
}

/** Runs a command of the CLI's own, such as `extensions install`; `signal` kills it. */
export async function geminiCommand(
  args: readonly string[],
  options: { cwd: string; home: Home; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<GeminiOutcome> {
  const env = environment(options.home, 'http://127.0.0.1:9', options.env);
  const [program, ...words] = commandOf('gemini');
  const child = spawn(program, [...words, ...args], {
    cwd: options.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  return outcomeOf(child);
}

async function prepare(
  options: GeminiOptions,
): Promise<{ model: ScriptedModel; loopback: Loopback; env: NodeJS.ProcessEnv }> {
  const { home, extension } = options;
  if (extension !== undefined) install(home, extension);
  const model = new ScriptedModel(options.script);
  const loopback = await serveGemini(model);
  return { model, loopback, env: environment(home, loopback.url, options.env, options.banner) };
}

/** As `gemini extensions install PATH` leaves it, a second sooner. */
function install(home: Home, extension: string): void {
  const name = join(EXTENSIONS, 'llxprt-lsp');
  if (existsSync(home.path(name))) return;
  home.copy(extension, name);
  home.writeJson(join(name, '.gemini-extension-install.json'), { source: extension, type: 'local' });
}

function environment(
  home: Home,
  url: string,
  env: NodeJS.ProcessEnv = {},
  banner = false,
): NodeJS.ProcessEnv {
  home.writeJson('.gemini/settings.json', { ...SETTINGS, ui: { ...SETTINGS.ui, hideBanner: !banner } });
  return home.environment({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    // It would start itself once more for more memory.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    TERM: 'xterm-256color',
    ...env,
  });
}

async function outcomeOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<GeminiOutcome> {
  const closed = new Promise<Pick<GeminiOutcome, 'code' | 'signal'>>((resolve) => {
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) => resolve({ code, signal }));
  });
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { ...end, stdout, stderr };
}
