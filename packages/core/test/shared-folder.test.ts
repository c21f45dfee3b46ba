import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeDeserted } from '../src/lsp/shared-folder.js';

/** A process that listens, and what it does once another one connects. */
async function listening(onConnection: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deserted '));
  const address = join(folder, 'socket');
  const script = `require('node:net').createServer(() => { ${onConnection} }).listen(process.argv[1], () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', script, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  await once(child.stdout, 'data');
  return address;
}

const DIES = "process.kill(process.pid, 'SIGKILL')";

describe.skipIf(process.platform === 'win32')('the socket of a service', () => {
  it('REQ-LIFE-040: is removed where the service is just being killed', async () => {
    const address = await listening(DIES);
    await removeDeserted(address, AbortSignal.timeout(60_000));
    expect(existsSync(address)).toBe(false);
  });

  it('stays where the service lives, whether it answers or not', async () => {
    const address = await listening('');
    await removeDeserted(address);
    await removeDeserted(address, AbortSignal.timeout(200));
    expect(existsSync(address)).toBe(true);
  });
});
