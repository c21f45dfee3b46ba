import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { folderOf, type AtTheEnd } from '../cli.js';
import { MARK, marked, type Process } from '../processes.js';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));

export const BROKEN = 'export const a: string = 1;\n';

interface Said {
  readonly service?: number;
  readonly alone?: string;
  readonly findings?: number;
  readonly over?: string;
}

export interface Joined {
  /** The process id of its service. */
  readonly service: number;
  /** Why it shares none. */
  readonly alone?: string | undefined;
}

export interface HostOptions {
  /** Of the sidecar. */
  readonly packageDir?: string;
  /** A program and its arguments, which becomes the host: `unshare --mount`. */
  readonly inside?: readonly string[];
}

/** A workspace, a folder for sockets, and hosts with a session each; all their processes carry one mark. */
export class Hosts {
  readonly workspace: string;
  readonly sockets: string;
  readonly #runtime: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #mark = randomUUID();

  constructor(atTheEnd: AtTheEnd) {
    this.workspace = folderOf({ 'a.ts': '' }, {}, atTheEnd);
    this.#runtime = realpathSync(mkdtempSync(join(tmpdir(), 'share-')));
    this.sockets = join(this.#runtime, 'llxprt-lsp');
    this.#env = { ...process.env, XDG_RUNTIME_DIR: this.#runtime, TMPDIR: this.#runtime, [MARK]: this.#mark };
    atTheEnd(() => {
      for (const { pid } of this.processes()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
      }
      rmSync(this.#runtime, { recursive: true, force: true });
    });
  }

  start(settings: object = {}, { packageDir, inside = [] }: HostOptions = {}): Host {
    const [program = process.execPath, ...args] = [
      ...inside,
      process.execPath,
      HOST,
      this.workspace,
      JSON.stringify(settings),
      ...(packageDir === undefined ? [] : [packageDir]),
    ];
    return new Host(spawn(program, args, { env: this.#env, stdio: ['pipe', 'pipe', 'ignore'] }));
  }

  /** Hosts, services and servers. */
  processes(): Process[] {
    return marked(this.#mark);
  }
}

export class Host {
  readonly #lines: AsyncIterator<string>;
  readonly pid: number;
  readonly ended: Promise<void>;

  constructor(private readonly child: ChildProcess) {
    this.pid = child.pid ?? 0;
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
    this.#lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
    child.stdin?.on('error', () => undefined);
  }

  async joined(): Promise<Joined> {
    const { service, alone } = await this.#next();
    return { service: service ?? 0, alone };
  }

  /** The number of findings. */
  async check(text: string): Promise<number | undefined> {
    this.ask(text);
    return (await this.#next()).findings;
  }

  /** Waits for no answer. */
  ask(text: string): void {
    this.child.stdin?.write(`${JSON.stringify({ path: 'a.ts', text })}\n`);
  }

  /** Why LSP has ended. */
  async over(): Promise<string | undefined> {
    return (await this.#next()).over;
  }

  kill(): Promise<void> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  async #next(): Promise<Said> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the host has ended');
    return JSON.parse(value) as Said;
  }
}

/** When the last session is killed. */
export const MOMENTS = [
  'while the service starts',
  'when it has joined',
  'while the server starts',
  'after an answer',
] as const;

/**
 * One to three sessions of one service are killed at once, at one of the {@link MOMENTS}.
 *
 * @returns what still runs after 10 s
 */
export async function killedTrial(trial: number, atTheEnd: AtTheEnd): Promise<string[]> {
  const hosts = new Hosts(atTheEnd);
  const moment = MOMENTS[trial % MOMENTS.length];
  const sessions = Array.from({ length: 1 + (trial % 3) }, () => hosts.start());
  if (moment === 'while the service starts')
    await until(() => hosts.processes().length > sessions.length, 30_000);
  else await Promise.all(sessions.map((session) => session.joined()));
  if (moment === 'while the server starts') for (const session of sessions) session.ask(BROKEN);
  if (moment === 'after an answer') await Promise.all(sessions.map((session) => session.check(BROKEN)));
  await Promise.all(sessions.map((session) => session.kill()));
  await until(() => hosts.processes().length === 0, 10_000);
  return hosts.processes().map(({ command }) => `${moment}: ${command}`);
}

/** Looks again and again, for as long as that. */
async function until(is: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!is() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
