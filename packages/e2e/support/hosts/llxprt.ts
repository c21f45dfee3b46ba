import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { root } from '../../../../scripts/lib/paths.mjs';
import { Family, type HostLab } from './lab.js';

const begun = z.object({ tools: z.array(z.string()), extensions: z.array(z.string()) });
const played = z.object({
  text: z.string(),
  ran: z.array(
    z.object({ event: z.string(), code: z.number().nullable(), out: z.string(), err: z.string() }),
  ),
});

/** What the model reads of a call, and the hooks that ran around it. */
export type PlayedCall = z.infer<typeof played>;

/** A session of the process that stands in for LLxprt Code. */
export class LlxprtSession {
  private constructor(
    readonly child: ChildProcessByStdio<Writable, Readable, null>,
    readonly family: Family,
    readonly lines: AsyncIterator<string>,
    /** The names under which the model is told of the tools of MCP servers. */
    readonly tools: readonly string[],
    readonly extensions: readonly string[],
  ) {}

  static async start(lab: HostLab, env: NodeJS.ProcessEnv = {}): Promise<LlxprtSession> {
    const family = new Family();
    const inherited = lab.home.environment({ TMPDIR: lab.home.tmp, ...family.env, ...env });
    const child = spawn(process.execPath, [join(root, 'packages/e2e/support/hosts/llxprt-stand-in.mjs')], {
      cwd: lab.workspace,
      env: inherited,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { tools, extensions } = begun.parse(await next(lines));
    return new LlxprtSession(child, family, lines, tools, extensions);
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<PlayedCall> {
    this.child.stdin.write(`${JSON.stringify({ tool, args })}\n`);
    return played.parse(await next(this.lines));
  }

  /** Ends it as a person does. */
  async end(): Promise<number | null> {
    this.child.stdin.end();
    return this.#ended();
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#ended();
  }

  async #ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

async function next(lines: AsyncIterator<string>): Promise<unknown> {
  const line = await lines.next();
  if (line.done === true) throw new Error('the stand-in has ended');
  return JSON.parse(line.value) as unknown;
}
