import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { outcomeOf, type Outcome } from './cli.js';
import { MARK, marked } from './processes.js';

/** One run of the demo, its temporary files in a folder of their own. */
export class Demo {
  readonly temporary = mkdtempSync(join(tmpdir(), 'demo-'));
  readonly #mark = randomUUID();
  readonly child;
  readonly outcome: Promise<Outcome>;

  constructor(...args: string[]) {
    const env = { ...process.env, NO_COLOR: '1', TMPDIR: this.temporary, [MARK]: this.#mark };
    this.child = spawn(process.execPath, ['--import', 'tsx', 'packages/e2e/demo/main.ts', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.outcome = outcomeOf(this.child);
  }

  async expectNothingLeft(ms: number): Promise<void> {
    await vi.waitFor(() => expect(marked(this.#mark)).toEqual([]), { timeout: ms });
    // What tsx has compiled, it keeps. Quirk(typescript-language-server): it leaves an empty folder, named by 16 random bytes.
    expect(
      readdirSync(this.temporary).filter((name) => !/^(tsx-|node-compile-cache|[0-9a-f]{32}$)/.test(name)),
    ).toEqual([]);
    rmSync(this.temporary, { recursive: true });
  }
}
