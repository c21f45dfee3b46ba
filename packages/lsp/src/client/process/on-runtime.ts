import { withinMs } from '../../support/within-ms.ts';
import type { ServerLaunch } from './launch.ts';
import { runtimes } from './runtimes.ts';
import { type ServerProcess, type Spawned, spawnServer } from './server-process.ts';

/** How long the exit of a process and the end of its output may be apart, ms. */
const NEARLY = 1000;

/**
 * Starts a server. If a runtime runs it that can be replaced, and it ends before its first byte of output,
 * it is started again on the next one, and gets what was written to it.
 *
 * @param note for the log
 */
export function spawnOnRuntime(launch: ServerLaunch, note: (what: string) => void): Spawned {
  if (!runtimes.isReplaceable(launch.command)) return spawnServer(launch);
  const script = launch.args[0] ?? '';
  const first = start(launch, script);
  return first.kind === 'failed'
    ? first
    : { kind: 'spawned', process: new OnRuntime(first, launch, script, note) };
}

interface OnOne {
  readonly kind: 'started';
  readonly runtime: string;
  readonly process: ServerProcess;
}

function start(launch: ServerLaunch, script: string): OnOne | Exclude<Spawned, { kind: 'spawned' }> {
  const runtime = runtimes.runnable(launch.command, script);
  const spawned = spawnServer({ ...launch, command: runtime });
  if (spawned.kind === 'spawned') return { kind: 'started', runtime, process: spawned.process };
  return runtimes.isGone(runtime, spawned.reason) ? start(launch, script) : spawned;
}

class OnRuntime implements ServerProcess {
  readonly streams: ServerProcess['streams'];
  readonly exited: Promise<string>;
  readonly deaf: Promise<string>;
  readonly #deaf = Promise.withResolvers<string>();
  readonly #exited = Promise.withResolvers<string>();
  /** What a successor has to be told; undefined once the process is the last one. */
  #written: string[] | undefined = [];
  #process: ServerProcess;
  #outputEnded = Promise.withResolvers<void>();
  /** Whether another process takes the place of the current one, once that has ended. */
  #isReplaced: Promise<boolean>;

  constructor(
    first: OnOne,
    private readonly launch: ServerLaunch,
    private readonly script: string,
    private readonly note: (what: string) => void,
  ) {
    this.#process = first.process;
    this.exited = this.#exited.promise;
    this.deaf = this.#deaf.promise;
    this.#isReplaced = this.#watch(first);
    this.streams = {
      readable: this.#read(),
      write: (text) => {
        this.#written?.push(text);
        this.#process.streams.write(text);
      },
    };
  }

  get pid(): number {
    return this.#process.pid;
  }

  get stderr(): ServerProcess['stderr'] {
    return this.#process.stderr;
  }

  get instead(): string | undefined {
    return runtimes.why(this.launch.command, this.script);
  }

  closeInput(): void {
    this.#written = undefined;
    this.#process.closeInput();
  }

  kill(): void {
    this.#written = undefined;
    this.#process.kill();
  }

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const [process, isReplaced] = [this.#process, this.#isReplaced];
      for await (const chunk of process.streams.readable) {
        this.#written = undefined;
        yield chunk;
      }
      this.#outputEnded.resolve();
      // One that lives on without its output is not replaced.
      if (!(await withinMs(process.exited, NEARLY)) || !(await isReplaced)) return;
    }
  }

  async #watch({ process, runtime }: OnOne): Promise<boolean> {
    void process.deaf.then(async (reason) => {
      if (this.#written === undefined || !(await withinMs(process.exited, NEARLY)))
        this.#deaf.resolve(reason);
    });
    const how = await process.exited;
    if (this.#written !== undefined) await withinMs(this.#outputEnded.promise, NEARLY);
    const next = await this.#next(process, runtime, how);
    if (next === undefined) {
      this.#exited.resolve(how);
      return false;
    }
    this.#process = next.process;
    this.#outputEnded = Promise.withResolvers();
    this.#isReplaced = this.#watch(next);
    for (const text of this.#written ?? []) next.process.streams.write(text);
    return true;
  }

  #isLast(): boolean {
    return this.#written === undefined;
  }

  async #next(process: ServerProcess, runtime: string, how: string): Promise<OnOne | undefined> {
    if (this.#isLast()) return undefined;
    const [last] = process.stderr.lines(1);
    const why = last === undefined ? how : `${how}, ${last}`;
    const other = await runtimes.instead(runtime, this.script, why);
    if (other === undefined || this.#isLast()) return undefined;
    const started = start(this.launch, this.script);
    if (started.kind === 'failed') return undefined;
    this.note(this.instead ?? '');
    return started;
  }
}
