import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { expectStatus, run } from '../run.js';
import type { Checkout } from './plan/mutation.js';
import type { FileChange, ShellChange, Step } from './plan/plan.js';
import { Tree } from './plan/tree.js';

const BASE = 'base';

/** Nobody's configuration but this one: no signatures, no hooks, no other line endings. */
const GIT_ENVIRONMENT = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' } as const;
const IDENTITY = ['-c', 'user.name=accuracy', '-c', 'user.email=accuracy@localhost'] as const;

/** A hand on the disk that tells nobody: commands of a shell, and git. */
export class Shell {
  readonly #workspace: string;

  private constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /**
   * Makes a repository of the workspace: its state now, and a branch for each commit that the plan
   * will check out.
   */
  static async open(
    workspace: string,
    steps: readonly Step[],
    sources: ReadonlyMap<string, string>,
  ): Promise<Shell> {
    const shell = new Shell(workspace);
    const mutations = steps.flatMap(({ unannounced }) => unannounced.map(({ mutation }) => mutation));
    const commits = new Set(mutations.filter((mutation) => mutation.kind === 'git checkout'));
    if (commits.size === 0) return shell;
    await shell.#git('init', '--quiet', '--initial-branch', BASE);
    await shell.#commit('as it was fetched');
    for (const checkout of commits) await shell.#addBranch(checkout, new Tree(sources));
    return shell;
  }

  /** Throws if the disk is not as it should be then. */
  async perform({ action, mutation, files }: ShellChange): Promise<void> {
    if (mutation.kind === 'git checkout')
      await this.#git('checkout', '--quiet', action === 'mutation' ? mutation.commit : BASE);
    else for (const change of files) this.#make(change);
    for (const { before, after } of files) {
      if (before !== undefined && before.path !== after?.path) this.#expect(before.path, undefined);
      if (after !== undefined) this.#expect(after.path, after.text);
    }
  }

  #make({ before, after }: FileChange): void {
    if (after === undefined) {
      if (before !== undefined) rmSync(join(this.#workspace, before.path));
      return;
    }
    const path = join(this.#workspace, after.path);
    mkdirSync(dirname(path), { recursive: true });
    if (before !== undefined && before.path !== after.path)
      renameSync(join(this.#workspace, before.path), path);
    if (before?.text !== after.text) writeFileSync(path, after.text);
  }

  #expect(path: string, text: string | undefined): void {
    const absolute = join(this.#workspace, path);
    const found = existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
    if (found !== text) throw new Error(`${path} is not as the shell should have left it`);
  }

  async #addBranch(checkout: Checkout, base: Tree): Promise<void> {
    await this.#git('checkout', '--quiet', '-b', checkout.commit);
    const next = base.with(checkout);
    for (const { file } of checkout.parts) this.#make({ before: base.state(file), after: next.state(file) });
    await this.#commit(checkout.commit);
    await this.#git('checkout', '--quiet', BASE);
  }

  async #commit(message: string): Promise<void> {
    await this.#git('add', '--all');
    await this.#git('commit', '--quiet', '--message', message);
  }

  async #git(...args: readonly string[]): Promise<void> {
    const ended = await run('git', [...IDENTITY, ...args], { cwd: this.#workspace, env: GIT_ENVIRONMENT });
    expectStatus(`git ${args.join(' ')}`, ended, [0]);
  }
}
