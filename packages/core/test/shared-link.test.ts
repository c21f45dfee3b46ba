import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { joinShared } from '../src/lsp/shared.js';
import { socketFor } from '../src/lsp/shared-folder.js';
import { keyOf, type SharedIdentity } from '../src/lsp/shared-key.js';

const program = fileURLToPath(new URL('fakes/closes-its-end.ts', import.meta.url));

describe.skipIf(process.platform === 'win32')('the connection to a shared service', () => {
  it('REQ-LIFE-080: has ended once the service has closed its end, whatever is still to be written', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'link ')));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    vi.stubEnv('XDG_RUNTIME_DIR', folder);
    const identity: SharedIdentity = {
      ...{ workspaceRoot: folder, trusted: true, nodePath: undefined, bun: process.execPath, entry: program },
      ...{ version: '1', config: { navigationTools: false } },
    };
    const socket = socketFor(keyOf(identity, process.env)) ?? '';
    const child = spawn(process.execPath, ['--import', 'tsx', program, socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    await once(child.stdout, 'data');
    const joined = await joinShared({ ...identity, packageDir: folder, readyTimeout: 60_000 });
    if (joined.kind !== 'joined') throw new Error(joined.reason);
    const { link } = joined;
    expect(link.pid).toBe(child.pid);
    const ended = new Promise<string>((resolve) => link.onEnd(resolve));
    link.output.resume();
    // More than the kernel takes.
    link.input.write(Buffer.alloc(16 * 1024 * 1024));
    expect(await ended).toBe('the shared service has closed the connection');
  });
});
