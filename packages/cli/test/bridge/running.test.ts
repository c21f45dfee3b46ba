import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { hostDeath, isRunning } from '../../src/bridge/running.js';

function sleeper(): ReturnType<typeof spawn> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('whoever lives runs, also as another user, and whoever is dead does not', async () => {
  const child = sleeper();
  expect([isRunning(process.pid), isRunning(1), isRunning(child.pid!)]).toEqual([true, true, true]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(child.pid!)).toBe(false);
});

it.runIf(process.platform === 'linux')(
  'one that has died and that nobody has reaped does not run',
  async () => {
    // exec leaves the child to a program that waits for nobody.
    const shell = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    const [line] = (await once(createInterface(shell.stdout), 'line')) as [string];
    // Until exec, the shell would collect the exit code.
    await expect.poll(() => readFileSync(`/proc/${String(shell.pid)}/comm`, 'utf8')).toBe('sleep\n');
    process.kill(Number(line), 'SIGKILL');
    await expect.poll(() => isRunning(Number(line))).toBe(false);
    expect(() => process.kill(Number(line), 0)).not.toThrow();
  },
);

it('says when the host has died that it was started with', async () => {
  const child = sleeper();
  const death = hostDeath(child.pid);
  let isOver = false;
  void death.then(() => (isOver = true));
  await expect.poll(() => isRunning(child.pid!)).toBe(true);
  expect(isOver).toBe(false);
  child.kill('SIGKILL');
  await death;
});
