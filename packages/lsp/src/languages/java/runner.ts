import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from '../../backend/program/program.ts';
import { startRun } from '../../client/process/run.ts';
import { onAbort } from '../../support/abort.ts';
import source from './Javac.java' with { type: 'text' };

/** How Java is told to run `Javac.java`. */
export interface Runner {
  /** Of the program `java`. */
  readonly args: readonly string[];
  /** Rejects where a run is not possible. */
  prepare(): Promise<void>;
}

/** The internals of javac that `Javac.java` uses. */
const EXPORTS = ['api', 'util'].flatMap((name) => [
  '--add-exports',
  `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
]);
/** Runs are short: the second compiler of the virtual machine costs more than it brings. */
const FAST = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', '-Xss4m'];
const NAME = 'Javac';
const SOURCE = `${NAME}.java`;
/** How long compiling the program may take, ms: a hundred times what it needs. */
const LIMIT = 60_000;

/** For a run or two: Java compiles the program in each. */
export function fromSource(folder: string): Runner {
  return { args: [...FAST, ...EXPORTS, join(folder, SOURCE)], prepare: () => writeSource(folder) };
}

async function writeSource(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, SOURCE), source);
}

/** By the folder. */
const compiling = new Map<string, Promise<void>>();

/**
 * For many runs: the program is compiled once, which spares each run 0.3 s. Projects may share the
 * folder if they have the same JDK.
 */
export function compiled(folder: string, java: Program): Runner {
  const classes = join(folder, 'classes');
  return { args: [...FAST, ...EXPORTS, '-cp', classes, NAME], prepare };

  async function prepare(): Promise<void> {
    // Cleaners of temporary folders remove single files.
    if (existsSync(join(classes, `${NAME}.class`))) return;
    const running = compiling.get(folder) ?? compile().finally(() => compiling.delete(folder));
    compiling.set(folder, running);
    await running;
  }

  async function compile(): Promise<void> {
    const part = join(folder, 'part');
    await writeSource(folder);
    await Promise.all([part, classes].map((path) => rm(path, { recursive: true, force: true })));
    const javac = [
      '--module',
      'jdk.compiler/com.sun.tools.javac.Main',
      ...EXPORTS,
      '-proc:none',
      '-nowarn',
      '-encoding',
      'UTF-8',
      '-d',
      part,
      join(folder, SOURCE),
    ];
    // The user's options of javac are for the user's sources.
    const env = { ...java.env, JDK_JAVAC_OPTIONS: '' };
    const started = startRun(
      { command: java.command, args: [...java.prefix, ...FAST, ...javac], root: folder, env },
      () => undefined,
    );
    if (started.kind === 'failed') throw new Error(started.reason);
    const { run } = started;
    using _ = onAbort(AbortSignal.timeout(LIMIT), () => {
      run.kill();
    });
    const end = await run.ended;
    if (end.kind === 'killed') throw new Error(`its runner was not compiled: ${end.how}`);
    if (end.code !== 0)
      throw new Error(`its runner was not compiled: ${run.stderr.lines(Infinity).join(' ')}`);
    await rename(part, classes);
  }
}
