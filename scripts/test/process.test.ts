import { tmpdir } from 'node:os';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { node } from '../lib/process.mjs';

test('a program that has ended has ended, whoever it has left behind with its output', async () => {
  const left = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'inherit' })`;
  const { code, output } = await node(
    ['-e', `const child = ${left}; child.unref(); console.log(child.pid); process.exitCode = 3`],
    { cwd: tmpdir() },
  );
  onTestFinished(() => void process.kill(Number(output), 'SIGKILL'));
  expect([code, Number(output)]).toEqual([3, expect.any(Number)]);
});

test('what takes too long is killed, and that is a failure', async () => {
  const { code, output } = await node(['-e', `console.log('begun'); setInterval(() => {}, 1e6)`], {
    cwd: tmpdir(),
    timeoutMs: 1000,
  });
  expect([code, output]).toEqual([128, 'begun\n\nstopped: not done after 1 s\n']);
});
