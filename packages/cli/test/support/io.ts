import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { colorsFor, type Io } from '../../src/io.js';

/** A folder with these files, under a name that quoting mistakes trip over; gone after the test. Real. */
export function folderOf(files: Record<string, string> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp cli # é ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface RecordedIo extends Io {
  stdout(): string;
  stderr(): string;
}

/** Keeps what a command writes. */
export function recordingIo(cwd: string): RecordedIo {
  const written = { out: '', err: '' };
  const colors = colorsFor(false);
  return {
    cwd,
    out: (text) => (written.out += text),
    err: (text) => (written.err += text),
    outColors: colors,
    errColors: colors,
    showProgress: false,
    isTerminal: false,
    input: new PassThrough(),
    output: new PassThrough(),
    signal: new AbortController().signal,
    stdout: () => written.out,
    stderr: () => written.err,
  };
}
