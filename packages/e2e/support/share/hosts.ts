import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { folderOf, type AtTheEnd } from '../cli.js';
import { MARK, marked, type Process } from '../processes.js';
import { tsconfig, TYPESCRIPT_7 } from '../typescript.js';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));

export const BROKEN = 'export const a: string = 1;\n';

interface Said {
  readonly service?: number;
  readonly alone?: string;
  readonly findings?: number;
  readonly told?: string;
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
  /** The file that its edits write. Default: `a.ts`. */
  readonly path?: string;
}

/** A workspace, a folder for sockets, and hosts with a session each; all their processes carry one mark. */
export class Hosts {
  readonly workspace: string;
  readonly sockets: string;
  readonly #runtime: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #mark = randomUUID();

  constructor(atTheEnd: AtTheEnd) {
    this.workspace = folderOf({ 'tsconfig.json': tsconfig(), 'a.ts': '' }, TYPESCRIPT_7, atTheEnd);
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

  start(settings: object = {}, { packageDir, inside = [], path = 'a.ts' }: HostOptions = {}): Host {
    const [program = process.execPath, ...args] = [
      ...inside,
      process.execPath,
      HOST,
      this.workspace,
      JSON.stringify(settings),
      ...(packageDir === undefined ? [] : [packageDir]),
    ];
    return new Host(spawn(program, args, { env: this.#env, stdio: ['pipe', 'pipe', 'ignore'] }), path);
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

  /** @param path the file that it edits */
  constructor(
    private readonly child: ChildProcess,
    private readonly path: string,
  ) {
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
    this.#send({ path: 'a.ts', text });
  }

  /** What the result of an edit says. */
  async edit(edit: string): Promise<string | undefined> {
    this.begin(edit);
    return this.told();
  }

  /** The same, without its answer. */
  begin(edit: string): void {
    this.#send({ path: this.path, edit });
  }

  /** The text of a navigation tool. */
  async call(tool: string, args: object): Promise<string | undefined> {
    this.#send({ tool, args });
    return this.told();
  }

  /** The text of `/lsp`. */
  async command(command: string): Promise<string | undefined> {
    this.#send({ command });
    return this.told();
  }

  /** The next text. */
  async told(): Promise<string | undefined> {
    const { told } = await this.#next();
    return told;
  }

  /** Why LSP has ended. */
  async over(): Promise<string | undefined> {
    return (await this.#next()).over;
  }

  kill(): Promise<void> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  #send(line: object): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`);
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

/** What the sessions of a set do when their service is killed. */
const BUSY = ['nothing', 'an edit', 'an edit just now'] as const;
/** How often a session comes back within ten minutes. */
export const COMEBACKS = 3;
const SESSIONS = 5;

export const RESTARTED =
  'The language service was restarted; earlier errors of this session are not remembered.';
export const GIVEN_UP =
  'The language service has ended again and again; edits are no longer checked. ' +
  'The user can bring it back: /lsp restart.';

/**
 * Five sessions of one service, which is killed three times, and then once more.
 *
 * @param trial what the sessions do then differs
 * @returns what is not as it should be
 */
export async function comebackTrial(trial: number, atTheEnd: AtTheEnd): Promise<string[]> {
  const hosts = new Hosts(atTheEnd);
  // A file each: one that two write at once is empty for a moment.
  const sessions = Array.from({ length: SESSIONS }, (_, index) =>
    hosts.start({ unjudged: 'say' }, { path: `a${index}.ts` }),
  );
  const wrong: string[] = [];
  const expectEach = (when: string, told: readonly (string | undefined)[], want: RegExp): void => {
    for (const text of told) if (!want.test(text ?? '')) wrong.push(`${when}: ${JSON.stringify(text)}`);
  };
  const isHost = (pid: number): boolean => sessions.some((session) => session.pid === pid);
  const services = (): Process[] =>
    hosts.processes().filter(({ pid, command }) => !isHost(pid) && command.includes('sidecar.js'));
  const kill = (): Set<number> => {
    const there = new Set(hosts.processes().flatMap(({ pid }) => (isHost(pid) ? [] : pid)));
    for (const { pid } of services()) process.kill(pid, 'SIGKILL');
    return there;
  };
  const gone = async (when: string, before: Set<number>): Promise<void> => {
    const left = (): Process[] => hosts.processes().filter(({ pid }) => before.has(pid));
    await until(() => left().length === 0, 20_000);
    wrong.push(...left().map(({ command }) => `${when}: still runs: ${command}`));
  };
  await Promise.all(sessions.map((session) => session.joined()));
  expectEach('first', await Promise.all(sessions.map((session) => session.edit(BROKEN))), /2322/);
  for (let loss = 0; loss < COMEBACKS; loss += 1) {
    const busy = BUSY[(trial + loss) % BUSY.length] ?? 'nothing';
    const when = `kill ${loss + 1}, while they do ${busy}`;
    if (busy === 'an edit') for (const session of sessions) session.begin(BROKEN);
    const before = kill();
    if (busy === 'an edit just now') for (const session of sessions) session.begin(BROKEN);
    const told = await Promise.all(
      sessions.map((session) => (busy === 'nothing' ? session.edit(BROKEN) : session.told())),
    );
    const next = await Promise.all(sessions.map((session) => session.edit(BROKEN)));
    expectEach(when, told, /2322/);
    expectEach(`${when}, next`, next, /2322/);
    // Said once, in whichever result came after the restart.
    for (const [index, first] of told.entries()) {
      const said = `${first ?? ''}\n${next[index] ?? ''}`.split(RESTARTED).length - 1;
      if (said !== 1) wrong.push(`${when}: the restart was said ${said} times`);
    }
    await gone(when, before);
    if (services().length !== 1) wrong.push(`${when}: ${services().length} services`);
    const sockets = readdirSync(hosts.sockets);
    if (sockets.length !== 1) wrong.push(`${when}: ${sockets.join(', ')}`);
  }
  const before = kill();
  await Promise.all(sessions.map((session) => session.over()));
  const told = await Promise.all(sessions.map((session) => session.edit(BROKEN)));
  expectEach('given up', told, new RegExp(`^${GIVEN_UP.replaceAll('.', '\\.')}$`));
  expectEach('then', await Promise.all(sessions.map((session) => session.edit(BROKEN))), /^$/);
  await gone('given up', before);
  await until(() => readdirSync(hosts.sockets).length === 0, 20_000);
  wrong.push(...readdirSync(hosts.sockets).map((name) => `given up: ${name} is left`));
  await Promise.all(sessions.map((session) => session.kill()));
  wrong.push(...hosts.processes().map(({ command }) => `after all: ${command}`));
  return wrong;
}

/** Looks again and again, for as long as that. */
async function until(is: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!is() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
