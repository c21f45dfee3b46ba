import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const WATCHDOG = join(import.meta.dir, '../../src/watchdog.ts');

/** A process that stands still for so long, and then ends by itself. */
function blocked(served: string, ms: number): ReturnType<typeof spawn> {
  const script = `
    import { startWatchdog } from ${JSON.stringify(WATCHDOG)};
    startWatchdog(${served}, { still: 1000, interval: 100 });
    setTimeout(() => { const end = Date.now() + ${ms}; while (Date.now() < end); process.exit(7); }, 100);`;
  return spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' });
}

/** The pid of a process that has ended. */
async function gone(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test.skipIf(process.platform === 'win32')(
  'a shared service that stands still ends once the hosts of all its sessions are gone, and not before',
  async () => {
    const dead = await gone();
    const [orphan, served] = [
      blocked(`{ hosts: [${dead}] }`, 60_000),
      blocked(`{ hosts: [${dead}, ${process.pid}] }`, 3000),
    ];
    const [[, signal], [code]] = await Promise.all([once(orphan, 'exit'), once(served, 'exit')]);
    expect(signal).toBe('SIGKILL');
    expect(code).toBe(7);
  },
);
