import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../backend/program/cache-folder.ts';
import type { ServerLaunch } from '../../../client/process/launch.ts';
import { startRun } from '../../../client/process/run.ts';
import type { Variables } from '../../../support/environment.ts';
import { nodeVersionOf, OLDEST_NODE } from '../../../support/node-version.ts';
import { isObject } from '../../../support/json.ts';
import { readTextFile, SETTINGS_BYTES } from '../../../support/read-file.ts';

const FOLDER = 'NODE_COMPILE_CACHE';

/** A user who has set one of these has decided. */
const OF_THE_USER = [FOLDER, 'NODE_DISABLE_COMPILE_CACHE'];

/** The first Node with such a cache. */
const KEEPS_CODE = '>=22.1.0';

/** The first verdict has its processors to itself, ms. */
const AFTER = 10_000;

/** What was tried in this process, whether it worked or not. */
const tried = new Set<string>();

/**
 * The variable by which Node finds what it has compiled of this tsserver before. Empty where Node is too old,
 * or the user has decided on such a cache.
 *
 * @param tsserver its path
 */
export function compileCache(
  tsserver: string,
  node: string | undefined,
  env: Variables = process.env,
): Readonly<Record<string, string>> {
  const version = node === undefined ? undefined : nodeVersionOf(node);
  if (!Bun.semver.satisfies(version ?? OLDEST_NODE, KEEPS_CODE)) return {};
  if (OF_THE_USER.some((name) => env[name] !== undefined)) return {};
  return { [FOLDER]: cacheFolder('node', tsserver) };
}

/**
 * Quirk(Node): it writes what it has compiled when a process ends by itself, and typescript-language-server
 * kills its tsserver. So this one is started without a project, and ends with its input; once for each
 * version of it and of Node. Never throws.
 *
 * @param after ms
 */
export async function fillCompileCache(launch: ServerLaunch, after = AFTER): Promise<void> {
  const folder = launch.env?.[FOLDER];
  const { tsserver } = launch.initializationOptions ?? {};
  const path = isObject(tsserver) ? tsserver['path'] : undefined;
  if (folder === undefined || typeof path !== 'string' || tried.has(folder)) return;
  tried.add(folder);
  await new Promise((resolve) => {
    setTimeout(resolve, after).unref();
  });
  await fill(folder, launch, path);
}

async function fill(folder: string, launch: ServerLaunch, tsserver: string): Promise<void> {
  const about = join(folder, 'filled');
  const now = madeFrom(launch.command, tsserver);
  const known = readTextFile(about, SETTINGS_BYTES);
  if (now === undefined || (known.kind === 'text' && known.text === now)) return;
  const args = [tsserver, '--disableAutomaticTypingAcquisition'];
  const { command, root, env = {} } = launch;
  const started = startRun({ command, args, root, env }, () => undefined);
  if (started.kind === 'failed') return;
  const end = await started.run.ended;
  if (end.kind !== 'exited' || end.code !== 0) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(about, now);
  } catch {
    // The next process tries again.
  }
}

function madeFrom(node: string, tsserver: string): string | undefined {
  try {
    return [node, tsserver].map((path) => `${path} ${statSync(path).mtimeMs}\n`).join('');
  } catch {
    return undefined;
  }
}
