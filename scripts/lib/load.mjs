import { spawn } from 'node:child_process';
import process from 'node:process';

/** Ends when the process that started it is gone. */
const busy = 'const parent = process.ppid; while (process.ppid === parent);';

/**
 * Keeps `count` processes busy until the result is called.
 * @param {number} count
 * @returns {() => void}
 */
export function startLoad(count) {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }));
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}
