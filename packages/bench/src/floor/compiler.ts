import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { LineFinding } from '../edits.js';
import type { Source } from '../side.js';
import type { Floor } from './floor.js';
import type { CompilerMeans } from './means.js';
import { killGroup, startProcess, type FloorProcess } from './process.js';

/** The compiler itself, run once for each question. It reads the disk, where the edit is already. */
export class CompilerFloor implements Floor {
  readonly workspace: string;
  readonly #means: CompilerMeans;
  #running: FloorProcess | undefined;

  constructor(means: CompilerMeans, workspace: string) {
    this.#means = means;
    this.workspace = workspace;
  }

  /** Nothing runs between two questions. */
  resident(): Promise<number> {
    return Promise.resolve(0);
  }

  async check({ file }: Source): Promise<LineFinding[]> {
    return (await this.#run()).get(file) ?? [];
  }

  async checkAll(sources: readonly Source[]): Promise<LineFinding[][]> {
    const found = await this.#run();
    return sources.map(({ file }) => found.get(file) ?? []);
  }

  close(): Promise<void> {
    if (this.#running !== undefined) killGroup(this.#running.pid);
    return Promise.resolve();
  }

  async #run(): Promise<ReadonlyMap<string, LineFinding[]>> {
    const { command, args, env, read } = this.#means;
    const child = await startProcess(command, args, { cwd: this.workspace, env });
    this.#running = child;
    child.stdin.end();
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    this.#running = undefined;
    const found = read(stdout);
    if (found === undefined)
      throw new Error(`${command} ${args.join(' ')} did not come to an end:\n${stderr.slice(-2000)}`);
    return found;
  }
}
