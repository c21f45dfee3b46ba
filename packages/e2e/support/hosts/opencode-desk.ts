import { expect, vi } from 'vitest';
import type { Outcome } from '../cli.js';
import { CART, PRICES } from '../project.js';
import { tsconfig, TYPESCRIPT_7 } from '../typescript.js';
import { command, gone, newFamily } from './host-case.js';
import { HostLab } from './lab.js';
import {
  configureOpencode,
  opencode,
  openOpencode,
  type OpencodeModel,
  type OpencodeTerminal,
} from './opencode.js';
import type { Played, ProgramRun } from './program.js';
import type { ModelReply, Step } from './script.js';
import { GONE_WITHIN } from '../processes.js';

const FILES = {
  'tsconfig.json': tsconfig({ include: ['src'] }),
  'src/prices.ts': PRICES,
  'src/cart.ts': CART,
};

export const OPENCODE_SECTION =
  /\n\nLSP diagnostics after edit:\n<diagnostics file="src\/cart\.ts">\nERROR \[4:3\] Type 'string' is not assignable to type 'number'\. \(2322\)\n<\/diagnostics>$/;

interface PlayOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly model?: OpencodeModel;
}

/** A user of opencode with a small project, and all processes that come of what they start. */
export class OpencodeDesk {
  readonly lab: HostLab;
  readonly family = newFamily();

  /** @param config of opencode, beside what every user here has */
  constructor(
    lsp: Readonly<Record<string, unknown>> | false = {},
    config: Readonly<Record<string, unknown>> = {},
  ) {
    this.lab = new HostLab(FILES, lsp, TYPESCRIPT_7);
    configureOpencode(this.lab.home, config);
  }

  restore(): void {
    for (const [path, text] of Object.entries(FILES)) this.lab.write(path, text);
  }

  edit(file: string, oldString: string, newString: string): ModelReply {
    return { call: 'edit', args: { filePath: this.lab.path(file), oldString, newString } };
  }

  get breakCart(): ModelReply {
    return this.edit('src/cart.ts', 'priceOf(item), 0', "priceOf(item), ''");
  }

  get mendCart(): ModelReply {
    return this.edit('src/cart.ts', "priceOf(item), ''", 'priceOf(item), 0');
  }

  write(file: string, content: string): ModelReply {
    return { call: 'write', args: { filePath: this.lab.path(file), content } };
  }

  /** Runs a session to its end. Nothing of it is left then, and it wanted to reach no other machine. */
  async play(script: readonly Step[], { model, args = [], env = {} }: PlayOptions = {}): Promise<Played> {
    const played = await opencode(model).run({
      ...this.#place,
      script,
      args,
      env: { ...this.family.env, ...env },
    });
    await gone(this.family);
    expect(played.strangers).toEqual([]);
    return played;
  }

  begin(script: readonly Step[], family = this.family): Promise<ProgramRun> {
    return opencode().start({ ...this.#place, script, env: family.env });
  }

  open(script: readonly Step[]): Promise<OpencodeTerminal> {
    return openOpencode({ ...this.#place, script, env: this.family.env, rows: 60 });
  }

  /** Runs the built command for this user, in the workspace. */
  command(...args: string[]): Promise<Outcome> {
    return command(this.lab, args);
  }

  async killSidecar(): Promise<void> {
    const sidecars = this.family.running('sidecar.js');
    expect(sidecars).toHaveLength(1);
    for (const { pid } of sidecars) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(this.family.running('sidecar.js')).toEqual([]), {
      timeout: GONE_WITHIN,
      interval: 20,
    });
  }

  get #place(): { workspace: string; home: HostLab['home'] } {
    return { workspace: this.lab.workspace, home: this.lab.home };
  }
}
