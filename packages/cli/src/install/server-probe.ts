import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { forAtMost } from '@vybestack/llxprt-lsp-core';
import { version } from '../package.js';

export interface Checked {
  readonly problems: readonly string[];
  /** What works, one line each. */
  readonly works: readonly string[];
}

/** How long the server may take to answer, ms. A host waits longer; a person has gone by then. */
const SERVER_MS = 20_000;
/** On a busy machine a server may list no tools yet; it says when it has some. */
const TOOLS_MS = 8000;

/**
 * Starts an MCP server and, once it lists tools, does what needs it. The server is a child of this
 * process, as it is one of the host: so the hook finds it.
 */
export async function withServer(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  work: (tools: number) => Promise<Checked>,
): Promise<Checked> {
  const server = startServer(words, { cwd, env });
  const client = new Client({ name: 'llxprt-lsp-doctor', version });
  const ask = async (): Promise<Checked> => {
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    const list = async (): Promise<number> =>
      (await client.listTools(undefined, { timeout: SERVER_MS })).tools.length;
    // A transport of newline-delimited JSON, whichever end reads it.
    await client.connect(
      new StdioServerTransport(server.child.stdout.pipe(upTo(MOST_OUTPUT)), server.child.stdin),
      { timeout: SERVER_MS },
    );
    let tools = await list();
    if (tools === 0) {
      await forAtMost(TOOLS_MS, changed);
      tools = await list();
    }
    return tools === 0
      ? { problems: ['the MCP server lists no tools: `llxprt-lsp doctor` says why'], works: [] }
      : work(tools);
  };
  try {
    return await Promise.race([ask(), server.failed]);
  } catch (error) {
    return {
      problems: [
        `the MCP server (${words.join(' ')}) does not start: ` +
          (error instanceof Error ? error.message : String(error)),
      ],
      works: [],
    };
  } finally {
    await server.stop();
  }
}

/** How long the server may take to end its own servers, ms. */
const STOP_MS = 5000;

/** What a server may print while it is probed, bytes; the list of its tools is a hundredth of it. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/** Passes on the beginning of a stream, and reads the rest all the same. */
function upTo(most: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed <= most) done(null, chunk);
      else done();
    },
  });
}

interface Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** Rejects where it does not start, or ends by itself. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

function startServer(
  [program = '', ...args]: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Server {
  const child = spawn(program, args, {
    ...options,
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: process.platform === 'win32' && !isAbsolute(program),
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ends with ${code ?? signal}`));
  });
  const failed = ended.then((reason) => Promise.reject(new Error(reason)));
  failed.catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  };
  return { child, failed, stop };
}
