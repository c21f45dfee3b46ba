// Preloaded into the process that writes: it is killed directly before (`before N`) its Nth step on disk.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const last = Number(process.env['KILL_AT']);
let steps = 0;

/** SIGKILL, as from outside: nothing of the process runs afterwards. */
function step() {
  steps += 1;
  if (steps === last) process.kill(process.pid, 'SIGKILL');
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
