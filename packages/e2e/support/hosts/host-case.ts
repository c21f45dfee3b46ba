import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Host } from '../../../../scripts/lib/hosts/index.mjs';
import { root } from '../../../../scripts/lib/paths.mjs';
import { MAIN, type Outcome } from '../cli.js';
import { CART, PRICES } from '../project.js';
import { tsconfig, TYPESCRIPT_7 } from '../typescript.js';
import { GONE_WITHIN, NARROW_MARK } from '../processes.js';
import { Family, HostLab } from './lab.js';
import type { Home } from './home.js';
import type { HostProgram, Played, ProgramRun } from './program.js';
import type { Asked, ModelReply, ScriptedModel, Step } from './script.js';

/** A host that is installed on demand, as far as its tests differ from those of others. */
export interface HostCase {
  readonly host: Host;
  readonly program: HostProgram;
  /** What every run is started with. */
  readonly args: readonly string[];
  /** Writes the user's own settings. */
  configure(home: Home): void;
  /** The file of those, below the home folder. */
  readonly settings: string;
  /** The file that `llxprt-lsp install` puts the hooks into. */
  readonly hooks: string;
  /** All that the model reads before it speaks next, as the host writes it. */
  heard(asked: Asked): string;
  read(lab: HostLab, name: string): ModelReply;
  create(lab: HostLab, name: string, text: string): ModelReply;
  /** Of one line. */
  replace(lab: HostLab, name: string, before: string, after: string): ModelReply;
  /** What the model reads if the line is not there. */
  refused: RegExp;
  /** What the model reads of a file `late.ts` that it has created. */
  created: RegExp;
  /** Has our MCP server find no Bun. */
  readonly withoutBun: PlayOptions;
  /** Whether the model is told at a turn's end what it has left broken. */
  readonly reminds: boolean;
  /** The name of a tool of our MCP server. */
  tool(name: string): string;
  /** Kills its MCP servers as soon as it has told them to end: the socket of one may stay until the next session. */
  readonly killsServers?: true;
  /** The problems that `llxprt-lsp doctor` finds after an installation: hooks that no person has trusted yet. */
  readonly untrusted?: RegExp;
}

export const WRONG = "export const tax: number = 'many';\n";
export const FINDING = "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)";
export const section = (file: string, finding: string): string =>
  `<diagnostics file="${file}">\n${finding}\n</diagnostics>`;

const FILES = {
  'package.json': '{ "name": "shop", "private": true }\n',
  'tsconfig.json': tsconfig({ include: ['src'] }),
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

/** A user of the host, with a small project. */
export function newLab(host: HostCase, lsp?: unknown, files: Readonly<Record<string, string>> = {}): HostLab {
  const lab = new HostLab({ ...FILES, ...files }, lsp, TYPESCRIPT_7);
  host.configure(lab.home);
  return lab;
}

/** Runs the built command for the user of the lab, in the workspace. */
export function command(lab: HostLab, args: readonly string[]): Promise<Outcome> {
  const options = {
    cwd: lab.workspace,
    env: lab.home.environment({ SHELL: '/bin/sh', TMPDIR: lab.home.tmp }),
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** What the doctor says of each problem. */
export const problemsIn = (output: string): string[] => output.match(/^ *problem.*/gm) ?? [];

export async function doctor({ host }: HostCase, lab: HostLab): Promise<Awaited<ReturnType<typeof command>>> {
  return await command(lab, ['doctor', '--host', host]);
}

/** What a person does once: `llxprt-lsp install <host>`. */
export async function install({ host }: HostCase, lab: HostLab, ...more: string[]): Promise<void> {
  expect(await command(lab, ['install', host, ...more])).toMatchObject({ code: 0, stderr: '' });
}

export async function uninstall({ host }: HostCase, lab: HostLab, ...more: string[]): Promise<void> {
  expect(await command(lab, ['install', host, ...more, '--uninstall'])).toMatchObject({
    code: 0,
    stderr: '',
  });
}

export interface PlayOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** What the model waits for before its first step. Default: that the bridge can be asked. */
  readonly ready?: 'bridge' | 'at once';
}

/** Plays a session to its end. Nothing of it is left then, and it wanted to reach no other machine. */
export async function play(
  host: HostCase,
  lab: HostLab,
  script: readonly Step[],
  { args = [], env = {}, ready = 'bridge' }: PlayOptions = {},
  family = newFamily(),
): Promise<Played> {
  const steps = ready === 'bridge' ? afterBridge(lab, script) : script;
  const played = await host.program.run({
    workspace: lab.workspace,
    home: lab.home,
    script: steps,
    args: [...host.args, ...args],
    env: { ...family.env, ...env },
  });
  await gone(family);
  expect(played.strangers).toEqual([]);
  expect(played.outcome.code).toBe(0);
  return played;
}

/** Hosts let their model speak while they start servers, and a model that is played speaks sooner than any other. */
function afterBridge(lab: HostLab, [first, ...others]: readonly Step[]): Step[] {
  const older = lab.sockets();
  const begun: Step = async (asked) => {
    await vi.waitFor(() => expect(lab.sockets().filter((name) => !older.includes(name))).not.toEqual([]), {
      timeout: 30_000,
      interval: 20,
    });
    return first === undefined ? { say: 'Done.' } : typeof first === 'function' ? first(asked) : first;
  };
  return [begun, ...others];
}

/** As {@link play}, once the host has told the model of our tools. Until then it reads. */
export async function playWithTools(
  host: HostCase,
  lab: HostLab,
  script: readonly Step[],
  options: PlayOptions = {},
): Promise<Played & { readonly first: number }> {
  let first: number | undefined;
  const step: Step = (asked) => {
    if (first === undefined && JSON.stringify(asked.conversation).includes('mcp__llxprt')) first = asked.turn;
    const next =
      first === undefined ? host.read(lab, 'package.json') : (script[asked.turn - first] ?? { say: 'Done.' });
    return typeof next === 'function' ? next(asked) : next;
  };
  const played = await play(
    host,
    lab,
    Array.from({ length: 200 }, () => step),
    options,
  );
  if (first === undefined) throw new Error('the host has not told the model of our tools');
  return { ...played, first };
}

export function begin(
  host: HostCase,
  lab: HostLab,
  script: readonly Step[],
  family: Family,
): Promise<ProgramRun> {
  return host.program.start({
    workspace: lab.workspace,
    home: lab.home,
    script: afterBridge(lab, script),
    args: host.args,
    env: family.env,
  });
}

export const newFamily = (): Family => new Family(NARROW_MARK);

/** Nothing of it is left within three seconds. */
export async function gone(family: Family): Promise<void> {
  await vi.waitFor(() => expect(family.processes().map(({ command: line }) => line)).toEqual([]), {
    timeout: GONE_WITHIN,
    interval: 50,
  });
}

/** What the model read after it spoke for the `turn`th time, with the angle brackets that a host has escaped. */
export function heardAfter({ heard }: HostCase, { asked }: ScriptedModel, turn: number): string {
  const found = asked[turn + 1];
  if (found === undefined) throw new Error(`the host asked ${asked.length} times`);
  return heard(found).replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}

/** A text of ours, in whatever a model reads. */
export const OURS = /LSP|diagnostics|llxprt/;

/** The page about a host. */
export const pageOf = (name: string): string => readFileSync(join(root, 'docs/hosts', `${name}.md`), 'utf8');

/** As a page shows a text. */
export const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ');
