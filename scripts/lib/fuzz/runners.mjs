import { join } from 'node:path';
import process from 'node:process';
import { findBun } from '../bun.mjs';
import { root } from '../paths.mjs';
import { run } from '../process.mjs';

/**
 * The lists of targets, each with the program that its package is made for.
 * @type {readonly {
 *   targets: string, command: () => readonly [program: string, ...args: string[]]
 * }[]}
 */
const homes = [
  { targets: 'packages/core/test/fuzz/targets.ts', command: () => [process.execPath, '--import', 'tsx'] },
  { targets: 'packages/cli/test/fuzz/targets.ts', command: () => [process.execPath, '--import', 'tsx'] },
  { targets: 'packages/lsp/test/fuzz/targets.ts', command: bun },
  { targets: 'packages/lsp/test/fuzz/real-targets.ts', command: bun },
];

/** @returns {[string]} */
function bun() {
  const found = findBun();
  if ('missing' in found) throw new Error(found.missing);
  return [found.path];
}

/** How long a target may go on after its time, ms. It may need that to shrink what it has found. */
const GRACE_MS = 300_000;

/**
 * @typedef {{
 *   name: string, feed: (ms: number, where: readonly string[]) => Promise<number>
 * }} Runner `where`: further options of main.ts
 */

/** @returns {Promise<Runner[]>} one per target */
export async function runners() {
  const lists = await Promise.all(
    homes.map(async ({ targets, command }) => {
      const [program, ...args] = command();
      const main = [...args, join(root, 'scripts/lib/fuzz/main.ts'), join(root, targets)];
      const { code, output } = await run(program, main, { cwd: root });
      if (code !== 0) throw new Error(`${targets} does not load:\n${output}`);
      return output
        .trim()
        .split('\n')
        .map((name) => ({ name, feed: feeder(program, [...main, name]) }));
    }),
  );
  return lists.flat();
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Runner['feed']}
 */
function feeder(program, args) {
  return async (ms, where) => {
    const { code } = await run(program, [...args, '--ms', String(ms), ...where], {
      cwd: root,
      inherit: true,
      timeoutMs: ms + GRACE_MS,
    });
    return code;
  };
}
