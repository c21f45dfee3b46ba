// Preloaded into the process that writes: it is killed directly before its Nth step on disk, N = KILL_AT. With 0 it counts them.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

let steps = 0;

/** SIGKILL, as from outside: nothing of the process runs afterwards. Counted from when the variable is set. */
function step() {
  const last = process.env['KILL_AT'];
  if (last === undefined) return;
  steps += 1;
  if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
}

const calls = /** @type {Record<string, (...given: unknown[]) => unknown>} */ (/** @type {unknown} */ (fs));
for (const name of ['link', 'mkdir', 'open', 'rename', 'rm', 'rmdir', 'chmod', 'chown', 'copyFile']) {
  const real = /** @type {(...given: unknown[]) => unknown} */ (calls[name]);
  calls[name] = (...given) => {
    step();
    return real(...given);
  };
}
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write(String(steps)));
