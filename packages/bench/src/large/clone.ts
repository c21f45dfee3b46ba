import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../run.js';
import type { LargeSubject } from './subjects.js';

/** What the last commit of a file made of it. */
export interface LastChange {
  /** Relative to the clone, with `/`. */
  readonly file: string;
  readonly before: string;
  /** As it is on disk. */
  readonly after: string;
}

/** A clone in the folder of a person: its files are edited in place, and put back. */
export class Clone {
  readonly #former = new Map<string, string>();

  private constructor(
    readonly root: string,
    /** Its tag, or the first twelve digits. */
    readonly commit: string,
    private readonly extension: string,
  ) {}

  /** Throws where it cannot be measured, and says what to do. */
  static async open(folder: string, { repository, extension, setUp }: LargeSubject): Promise<Clone> {
    const root = join(folder, repository.split('/')[1] ?? repository);
    if (!existsSync(join(root, '.git')))
      throw new Error(`there is no clone of github.com/${repository}: git clone it into ${root}`);
    if (setUp !== undefined && !existsSync(join(root, setUp.needs)))
      throw new Error(`${root} has no ${setUp.needs}: run ${setUp.command} in it`);
    const changed = await git(root, ['status', '--porcelain', '--untracked-files=no']);
    if (changed !== '')
      throw new Error(`${root} has changes that are not committed, and its files are edited here`);
    const [tag = ''] = (await git(root, ['tag', '--points-at', 'HEAD'])).split('\n');
    const commit = tag === '' ? (await git(root, ['rev-parse', '--short=12', 'HEAD'])).trim() : tag;
    const clone = new Clone(realpathSync(root), commit, extension);
    process.once('exit', () => clone.restore());
    return clone;
  }

  write(file: string, text: string): void {
    const path = join(this.root, file);
    if (!this.#former.has(path)) this.#former.set(path, readFileSync(path, 'utf8'));
    writeFileSync(path, text);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** How many files there are of the language. */
  async count(): Promise<number> {
    const listed = await git(this.root, ['ls-files', '--', `*${this.extension}`]);
    return listed.split('\n').length - 1;
  }

  restore(): void {
    for (const [path, text] of this.#former)
      if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }

  /** Of files that few others were changed with, the newest first: what people do. */
  async lastChanges(count: number): Promise<LastChange[]> {
    const log = await git(this.root, [
      ...['log', '--no-merges', '--format=%x00%H', '--name-only', '--diff-filter=M', '-n', '4000'],
      ...['--', `*${this.extension}`],
    ]);
    const seen = new Set<string>();
    const changes: LastChange[] = [];
    for (const entry of log.split('\0').filter((text) => text !== '')) {
      const [commit = '', ...files] = entry.split('\n').filter((line) => line !== '');
      for (const file of files) {
        if (seen.has(file)) continue;
        seen.add(file);
        const change = files.length <= MOST_TOGETHER ? await this.#changeIn(commit, file) : undefined;
        if (change !== undefined) changes.push(change);
        if (changes.length === count) return changes;
      }
    }
    return changes;
  }

  async #changeIn(commit: string, file: string): Promise<LastChange | undefined> {
    if (!existsSync(join(this.root, file))) return undefined;
    const [before, after] = await Promise.all([
      git(this.root, ['show', `${commit}~1:${file}`]),
      git(this.root, ['show', `${commit}:${file}`]),
    ]);
    return after === this.read(file) ? { file, before, after } : undefined;
  }
}

/** Source files of one commit. */
const MOST_TOGETHER = 3;

function git(root: string, args: readonly string[]): Promise<string> {
  return outputOf('git', ['-C', root, '-c', 'core.quotePath=false', ...args], { cwd: root });
}
