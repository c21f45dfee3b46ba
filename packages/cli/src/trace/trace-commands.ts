import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { escaped, findProgram, inline, jsonOf, ownEnvironment } from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { printError, trouble } from '../session.js';
import { tracePage } from './page.js';
import { parseLine } from './parse-line.js';
import { eachLine, PAGE_LIMITS, readTrace } from './read-trace.js';
import { Redactor } from './redact-line.js';

export interface TraceViewOptions {
  /** Default: the trace's name and `.html`. */
  readonly out: string | undefined;
  /** In the user's browser. */
  readonly open: boolean;
  /** As the command line has it. Default: the current folder. */
  readonly workspace?: string;
}

/** `llxprt-lsp trace view`: makes a page of a trace. Only the user can read it, like the trace. */
export async function traceView(
  io: Io,
  file: string,
  { out, open, workspace = '.' }: TraceViewOptions,
): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const page = resolve(io.cwd, out ?? `${file}.html`);
  try {
    const trace = await readTrace(path);
    if (trace.lines.length === 0)
      return trouble(
        io,
        `${file} holds no line of a trace: the setting "trace" names the file that one is written to`,
      );
    await replace(page, (aside) =>
      writeFile(aside, tracePage(basename(path), trace), { mode: 0o600, flag: 'wx' }),
    );
  } catch (error) {
    return trouble(io, error instanceof Error ? error.message : String(error));
  }
  io.out(escaped`${inline(page)}\n`);
  if (open) openInBrowser(io, page, resolve(io.cwd, workspace));
  return 0;
}

/** `llxprt-lsp trace redact`: writes the same trace without names and texts. */
export async function traceRedact(io: Io, file: string, out: string | undefined): Promise<ExitCode> {
  const target = resolve(io.cwd, out ?? `${file.replace(/\.jsonl?$/, '')}.redacted.jsonl`);
  const counts = { lines: 0, foreign: 0 };
  try {
    await replace(target, async (aside) => {
      const output = createWriteStream(aside, { mode: 0o600, flags: 'wx' });
      const redactor = new Redactor();
      const fill = async (): Promise<void> => {
        const half = await eachLine(resolve(io.cwd, file), PAGE_LIMITS.maxLineLength, (text) => {
          const line = text === undefined ? undefined : parseLine(text);
          if (line === undefined) counts.foreign++;
          else {
            counts.lines++;
            output.write(`${jsonOf(redactor.line(line))}\n`);
          }
        });
        if (half) counts.foreign++;
        output.end();
      };
      await Promise.all([
        finished(output),
        fill().catch(
          (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error))),
        ),
      ]);
    });
  } catch (error) {
    return trouble(io, error instanceof Error ? error.message : String(error));
  }
  if (counts.foreign > 0)
    printError(io, `${counts.foreign} lines are no part of a trace, or cut off: they are left out`);
  io.out(escaped`${inline(target)}\n`);
  return 0;
}

/**
 * Writes to a temporary file beside `path` first. The old file stays until the new one is complete,
 * and a link is replaced, not followed.
 */
async function replace(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  // Nobody else can take the name first, as they could in a folder for temporary files.
  const aside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await write(aside);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function openInBrowser(io: Io, page: string, workspaceRoot: string): void {
  const place = { workspaceRoot, trusted: false, env: process.env };
  const name = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const program =
    process.platform === 'win32'
      ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe')
      : findProgram(name, place);
  const failed = (reason: string): void => printError(io, `the page could not be opened: ${reason}`);
  if (program === undefined) {
    failed(`${name} was not found on PATH`);
    return;
  }
  const child = spawn(program, [page], { stdio: 'ignore', detached: true, env: ownEnvironment(place) });
  child.on('error', (error) => failed(error.message));
  child.unref();
}
