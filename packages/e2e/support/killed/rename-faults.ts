import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MARK, marked } from '../processes.js';
import { tsconfig, TYPESCRIPT_7 } from '../typescript.js';

const own = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const KILL_AT = new URL('kill-at.mjs', import.meta.url).href;

/** So many files use the symbol, besides the one that declares it. */
const USERS = 24;
/** On disk, for a rename of these files. Those beyond the last one change nothing. */
const MOST_STEPS = 250;
/** ms that a warm rename takes here, about. */
const RENAME_MS = 200;
/** Pages of a disk that all new bytes fit on, in KiB. */
const PAGE = 4;

export const FAULTS = [
  'host, at a step',
  'host, at a file',
  'sidecar',
  'server',
  'full disk',
  'read-only file',
  'changed file',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultCase {
  readonly fault: Fault;
  /** From 0 to 1: how far the rename is when it happens; of files, which one. */
  readonly at: number;
}

export interface FaultOutcome extends FaultCase {
  readonly tree: 'old' | 'new' | 'partial';
  /** What lies beside the files afterwards. */
  readonly leftovers: readonly string[];
  /** What the session said, where it could; of one that was killed: what the next one said. */
  readonly said: string;
}

/** Why this machine cannot have this fault; undefined if it can. */
export function whyNot(fault: Fault): string | undefined {
  if (fault === 'full disk' && process.getuid?.() !== 0) return 'only root can mount a disk to be filled';
  return undefined;
}

const NAMES = ['base.ts', ...Array.from({ length: USERS }, (_, index) => `user${index}.ts`)];
const textOf = (name: string, symbol: string): string =>
  name === 'base.ts'
    ? `export const ${symbol} = 1;\n`
    : `import { ${symbol} } from './base';\nexport const own = [${symbol}];\n`;
const BY_HAND = '// by hand\n';

/** One rename of a symbol in 25 files, and what goes wrong meanwhile. */
export async function runFault({ fault, at }: FaultCase): Promise<FaultOutcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rename-faults-')));
  const [home, workspace] = [join(folder, 'home'), join(folder, 'ws')];
  const source = join(workspace, 'src');
  for (const each of [home, workspace]) mkdirSync(each);
  const isMounted = fault === 'full disk';
  if (isMounted)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${(USERS + 1) * 3 * PAGE}k`, 'faults', workspace]);
  mkdirSync(source);
  mkdirSync(join(workspace, 'node_modules'));
  for (const [link, target] of Object.entries(TYPESCRIPT_7)) symlinkSync(target, join(workspace, link));
  writeFileSync(
    join(workspace, 'tsconfig.json'),
    tsconfig({ compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' }, include: ['src'] }),
  );
  for (const name of NAMES) writeFileSync(join(source, name), textOf(name, 'total'));
  const session = new Session(home, workspace);
  try {
    await session.line();
    const target = join(source, NAMES[Math.floor(at * NAMES.length)] ?? 'base.ts');
    if (isMounted) fill(workspace, Math.floor(at * NAMES.length * PAGE * 2));
    if (fault === 'read-only file') chmodSync(target, 0o444);
    const answered = session.rename(
      fault === 'host, at a step' ? String(1 + Math.floor(at * MOST_STEPS)) : '',
    );
    await inject(fault, at, { session, target, source });
    const answer = await answered;
    await session.end();
    if (isMounted) rmSync(join(workspace, BALLAST), { force: true });
    const said = answer ?? (await nextSession(home, workspace));
    const changedByHand = fault === 'changed file' ? target : undefined;
    return {
      fault,
      at,
      said,
      tree: treeOf(source, changedByHand),
      leftovers: readdirSync(source).filter((name) => !NAMES.includes(name)),
    };
  } finally {
    await session.end();
    if (isMounted) execFileSync('umount', ['-l', workspace]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  readonly session: Session;
  readonly target: string;
  readonly source: string;
}

async function inject(fault: Fault, at: number, { session, target, source }: Scene): Promise<void> {
  switch (fault) {
    case 'host, at a file': {
      const name = NAMES.toSorted()[Math.floor(at * NAMES.length)] ?? 'base.ts';
      // As soon as it is seen from outside. A rename that is refused changes no file.
      while (
        session.isRunning &&
        !session.hasAnswered &&
        readFileSync(join(source, name), 'utf8') === textOf(name, 'total')
      )
        await delay(0);
      session.kill('SIGKILL');
      break;
    }
    case 'sidecar':
    case 'server':
      await delay(at * RENAME_MS);
      session.killChild(fault);
      break;
    case 'changed file':
      await delay(at * RENAME_MS);
      writeFileSync(target, readFileSync(target, 'utf8') + BY_HAND);
      break;
    case 'host, at a step':
    case 'full disk':
    case 'read-only file':
  }
}

class Session {
  readonly #mark = randomUUID();
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #exited: Promise<unknown>;
  hasAnswered = false;

  constructor(home: string, workspace: string) {
    const { KILL_AT: _, ...env } = process.env;
    this.#child = spawn(process.execPath, ['--import', KILL_AT, own('renamer.mjs'), workspace], {
      env: { ...env, HOME: home, USERPROFILE: home, [MARK]: this.#mark },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#exited = once(this.#child, 'exit');
    this.#child.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Undefined once the process has ended. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : value;
  }

  async rename(killAt: string): Promise<string | undefined> {
    this.#child.stdin.write(`${killAt}\n`);
    const answer = await this.line();
    this.hasAnswered = true;
    return answer;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  killChild(which: 'sidecar' | 'server'): void {
    const processes = marked(this.#mark);
    const sidecars = processes.filter(({ ppid }) => ppid === this.#child.pid);
    const chosen =
      which === 'sidecar'
        ? sidecars
        : processes.filter(({ ppid }) => sidecars.some(({ pid }) => pid === ppid));
    for (const { pid } of chosen) process.kill(pid, 'SIGKILL');
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#exited;
  }
}

const BALLAST = 'ballast';

/** Leaves so many KiB of the disk. */
function fill(folder: string, left: number): void {
  const room = Number(
    execFileSync('df', ['--output=avail', '-k', folder], { encoding: 'utf8' }).split('\n')[1],
  );
  writeFileSync(join(folder, BALLAST), Buffer.alloc(Math.max(0, room - left) * 1024));
}

/** Another process in the same workspace, which changes another file. */
async function nextSession(home: string, workspace: string): Promise<string> {
  const { KILL_AT: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [own('writer.mjs'), workspace, '*** Begin Patch\n*** Add File: next.txt\n+next\n*** End Patch\n'],
    { env: { ...env, HOME: home, USERPROFILE: home }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  return lines.join('\n');
}

function treeOf(source: string, changedByHand: string | undefined): FaultOutcome['tree'] {
  const others = NAMES.map((name) => [name, join(source, name)] as const).filter(
    ([, path]) => path !== changedByHand && existsSync(path),
  );
  const is = (symbol: string): boolean =>
    others.every(([name, path]) => readFileSync(path, 'utf8') === textOf(name, symbol));
  if (others.length < NAMES.length - (changedByHand === undefined ? 0 : 1)) return 'partial';
  return is('total') ? 'old' : is('sum') ? 'new' : 'partial';
}
